import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { ensureIdentityKey } from "../../src/store/erasure/identity-key.ts";
import { type Ledger, readLedger, readStoredLedger, writeLedger } from "../../src/store/erasure/ledger.ts";
import { saveTombstones } from "../../src/store/reviews/tombstones.ts";
import type { Terminal } from "../../src/terminal/command.ts";
import { chooseLedgers, findLedgers, keepLedger, ledgerPath } from "../../src/upkeep/erasure-ledger.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { endOf } from "../end-of.ts";

const ID = "01HQ3V0000000000000000000A";
const ledger = (store: string | null): Ledger => ({ store, tombstones: [], keys: [], sketches: [] });

function openTerminal(answer?: string) {
  const said: string[] = [];
  const terminal: Terminal = {
    env: {},
    out: () => {},
    error: (text) => void said.push(text),
    interactive: false,
    now: () => new Date(),
    ...(answer === undefined ? {} : { ask: async () => answer }),
  };
  return { terminal, said };
}

/** A folder with backups and their ledgers, and a place for the database. */
function openFolder(ledgers: Record<string, string>) {
  const folder = newFolder();
  const at = (name: string) => join(folder, name);
  mkdirSync(at("data"));
  for (const [name, store] of Object.entries(ledgers)) {
    if (store === "damaged") writeFileSync(at(name), "damaged");
    else writeLedger(at(name), ledger(store));
  }
  const find = async (terminal: Terminal, rest: { given?: string; yes?: boolean } = {}) => {
    const wanted = { path: at("data/candor.db"), file: at("b.db"), given: null, yes: false, ...rest };
    return (await findLedgers(terminal, wanted)).map(({ file, found, ledger: { store } }) => [
      found,
      basename(file),
      store,
    ]);
  };
  return { at, find };
}

test("the ledger is beside the SQLite file, else where that file would be", () => {
  const pathWith = (env: Record<string, string>) => ledgerPath(parseSettings(env));
  expect(pathWith({ DATABASE_URL: "sqlite:/srv/candor.db" })).toBe("/srv/candor.db.erasures");
  expect(pathWith({ DATABASE_URL: "postgres://db/candor" })).toBe("data/candor.erasures");
});

test("a ledger of another store is left out, and refused if the operator named it", () => {
  const named = (store: string | null, found: "data" | "given") => ({
    file: "x.erasures",
    ledger: ledger(store),
    found,
  });
  expect(chooseLedgers([named("f1", "data"), named("f2", "data"), named(null, "given")], "f1")).toEqual([
    ledger("f1"),
    ledger(null),
  ]);
  expect(chooseLedgers([named("f2", "given")], null)).toEqual([ledger("f2")]);
  expect(() => chooseLedgers([named("f2", "given")], "f1")).toThrow("x.erasures is the ledger of another database");
});

test("ledgers are beside the database, beside the backups in the order of their names, and the one that is named", async () => {
  const { at, find } = openFolder({
    "data/candor.db.erasures": "data",
    "e.db.erasures": "5",
    "b.db.erasures": "own",
    "d.db.erasures": "4",
    "a.db.erasures": "1",
    "c.db.erasures": "3",
    "other.txt": "no",
    "named.txt": "named",
  });
  const { terminal, said } = openTerminal();
  const beside = [
    ["data", "candor.db.erasures", "data"],
    ["backup", "a.db.erasures", "1"],
    ["backup", "b.db.erasures", "own"],
    ["backup", "c.db.erasures", "3"],
    ["backup", "d.db.erasures", "4"],
    ["backup", "e.db.erasures", "5"],
  ];
  expect(await find(terminal)).toEqual(beside);
  expect(await find(terminal, { given: at("named.txt") })).toEqual([...beside, ["given", "named.txt", "named"]]);
  expect(await endOf(find(terminal, { given: at("none.txt") }))).toThrow("does not exist: nothing was changed");
  expect(said).toEqual([]);
});

test("a damaged ledger of another backup is named and left out, and the backup's own is refused", async () => {
  const { terminal, said } = openTerminal();
  const other = openFolder({ "c.db.erasures": "damaged" });
  expect(await other.find(terminal, { yes: true })).toEqual([]);
  expect(said).toEqual([
    `candor: ${other.at("c.db.erasures")} is not a ledger of erasures (line 1): nothing was changed\n`,
  ]);
  const own = openFolder({ "b.db.erasures": "damaged" });
  expect(await endOf(own.find(terminal, { yes: true }))).toThrow("is not a ledger of erasures");
});

test("where nothing is yet, the newest ledger is asked for; with a database or --yes it is not", async () => {
  const { at, find } = openFolder({ "asked.txt": "asked" });
  expect(await endOf(find(openTerminal().terminal))).toThrow("there is no ledger of erasures here");
  expect(await find(openTerminal(` ${at("asked.txt")} `).terminal)).toEqual([["given", "asked.txt", "asked"]]);
  expect(await find(openTerminal("").terminal)).toEqual([]);
  expect(await find(openTerminal(at("asked.txt")).terminal, { yes: true })).toEqual([]);
  writeFileSync(at("data/candor.db"), "");
  expect(await find(openTerminal(at("asked.txt")).terminal)).toEqual([]);
});

test("the ledger gets what is erased, and that of another store is kept under another name", async () => {
  const database = newSqliteDatabase();
  const store = await openStore(database);
  const { said } = openTerminal();
  const terminal = { env: { DATABASE_URL: database }, error: (text: string) => void said.push(text) };
  const file = ledgerPath(parseSettings(terminal.env));
  await keepLedger(terminal, store);
  expect(existsSync(file)).toBe(false);
  await ensureIdentityKey(store);
  const tombstone = { id: ID, date: "2026-04-01", deleted_at: "2026-05-01T10:00:00Z", reason: "legal" } as const;
  await saveTombstones(store, [tombstone], "2026-05-01T10:00:00Z");
  const earlier = { key: "k".repeat(20), source: "google" };
  const stored = await readStoredLedger(store);
  writeLedger(file, { ...ledger(stored.store), keys: [earlier] });
  await keepLedger(terminal, store);
  expect(readLedger(file)).toEqual({ store: stored.store, tombstones: [tombstone], keys: [earlier], sketches: [] });
  writeLedger(file, { ...ledger("f2"), keys: [earlier] });
  await keepLedger(terminal, store);
  expect(readLedger(file)).toEqual({ store: stored.store, tombstones: [tombstone], keys: [], sketches: [] });
  expect(readLedger(`${file}-f2`)).toEqual({ ...ledger("f2"), keys: [earlier] });
  writeFileSync(file, "damaged");
  await keepLedger(terminal, store);
  expect(said.join("")).toContain(`the ledger of erasures could not be written to ${file} (${file} is not a ledger`);
  await store.close();
});
