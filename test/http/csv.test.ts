import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import type { Wire } from "../mcp/endpoint.ts";
import { reviewRow } from "../rows.ts";
import { BASE_URL, openService, snapshotOf } from "../service.ts";

/** The records of RFC 4180, strictly: quotes only where they are allowed, and CRLF at every end. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error("a quote is open at the end");
        if (text[at] !== '"') cell += text[at];
        else if (text[++at] === '"') cell += '"';
        else break;
      }
    } else {
      const found = /^[^",\r\n]*/.exec(text.slice(at, at + 10_000))?.[0] ?? "";
      cell = found;
      at += found.length;
    }
    record.push(cell);
    if (text[at] === ",") at++;
    else if (text.startsWith("\r\n", at)) {
      records.push(record);
      record = [];
      at += 2;
    } else throw new Error(`neither a comma nor the end of a line at ${at}`);
  }
  if (record.length > 0) throw new Error("the last line has no end");
  return records;
}

/** Each record by the names of the columns. */
function tableOf(text: string): Record<string, string>[] {
  const [names = [], ...records] = parseCsv(text);
  for (const record of records) if (record.length !== names.length) throw new Error(`${record.length} cells`);
  return records.map((record) => Object.fromEntries(record.map((cell, i) => [names[i] ?? "", cell])));
}

const COLUMNS =
  "id,url,author,author_avatar_url,rating,date,title,text,language,translation_text,translation_language,published_at," +
  "updated_at,revision,source,source_url,owner_reply_text,owner_reply_date,verified,verification_method,";

const hostile = [
  '=HYPERLINK("https://evil.example","Click")',
  "+1 555 0100",
  "-2+3",
  "@SUM(A1)",
  "\tpadded",
  'She said "fine", twice',
  "one\ntwo\r\nthree",
  "'quoted'",
  " =1",
  "null",
];
const rows = hostile.map((text, i) => reviewRow(i + 1, { text, title: i === 0 ? "=1+1" : null, author: "Ann, A." }));
const full = reviewRow(90, {
  translation_text: "Hola",
  translation_language: "es",
  reply_text: "Thanks, Ann",
  reply_date: "2026-01-02",
  reply_state: "published",
  mentions: JSON.stringify({
    technicians: [
      { id: "ana", name: "Ana" },
      { id: "ben", name: "Ben" },
    ],
    services: [{ id: "knee", name: "Knee" }],
    service_areas: [],
  }),
  redactions: JSON.stringify([
    { kind: "phone", count: 2 },
    { kind: "email", count: 1 },
  ]),
});
const { ask } = openService({ snapshot: await snapshotOf({ rows: [...rows, full, reviewRow(91, { text: null })] }) });

