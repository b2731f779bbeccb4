import { describe, expect, test } from "bun:test";
import { DATABASES } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";
import { deskOn } from "./desk-visitor.ts";
import { publish, settled, upload } from "./upload-form.ts";

const OWN_TABLE =
  "rating,date,name,review,reply\n" +
  Array.from(
    { length: 32 },
    (_, at) => `${(at % 5) + 1},2026-01-0${(at % 9) + 1},Ann Bee${at},Words number ${at}.,`,
  ).join("\n") +
  '\n5,2026-02-01,Di Ek,Thanks.,"Your knee surgery went well!"\n';

type Desk = Awaited<ReturnType<typeof deskOn>>;
type Visitor = Awaited<ReturnType<Desk["signedIn"]>>;

/** 33 reviews that wait for a verification, one of them with a reply that waits. */
async function withWaiting(url: string): Promise<{ desk: Desk; visitor: Visitor }> {
  const desk = await deskOn(url);
  const visitor = await desk.signedIn();
  const { location } = await upload(visitor, [["own.csv", OWN_TABLE]]);
  await publish(visitor, location, (await settled(visitor, location)).text);
  await settled(visitor, location);
  return { desk, visitor };
}

/** The values of the boxes in the list of one kind. */
function boxesOf(text: string, kind: string): string[] {
  const section = new RegExp(`<section id="${kind}">[\\s\\S]*?</section>`).exec(text)?.[0] ?? "";
  return [...section.matchAll(/name="review" value="([^"]+)"/g)].map(([, value = ""]) => value);
}

const chosen = (boxes: readonly string[]) => boxes.map((value): [string, string] => ["review", value]);
/** Decides on the page of a review. */
async function decideOn(visitor: Visitor, id: string, decision: string, more: [string, string][] = []) {
  const { text } = await visitor.see(`/reviews/${id}`);
  const seen = /name="review" value="([^"]+)"/.exec(text)?.[1] ?? "";
  return visitor.submit(`/reviews/${id}/decide`, [["review", seen], ["decision", decision], ...more]);
}
const count = async (desk: Desk, where: string): Promise<number> =>
  (await desk.store.query(`SELECT id FROM review WHERE ${where}`)).length;

