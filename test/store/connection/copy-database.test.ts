import { expect, test } from "bun:test";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { copyDatabase } from "../../../src/store/connection/copy-database.ts";
import { openStore } from "../../../src/store/connection/open-store.ts";
import type { Store, Value } from "../../../src/store/store.ts";
import { newFolder } from "../../databases.ts";
import { endOf } from "../../end-of.ts";
import { insertRows, reviewRow } from "../../rows.ts";

const BREAK = "UPDATE review SET mentions = 'no JSON'";
const FOUND = `(the mentions of review ${reviewRow(1).id} cannot be read): no backup was written. Keep the older backups`;

async function prepare() {
  const folder = newFolder();
  const store = await openStore(`sqlite:${folder}/candor.db`);
  await insertRows(store, [reviewRow(1)]);
  const copies = () => readdirSync(folder).filter((name) => name.startsWith("copy"));
  return { store, file: `${folder}/copy.db`, copies, [Symbol.asyncDispose]: () => store.close() };
}

test("a copy is one file, for its owner alone", async () => {
  await using given = await prepare();
  await copyDatabase(given.store, given.file);
  expect([given.copies(), statSync(given.file).mode & 0o777]).toEqual([["copy.db"], 0o600]);
  const copy = await openStore(`sqlite:${given.file}`);
  expect(await copy.query("SELECT text FROM review")).toEqual([{ text: "Review number 1." }]);
  await copy.close();
});

test("a database that is damaged is not copied", async () => {
  await using given = await prepare();
  await given.store.query(BREAK);
  expect(await endOf(copyDatabase(given.store, given.file))).toThrow(`the database is damaged ${FOUND}`);
  expect(given.copies()).toEqual([]);
});

test("a copy that is damaged does not stay, nor what is beside it", async () => {
  await using given = await prepare();
  const damaging: Store = {
    ...given.store,
    async query<T>(sql: string, values?: readonly Value[]) {
      const rows = await given.store.query<T>(sql, values);
      if (sql.startsWith("VACUUM INTO")) {
        const aside = String(values?.[0]);
        const copy = await openStore(`sqlite:${aside}`);
        await copy.query(BREAK);
        await copy.close();
        writeFileSync(`${aside}-journal`, "");
      }
      return rows;
    },
  };
  expect(await endOf(copyDatabase(damaging, given.file))).toThrow(`the copy is damaged ${FOUND}`);
  expect(given.copies()).toEqual([]);
});
