import { describe, expect, test } from "bun:test";
import { DATABASES } from "../databases.ts";
import { optionsIn } from "./authenticator.ts";
import { DESK_URL, joined } from "./desk-people.ts";
import { deskOn } from "./desk-visitor.ts";
import { hiddenOf, publish, settled, upload } from "./upload-form.ts";

const COPY = "They listened to me for half an hour and explained every exercise twice, with a smile.";
const TABLES: [string, string][] = [
  [
    "own.csv",
    `id,name,rating,date,review,source
1,Maria Sanchez,5,2026-01-01,"${COPY}",google
2,Maria Soto,4,2026-01-02,Parking was hard to find there.,google
3,Ann Bee,3,2026-01-03,My cousin Maria Sanchez goes there.,google
4,Cy Dee,2,2026-01-04,I waited an hour. Call me at 415-555-0134 please.,google
5,Di Eff,5,2026-01-05,Write to maria.san@example.com about it.,google
`,
  ],
  [
    "copy.csv",
    `id,name,rating,date,review,source\n9,Maria S.,5,2026-01-02,"${COPY} See you again soon, all of you!",yelp\n`,
  ],
];

async function withReviews(url: string) {
  const desk = await deskOn(url);
  const visitor = await desk.signedIn();
  for (const table of TABLES) {
    const { location } = await upload(visitor, [table]);
    await publish(visitor, location, (await settled(visitor, location)).text);
    await settled(visitor, location);
  }
  const search = async (person: string) => {
    await visitor.see("/person");
    return (await visitor.submit("/person", [["person", person]])).text;
  };
  return { desk, visitor, search };
}

/** What is listed, and whether it is chosen. */
const listedIn = (text: string): [id: string, chosen: boolean][] =>
  [...text.matchAll(/name="review" value="(\w{26})"[^>]*?( checked)?>/g)].map(([, id = "", on]) => [
    id,
    on !== undefined,
  ]);

