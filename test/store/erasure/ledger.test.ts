import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { joinLedgers, type Ledger, readLedger, writeLedger } from "../../../src/store/erasure/ledger.ts";
import { newFolder } from "../../databases.ts";
import { refusalOf } from "../../refusal.ts";

const [ID_A, ID_B] = ["01HQ3V0000000000000000000A", "01HQ3V0000000000000000000B"];
const [KEY_A, KEY_B] = ["a".repeat(20), "b".repeat(64)];
const erased = (id: string, deleted_at = "2026-05-01T10:00:00Z") =>
  ({ id, date: "2026-04-01", deleted_at, reason: "erased_on_request" }) as const;
const ledger = (rest: Partial<Ledger>): Ledger => ({ store: null, tombstones: [], keys: [], sketches: [], ...rest });

const HEAD = '{"candor_ledger":1,"store":"f1"}';
const TOMBSTONE_A = `{"id":"${ID_A}","date":"2026-04-01","deleted_at":"2026-05-01T10:00:00Z","reason":"erased_on_request"}`;

test("a ledger is one line per erasure in a fixed order, for its owner alone, and reads back the same", () => {
  const folder = join(newFolder(), "data");
  const file = join(folder, "candor.db.erasures");
  const keys = [
    { key: KEY_B, source: "google" },
    { key: KEY_A, source: "yelp" },
    { key: KEY_A, source: "google" },
  ];
  writeLedger(file, ledger({ store: "f0" }));
  writeLedger(file, ledger({ store: "f1", tombstones: [erased(ID_B), erased(ID_A)], keys }));
  const text = `${HEAD}
${TOMBSTONE_A}
${TOMBSTONE_A.replace(ID_A, ID_B)}
{"key":"${KEY_A}","source":"google"}
{"key":"${KEY_A}","source":"yelp"}
{"key":"${KEY_B}","source":"google"}
`;
  expect(readFileSync(file, "utf8")).toBe(text);
  expect(readdirSync(folder)).toEqual(["candor.db.erasures"]);
  expect([folder, file].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(["700", "600"]);
  expect(readLedger(file)).toEqual(
    ledger({ store: "f1", tombstones: [erased(ID_A), erased(ID_B)], keys: keys.toReversed() }),
  );
});

test("a ledger that another process left half-written is written over", () => {
  const file = join(newFolder(), "candor.db.erasures");
  writeFileSync(`${file}.${process.pid}`, "half");
  writeLedger(file, ledger({ store: "f1" }));
  expect(readFileSync(file, "utf8")).toBe(`${HEAD}\n`);
});

const NOTHING_CHANGED = (line: number) => `FILE is not a ledger of erasures (line ${line}): nothing was changed`;

test.each([
  ["", "FILE is empty: nothing was changed"],
  ["\n\n", "FILE is empty: nothing was changed"],
  ["reviews", NOTHING_CHANGED(1)],
  [TOMBSTONE_A, NOTHING_CHANGED(1)],
  [HEAD.replace("1", "2"), NOTHING_CHANGED(1)],
  [`${HEAD}\n${HEAD}`, NOTHING_CHANGED(2)],
  [`${HEAD}\n${TOMBSTONE_A}\n{"id":`, NOTHING_CHANGED(3)],
  [`${HEAD}\n${TOMBSTONE_A.replace("erased_on_request", "withdrawn")}`, NOTHING_CHANGED(2)],
  [`${HEAD}\n{"key":"${"a".repeat(19)}","source":"google"}`, NOTHING_CHANGED(2)],
  [`${HEAD}\n{"key":"${"a".repeat(65)}","source":"google"}`, NOTHING_CHANGED(2)],
  [`${HEAD}\n{"key":"${KEY_A}","source":"${"s".repeat(41)}"}`, NOTHING_CHANGED(2)],
])("%p is refused", (text, message) => {
  const file = join(newFolder(), "candor.db.erasures");
  writeFileSync(file, text);
  expect(refusalOf(() => readLedger(file))).toEqual({ message: message.replace("FILE", file), exit_code: 1 });
});

test("no file is no ledger, and one that cannot be read is refused", () => {
  const folder = newFolder();
  expect(readLedger(join(folder, "none.erasures"))).toBeNull();
  const file = join(folder, "folder.erasures");
  mkdirSync(file);
  expect(refusalOf(() => readLedger(file))?.message).toStartWith(`the ledger ${file} cannot be read (EISDIR`);
});

test("joined ledgers have each erasure once: of a review the first, and the first store that is known", () => {
  const later = erased(ID_A, "2026-06-01T10:00:00Z");
  const google = { key: KEY_A, source: "google" };
  const sketch = { sketch: "AAAA", source: "google", date: "2026-01-01" };
  const joined = joinLedgers([
    ledger({ tombstones: [erased(ID_A)], keys: [google] }),
    ledger({
      store: "f1",
      tombstones: [later, erased(ID_B)],
      keys: [google, { ...google, source: "yelp" }],
      sketches: [sketch],
    }),
    ledger({ store: "f2", sketches: [sketch] }),
  ]);
  expect(joined).toEqual({
    store: "f1",
    tombstones: [erased(ID_A), erased(ID_B)],
    keys: [google, { ...google, source: "yelp" }],
    sketches: [sketch],
  });
  expect(joinLedgers([]).store).toBeNull();
});
