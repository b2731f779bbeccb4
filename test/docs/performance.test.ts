import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BENCHES, readableTime, readRun, renderTable } from "../../bench/report.ts";

const read = (name: string) => readFileSync(join(import.meta.dir, "../..", name), "utf8");
const page = read("docs/performance.md");

test("the tables in README and docs/performance.md show the figures of the runs below them", () => {
  const rows = BENCHES.flatMap((bench) => bench.rows?.(readRun(page, bench).output) ?? []);
  const table = renderTable(rows);
  expect(table).toStartWith("| what | Candor | compared with |\n|---|---|---|\n| newest feed, gzip: ");
  expect(page).toContain(`\n\n${table}\n\n`);
  expect(read("README.md")).toContain(`<!-- performance -->\n${table}\n\n`);
});

test("every bench has a section with its output, and the benches in the table have figures there", () => {
  const empty = BENCHES.filter((bench) => readRun(page, bench).output === "");
  expect(empty.map(({ file }) => file)).toEqual([]);
  const silent = BENCHES.filter((bench) => bench.rows && bench.rows(readRun(page, bench).output).length === 0);
  expect(silent.map(({ file }) => file)).toEqual([]);
  expect(BENCHES.flatMap(({ rows, file }) => (rows ? [file] : []))).toEqual([
    "bench/documents.ts",
    "bench/search.ts",
    "bench/mcp.ts",
    "bench/websub.ts",
    "bench/growth.ts",
  ]);
});

test("figures come from the largest size of a run", () => {
  const search = BENCHES.find(({ file }) => file === "bench/search.ts");
  const output =
    "1000 reviews: index built\ncommon word   118   48.6   143.8   3.0\n\n20000 reviews: index built\ncommon word  1127  1350.7  752.0  2.1\n";
  expect(search?.rows?.(output)).toEqual([
    {
      what: "search, common word: exact count and newest 20 of 20,000 reviews",
      ours: "1.35 ms",
      peer: "SQLite FTS5: 752 µs",
    },
  ]);
  const growth = BENCHES.find(({ file }) => file === "bench/growth.ts");
  const table = `| 1,000 | 1.0 | 175 | 4 | 1.0 | 198 | 140 | 0.9 |
| 1,000,000 | 216.7 | 203 | 853 | 58.7 | 4,080 | 1,603 | 918.1 |`;
  expect(growth?.rows?.(table)).toEqual([
    { what: "1,000,000 reviews: start to first answer", ours: "59 s, 1.6 GB of memory", peer: "–" },
  ]);
});

test.each([
  [7, "7 µs"],
  [35.5, "35.5 µs"],
  [117.3, "117 µs"],
  [999.4, "999 µs"],
  [1000, "1 ms"],
  [14978.9, "15 ms"],
  [99_900, "99.9 ms"],
  [100_000, "0.1 s"],
  [379647.5, "0.38 s"],
  [58_700_000, "58.7 s"],
])("%d microseconds read %s", (microseconds, shown) => {
  expect(readableTime(microseconds)).toBe(shown);
});
