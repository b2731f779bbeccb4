import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { countReviews } from "../../src/store/reviews/reviews.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { SOURCE } from "../server-process.ts";
import type { PrepareFault } from "./prepare-fault.ts";

const FAULTS: [fault: PrepareFault, reason: string][] = [
  ["throw", "error: broken by a test"],
  ["exit", "it stopped without an error"],
];

/** 2,100 rows are enough for a thread. */
function writeTable(rows: number): string {
  const path = join(newFolder(), "reviews.csv");
  const words = "The visit was fine, as ever, and I would go back tomorrow. ".repeat(17);
  const lines = Array.from({ length: rows }, (_, row) => `r${row},Ann Bee,5,2026-01-02,"Visit ${row}. ${words}"`);
  writeFileSync(path, `id,name,rating,date,review\n${lines.join("\n")}\n`);
  return path;
}

async function importTable(database_url: string, table: string, fault: PrepareFault | null) {
  const [bun = "", cli = ""] = SOURCE;
  const preload = fault === null ? [] : ["--preload", join(import.meta.dir, "prepare-fault.ts")];
  const child = Bun.spawn([bun, ...preload, cli, "import", table, "--verified-by", "operator"], {
    env: { PATH: process.env.PATH ?? "", DATABASE_URL: database_url, PREPARE_FAULT: fault ?? "" },
    stdout: "ignore",
    stderr: "pipe",
  });
  const error = await new Response(child.stderr).text();
  return { code: await child.exited, error };
}

async function readStore(database_url: string) {
  const store = await openStore(database_url);
  const { published } = await countReviews(store);
  const { version } = await readDataset(store);
  const [staged] = await store.query<{ count: number }>("SELECT CAST(count(*) AS INTEGER) AS count FROM staging");
  await store.close();
  return { published, version, staged: staged?.count };
}

// With one core there is no such thread.
describe.skipIf(availableParallelism() === 1).each(DATABASES)("on $dialect", ({ newDatabase }) => {
  test("an import whose thread dies fails with the reason, stores nothing and ends", async () => {
    const database_url = await newDatabase();
    const table = writeTable(2100);
    for (const [fault, reason] of FAULTS) {
      const { code, error } = await importTable(database_url, table, fault);
      expect(error).toContain(`the thread that prepares rows died (${reason}): run the import again`);
      expect(code).toBe(1);
      expect(await readStore(database_url)).toEqual({ published: 0, version: 0, staged: 0 });
    }
    expect(await importTable(database_url, writeTable(1), null)).toMatchObject({ code: 0 });
    expect(await readStore(database_url)).toEqual({ published: 1, version: 1, staged: 0 });
  });
});
