import { expect, test } from "bun:test";
import { reviewRow } from "../rows.ts";
import { openService, snapshotOf } from "../service.ts";

const ID = "1".padStart(26, "0");
const PATH = `/api/reviews/${ID}`;
const rows = [reviewRow(1), reviewRow(2)];
const real = openService({ snapshot: await snapshotOf({ rows }) });
const made_up = openService({ snapshot: await snapshotOf({ rows, source: { demonstration: true } }) });

test("a review is the same bytes as in the list of all", async () => {
  const text = await (await real.ask(PATH)).text();
  expect(JSON.parse(text).id).toBe(ID);
  expect(await (await real.ask("/reviews.json")).text()).toContain(text);
});

test("on a demonstration its first member says so, and its ETag is another", async () => {
  const answer = await made_up.ask(PATH);
  const plain = await real.ask(PATH);
  expect(answer.headers.get("etag")).toBe(`"d${plain.headers.get("etag")?.slice(1)}`);
  const text = await answer.text();
  expect(text).toStartWith('{"demonstration":true,"id":');
  expect(text.replace('"demonstration":true,', "")).toBe(await plain.text());
});