describe.each(DATABASES)("decisions on $dialect", ({ newDatabase }) => {
  test("after publishing, everything that waits of this import is counted, by kind, as it is now", async () => {
    const { desk, visitor } = await withWaiting(await newDatabase());
    const first = await visitor.see("/import/1");
    expect(first.text).toContain('href="/waiting">Decide about the 34 that wait<');
    for (const [kind, items] of [
      ["unverified", 33],
      ["reply", 1],
    ])
      expect(first.text).toMatch(new RegExp(`<a href="/waiting#${kind}">[^<]+</a></th><td>${items}<`));
    const more = "rating,date,name,review\n5,2026-03-01,Ed Fa,Later.\n";
    const { location } = await upload(visitor, [["more.csv", more]]);
    await publish(visitor, location, (await settled(visitor, location)).text);
    expect((await settled(visitor, location)).text).toContain("Decide about the 1 that waits<");
    await visitor.submit("/waiting", [
      ["kind", "reply"],
      ["decision", "reply_drop"],
      ...chosen(boxesOf((await visitor.see("/waiting")).text, "reply")),
    ]);
    expect((await visitor.see("/import/1")).text).toContain("Decide about the 33 that wait<");
    await desk.store.close();
  });

  test("thirty reviews are published at once, after somebody said how their authors are known", async () => {
    const { desk, visitor } = await withWaiting(await newDatabase());
    const page = await visitor.see("/waiting");
    expect(page.text).toContain("<h1>Waiting for you</h1>");
    const boxes = boxesOf(page.text, "unverified").slice(0, 30);
    expect(boxes).toHaveLength(30);
    expect(page.text).not.toMatch(/<option value="visit_record" selected/);
    const fields: [string, string][] = [["kind", "unverified"], ["decision", "verify"], ...chosen(boxes)];
    const open = await visitor.submit("/waiting", [...fields, ["method-unverified", ""]]);
    expect(open.status).toBe(400);
    expect(open.text).toContain("Say how you know");
    // What was chosen still is.
    expect(open.text.match(/name="review" value="[^"]+" aria-label="[^"]+" checked/g)).toHaveLength(30);
    expect(await count(desk, "state = 'published'")).toBe(0);
    expect((await visitor.submit("/waiting", [...fields, ["method-unverified", "visit_record"]])).location).toBe(
      "/waiting",
    );
    expect(await count(desk, "state = 'published' AND verification_method = 'visit_record'")).toBe(30);
    expect((await visitor.see("/record")).text).toContain("Published reviews");
    await desk.store.close();
  });

  test("of two who decide the same, the second is told, and nothing is overwritten", async () => {
    const { desk, visitor } = await withWaiting(await newDatabase());
    const other = await desk.signedIn();
    const boxes = boxesOf((await visitor.see("/waiting")).text, "unverified").slice(0, 2);
    await other.see("/waiting");
    const fields = (method: string): [string, string][] => [
      ["kind", "unverified"],
      ["decision", "verify"],
      ["method-unverified", method],
      ...chosen(boxes),
    ];
    await visitor.submit("/waiting", fields("visit_record"));
    const late = await other.submit("/waiting", fields("operator"));
    expect(late.status).toBe(409);
    expect(late.text).toContain("2 of them changed meanwhile by the desk on this machine at 10:42");
    expect(await count(desk, "verification_method = 'visit_record'")).toBe(2);
    expect(await count(desk, "verification_method = 'operator'")).toBe(0);
    await desk.store.close();
  });

  test("a reply is kept back and published, and a publication is taken back, on the page of the review", async () => {
    const { desk, visitor } = await withWaiting(await newDatabase());
    const [box = ""] = boxesOf((await visitor.see("/waiting")).text, "reply");
    const [id = ""] = box.split("@");
    await visitor.submit("/waiting", [
      ["kind", "reply"],
      ["decision", "reply_drop"],
      ["review", box],
    ]);
    expect(await count(desk, "reply_state = 'dropped'")).toBe(1);
    const decide = (decision: string, more: [string, string][] = []) => decideOn(visitor, id, decision, more);
    expect((await decide("reply_publish")).location).toBe(`/reviews/${id}`);
    expect(await count(desk, "reply_state = 'published'")).toBe(1);
    await decide("verify", [["method-review", "invitation"]]);
    expect(await count(desk, `id = '${id}' AND state = 'published'`)).toBe(1);
    await decide("unverify");
    expect(await count(desk, `id = '${id}' AND held_reason = 'unverified'`)).toBe(1);
    await decide("withhold");
    expect(await count(desk, `id = '${id}' AND held_reason = 'legal'`)).toBe(1);
    const { text } = await visitor.see(`/reviews/${id}`);
    for (const event of [
      "Added",
      "Published",
      "Publishing taken back",
      "Reply kept back",
      "Withheld for a legal reason",
    ])
      expect(text).toContain(event);
    await desk.store.close();
  });

  test("erasing asks for the author's name, and the record keeps the number alone", async () => {
    const { desk, visitor } = await withWaiting(await newDatabase());
    const [row] = await desk.store.query<{ id: string }>("SELECT id FROM review WHERE author = 'Di E.'");
    const id = row?.id ?? "";
    await visitor.see(`/reviews/${id}`);
    const wrong = await visitor.submit(`/reviews/${id}/erase`, [["typed", "Somebody"]]);
    expect(wrong.status).toBe(400);
    expect(await count(desk, `id = '${id}'`)).toBe(1);
    expect((await visitor.submit(`/reviews/${id}/erase`, [["typed", " di  E. "]])).location).toBe(`/reviews/${id}`);
    expect(await count(desk, `id = '${id}'`)).toBe(0);
    expect(desk.kept).toEqual(["ledger"]);
    const page = await visitor.see(`/reviews/${id}`);
    expect(page.text).toContain("its words are gone");
    expect(page.text).toContain("<dt>Why</dt><dd>Erased</dd>");
    expect(page.text).not.toContain("Nothing is recorded");
    expect(page.text).not.toContain("Di E.");
    const stored = JSON.stringify(await desk.store.query("SELECT * FROM desk_record"));
    expect(stored).toContain(id);
    expect(stored).not.toContain("Di E");
    await desk.store.close();
  });
});

test("all reviews of one kind are chosen by a link, and a decision leads back to its page", async () => {
  const { desk, visitor } = await withWaiting("sqlite::memory:");
  const first = await visitor.see("/waiting");
  expect(first.text).not.toContain('" checked');
  const path = /href="(\/waiting[^"]*)#unverified">Choose all 33 on this page</.exec(first.text)?.[1] ?? "";
  const all = await visitor.see(path.replaceAll("&amp;", "&"));
  expect(all.text.match(/ checked>/g)).toHaveLength(33);
  expect(all.text).not.toContain("Choose all");
  const [box = ""] = boxesOf(all.text, "unverified");
  const fields: [string, string][] = [
    ["kind", "unverified"],
    ["decision", "verify"],
    ["method-unverified", "operator"],
    ["review", box],
  ];
  expect((await visitor.submit("/waiting?page=2", fields)).location).toBe("/waiting?page=2");
  await desk.store.close();
});

