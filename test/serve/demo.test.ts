import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chooseDemoDatabase } from "../../src/serve/demo.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { markDemonstration } from "../../src/store/dataset/kind.ts";
import { newSqliteDatabase } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";

const OWN = "sqlite:./data/demo.db";
const now = () => new Date("2026-01-01T00:00:00Z");

const chosen = (DATABASE_URL: string | null, origins: Record<string, string> = {}) =>
  chooseDemoDatabase({
    env: DATABASE_URL === null ? {} : { DATABASE_URL },
    origins,
    out: () => {},
    error: () => {},
    interactive: false,
    now,
  });

test("the demonstration has a database of its own unless the environment names one that holds nothing else", async () => {
  const [unmade, unused, marked, business] = [1, 2, 3, 4].map(() => newSqliteDatabase()) as [
    string,
    string,
    string,
    string,
  ];
  await (await openStore(unused)).close();
  const store = await openStore(marked);
  await markDemonstration(store, now);
  await store.close();
  const clinic = await openStore(business);
  await insertRows(clinic, [reviewRow(1)]);
  await clinic.close();
  expect(await Promise.all([unmade, unused, marked, business].map((url) => chosen(url)))).toEqual([
    unmade,
    unused,
    marked,
    OWN,
  ]);
  expect([unused, marked, business].map((url) => existsSync(`${url.slice("sqlite:".length)}-wal`))).toEqual(
    Array(3).fill(false),
  );
  expect([await chosen(null), await chosen(unused, { DATABASE_URL: "candor.env" })]).toEqual([OWN, OWN]);
});
