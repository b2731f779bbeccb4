import { afterAll, beforeAll, expect, test } from "bun:test";
import { changesDocument } from "../../src/model/changes-document.ts";
import { problem } from "../../src/model/wire/problem.ts";
import { withPlaces } from "../../src/publish/topic-places.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";

import type { Store } from "../../src/store/store.ts";
import { buildOf } from "../build.ts";
import { newSqliteDatabase } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { BASE_URL, openService } from "../service.ts";

const PATH = "/api/changes.json";
let store: Store;
let ask: ReturnType<typeof openService>["ask"];
let history = "";

async function serve() {
  const snapshot = await readSnapshotSource(store, (source, _analyses, _since, changes) =>
    buildOf(source, { base_url: BASE_URL, changes }),
  );
  history = snapshot.changes.history;
  ask = openService({ snapshot: withPlaces(snapshot, new Map()) }).ask;
}
const read = async (path: string) => changesDocument.parse(await (await ask(path)).json());
const place = (answer: Response) => [answer.headers.get("candor-sequence"), answer.headers.get("candor-history")];

beforeAll(async () => {
  store = await openStore(newSqliteDatabase());
  await insertRows(
    store,
    Array.from({ length: 450 }, (_, i) => reviewRow(i)),
  );
  await bumpDataset(store);
  await store.query("UPDATE review SET text = 'Newer words' WHERE id = $1", [reviewRow(3).id]);
  await store.query("UPDATE review SET state = 'held', held_reason = 'duplicate' WHERE id = $1", [reviewRow(4).id]);
  await bumpDataset(store);
  await serve();
});
afterAll(() => store.close());

test("the document has the newest 200 changes, newest first, with the words of today", async () => {
  const { changes, ...head } = await read(PATH);
  expect(head).toMatchObject({
    history,
    sequence: 452,
    oldest: 0,
    returned: 200,
    reviews_url: `${BASE_URL}/reviews.json`,
  });
  expect(head.next_url).toBe(`${BASE_URL}${PATH}?after=452&history=${history}`);
  expect(changes.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 200 }, (_, i) => 452 - i));
  expect(changes[0]).toMatchObject({ kind: "deleted", id: reviewRow(4).id, reason: "withheld", review: null });
  expect(changes[1]).toMatchObject({ kind: "edited", members: ["text"], review: { text: "Newer words" } });
});

test("pages continue without a gap, oldest first, and only the newest entry of a review has it", async () => {
  const found = [];
  let url = `${PATH}?after=0`;
  for (;;) {
    const page = await read(url);
    url = page.next_url.replace(BASE_URL, "");
    if (page.returned === 0) break;
    found.push(...page.changes);
  }
  expect(url).toBe(`${PATH}?after=452&history=${history}`);
  expect(found.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 452 }, (_, i) => i + 1));
  const without = found.filter(({ review }) => review === null).map(({ sequence, kind }) => [sequence, kind]);
  expect(without).toEqual([
    [4, "added"],
    [5, "added"],
    [452, "deleted"],
  ]);
});

test("a place that is not kept is gone, with where to begin anew; one that is no number is a mistake", async () => {
  for (const query of ["after=453", "after=99999999999999999999", `after=452&history=another1`]) {
    const answer = await ask(`${PATH}?${query}`);
    expect(answer.status).toBe(410);
    expect(problem.parse(await answer.json())).toMatchObject({
      error: "gone",
      reviews_url: `${BASE_URL}/reviews.json`,
    });
  }
  for (const query of ["after=", "after=-1", "after=1.5", "after=x", "after=1&after=2"]) {
    const answer = await ask(`${PATH}?${query}`);
    expect(answer.status).toBe(400);
    expect(problem.parse(await answer.json()).issues).toHaveLength(1);
  }
  expect((await ask(`${PATH}?history=another1&other=1`)).status).toBe(200);
});

test("every answer names its place, and a page has validators", async () => {
  const whole = await ask("/reviews.json");
  for (const path of [PATH, `${PATH}?after=200`, `${PATH}?after=452`]) {
    const answer = await ask(path);
    expect(place(answer)).toEqual(["452", history]);
    expect(place(answer)).toEqual(place(whole));
    expect(answer.headers.get("link")).toBe(
      `<${BASE_URL}${PATH}>; rel="self", <${BASE_URL}/api/websub/hub>; rel="hub"`,
    );
    const etag = answer.headers.get("etag") ?? "";
    const same = await ask(path, { headers: { "If-None-Match": etag } });
    expect([same.status, place(same), same.headers.get("link")]).toEqual([
      304,
      ["452", history],
      answer.headers.get("link"),
    ]);
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, place(head), head.headers.get("etag")]).toEqual([200, ["452", history], etag]);
  }
});
