import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder } from "../databases.ts";

/** A clinic's own table of reviews, in a file that no other table has. */
export function writeTable(rows: string, head = "id,name,rating,date,review,reply\n"): string {
  const path = join(newFolder(), "own.csv");
  writeFileSync(path, `${head}${rows}`);
  return path;
}

/** The ids of all stored reviews, the oldest first. */
export async function idsOf(database: string): Promise<string[]> {
  const store = await openStore(database);
  const rows = await store.query<{ id: string }>("SELECT id FROM review ORDER BY date, id");
  await store.close();
  return rows.map(({ id }) => id);
}
