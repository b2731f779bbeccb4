import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { DATABASES, newFolder } from "../databases.ts";

const NOW = () => new Date("2026-11-15T00:00:00Z");
const newRun = () => crypto.randomUUID();
const DEMO_FILE = join(import.meta.dir, "../../examples/demo-clinic/reviews.ndjson");
type Demo = { id: string; author: string; rating: number; date: string; text: string | null };
const DEMO: Demo[] = readFileSync(DEMO_FILE, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const WORDY = DEMO.filter(({ text }) => (text?.length ?? 0) > 80);
const cell = (value: string | number | null) => `"${String(value ?? "").replaceAll('"', '""')}"`;
const table = (columns: (keyof Demo)[], rows: readonly Demo[]) =>
  `${[columns.join(","), ...rows.map((row) => columns.map((name) => cell(row[name])).join(","))].join("\n")}\n`;
const OWN_LINE = '"0","Ann Bee","5","2026-01-10","The knee is fine again."\n';

describe.each(DATABASES)("the demonstration as a table on $dialect", ({ newDatabase }) => {
  test.each<[string, string, string]>([
    ["with its ids", "a.csv", table(["id", "author", "rating", "date", "text"], DEMO)],
    [
      "without ids, after a real review",
      "b.csv",
      table(["id", "author", "rating", "date", "text"], WORDY).replace("\n", `\n${OWN_LINE}`),
    ],
    ["without ids", "c.csv", table(["author", "rating", "date", "text"], DEMO)],
    [
      "with one id, in a column of that name",
      "d.csv",
      table(["id", "author", "rating", "date", "text"], DEMO.slice(0, 1)),
    ],
    [
      "with other dates, names and quotation marks",
      "e.csv",
      table(
        ["author", "rating", "date", "text"],
        WORDY.slice(0, 3).map((row) => ({
          ...row,
          author: "Eve Fox",
          date: "2025-02-03",
          text: `${row.text?.replaceAll("'", "’").toUpperCase()}`,
        })),
      ),
    ],
    [
      "with other names of the fields",
      "f.json",
      JSON.stringify(
        DEMO.map(({ author, rating, date, text }) => ({
          name: author,
          stars: rating,
          review_date: date,
          comment: text,
        })),
      ),
    ],
  ])("is refused %s", async (_, name, content) => {
    const store = await openStore(await newDatabase());
    const file = join(newFolder(), name);
    writeFileSync(file, content);
    const options = { ...DEFAULT_OPTIONS, verified_by: "operator" } as const;
    const message = await importFiles({ store, now: NOW, newRun }, [file], options).then(
      () => "imported",
      (error: Error) => error.message,
    );
    expect(message).toBe(`${file} comes from a demonstration, whose reviews are made up: import your own reviews`);
    expect(await store.query("SELECT id FROM review")).toEqual([]);
    await store.close();
  });

  test("two reviews with the same words are a coincidence", async () => {
    const store = await openStore(await newDatabase());
    const file = join(newFolder(), "own.csv");
    writeFileSync(file, table(["author", "rating", "date", "text"], WORDY.slice(0, 2)));
    const options = { ...DEFAULT_OPTIONS, verified_by: "operator" } as const;
    expect(await importFiles({ store, now: NOW, newRun }, [file], options)).toMatchObject({ added: 2 });
    await store.close();
  });
});
