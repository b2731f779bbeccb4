import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CHANGING_MEMBERS, type ChangeRow } from "../../src/model/changes.ts";
import { SHOWN_COLUMNS } from "../../src/model/review-row.ts";
import { readChangeHead, readChangeLog } from "../../src/store/changes/change-log.ts";
import { MADE_OF, withoutNotes } from "../../src/store/changes/change-triggers.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { saveProfile } from "../../src/store/dataset/business.ts";
import { bumpDataset } from "../../src/store/dataset/dataset.ts";
import { saveTombstones } from "../../src/store/reviews/tombstones.ts";
import type { Queryable, Store } from "../../src/store/store.ts";
import { DATABASES } from "../databases.ts";
import { insertRows, reviewRow, testProfile } from "../rows.ts";
import { reviewSchemaMembers } from "./review-members.ts";

const idOf = (number: number) => reviewRow(number).id;
const DAY = 86_400_000;

test("every shown column of a review is in a member of the log, or says whether and when", () => {
  const known = Object.values(MADE_OF)
    .flat()
    .map((of) => of("row"))
    .join(" ");
  const missing = SHOWN_COLUMNS.filter((column) => !known.includes(`row.${column}`));
  expect(missing).toEqual(["id", "state", "changed_at", "moved_from", "moved_at"]);
});

test("every member of a public review but its id, url and marks is in the log", () => {
  const others = reviewSchemaMembers().filter((member) => !CHANGING_MEMBERS.some((known) => known === member));
  expect(others).toEqual(["demonstration", "id", "url", "verified"]);
});

