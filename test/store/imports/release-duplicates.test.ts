import { expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import {
  readUnnamedCopies,
  releaseDuplicates,
  releaseToldApart,
} from "../../../src/store/imports/release-duplicates.ts";
import { isStaged, type Queryable } from "../../../src/store/store.ts";
import { newFolder } from "../../databases.ts";

test("no import reads all reviews for its copies, or lists all ids that it staged", async () => {
  const store = await openStore(`sqlite:${newFolder()}/candor.db`);
  const plans: string[] = [];
  const tx: Queryable = {
    async query(sql, values) {
      for (const { detail } of await store.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values))
        plans.push(detail);
      return [];
    },
  };
  await releaseDuplicates(tx, { run: null, changed_at: "2026-01-01T00:00:00Z" });
  await releaseToldApart(tx, "2026-01-01T00:00:00Z");
  await readUnnamedCopies(tx);
  expect(plans.filter((plan) => plan.includes("review_held"))).toHaveLength(4);
  expect(plans.filter((plan) => /^SCAN (?:review|original)$/.test(plan))).toEqual([]);
  plans.length = 0;
  await tx.query(`DELETE FROM tombstone WHERE ${isStaged("tombstone.id")}`, ["run"]);
  expect(plans.join()).not.toContain("LIST SUBQUERY");
  await store.close();
});