test("reviews are found by words and by state, and signs of patterns are words", async () => {
  const { desk, visitor } = await withWaiting("sqlite::memory:");
  expect((await visitor.see("/reviews")).text).toContain("33 reviews");
  expect((await visitor.see("/reviews?words=NUMBER+31.")).text).toContain("1 review<");
  expect((await visitor.see("/reviews?state=published")).text).toContain("0 reviews");
  for (const words of ["%", "_", "\\"])
    expect((await visitor.see(`/reviews?words=${encodeURIComponent(words)}`)).text).toContain("0 reviews");
  expect((await visitor.see("/reviews?page=999999&words=<script>")).text).not.toContain("<script>");
  expect((await visitor.see("/reviews/nothing")).status).toBe(404);
  await desk.store.close();
});

test("a look-alike is told apart, or kept as the same review, and the page of a review lists it", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const words = "They listened to me and explained every exercise with a lot of patience for weeks.";
  const yelp = `Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\ny1,Ann Bee,5,${words},2026-01-05,https://www.yelp.com/biz/x?hrid=y1,Harbor\n`;
  const trustpilot = `Review Id,Review Created (UTC),Review Username,Review Title,Review Content,Review Stars,Source Of Review\nt1,2026-01-06 10:00:00,Ann Bee,Thanks,${words},5,Organic\n`;
  for (const [name, table] of [
    ["yelp.csv", yelp],
    ["tp.csv", trustpilot],
  ] as const) {
    const { location } = await upload(visitor, [[name, table]]);
    await publish(visitor, location, (await settled(visitor, location)).text);
    await settled(visitor, location);
  }
  const [box = ""] = boxesOf((await visitor.see("/waiting")).text, "duplicate");
  const [id = ""] = box.split("@");
  expect((await visitor.see(`/reviews/${id}`)).text).toContain("Reviews that look like this one");
  await visitor.submit("/waiting", [
    ["kind", "duplicate"],
    ["decision", "different"],
    ["review", box],
  ]);
  expect(await count(desk, "state = 'published'")).toBe(2);
  // The decision can be taken back, and that, too.
  const { text } = await visitor.see(`/reviews/${id}`);
  expect(text).toContain("Same review");
  for (const [decision, published] of [
    ["same", 1],
    ["different", 2],
  ] as const) {
    await decideOn(visitor, id, decision);
    expect(await count(desk, "state = 'published'")).toBe(published);
  }
  await desk.store.close();
});

test("what an author said about publishing is noted, and hides the name if it has to", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const table =
    "rating,date,name,review,May we publish your review?,source\n5,2026-01-02,Ann Bee,One.,,yelp\n4,2026-01-03,Cy Dee,Two.,,yelp\n3,2026-01-04,Di Ek,Three.,yes,yelp\n";
  const { location } = await upload(visitor, [["survey.csv", table]]);
  await publish(visitor, location, (await settled(visitor, location)).text);
  await settled(visitor, location);
  const boxes = boxesOf((await visitor.see("/waiting")).text, "consent");
  expect(boxes).toHaveLength(2);
  const [one = "", other = ""] = boxes;
  const answer = (decision: string, box: string) =>
    visitor.submit("/waiting", [
      ["kind", "consent"],
      ["decision", decision],
      ["review", box],
    ]);
  expect((await answer("consent_anonymous", one)).location).toBe("/waiting");
  expect((await answer("consent_no", other)).location).toBe("/waiting");
  const [first = "", second = ""] = [one, other].map((box) => box.split("@")[0] ?? "");
  expect(await count(desk, `id = '${first}' AND author = 'Anonymous'`)).toBe(1);
  expect(await count(desk, `id = '${second}' AND held_reason = 'consent'`)).toBe(1);
  await decideOn(visitor, second, "consent_yes");
  expect(await count(desk, `id = '${second}' AND consent_by_owner = 'yes' AND held_reason = 'unverified'`)).toBe(1);
  await decideOn(visitor, second, "consent_no");
  expect(await count(desk, `id = '${second}' AND held_reason = 'consent'`)).toBe(1);
  await desk.store.close();
});

test("a look-alike is shown with the review that it looks like", async () => {
  const desk = await deskOn("sqlite::memory:");
  await insertRows(desk.store, [
    { ...reviewRow(1), author: "Maria S.", text: "She listened to me." },
    { ...reviewRow(2), author: "Copy C.", state: "held", held_reason: "duplicate" },
  ]);
  await desk.store.query("UPDATE review SET duplicate_of = $1 WHERE id = $2", [reviewRow(1).id, reviewRow(2).id]);
  const visitor = await desk.signedIn();
  const { text } = await visitor.see("/waiting");
  const row = text.slice(text.indexOf("Copy C."));
  expect(row).toContain(`<a href="/reviews/${reviewRow(1).id}" class="author" dir="auto">Maria S.</a>`);
  expect(row).toContain("She listened to me.");
  await desk.store.close();
});
