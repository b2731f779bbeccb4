import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { type Cluster, startCluster } from "../postgres.ts";
import { startCandor } from "../server-process.ts";
import { atRandomCalls, killAt, SENDS, STRACE, sayKills, startKilled } from "./kill-at.ts";
import { until } from "./serving.ts";

const SETTINGS = { BASE_URL: "https://reviews.example", LOG_LEVEL: "debug", PORT: "0", SECRET_KEY: "k".repeat(40) };
const FIRST = ["First words of Ann.", "First words of Bo."];
const EDITED = ["Edited words of Ann.", "First words of Bo.", "Words of Cy."];
const MORE = ["Words of Di.", "Words of Ed."];

const table = (texts: string[], first = 0) =>
  `id,name,rating,date,review\n${texts.map((text, at) => `${first + at},Ann Bee,5,2026-01-0${first + at + 1},${text}`).join("\n")}\n`;

const runs = STRACE !== null && DATABASES.some(({ dialect }) => dialect === "PostgreSQL");
const files = newFolder();
let cluster: Cluster;
let cases = 0;

/** A database with an import, and an edit of it, of which every case gets a copy. */
beforeAll(async () => {
  if (!runs) return;
  cluster = await startCluster();
  await cluster.create("made");
  const env = { ...SETTINGS, DATABASE_URL: cluster.url("made"), STATE_FOLDER: join(files, "made") };
  for (const [name, texts] of Object.entries({ "first.csv": FIRST, "edited.csv": EDITED })) {
    writeFileSync(join(files, name), table(texts));
    expect(await candor(env, "import", join(files, name), "--verified-by", "operator")).toMatchObject({ code: 0 });
  }
  writeFileSync(join(files, "more.csv"), table(MORE, EDITED.length));
});

afterAll(async () => {
  sayKills();
  if (runs) await cluster.stop();
});

async function newCase(): Promise<{ folder: string; env: Record<string, string> }> {
  const [folder, name] = [newFolder(), `case_${++cases}`];
  await cluster.create(name, "made");
  return { folder, env: { ...SETTINGS, DATABASE_URL: cluster.url(name), STATE_FOLDER: join(folder, "state") } };
}

async function publishedTexts({ DATABASE_URL = "" }: Record<string, string>): Promise<string[]> {
  const db = new Bun.SQL(DATABASE_URL);
  const rows: { text: string }[] = await db.unsafe(
    "SELECT text FROM review WHERE state = 'published' ORDER BY date, id",
  );
  await db.close();
  return rows.map(({ text }) => text);
}

/** Kills a command that turns what is published into `after`, and repeats it. */
async function killAndRepeat(call: number, args: string[], after: string[]): Promise<boolean> {
  const { env } = await newCase();
  if (!(await killAt(call, env, args, { calls: SENDS }))) return false;
  const left = await publishedTexts(env);
  expect([EDITED, after]).toContainEqual(left);
  // An undo that was done is not repeated: it would take another import back.
  if (args[0] !== "undo" || left.length === EDITED.length)
    expect((await candor(env, ...args)).code).toBeLessThanOrEqual(args[0] === "erase" ? 1 : 0);
  expect(await publishedTexts(env)).toEqual(after);
  return true;
}

async function idOf(env: Record<string, string>, text: string): Promise<string> {
  const db = new Bun.SQL(env.DATABASE_URL ?? "");
  const [row] = await db.unsafe("SELECT id FROM review WHERE text = $1", [text]);
  await db.close();
  return row.id;
}

describe.skipIf(!runs)("with PostgreSQL, killed at any call that sends something", () => {
  test("an import imported all of its file or nothing, and can be repeated", async () => {
    const args = ["import", join(files, "more.csv"), "--verified-by", "operator"];
    await atRandomCalls(3, 30, (call) => killAndRepeat(call, args, [...EDITED, ...MORE]));
  });

  test("an undo undid all or nothing, and can be repeated", async () => {
    await atRandomCalls(3, 30, (call) => killAndRepeat(call, ["undo"], FIRST));
  });

  test("an erasure erased its review or did not, and can be repeated", async () => {
    const id = await idOf({ DATABASE_URL: cluster.url("made") }, "Words of Cy.");
    const args = ["erase", id, "--reason", "erased_on_request"];
    await atRandomCalls(3, 30, (call) => killAndRepeat(call, args, EDITED.slice(0, 2)));
  });

  test("a sync read all of its file or nothing, and the next one finishes it", async () => {
    await atRandomCalls(3, 30, async (call) => {
      const { folder, env } = await newCase();
      mkdirSync(join(folder, "inbox"));
      const added = ["sync", "add", "folder", "inbox", join(folder, "inbox"), "--verified-by", "operator"];
      expect(await candor(env, ...added)).toMatchObject({ code: 0 });
      writeFileSync(join(folder, "inbox/new.csv"), table(MORE, EDITED.length));
      if (!(await killAt(call, env, ["sync"], { calls: SENDS }))) return false;
      expect([EDITED, [...EDITED, ...MORE]]).toContainEqual(await publishedTexts(env));
      expect(await candor(env, "sync")).toMatchObject({ code: 0 });
      expect(await publishedTexts(env)).toEqual([...EDITED, ...MORE]);
      return true;
    });
  });

  test("a start leaves nothing half: the next one serves everything", async () => {
    await atRandomCalls(2, 20, async (call) => {
      const { env } = await newCase();
      const starting = startKilled(call, env, ["serve"], { calls: SENDS });
      const ended = () => starting.exitCode !== null || starting.signalCode !== null;
      const far = Date.now() + 5000;
      await until(() => ended() || Date.now() > far);
      starting.kill("SIGKILL");
      await starting.exited;
      await using server = await startCandor({ ...env, SYNC: "off" });
      const { reviews } = (await (await server.get("/reviews.json")).json()) as { reviews: { text: string }[] };
      expect(reviews.map(({ text }) => text).reverse()).toEqual(EDITED);
      expect(await server.stop()).toBe(0);
      return true;
    });
  });
});

test.skipIf(STRACE !== null)("SKIPPED: strace is not installed here", () => {
  console.warn("SKIPPED: install strace to kill commands at each call that sends something to PostgreSQL");
});
