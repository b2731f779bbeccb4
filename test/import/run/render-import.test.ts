import { expect, test } from "bun:test";
import {
  renderCounts,
  renderMapping,
  renderOutcome,
  renderRejects,
  renderRepeat,
  renderReport,
} from "../../../src/import/run/render-import.ts";
import type { ImportReport, RowOutcome } from "../../../src/import/run/run.ts";
import type { StoredReview } from "../../../src/store/reviews/reviews.ts";
import { reviewRow } from "../../rows.ts";

const storedRow = (number: number, changes: Partial<StoredReview>): StoredReview => ({
  ...reviewRow(number, changes),
  match_key: null,
  person: null,
  name_key: null,
  sketch: null,
  duplicate_of: null,
  doubtful: null,
});

const report = (more: Partial<ImportReport> = {}): ImportReport => ({
  read: 0,
  run: null,
  added: 0,
  added_held: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
  rejected: 0,
  held: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
  replies_held: 0,
  repeated: 0,
  kept_out: 0,
  asked: 0,
  left_alone: 0,
  files: [],
  preview: [],
  warnings: [],
  dry_run: false,
  version: null,
  ...more,
});

test("the counts are the parts of what was read, without those that are zero", () => {
  expect(renderCounts(report())).toBe("read 0");
  expect(renderCounts(report({ read: 3, unchanged: 3, removed: 1 }))).toBe("read 3 = unchanged 3; removed 1");
  const all = report({ read: 15, added: 5, added_held: 2, updated: 1, unchanged: 1, kept_out: 3, rejected: 5 });
  expect(renderCounts(all)).toBe("read 15 = added 3 + held 2 + updated 1 + unchanged 1 + erased before 3 + rejected 5");
});

test("a report says what is held and why, what was left out, and how to take the import back", () => {
  const file = { file: "a.csv", format: "csv", location: null, rows: 1, mapping: null };
  expect(renderReport(report({ files: [file] }))).toBe("a.csv: csv, 1 row\nread 0\n");
  const changed = report({
    files: [file, { ...file, file: "b.zip", format: "google-takeout", rows: 2 }],
    read: 3,
    run: 7,
    version: 9,
    held: { unverified: 1, consent: 0, duplicate: 1, legal: 1 },
    replies_held: 1,
    repeated: 1,
    kept_out: 1,
    warnings: ["one", "two"],
  });
  expect(renderReport(changed)).toBe(`a.csv: csv, 1 row
b.zip: google-takeout, 2 rows
read 3 = erased before 1
  1 held as unverified: import again with --verified-by METHOD to say how you know that the authors were customers, or run candor verify ID… for single reviews
  1 held as duplicates of reviews from another source
  1 held for a legal reason, as before
  1 owner reply held because they may reveal health details: candor status lists them
  1 row taken for repeats of other rows: --verbose lists them
  1 row skipped: it was erased
note: one
note: two
import 7: candor undo 7 takes it back
a running server shows the change automatically; candor serve starts one
`);
  expect(renderReport(report({ kept_out: 2, version: 9, dry_run: true }))).toBe(`read 0 = erased before 2
  2 rows skipped: they were erased
dry run: nothing was changed
`);
});

test("the chosen columns are shown with the first rows, on lines of their own", () => {
  const mapping = {
    columns: { rating: "Stars", text: "Words" },
    ignored: ["Phone", "Fax"],
    unsure: ["which date"],
    consents: { rules: [], described: ["OK: published: Yes"], columns: [] },
  };
  const file = { file: "a.csv", format: "csv", location: null, rows: 2 };
  const preview = [
    storedRow(1, {
      date: "2026-01-01",
      rating: 1,
      author: "Ann\u0007 B.",
      title: "Fine",
      text: "Good",
      reply_text: "Thanks",
      reply_state: "published",
    }),
    storedRow(2, { date: "2026-01-02", rating: 4, author: "Bo C.", title: null, text: "x".repeat(98) }),
    storedRow(3, { date: "2026-01-03", rating: 4, author: "Bo C.", title: null, text: "x".repeat(99) }),
  ];
  expect(renderMapping(report({ files: [{ ...file, mapping: null }], preview }))).toBe("");
  const known = report({ files: [{ ...file, mapping }], preview });
  expect(renderMapping(known)).toBe(`a.csv, columns:
    rating = Stars
    text = Words
  consent: OK: published: Yes
  not read: Phone, Fax
  not certain: which date
first rows, as they will be stored:
    2026-01-01  1 star  google  published  Ann  B.: "Fine / Good"
        reply, published: "Thanks"
    2026-01-02  4 stars  google  published  Bo C.: "${"x".repeat(98)}"
    2026-01-03  4 stars  google  published  Bo C.: "${"x".repeat(96)}…"
`);
});

test("each row of a dry run is a line, with its changes below it", () => {
  const row = storedRow(1, { date: "2026-01-01", rating: 1, author: "Ann B." });
  const place = { file: "a.csv", row: 2 };
  const outcome = (kind: RowOutcome["kind"], changes: RowOutcome["changes"] = []) =>
    renderOutcome({ kind, place, row, changes, repeat: false });
  expect(outcome("added")).toBe(`+ ${row.id}  2026-01-01  1 star  Ann B.\n`);
  expect(outcome("updated", [{ field: "text", from: null, to: "Good" }])).toBe(
    `~ ${row.id}  2026-01-01\n    text: null → "Good"\n`,
  );
  expect([outcome("unchanged"), outcome("kept_out")]).toEqual(["", ""]);
  expect(renderRepeat({ kind: "unchanged", place, row, changes: [], repeat: true })).toBe(
    "a.csv, row 2: repeats another row (2026-01-01, 1 star, Ann B.)\n",
  );
});

test("rejected rows are CSV in which no cell is a formula", () => {
  const reject = (reason: string) => ({ place: { file: "a.csv", row: 2 }, reason });
  expect(renderRejects([reject('no "date"'), reject("=1+1"), reject("-x"), reject("a=b")])).toBe(
    'file,row,reason\r\n"a.csv","2","no ""date"""\r\n"a.csv","2","\'=1+1"\r\n"a.csv","2","\'-x"\r\n"a.csv","2","a=b"\r\n',
  );
});
