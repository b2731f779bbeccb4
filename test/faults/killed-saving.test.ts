import { afterAll, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { SEED } from "../seed.ts";
import { startCandor } from "../server-process.ts";
import { atRandomCalls, killAt, STRACE, sayKills } from "./kill-at.ts";
import { until } from "./serving.ts";

const SECRET = "Only Zebediah knows these words.";
const SETTINGS = { BASE_URL: "https://reviews.example", LOG_LEVEL: "debug", PORT: "0" };

afterAll(sayKills);

/** A store with two reviews, one with the secret, and what a server saved of it. */
async function makeSaved(): Promise<{ folder: string; id: string }> {
  const folder = newFolder();
  const env = { ...SETTINGS, DATABASE_URL: `sqlite:${folder}/candor.db` };
  writeFileSync(
    join(folder, "two.csv"),
    `id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,${SECRET}\n2,Bo Cy,4,2026-01-02,Kind staff.\n`,
  );
  expect(await candor(env, "import", join(folder, "two.csv"), "--verified-by", "operator")).toMatchObject({ code: 0 });
  await using server = await startCandor(env);
  await until(() => server.events().some(({ event }) => event === "snapshot_saved"));
  await server.stop();
  const found = await candor(env, "person", "Ann Bee", "--json");
  expect(filesWithWords(folder)).toContain("candor.db.snapshot");
  const { reviews } = JSON.parse(found.out) as { reviews: { id: string }[] };
  return { folder, id: reviews[0]?.id ?? "" };
}

const filesWithWords = (folder: string): string[] =>
  readdirSync(folder).filter(
    (name) => name.startsWith("candor.db") && readFileSync(join(folder, name)).includes("Zebediah"),
  );

const made = STRACE === null ? null : await makeSaved();

function newCase(): { folder: string; env: Record<string, string> } {
  const folder = join(newFolder(), "data");
  cpSync(made?.folder ?? "", folder, { recursive: true });
  return { folder, env: { ...SETTINGS, DATABASE_URL: `sqlite:${folder}/candor.db` } };
}

async function expectServed(env: Record<string, string>, total: number): Promise<void> {
  const server = await startCandor(env);
  const read = (await (await server.get("/reviews.json")).json()) as { total: number }; // our own document
  expect(read.total).toBe(total);
  expect(await server.stop()).toBe(0);
}

test.skipIf(STRACE === null)(
  "an erasure that is killed at any call is never contradicted: what was saved is served only without it",
  async () => {
    let erased = 0;
    await atRandomCalls(4, 45, async (call) => {
      const { folder, env } = newCase();
      const args = ["erase", made?.id ?? "", "--reason", "erased_on_request"];
      if (!(await killAt(call, env, args, { paths: [join(folder, "candor.db"), folder, ...sidesOf(folder)] })))
        return false;
      const counted = JSON.parse((await candor(env, "status", "--json")).out) as { reviews: { published: number } };
      const left = counted.reviews.published;
      if (left === 1) erased += 1;
      await expectServed(env, left);
      if (left === 2) expect(await candor(env, ...args)).toMatchObject({ code: 0 });
      // After the next command that writes, the words are nowhere.
      else
        expect(await candor(env, "import", join(folder, "two.csv"), "--verified-by", "operator")).toMatchObject({
          code: 0,
        });
      expect([SEED, call, filesWithWords(folder)]).toEqual([SEED, call, []]);
      await expectServed(env, 1);
      return true;
    });
    console.log(`${erased} of the killed erasures had been committed`);
  },
);

const sidesOf = (folder: string): string[] =>
  ["candor.db-wal", "candor.db-shm", "candor.db.snapshot", "candor.db.erasures"].map((name) => join(folder, name));

test.skipIf(STRACE !== null)("SKIPPED: strace is not installed here", () => {
  console.warn("SKIPPED: install strace to kill an erasure at each call that changes a file");
});
