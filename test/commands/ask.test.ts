import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { CLI } from "../server-process.ts";
import { candor } from "./terminal.ts";

/** A store with one review, and the command that erases it. */
async function storedReview() {
  const database = newSqliteDatabase();
  const file = join(newFolder(), "own.csv");
  writeFileSync(file, "id,name,rating,date,review\n1,Ann Bee,2,2026-01-01,Fine.\n");
  await candor(database, ["import", file]);
  const idsOf = async () => {
    const store = await openStore(database);
    const rows = await store.query<{ id: string }>("SELECT id FROM review");
    await store.close();
    return rows.map(({ id }) => id);
  };
  const [id = ""] = await idsOf();
  const command = [...CLI, "erase", id, "--reason", "legal"];
  const env = { PATH: process.env.PATH ?? "", DATABASE_URL: database };
  return { command, env, idsOf };
}

test("erase asks on a terminal, and anything but yes erases nothing", async () => {
  const { command, env, idsOf } = await storedReview();
  for (const [answer, code, left] of [
    ["n", 1, 1],
    ["yes", 0, 0],
  ] as const) {
    let shown = "";
    await using terminal = new Bun.Terminal({
      data(_, data) {
        const asked = shown.includes("(y/n)");
        shown += new TextDecoder().decode(data);
        if (!asked && shown.includes("(y/n)")) terminal.write(`${answer}\n`);
      },
    });
    const child = Bun.spawn(command, { env, terminal });
    expect(await child.exited).toBe(code);
    expect(shown).toContain("  2026-01-01  2 stars  other  Ann B.  Fine.");
    expect(shown).toContain("Erase 1 review? This cannot be reversed. (y/n)");
    expect(await idsOf()).toHaveLength(left);
  }
});

test("erase does not ask when nobody can answer: standard input is no terminal", async () => {
  const { command, env, idsOf } = await storedReview();
  const child = Bun.spawn(command, { env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  expect([await child.exited, await child.stdout.text()]).toEqual([
    0,
    "1 erased: this cannot be reversed, and no import brings it back\n",
  ]);
  expect(await idsOf()).toEqual([]);
});
