import type { ShownRow } from "../../src/model/review-row.ts";
import { loadDemo } from "../../src/serve/demo.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { newSqliteStore } from "../databases.ts";
import type { PagesData } from "./serve-pages.ts";

/** The demonstration, imported as its first start imports it. */
export async function readDemonstration(): Promise<PagesData> {
  const store = await openStore(await newSqliteStore());
  await loadDemo(store, () => new Date());
  const data = await readSnapshotSource(store, async ({ demonstration, profile, tombstones, reviews }) => {
    const rows: ShownRow[] = [];
    for await (const page of reviews()) rows.push(...page);
    return { rows, demonstration, profile, tombstones, analyzed: true };
  });
  await store.close();
  return data;
}
