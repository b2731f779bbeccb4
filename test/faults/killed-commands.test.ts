import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { startCandor } from "../server-process.ts";
import { atRandomCalls, killAt, STRACE, sayKills, startKilled } from "./kill-at.ts";
import { until } from "./serving.ts";

const SETTINGS = { BASE_URL: "https://reviews.example", LOG_LEVEL: "debug", PORT: "0" };
const FIRST = ["First words of Ann.", "First words of Bo."];
const EDITED = ["Edited words of Ann.", "First words of Bo.", "Words of Cy."];

const table = (texts: string[]) =>
  `id,name,rating,date,review\n${texts.map((text, at) => `${at},Ann Bee,5,2026-01-0${at + 1},${text}`).join("\n")}\n`;

let made = "";

/** A store with an import, and an edit of it. */
beforeAll(async () => {
  made = newFolder();
  const env = { ...SETTINGS, DATABASE_URL: `sqlite:${made}/candor.db` };
  for (const [name, texts] of Object.entries({ "first.csv": FIRST, "edited.csv": EDITED })) {
    writeFileSync(join(made, name), table(texts));
    expect(await candor(env, "import", join(made, name), "--verified-by", "operator")).toMatchObject({ code: 0 });
  }
});

afterAll(sayKills);

function newCase(): { folder: string; env: Record<string, string> } {
  const folder = join(newFolder(), "data");
  cpSync(made, folder, { recursive: true });
  return { folder, env: { ...SETTINGS, DATABASE_URL: `sqlite:${folder}/candor.db` } };
}

/** The texts that the next start serves. It works by itself. */
async function servedTexts(env: Record<string, string>): Promise<string[]> {
  await using server = await startCandor(env);
  const { reviews } = (await (await server.get("/reviews.json")).json()) as { reviews: { text: string }[] };
  expect(await server.stop()).toBe(0);
  return reviews.map(({ text }) => text).reverse();
}

describe.skipIf(STRACE === null)("killed at any call that changes a file", () => {
  test("an undo undid all or nothing, and can be repeated", async () => {
    await atRandomCalls(3, 45, async (call) => {
      const { env } = newCase();
      if (!(await killAt(call, env, ["undo"]))) return false;
      const left = await servedTexts(env);
      expect([FIRST, EDITED]).toContainEqual(left);
      if (left.length === EDITED.length) {
        expect(await candor(env, "undo")).toMatchObject({ code: 0 });
        expect(await servedTexts(env)).toEqual(FIRST);
      }
      return true;
    });
  });

  test("a sync read all of its file or nothing, and the next one finishes it", async () => {
    await atRandomCalls(3, 45, async (call) => {
      const { folder, env } = newCase();
      mkdirSync(join(folder, "inbox"));
      const added = ["sync", "add", "folder", "inbox", join(folder, "inbox"), "--verified-by", "operator"];
      expect(await candor(env, ...added)).toMatchObject({ code: 0 });
      const rows = ["Di,4,2026-02-01,Words of Di.", "Ed,3,2026-02-02,Words of Ed."];
      writeFileSync(join(folder, "inbox/new.csv"), `name,rating,date,review\n${rows.join("\n")}\n`);
      if (!(await killAt(call, env, ["sync"]))) return false;
      const all = [...EDITED, "Words of Di.", "Words of Ed."];
      expect([EDITED, all]).toContainEqual(await servedTexts({ ...env, SYNC: "off" }));
      expect(await candor(env, "sync")).toMatchObject({ code: 0 });
      expect(await servedTexts({ ...env, SYNC: "off" })).toEqual(all);
      return true;
    });
  });

  test("a start leaves nothing half: the next one serves everything", async () => {
    let started = 0;
    await atRandomCalls(3, 45, async (call) => {
      const { folder, env } = newCase();
      const starting = startKilled(call, env, ["serve"]);
      // A server that came so far saved what it serves, and is killed at a moment of its own.
      const ended = () => starting.exitCode !== null || starting.signalCode !== null;
      await until(() => ended() || readdirSync(folder).includes("candor.db.snapshot"));
      if (!ended()) started += 1;
      starting.kill("SIGKILL");
      await starting.exited;
      expect(await servedTexts(env)).toEqual(EDITED);
      expect(readdirSync(folder).filter((name) => name.includes(".saving-"))).toEqual([]);
      return true;
    });
    console.log(`${started} of the killed starts had come to their end`);
  });
});

test.skipIf(STRACE !== null)("SKIPPED: strace is not installed here", () => {
  console.warn("SKIPPED: install strace to kill an undo, a sync and a start at each call that changes a file");
});