describe("/reviews.csv", () => {
  test("it has one line for each review, newest first, and every scalar member is a column", async () => {
    const answer = await ask("/reviews.csv");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const text = await answer.text();
    expect(text.split("\r\n", 1)[0]).toStartWith(COLUMNS);
    const { reviews }: Wire = await (await ask("/reviews.json")).json();
    const table = tableOf(text);
    expect(table.map(({ id }) => id)).toEqual(reviews.map(({ id }: { id: string }) => id));
    for (const [i, review] of reviews.entries()) {
      for (const name of ["url", "rating", "date", "language", "published_at", "revision", "source", "incentivized"]) {
        expect(table[i]?.[name]).toBe(String(review[name] ?? ""));
      }
    }
  });

  test("a formula gets an apostrophe, and every other text is what the reviewer wrote", async () => {
    const table = tableOf(await (await ask("/reviews.csv")).text());
    const shown = new Map(table.map(({ id = "", text = "" }) => [id, text]));
    expect(rows.map(({ id }) => shown.get(id))).toEqual([
      `'${hostile[0]}`,
      "'+1 555 0100",
      "'-2+3",
      "'@SUM(A1)",
      "'\tpadded",
      ...hostile.slice(5),
    ]);
    expect(table.find(({ id }) => id === rows[0]?.id)?.title).toBe("'=1+1");
  });

  test("nested members have both names, lists are ids, and null is empty", async () => {
    const table = tableOf(await (await ask("/reviews.csv")).text());
    expect(table.find(({ id }) => id === full.id)).toMatchObject({
      translation_text: "Hola",
      translation_language: "es",
      owner_reply_text: "Thanks, Ann",
      owner_reply_date: "2026-01-02",
      verified: "true",
      incentivized: "false",
      technicians: "ana;ben",
      services: "knee",
      service_areas: "",
      redactions: "phone:2;email:1",
    });
    expect(table.find(({ id }) => id === reviewRow(91).id)).toMatchObject({ text: "", owner_reply_text: "" });
  });

  test("it is 304 while it is unchanged, 412 for another state, and compressed under an ETag of its own", async () => {
    const etag = (await ask("/reviews.csv")).headers.get("etag") ?? "";
    expect((await ask("/reviews.csv", { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect((await ask("/reviews.csv", { headers: { "If-Match": '"other"' } })).status).toBe(412);
    const packed = await ask("/reviews.csv", { headers: { "Accept-Encoding": "gzip" } });
    expect(packed.headers.get("etag")).toBe(`${etag.slice(0, -1)}-gzip"`);
    expect(gunzipSync(await packed.bytes()).toString()).toBe(await (await ask("/reviews.csv")).text());
    expect((await ask("/reviews.json")).headers.get("etag")).not.toBe(etag);
  });

  test("without reviews it is the header, and a demonstration says in every row that it is one", async () => {
    const empty = openService({ snapshot: await snapshotOf({}) });
    expect(parseCsv(await (await empty.ask("/reviews.csv")).text())).toHaveLength(1);
    const source = { demonstration: true };
    const made_up = openService({ snapshot: await snapshotOf({ rows: [reviewRow(1), reviewRow(2)], source }) });
    const table = tableOf(await (await made_up.ask("/reviews.csv")).text());
    expect(table.map(({ demonstration }) => demonstration)).toEqual(["true", "true"]);
  });

  test("a large table is sent while it is made, and has every review", async () => {
    const many = Array.from({ length: 5251 }, (_, i) => reviewRow(i));
    const large = openService({ snapshot: await snapshotOf({ rows: many.toReversed() }) });
    for (let again = 0; again < 2; again++) {
      const ids = tableOf(await (await large.ask("/reviews.csv")).text()).map(({ id }) => id);
      expect(new Set(ids)).toEqual(new Set(many.map(({ id }) => id)));
      expect(ids).toHaveLength(5251);
    }
  });
});

describe("the search as a table", () => {
  const search = (accept?: string, query = "limit=5", headers: Record<string, string> = {}) =>
    ask(`/api/reviews/search?${query}`, { headers: accept === undefined ? headers : { Accept: accept, ...headers } });

  test("it is sent only to a client that names it and prefers it to JSON", async () => {
    const typeFor = async (accept?: string) => (await search(accept)).headers.get("content-type");
    for (const accept of ["text/csv", "TEXT/CSV", "text/csv;header=present", "text/csv, application/json;q=0.9"]) {
      expect([accept, await typeFor(accept)]).toEqual([accept, "text/csv; charset=utf-8"]);
    }
    for (const accept of ["text/csv, */*;q=0.8", "application/json;q=0, text/csv;q=0.1"]) {
      expect([accept, await typeFor(accept)]).toEqual([accept, "text/csv; charset=utf-8"]);
    }
    const json = [
      undefined,
      "*/*",
      "text/*",
      "application/json",
      "text/csv, */*",
      "text/csv;q=0",
      "text/csv;q=0.5, */*",
    ];
    for (const accept of [...json, "text/csv-schema"]) {
      expect([accept, await typeFor(accept)]).toEqual([accept, "application/json"]);
    }
  });

  test("it has the rows of the JSON, and its pages are all that matches", async () => {
    const ids: (string | undefined)[] = [];
    let query = "limit=5&has_text=true";
    for (let page = 0; page < 10; page++) {
      const answer = await search("text/csv", query);
      ids.push(...tableOf(await answer.text()).map(({ id }) => id));
      const [, next] = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "") ?? [];
      if (next === undefined) break;
      expect(next).toStartWith(`${BASE_URL}/api/reviews/search?`);
      query = next.split("?")[1] ?? "";
    }
    const { reviews }: Wire = await (await search(undefined, "limit=100&has_text=true")).json();
    expect(ids).toEqual(reviews.map(({ id }: { id: string }) => id));
    expect(ids).toHaveLength(11);
  });

  test("each form has its own ETag, and both say what they depend on", async () => {
    const [json, csv] = [await search(), await search("text/csv")];
    for (const { headers } of [json, csv]) expect(headers.get("vary")).toBe("Accept, Accept-Encoding");
    const [json_tag = "", csv_tag = ""] = [json, csv].map(({ headers }) => headers.get("etag") ?? "");
    expect(csv_tag).not.toBe(json_tag);
    const again = async (accept: string | undefined, tag: string) => {
      const { status, headers } = await search(accept, "limit=5", { "If-None-Match": tag });
      return [status, headers.get("vary")];
    };
    expect(await again("text/csv", csv_tag)).toEqual([304, "Accept, Accept-Encoding"]);
    expect(await again("text/csv", json_tag)).toEqual([200, "Accept, Accept-Encoding"]);
    expect(await again(undefined, csv_tag)).toEqual([200, "Accept, Accept-Encoding"]);
  });

  test("an error is JSON", async () => {
    const answer = await search("text/csv", "rating=9");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "application/json"]);
  });
});
