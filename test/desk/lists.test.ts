import { expect, test } from "bun:test";
import { newSqliteStore } from "../databases.ts";
import { deskOn } from "./desk-visitor.ts";
import { publish, settled, upload } from "./upload-form.ts";

const HEAD = "rating,date,name,review\n";
const rowsOf = (count: number): string =>
  Array.from({ length: count }, (_, at) => `5,2026-01-02,Ann${at} Bee,Visit ${at} was good.\n`).join("");

async function importTable(visitor: Parameters<typeof upload>[0], table: string, choose?: [string, string][]) {
  const { location } = await upload(visitor, [["list.csv", table]]);
  let page = await settled(visitor, location);
  if (choose) {
    const revision = /name="revision" value="(\d+)"/.exec(page.text)?.[1] ?? "";
    await visitor.submit(`${location}/preview`, [["revision", revision], ["settings", "1"], ...choose]);
    page = await settled(visitor, location);
  }
  await publish(visitor, location, page.text);
  return { preview: page.text, done: (await settled(visitor, location)).text };
}

test("a page after the last one is the last one, so that deciding all of a page does not look like the end", async () => {
  const desk = await deskOn(await newSqliteStore());
  const visitor = await desk.signedIn();
  await importTable(visitor, HEAD + rowsOf(51));
  const last = await visitor.see("/waiting?page=2");
  expect(last.text).toContain("Page 2 of 2");
  const [, chosen = ""] = /name="review" value="([^"]*)"/.exec(last.text) ?? [];
  const decided = await visitor.submit("/waiting?page=2", [
    ["kind", "unverified"],
    ["decision", "verify"],
    ["method-unverified", "operator"],
    ["review", chosen],
  ]);
  const after = await visitor.see(decided.location ?? "");
  expect(after.text).not.toContain("Nothing waits for you.");
  expect(after.text.match(/name="review"/g)).toHaveLength(50);
  expect((await visitor.see("/reviews?page=99")).text).toContain("Page 2 of 2");
  await desk.store.close();
});

test("a file of which all reviews will wait does not promise to publish them, and leads to the decision", async () => {
  const desk = await deskOn(await newSqliteStore());
  const visitor = await desk.signedIn();
  const { preview, done } = await importTable(visitor, HEAD + rowsOf(3));
  expect(preview).toContain('>Publish 3 reviews</button> <span id="later">after your decision</span>');
  expect(preview).toContain("3 are not published now: they wait for your decision.");
  expect(done).toContain('<a class="button" href="/waiting">Decide about the 3 that wait</a>');
  const verified = await importTable(visitor, HEAD + rowsOf(5), [["verified_by", "operator"]]);
  expect(verified.preview).toContain(">Publish 5 reviews</button>");
  expect(verified.done).not.toContain('class="button" href="/waiting"');
  await desk.store.close();
});

test("names are found as on the public page: without accents, and in any case", async () => {
  const desk = await deskOn(await newSqliteStore());
  const visitor = await desk.signedIn();
  await importTable(visitor, `${HEAD}5,2026-01-02,Ángel Niño,Un trato excelente.\n5,2026-01-03,Bea Ruiz,Muy bien.\n`);
  for (const words of ["Ángel", "angel", "ÁNGEL", "EXCELENTE"]) {
    const found = await visitor.see(`/reviews?words=${encodeURIComponent(words)}`);
    expect([words, found.text.includes("1 review<"), found.text.includes("Ángel N.")]).toEqual([words, true, true]);
  }
  await desk.store.close();
});

test("what was erased is listed by its number and the reason, without words", async () => {
  const desk = await deskOn(await newSqliteStore());
  const visitor = await desk.signedIn();
  await importTable(visitor, HEAD + rowsOf(2));
  const [, id = ""] = /href="\/reviews\/([0-9A-Z]{26})"/.exec((await visitor.see("/reviews")).text) ?? [];
  await visitor.see(`/reviews/${id}`);
  const [, author = ""] = /type: ([^<]+)</.exec((await visitor.see(`/reviews/${id}`)).text) ?? [];
  await visitor.submit(`/reviews/${id}/erase`, [["typed", author]]);
  expect((await visitor.see("/reviews")).text).toContain('<a href="/reviews?state=erased">1 was erased or removed.');
  const erased = (await visitor.see("/reviews?state=erased")).text;
  expect(erased).toContain(`href="/reviews/${id}"`);
  expect(erased).toContain(">Erased</td>");
  expect(erased).not.toContain("was good");
  await desk.store.close();
});

test("imports older than those of the first page can be reached", async () => {
  const desk = await deskOn(await newSqliteStore());
  const visitor = await desk.signedIn();
  for (let at = 0; at < 21; at += 1)
    await importTable(visitor, `${HEAD}5,2026-01-02,Ann${at} Bee,Number ${at} was good.\n`);
  expect((await visitor.see("/imports")).text).toContain('rel="next" href="/imports?page=2"');
  expect((await visitor.see("/imports?page=2")).text).toContain('<th data-label="Import" scope="row">1</th>');
  await desk.store.close();
});

test("a review that changed since its page was shown is not erased", async () => {
  const desk = await deskOn(await newSqliteStore());
  const visitor = await desk.signedIn();
  await importTable(visitor, HEAD + rowsOf(1));
  const [, id = ""] = /href="\/reviews\/([0-9A-Z]{26})"/.exec((await visitor.see("/reviews")).text) ?? [];
  const [, seen = ""] = /name="review" value="([^"]*)"/.exec((await visitor.see(`/reviews/${id}`)).text) ?? [];
  desk.pass(60);
  await visitor.submit(`/reviews/${id}/decide`, [
    ["decision", "verify"],
    ["method-review", "operator"],
    ["review", seen],
  ]);
  const answer = await visitor.submit(`/reviews/${id}/erase`, [
    ["typed", "Ann0 B."],
    ["review", seen],
  ]);
  expect([answer.status, answer.text.includes("changed meanwhile")]).toEqual([409, true]);
  await desk.store.close();
});