describe.each(DATABASES)("the log of changes on $dialect", ({ newDatabase }) => {
  let store: Store;
  let seconds = 0;
  beforeAll(async () => {
    store = await openStore(await newDatabase());
  });
  afterAll(() => store.close());

  const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().replace(".000Z", "Z");
  /** Commits what `work` does and returns the new entries. */
  async function commit(
    work: (tx: Queryable, at: string) => Promise<unknown>,
    cause: "import" | null = null,
    at_ms?: number,
  ) {
    seconds += 10;
    const at = at_ms === undefined ? timeOf(seconds) : new Date(at_ms).toISOString().replace(".000Z", "Z");
    const { sequence } = await readChangeHead(store);
    await store.transaction(async (tx) => {
      await work(tx, at);
      await bumpDataset(tx, "sqlite", at, cause);
    });
    return entriesAfter(sequence);
  }
  async function entriesAfter(sequence: number) {
    const found: ChangeRow[] = [];
    await store.view(async (tx) => {
      for await (const page of (await readChangeLog(tx)).after(sequence)) found.push(...page);
    });
    return found.map(({ sequence: number, at: _, members, ...rest }) => ({
      ...rest,
      number,
      members: CHANGING_MEMBERS.filter((_, bit) => members & (1 << bit)),
    }));
  }
  const entry = (number: number, kind: ChangeRow["kind"], review: number | null, more: object = {}) => ({
    number,
    kind,
    review_id: review === null ? null : idOf(review),
    members: [],
    from_date: null,
    to_date: null,
    reason: null,
    ...more,
  });
  const set = (tx: Queryable, review: number, assignment: string) =>
    tx.query(`UPDATE review SET ${assignment} WHERE id = $1`, [idOf(review)]);

  test("a new store begins at 0, and reviews that are added are listed in the order of their ids", async () => {
    expect(await readChangeHead(store)).toMatchObject({ sequence: 0, oldest: 0 });
    const added = await commit((tx) =>
      insertRows(tx, [reviewRow(3), reviewRow(1), reviewRow(2, { state: "held", held_reason: "unverified" })]),
    );
    expect(added).toEqual([entry(1, "added", 1), entry(2, "added", 3)]);
  });

  test("an edit names the public members that differ, and a change that nobody sees is no entry", async () => {
    expect(await commit((tx) => set(tx, 1, "text = 'Other words', revision = 2, changed_at = 'x'"))).toEqual([
      entry(3, "edited", 1, { members: ["text", "revision"] }),
    ]);
    expect(
      await commit((tx) =>
        set(tx, 1, "reply_text = 'Waits', reply_state = 'held', changed_at = 'y', format = 'other'"),
      ),
    ).toEqual([]);
    expect(await commit((tx) => set(tx, 1, "reply_state = 'published'"))).toEqual([
      entry(4, "edited", 1, { members: ["owner_reply"] }),
    ]);
    expect(await commit((tx) => set(tx, 2, "text = 'A held one changes'"))).toEqual([]);
  });

  test("a review that moves, is withheld, and returns", async () => {
    const before = reviewRow(3).date;
    expect(await commit((tx) => set(tx, 3, "date = '2020-05-05', rating = 1"))).toEqual([
      entry(5, "moved", 3, { members: ["rating", "date"], from_date: before, to_date: "2020-05-05" }),
    ]);
    expect(await commit((tx) => set(tx, 3, "state = 'held', held_reason = 'duplicate'"))).toEqual([
      entry(6, "deleted", 3, { from_date: "2020-05-05", reason: "withheld" }),
    ]);
    expect(await commit((tx) => set(tx, 3, "state = 'published', held_reason = NULL"))).toEqual([entry(7, "added", 3)]);
    expect(await commit((tx) => set(tx, 3, "state = 'held', held_reason = 'legal'"))).toEqual([
      entry(8, "deleted", 3, { from_date: "2020-05-05", reason: "legal" }),
    ]);
  });

  test("a review whose author no longer agrees has the reason of its tombstone", async () => {
    const withdraw = async (tx: Queryable) => {
      await set(tx, 3, "state = 'held', held_reason = 'consent'");
      await tx.query(
        "INSERT INTO decision (review_id, version, decided_at, kind, former) VALUES ($1, 99, '', 'consent_withdrawn', '{}')",
        [idOf(3)],
      );
    };
    await commit((tx) => set(tx, 3, "state = 'published', held_reason = NULL"));
    const entries = await commit(withdraw);
    expect(entries.map(({ kind, reason }) => [kind, reason])).toEqual([["deleted", "removed_at_source"]]);
  });

  test("a deleted review has the reason of its tombstone; one that returns in the same commit may differ in everything", async () => {
    const remove = (tx: Queryable) => tx.query("DELETE FROM review WHERE id = $1", [idOf(1)]);
    const date = reviewRow(1).date;
    const entries = await commit(async (tx, at) => {
      await remove(tx);
      await saveTombstones(tx, [{ id: idOf(1), date, deleted_at: at, reason: "erased_on_request" }], at);
    });
    expect(entries).toEqual([entry(11, "deleted", 1, { from_date: date, reason: "erased_on_request" })]);
    await commit((tx) => insertRows(tx, [reviewRow(1)]));
    const back = await commit(async (tx) => {
      await remove(tx);
      await insertRows(tx, [reviewRow(1, { text: "Again" })]);
    });
    expect(back.map(({ kind, members }) => [kind, members.includes("text")])).toEqual([["edited", true]]);
    const both = await commit(async (tx) => {
      await insertRows(tx, [reviewRow(7)]);
      await tx.query("DELETE FROM review WHERE id = $1", [idOf(7)]);
    });
    expect(both).toEqual([]);
  });

  test("what is public beside the reviews is one entry; a failed transaction is none", async () => {
    const { sequence } = await readChangeHead(store);
    expect(await commit((tx, at) => saveProfile(tx, testProfile(), at))).toEqual([
      entry(sequence + 1, "dataset", null),
    ]);
    expect(await commit((tx) => insertRows(tx, [reviewRow(8, { state: "held", held_reason: "unverified" })]))).toEqual([
      entry(sequence + 2, "dataset", null),
    ]);
    const failed = store.transaction(async (tx) => {
      await insertRows(tx, [reviewRow(9)]);
      throw new Error("no");
    });
    expect(await failed.then(() => "done", String)).toBe("Error: no");
    expect(await commit(async () => {})).toEqual([]);
  });

  const many = (first: number, count: number) => Array.from({ length: count }, (_, i) => reviewRow(first + i));
  const alter = (tx: Queryable, count: number) =>
    tx.query(
      `UPDATE review SET language = language || 'x'
       WHERE id IN (SELECT id FROM review WHERE state = 'published' ORDER BY id LIMIT ${count})`,
    );

  test("an import lists every review; 2,001 altered without one begin a new history", async () => {
    const before = await readChangeHead(store);
    expect(await commit((tx) => insertRows(tx, many(100, 2_500)), "import")).toHaveLength(2_500);
    expect(await commit((tx) => alter(tx, 2_000))).toHaveLength(2_000);
    const listed = await readChangeHead(store);
    expect(listed).toEqual({ ...before, sequence: before.sequence + 4_500 });
    expect(await commit((tx) => alter(tx, 2_001))).toEqual([]);
    const anew = await readChangeHead(store);
    expect(anew.history).not.toBe(before.history);
    expect(anew.history).toMatch(/^[0-9a-f]{8}$/);
    expect(anew.sequence).toBe(listed.sequence + 2_002);
    expect(anew.oldest).toBe(anew.sequence);
    expect(await commit((tx) => alter(tx, 2_001), "import")).toHaveLength(2_001);
  });

  test("keeps the last 10,000 changes, and more if they are of the last 30 days", async () => {
    const now = Date.UTC(2026, 5, 1);
    const { oldest } = await readChangeHead(store);
    await commit((tx) => insertRows(tx, many(10_000, 9_000)), "import", now);
    expect(await readChangeHead(store)).toMatchObject({ oldest: oldest + 1_001 });
    await commit((tx) => insertRows(tx, many(20_000, 9_000)), "import", now + 30 * DAY);
    expect(await readChangeHead(store)).toMatchObject({ oldest: oldest + 2_001 });
    await commit((tx) => insertRows(tx, [reviewRow(30_000)]), "import", now + 31 * DAY);
    const head = await readChangeHead(store);
    expect(head.sequence - head.oldest).toBe(10_000);
    expect(await entriesAfter(head.oldest)).toHaveLength(10_000);
    expect(await store.query("SELECT * FROM touched_review")).toEqual([]);
  });

  test("a change of so many reviews that the history begins anew notes none of them, and the next one is noted", async () => {
    const before = await readChangeHead(store);
    const noted = await store.transaction(async (tx) => {
      await withoutNotes(tx, store.dialect, () => insertRows(tx, many(5_000, 3)));
      const rows = await tx.query("SELECT id FROM touched_review");
      await bumpDataset(tx, store.dialect, timeOf(++seconds), "anew");
      return rows.length;
    });
    expect(noted).toBe(store.dialect === "sqlite" ? 0 : 3);
    const anew = await readChangeHead(store);
    expect([anew.history === before.history, anew.oldest]).toEqual([false, anew.sequence]);
    expect(anew.sequence).toBe(before.sequence + 1);
    expect(await commit((tx) => insertRows(tx, many(5_003, 2)))).toHaveLength(2);
  });
});
