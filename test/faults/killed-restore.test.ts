import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { CLI, startCandor } from "../server-process.ts";
import { atRandomCalls, killAt, STRACE, sayKills } from "./kill-at.ts";

const SECRET = "Only Zebediah knows these words.";
let made = "";

/** A store with one review, erased since its backup. */
beforeAll(async () => {
  made = newFolder();
  const env = { DATABASE_URL: `sqlite:${made}/candor.db` };
  writeFileSync(
    join(made, "one.csv"),
    `id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,${SECRET}\n2,Bo Cy,4,2026-01-02,Kind staff.\n`,
  );
  expect(await candor(env, "import", join(made, "one.csv"), "--verified-by", "operator")).toMatchObject({ code: 0 });
  expect(await candor(env, "backup", join(made, "backup.db"))).toMatchObject({ code: 0 });
  const found = JSON.parse((await candor(env, "person", "Ann Bee", "--json")).out) as { reviews: { id: string }[] };
  expect(await candor(env, "erase", found.reviews[0]?.id ?? "", "--reason", "legal")).toMatchObject({ code: 0 });
});

afterAll(sayKills);

function newCase(): { folder: string; env: Record<string, string> } {
  const folder = join(newFolder(), "data");
  cpSync(made, folder, { recursive: true });
  return { folder, env: { DATABASE_URL: `sqlite:${folder}/candor.db`, PORT: "1" } };
}

/** The files of a restore in a folder that hold the words of the erased review. The backup does by itself. */
const filesWithWords = (folder: string): string[] =>
  readdirSync(folder).filter(
    (name) => !["backup.db", "one.csv"].includes(name) && readFileSync(join(folder, name)).includes("Zebediah"),
  );

/** The next start works by itself, has one review, and nothing of the killed command is left. */
async function expectWhole(folder: string, env: Record<string, string>, reviews: number): Promise<void> {
  const server = await startCandor({ ...env, PORT: "0" });
  const { total } = (await (await server.get("/reviews.json")).json()) as { total: number }; // our own document
  expect(total).toBe(reviews);
  expect(await server.stop()).toBe(0);
  expect(filesWithWords(folder)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.includes(".restoring"))).toEqual([]);
  expect((await candor(env, "doctor")).out).toContain("ok       database:");
}

test.skipIf(STRACE === null)(
  "a restore that is killed at any call leaves the old database or the restored one, and no erased words",
  async () => {
    await atRandomCalls(6, 60, async (call) => {
      const { folder, env } = newCase();
      if (!(await killAt(call, env, ["restore", join(folder, "backup.db"), "--yes"]))) return false;
      expect(existsSync(join(folder, "candor.db"))).toBe(true);
      await expectWhole(folder, env, 1);
      return true;
    });
  },
);

test.skipIf(STRACE === null)(
  "a backup that is killed at any call has its name only when it is whole, with its ledger, and can be repeated",
  async () => {
    await atRandomCalls(5, 45, async (call) => {
      const { folder, env } = newCase();
      const file = join(folder, "copy.db");
      if (!(await killAt(call, env, ["backup", file]))) return false;
      if (existsSync(file)) {
        expect(existsSync(`${file}.erasures`)).toBe(true);
        expect(await candor(env, "restore", "--test", file)).toMatchObject({ code: 0 });
      } else expect(await candor(env, "backup", file)).toMatchObject({ code: 0 });
      expect(readdirSync(folder).filter((name) => name.includes(".partial"))).toEqual([]);
      return true;
    });
  },
);

test.skipIf(STRACE === null)(
  "a first import that is killed at any call leaves a whole database or none, and can be repeated",
  async () => {
    await atRandomCalls(5, 45, async (call) => {
      const folder = join(newFolder(), "data");
      const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, PORT: "1" };
      const args = ["import", join(made, "one.csv"), "--verified-by", "operator"];
      if (!(await killAt(call, env, args))) return false;
      expect(await candor(env, ...args)).toMatchObject({ code: 0 });
      await expectOnly(env, 2);
      return true;
    });
  },
);

async function expectOnly(env: Record<string, string>, published: number): Promise<void> {
  const { out } = await candor(env, "status", "--json");
  expect(JSON.parse(out)).toMatchObject({ reviews: { published } });
}

test.skipIf(STRACE !== null)("SKIPPED: strace is not installed here, so nothing is killed at each system call", () => {
  console.warn("SKIPPED: install strace to kill restore, backup and import at each call that changes a file");
});

/** What a restore of an earlier version left when it was killed between its two renames. */
function leaveOldRestore(folder: string): void {
  copyFileSync(join(folder, "backup.db"), join(folder, "candor.db.restoring"));
  renameSync(join(folder, "candor.db"), join(folder, "candor.db.replaced-20261115T000000Z"));
}

test("a restore of an earlier version that was killed between its two renames is taken back at the next start", async () => {
  for (const start of ["serve", "import"]) {
    const { folder, env } = newCase();
    leaveOldRestore(folder);
    expect(await candor(env, "status")).toMatchObject({ code: 1, error: expect.stringContaining("is missing, and ") });
    if (start === "import") await candor(env, "import", join(folder, "one.csv"), "--verified-by", "operator");
    await expectWhole(folder, env, 1);
    expect(readdirSync(folder).filter((name) => name.includes(".replaced-"))).toEqual([]);
  }
});

test("an older database that a restore kept does not take the place of one that is missing", async () => {
  const { folder, env } = newCase();
  renameSync(join(folder, "candor.db"), join(folder, "candor.db.replaced-20261115T000000Z"));
  await Bun.sleep(20);
  writeFileSync(join(folder, "candor.db.restoring"), readFileSync(join(folder, "backup.db")).subarray(0, 8192));
  const { code, error } = await candor(env, "import", join(folder, "one.csv"));
  expect([code, error]).toEqual([1, expect.stringContaining("is missing, and ")]);
  expect(existsSync(join(folder, "candor.db"))).toBe(false);
  expect(filesWithWords(folder)).toEqual([]);
});

test("what is erased while a restore runs stays erased: the command waits, then works on the restored database or says so", async () => {
  const { folder, env } = newCase();
  const run = (args: string[]) =>
    Bun.spawn([...CLI, ...args], { env: { PATH: process.env.PATH ?? "", ...env }, stdout: "pipe", stderr: "pipe" });
  const found = JSON.parse((await candor(env, "person", "Bo Cy", "--json")).out) as { reviews: { id: string }[] };
  const id = found.reviews[0]?.id ?? "";
  const restoring = run(["restore", join(folder, "backup.db"), "--yes"]);
  while (restoring.exitCode === null && !existsSync(join(folder, "candor.db.restoring"))) await Bun.sleep(1);
  const erasing = run(["erase", id, "--reason", "legal"]);
  const [restored, erased] = [await restoring.exited, await erasing.exited];
  expect(restored).toBe(0);
  const said = await new Response(erasing.stderr).text();
  const { code } = await candor(env, "show", id);
  if (/another file took the place/.test(said)) expect([erased, code]).toEqual([1, 0]);
  else expect(await candor(env, "status", "--json").then(({ out }) => JSON.parse(out).reviews.published)).toBe(0);
});
