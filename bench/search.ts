/**
 * Search compared with SQLite FTS5's trigram tokenizer on the same rows. Each answer is the exact count of matches and
 * the newest 20. FTS5 has no trigrams for one or two letters and scans all rows, as its manual says.
 *
 *   bun bench/search.ts [1000 10000 100000 …]
 */
import { Database } from "bun:sqlite";
import type { SearchFilters } from "../src/model/search.ts";
import { foldForSearch } from "../src/model/search-folding.ts";
import { f64At, i32At, u8At } from "../src/model/typed-array.ts";
import { search } from "../src/snapshot/search.ts";
import { indexOf } from "../test/build.ts";
import { benchRows, median } from "./dataset.ts";

const QUERIES: [string, SearchFilters][] = [
  ["rare word", { query: "Harborline" }],
  ["common word", { query: "therapist" }],
  ["common phrase", { query: "and the" }],
  ["three letters", { query: "the" }],
  ["missing", { query: "xylophone" }],
  ["missing, common letters", { query: "therest ate" }],
  ["two letters", { query: "th" }],
  ["one letter", { query: "e" }],
  ["word + rating", { query: "wait", rating: 1 }],
  ["word + technician", { query: "knee", mentions_technician: "Ana" }],
  ["letter + rating", { query: "e", rating: 2 }],
  ["word + window", { query: "back", since: "2024-01-01", until: "2024-12-31" }],
  ["rating", { rating: 2 }],
  ["min_rating + window", { min_rating: 4, since: "2024-01-01" }],
];

function openFts() {
  const db = new Database(":memory:");
  db.run("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'trigram case_sensitive 1')");
  db.run("CREATE TABLE review (place INTEGER PRIMARY KEY, date TEXT, rating INTEGER, technician INTEGER)");
  db.run("CREATE INDEX review_rating ON review (rating, place)");
  db.run("CREATE INDEX review_date ON review (date)");
  return db;
}

/** The fastest statement for FTS5: MATCH from three letters on, else a scan; a join only if there is a filter. */
function ftsStatement({ query, ...filters }: SearchFilters): { where: string; values: (string | number)[] } {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  if (query) {
    const folded = foldForSearch(query);
    parts.push([...folded].length >= 3 ? "texts MATCH ?" : "instr(texts.text, ?) > 0");
    values.push([...folded].length >= 3 ? `"${folded}"` : folded);
  }
  const conditions: [string, string | number | undefined][] = [
    ["review.rating = ?", filters.rating],
    ["review.rating >= ?", filters.min_rating],
    ["review.date >= ?", filters.since],
    ["review.date <= ?", filters.until],
    ["review.technician = ?", filters.mentions_technician ? 1 : undefined],
  ];
  for (const [sql, value] of conditions) {
    if (value === undefined) continue;
    parts.push(sql);
    values.push(value);
  }
  const joined = Object.keys(filters).length > 0;
  const from = query ? (joined ? "texts JOIN review ON review.place = texts.rowid" : "texts") : "review";
  return { where: `FROM ${from} WHERE ${parts.join(" AND ")}`, values };
}

function time(work: () => void): number {
  work();
  const samples: number[] = [];
  const started = performance.now();
  while (samples.length < 5 || (samples.length < 200 && performance.now() - started < 150)) {
    const at = performance.now();
    work();
    samples.push(performance.now() - at);
  }
  return median(samples) * 1000;
}

const sizes = process.argv.slice(2).map(Number);
/** Up to this size the bench fails if a query class is slower than FTS5. */
const COMPARED = 100_000;
let slower = 0;
for (const size of sizes.length > 0 ? sizes : [1000, 10_000, 100_000]) {
  const started = performance.now();
  const index = await indexOf(benchRows(size));
  const built_ms = performance.now() - started;
  const index_mb = (index.text.lists.length + index.text.folded.length) / 1e6;
  console.log(
    `\n${size} reviews: index built in ${(built_ms / 1000).toFixed(2)} s, text index ${index_mb.toFixed(1)} MB`,
  );
  const db = openFts();
  const decoder = new TextDecoder();
  db.transaction(() => {
    const text = db.prepare("INSERT INTO texts (rowid, text) VALUES (?, ?)");
    const review = db.prepare("INSERT INTO review VALUES (?, ?, ?, ?)");
    const technician = new Set(index.by_technician.get("ana-ruiz"));
    for (let i = 0; i < index.count; i++) {
      const [from, to] = [f64At(index.text.start, i), f64At(index.text.start, i + 1)];
      text.run(i, decoder.decode(index.text.folded.subarray(from, to - 1)));
      const date = new Date(i32At(index.day, i) * 86_400_000).toISOString().slice(0, 10);
      review.run(i, date, u8At(index.rating, i), technician.has(i) ? 1 : 0);
    }
  })();
  db.run("INSERT INTO texts(texts) VALUES ('optimize')");
  console.log("query class               matches   Candor µs     FTS5 µs    times");
  for (const [title, filters] of QUERIES) {
    const { where, values } = ftsStatement(filters);
    const rowid = where.startsWith("FROM review") ? "place" : "texts.rowid";
    const count = db.prepare<{ n: number }, (string | number)[]>(`SELECT count(*) AS n ${where}`);
    const page = db.prepare<{ rowid: number }, (string | number)[]>(
      `SELECT ${rowid} AS rowid ${where} ORDER BY ${rowid} LIMIT 20`,
    );
    const found = search(index, { filters, limit: 20, cursor: null });
    const matched = count.get(...values)?.n;
    const rows = page.all(...values).map((row) => row.rowid);
    if (matched !== found?.matched || rows.join() !== found?.positions.join()) {
      throw new Error(`${title}: different results (${matched} and ${found?.matched})`);
    }
    const ours = time(() => void search(index, { filters, limit: 20, cursor: null }));
    const theirs = time(() => {
      count.get(...values);
      page.all(...values);
    });
    if (ours > theirs && size <= COMPARED) slower++;
    console.log(
      `${title.padEnd(25)}${String(matched).padStart(8)}${ours.toFixed(1).padStart(12)}${theirs.toFixed(1).padStart(12)}${(theirs / ours).toFixed(1).padStart(9)}`,
    );
  }
  db.close();
}
console.log(`\nup to ${COMPARED} reviews, ${slower} of the query classes slower than FTS5`);
process.exit(slower > 0 ? 1 : 0);