describe.each(DATABASES)("a person's reviews on $dialect", ({ newDatabase }) => {
  test("are found, exported and erased everywhere, with a receipt and the look-alikes", async () => {
    const { desk, visitor, search } = await withReviews(await newDatabase());
    const rows = await desk.store.query<{ id: string; author: string; date: string }>(
      "SELECT id, author, date FROM review",
    );
    const idOf = (date: string, source = "") =>
      rows.find((row) => row.date === date && row.author.startsWith(source))?.id ?? "";
    const [own, named] = [idOf("2026-01-01"), idOf("2026-01-03")];
    const page = await search("maria  SANCHEZ");
    const listed = new Map(listedIn(page));
    expect([listed.get(own), listed.get(named)]).toEqual([true, false]);
    expect(page).toContain("Written under this full name");
    const copy = rows.find(({ id, author }) => author === "Maria S." && id !== own && listed.has(id))?.id ?? "";
    const send = (path: string, review: string[], typed = "", version = hiddenOf(page, "version")) =>
      visitor.submit(`/person/${path}`, [
        ["person", "maria SANCHEZ"],
        ["version", version],
        ["typed", typed],
        ...review.map((id): [string, string] => ["review", id]),
      ]);
    const given = await send("export", [own]);
    expect(JSON.parse(given.text)).toMatchObject({ reviews: [{ id: own, match: "author", text: COPY }] });
    for (const [ids, typed, version, status, told] of [
      [[own], "Maria Soto", undefined, 400, "Nothing was erased"],
      [[own], "", undefined, 400, "Nothing was erased"],
      [[], "ERASE", undefined, 400, "Choose at least one"],
      [[idOf("2026-01-04")], "ERASE", undefined, 400, "Choose at least one"],
      [[own], "ERASE", "0", 409, "changed meanwhile"],
    ] as const) {
      const refused = await send("erase", [...ids], typed, version);
      expect([refused.status, refused.text.includes(told)]).toEqual([status, true]);
    }
    expect((await desk.store.query("SELECT id FROM review")).length).toBe(rows.length);
    const done = await send("erase", [own], " maria sanchez ");
    expect(done.status).toBe(200);
    for (const shown of ["<h2>Receipt</h2>", own, "Still stored", `/reviews/${named}`, `/reviews/${copy}`])
      expect(done.text).toContain(shown);
    expect(done.text).not.toContain("They listened");
    expect(await desk.store.query("SELECT id FROM review WHERE id = $1", [own])).toEqual([]);
    expect(await desk.store.query("SELECT reason FROM tombstone WHERE id = $1", [own])).toEqual([
      { reason: "erased_on_request" },
    ]);
    expect(desk.kept).toEqual(["ledger"]);
    expect(listedIn(await search("Maria Sanchez")).map(([id]) => id)).not.toContain(own);
    const stored = JSON.stringify(await desk.store.query("SELECT * FROM desk_record"));
    expect([stored.includes("person_erased"), stored.includes("person_exported"), stored.includes(own)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(stored.toLowerCase()).not.toContain("sanchez");
    await desk.store.close();
  });

  test("are erased with the look-alikes that are chosen, at once or on the page of a review", async () => {
    const { desk, visitor, search } = await withReviews(await newDatabase());
    const [own] = await desk.store.query<{ id: string }>("SELECT id FROM review WHERE date = '2026-01-01'");
    const [copy] = await desk.store.query<{ id: string }>(
      "SELECT id FROM review WHERE author = 'Maria S.' AND source = 'yelp'",
    );
    const [other] = await desk.store.query<{ id: string }>("SELECT id FROM review WHERE date = '2026-01-04'");
    const ids = [own, copy, other].map((row) => row?.id ?? "");
    const page = await search("Maria Sanchez");
    expect(page).toContain(`value="${ids[1]}" aria-label`);
    const shown = await visitor.see(`/reviews/${ids[0]}`);
    expect(shown.text).toContain(`name="also" value="${ids[1]}"`);
    // What looks like nothing of it is not erased with it.
    await visitor.submit(`/reviews/${ids[0]}/erase`, [
      ["typed", "Maria S."],
      ...ids.slice(1).map((id): [string, string] => ["also", id]),
    ]);
    const left = await desk.store.query<{ id: string }>("SELECT id FROM review");
    expect(ids.map((id) => left.some((row) => row.id === id))).toEqual([false, false, true]);
    await desk.store.close();
  });

  test("are found by a phone number and a mail address that were hidden, and nothing is chosen for it", async () => {
    const { desk, search } = await withReviews(await newDatabase());
    const rows = await desk.store.query<{ id: string; date: string; text: string }>(
      "SELECT id, date, text FROM review",
    );
    const at = (date: string) => rows.find((row) => row.date === date);
    expect([at("2026-01-04")?.text, at("2026-01-05")?.text].join()).not.toMatch(/0134|example\.com/);
    for (const phone of ["(415) 555-0134", "+1 415 555 0134", "4155550134"])
      expect(listedIn(await search(phone))).toEqual([[at("2026-01-04")?.id ?? "", false]]);
    expect(listedIn(await search("Maria.San@example.com"))).toEqual([[at("2026-01-05")?.id ?? "", false]]);
    for (const other of ["415-555-0135", "ana.san@example.com", "Anonymous", "<b>", "..."])
      expect([other, listedIn(await search(other))]).toEqual([other, []]);
    await desk.store.close();
  });
});

test("staff see neither page nor link, and after five minutes a manager is asked for the passkey again", async () => {
  const desk = await deskOn("sqlite::memory:", DESK_URL);
  const [ana, bo] = [await joined(desk, "Ana", "manager"), await joined(desk, "Bo", "staff")];
  expect((await bo.visitor.see("/person")).status).toBe(403);
  expect((await bo.visitor.see("/record")).text).not.toContain('href="/person"');
  expect((await ana.visitor.see("/person")).text).toContain("<h1>A person&#39;s reviews</h1>");
  for (const path of ["/person", "/person/export", "/person/erase"])
    expect((await bo.visitor.submit(path, [["person", "Ann Bee"]])).status).toBe(403);
  desk.pass(301);
  for (const path of ["/person/export", "/person/erase"]) {
    const asked = await ana.visitor.submit(path, [["person", "Ann Bee"]]);
    expect([asked.status, asked.text.includes("<h1>Is it you?</h1>"), asked.text.includes('value="Ann Bee"')]).toEqual([
      403,
      true,
      true,
    ]);
    expect(optionsIn(asked.text)).toBeDefined();
  }
  await desk.store.close();
});
