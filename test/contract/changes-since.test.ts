import { describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { bumpDataset, readDataset } from "../../src/store/dataset/dataset.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { DATABASES } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";

describe.each(DATABASES)("what changed since a commit, on $dialect,", ({ newDatabase }) => {
  test("is every row with a later time and the number of published reviews, if the commit is of this history", async () => {
    const store = await openStore(await newDatabase());
    const commit = async (changed_at: string, ...rows: ReturnType<typeof reviewRow>[]) => {
      await insertRows(store, rows);
      await bumpDataset(store, "sqlite", changed_at);
      const { version, commit_id, changed_at: committed_at } = await readDataset(store);
      return { dataset_version: version, commit_id, committed_at };
    };
    const [early, late, last] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z"];
    const first = await commit(early, reviewRow(1, { changed_at: early }), reviewRow(2, { changed_at: early }));
    const held = { state: "held", held_reason: "unverified", held_at: late } as const;
    const second = await commit(late, reviewRow(3, { changed_at: late }), reviewRow(4, { changed_at: late, ...held }));
    await commit(last, reviewRow(5, { changed_at: last }));
    const found = (since: typeof first, most = 10) =>
      readSnapshotSource(store, async (_source, _analysesOf, changesSince) => {
        const changes = await changesSince(since, most);
        const ids = changes?.rows?.map(({ id }) => Number(id)).sort() ?? null;
        return changes && { ids, published: changes.published };
      });
    expect(await found(first)).toEqual({ ids: [3, 4, 5], published: 4 });
    expect(await found(second)).toEqual({ ids: [5], published: 4 });
    expect(await found(first, 3)).toEqual({ ids: [3, 4, 5], published: 4 });
    expect(await found(first, 2)).toEqual({ ids: null, published: 4 });
    expect(await found({ ...first, commit_id: "lost" })).toBeNull(); // restored: another commit had this number
    expect(await found({ ...first, committed_at: last })).toBeNull(); // its rows may have the same time
    expect(await found({ ...first, dataset_version: 3 })).toBeNull();
    await store.close();
  });
});
