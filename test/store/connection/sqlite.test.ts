import { describe, expect, test } from "bun:test";
import { openSqlite } from "../../../src/store/connection/sqlite.ts";
import { onlyRow } from "../../../src/store/store.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { endOf } from "../../end-of.ts";

describe("a SQLite connection", () => {
  const open = async () => {
    const path = newSqliteDatabase().slice("sqlite:".length);
    const store = await openSqlite(path, { thread: false, busy_timeout_ms: 1000 });
    await store.query("CREATE TABLE any (value TEXT PRIMARY KEY)");
    const values = async () =>
      (await store.query<{ value: string }>("SELECT value FROM any")).map(({ value }) => value);
    return { store, values };
  };

  test("answers in order, and an error has its code", async () => {
    const { store, values } = await open();
    await Promise.all(["a", "b", "c"].map((value) => store.query("INSERT INTO any VALUES ($1)", [value])));
    expect(await values()).toEqual(["a", "b", "c"]);
    expect(await endOf(store.query("INSERT INTO any VALUES ('a')"))).toThrow(
      expect.objectContaining({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" }),
    );
    expect(await values()).toEqual(["a", "b", "c"]);
    await store.close();
    expect(await endOf(store.query("SELECT 1"))).toThrow();
  });

  test("a transaction is all or nothing, and what arrives meanwhile waits", async () => {
    const { store, values } = await open();
    const failing = store.transaction(async (tx) => {
      await tx.query("INSERT INTO any VALUES ('lost')");
      await Bun.sleep(5);
      throw new Error("broken");
    });
    const outside = store.query("INSERT INTO any VALUES ('kept')");
    expect(await endOf(failing)).toThrow("broken");
    await outside;
    expect(await store.transaction(async (tx) => (await tx.query("SELECT value FROM any")).length)).toBe(1);
    expect(await values()).toEqual(["kept"]);
    await store.close();
  });
});

test("a query that always gives a row gives one", () => {
  expect(onlyRow([1])).toBe(1);
  expect(() => onlyRow([])).toThrow("the database returned no row");
});
