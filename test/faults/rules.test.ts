import { expect, test } from "bun:test";
import { RULES_VERSION } from "../../src/model/rules-version.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { openImports } from "../contract/imports.ts";
import { DATABASES } from "../databases.ts";
import { startCandor } from "../server-process.ts";
import { until } from "./serving.ts";

/** As an older version left it: it hid no phone numbers, held no reply and kept no version of the rules. */
async function makeOld(database_url: string): Promise<string> {
  const imports = openImports("id,name,rating,date,review,reply");
  const store = await imports.open(database_url);
  await imports.load(["1,Ann Bee,5,2026-01-01,Good people.,Thank you!"]);
  await store.query(
    `UPDATE review SET text = text || ' Call 541-555-0137.', reply_text = 'We treated your shoulder last month.'`,
  );
  await store.query("DELETE FROM judged_rules");
  const id = await imports.idOf("1");
  await store.close();
  return id;
}

test.each(DATABASES)(
  "on $dialect a server judges what an older version stored, while it answers, however often it is killed before",
  async ({ newDatabase }) => {
    const env = { DATABASE_URL: await newDatabase() };
    const id = await makeOld(env.DATABASE_URL);
    const store = await openStore(env.DATABASE_URL);
    const { version } = await readDataset(store);
    await store.close();
    for (const pause_ms of [0, 200]) {
      const killed = await startCandor(env);
      await Bun.sleep(pause_ms);
      killed.signal("SIGKILL");
      await killed.exited;
    }
    await using server = await startCandor(env);
    await server.until(`/api/reviews/${id}`, (body) => body.includes("Call [phone].") && !body.includes("treated"));
    const after = await openStore(env.DATABASE_URL, { existing: true });
    expect(await readDataset(after)).toMatchObject({ version: version + 1 });
    expect(await after.query("SELECT rules, hidden, replies_held, dataset_version FROM judged_rules")).toEqual([
      { rules: RULES_VERSION, hidden: 1, replies_held: 1, dataset_version: version + 1 },
    ]);
    await after.close();
  },
);

test("a server says in its log that the rules were applied, and what they changed", async () => {
  const env = { DATABASE_URL: (await DATABASES[0]?.newDatabase()) ?? "" };
  await makeOld(env.DATABASE_URL);
  await using server = await startCandor(env);
  await until(() => server.events().some(({ event }) => event === "rules_applied"));
  expect(server.events().find(({ event }) => event === "rules_applied")).toMatchObject({ hidden: 1, replies_held: 1 });
});
