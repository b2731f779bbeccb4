import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { CLI, runHere } from "../server-process.ts";

const ROWS = repeats(100, 800);
const KILLS = repeats(3, 30);

test.each(DATABASES)(
  "on $dialect kill -9 at random moments of a stricter profile leaves all reviews as they were or none",
  async ({ newDatabase }) => {
    const folder = newFolder();
    const env = { DATABASE_URL: await newDatabase() };
    const profile = (redact: boolean) => {
      const path = join(folder, `${redact}.json`);
      writeFileSync(path, JSON.stringify({ name: "Harbor", time_zone: "UTC", privacy: { redact } }));
      return path;
    };
    const lines = Array.from({ length: ROWS }, (_, at) => `${at},Ann Bee,5,2026-01-01,Call 541-555-0137 about ${at}.`);
    writeFileSync(join(folder, "reviews.csv"), `id,name,rating,date,review\n${lines.join("\n")}\n`);
    const random = openRandom(SEED);
    let killed = 0;
    let took = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      expect(await runHere(env, ["business", profile(false)])).toMatchObject({ code: 0 });
      const load = ["import", join(folder, "reviews.csv"), "--verified-by", "operator"];
      expect(await runHere(env, load)).toMatchObject({ code: 0 });
      const child = Bun.spawn([...CLI, "business", profile(true)], { env, stdio: ["ignore", "ignore", "ignore"] });
      // The first runs to its end, to know how long it takes on this machine.
      const started = performance.now();
      await Promise.race([kill === 0 ? child.exited : Bun.sleep(took * (0.4 + 0.6 * random())), child.exited]);
      if (kill === 0) took = performance.now() - started;
      child.kill("SIGKILL");
      await child.exited;
      const store = await openStore(env.DATABASE_URL);
      const count = async (text: string) =>
        (await store.query("SELECT id FROM review WHERE text LIKE $1", [text])).length;
      const plain = await count("%0137%");
      expect([SEED, plain === 0 || plain === ROWS]).toEqual([SEED, true]);
      if (plain > 0) killed += 1;
      await store.close();
      // Whatever was left to do is done by the next command.
      expect(await runHere(env, ["business", profile(true)])).toMatchObject({ code: 0 });
      const after = await openStore(env.DATABASE_URL);
      expect(await after.query("SELECT id FROM purge_due")).toEqual([]);
      expect((await after.query("SELECT id FROM review WHERE text LIKE '%[phone]%'")).length).toBe(ROWS);
      await after.close();
    }
    console.log(`${KILLS} profiles, ${killed} of them killed before the commit`);
  },
);
