import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { CLI, runHere } from "../server-process.ts";

const ROWS = repeats(100, 1500);
const KILLS = repeats(3, 40);

function writeTable(folder: string, name: string, words: string): string {
  const path = join(folder, name);
  const lines = Array.from({ length: ROWS }, (_, at) => `${at},Ann Bee,5,2026-01-01,${words} ${at}.`);
  writeFileSync(path, `id,name,rating,date,review\n${lines.join("\n")}\n`);
  return path;
}

test.each(DATABASES)(
  "on $dialect kill -9 at random moments of an undo leaves all of the import or nothing of it",
  async ({ newDatabase }) => {
    const folder = newFolder();
    const env = { DATABASE_URL: await newDatabase() };
    const verified = ["--verified-by", "operator"];
    const load = (path: string) => runHere(env, ["import", path, ...verified]);
    const edited = writeTable(folder, "edited.csv", "Edited words of review");
    expect(await load(writeTable(folder, "first.csv", "First words of review"))).toMatchObject({ code: 0 });
    const random = openRandom(SEED);
    let half = 0;
    let took = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      expect(await load(edited)).toMatchObject({ code: 0 });
      const child = Bun.spawn([...CLI, "undo"], { env, stdin: "ignore", stdout: "ignore", stderr: "ignore" });
      // The first runs to its end, to know how long it takes on this machine.
      const started = performance.now();
      await Promise.race([kill === 0 ? child.exited : Bun.sleep(took * (0.4 + 0.6 * random())), child.exited]);
      if (kill === 0) took = performance.now() - started;
      child.kill("SIGKILL");
      await child.exited;
      const store = await openStore(env.DATABASE_URL);
      const [counts] = await store.query<{ first: number; edited: number; kept: number }>(
        `SELECT CAST((SELECT count(*) FROM review WHERE text LIKE 'First%' AND revision = 1) AS INTEGER) AS first,
           CAST((SELECT count(*) FROM review WHERE text LIKE 'Edited%' AND revision = 2) AS INTEGER) AS edited,
           CAST((SELECT count(*) FROM former_review) AS INTEGER) AS kept`,
      );
      await store.close();
      const undone = counts?.first === ROWS;
      if (!undone) half += 1;
      expect([SEED, counts]).toEqual([
        SEED,
        undone ? { first: ROWS, edited: 0, kept: 0 } : { first: 0, edited: ROWS, kept: ROWS },
      ]);
      if (!undone) expect(await runHere(env, ["undo"])).toMatchObject({ code: 0 });
    }
    console.log(`${KILLS} undos, ${half} of them killed before the commit`);
  },
);
