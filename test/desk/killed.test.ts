import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { enterDesk, installation, linkIn, startDeskProcess, until } from "./desk-process.ts";
import { hiddenOf } from "./upload-form.ts";

/** How often the desk is killed in each kind of work. */
const KILLS = repeats(1, 13);
const ROWS = 300;

/** Nobody said how these authors are known, so that they wait. */
const tableOf = (name: string): string =>
  "id,rating,date,name,review,source\n" +
  Array.from({ length: ROWS }, (_, at) => `${name}-${at},5,2025-03-04,Ann Bee,Visit ${name} ${at}.,google\n`).join("");

type Stored = { reviews: number; published: number; imports: number };

async function readStored(url: string): Promise<Stored> {
  const store = await openStore(url);
  const count = async (from: string) =>
    Number((await store.query<{ count: number }>(`SELECT count(*) AS count FROM ${from}`))[0]?.count);
  const stored = {
    reviews: await count("review"),
    published: await count("review WHERE state = 'published'"),
    imports: await count("import_run WHERE undone_at IS NULL"),
  };
  await store.close();
  return stored;
}

async function openDesk(env: Record<string, string>) {
  const desk = startDeskProcess(env, ["--no-open", "--no-serve"]);
  const owner = await enterDesk(await until(() => linkIn(desk.output())));
  return { desk, owner };
}
type Owner = Awaited<ReturnType<typeof openDesk>>["owner"];

/** A file whose preview is shown. */
async function previewed(owner: Owner, name: string) {
  const { location } = await owner.upload("own.csv", tableOf(name));
  const page = await until(async () => {
    const text = await owner.see(location);
    return text.includes("/publish") && text;
  });
  return { location, fields: [["revision", hiddenOf(page, "revision")]] as [string, string][] };
}

async function imported(owner: Owner, name: string): Promise<number> {
  const { location, fields } = await previewed(owner, name);
  await owner.submit(`${location}/publish`, fields);
  const done = await until(async () => {
    const text = await owner.see(location);
    return text.includes("What changed") && text;
  });
  return Number(/href="\/imports\/(\d+)"/.exec(done)?.[1]);
}

/** All that waits on the first page is published. */
async function publishWaiting(owner: Owner): Promise<void> {
  const page = await owner.see("/waiting");
  const chosen = [...page.matchAll(/name="review" value="([^"]*)"/g)].map(([, value = ""]): [string, string] => [
    "review",
    value,
  ]);
  expect(chosen.length).toBe(50);
  const fields: [string, string][] = [
    ["kind", "unverified"],
    ["decision", "verify"],
    ["method-unverified", "operator"],
  ];
  expect((await owner.submit("/waiting", [...fields, ...chosen])).status).toBe(303);
}

const fieldsIn = (page: string, action: string): [string, string][] => {
  const [form = ""] = new RegExp(`<form method="post" action="${action}">.*?</form>`, "s").exec(page) ?? [];
  return [...form.matchAll(/type="hidden" name="(?!token)(\w+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
};

/** What begins the work during which the desk is killed. `reopens`: how many reviews wait again when it is done. */
type Work = (() => Promise<unknown>) & { reopens?: number };

/** Each prepares what is needed first. */
const WORK: Record<string, (owner: Owner, name: string) => Promise<Work>> = {
  upload: async (owner, name) => () => owner.upload("own.csv", tableOf(name).repeat(40)),
  reading: async (owner, name) => async () => {
    const { location } = await owner.upload("own.csv", tableOf(name));
    for (;;) await owner.see(location);
  },
  publishing: async (owner, name) => {
    const { location, fields } = await previewed(owner, name);
    return () => owner.submit(`${location}/publish`, fields);
  },
  undoing: async (owner, name) => {
    const path = `/imports/${await imported(owner, name)}`;
    const fields = fieldsIn(await owner.see(path), `${path}/undo`);
    return () => owner.submit(`${path}/undo`, fields);
  },
  reopening: async (owner, name) => {
    const path = `/imports/${await imported(owner, name)}`;
    await publishWaiting(owner);
    const fields = fieldsIn(await owner.see(path), `${path}/reopen`);
    const reopens = Number(fields.find(([field]) => field === "count")?.[1]);
    expect(reopens).toBeGreaterThan(0);
    return Object.assign(() => owner.submit(`${path}/reopen`, fields), { reopens });
  },
  "backing up": async (owner) => () => owner.submit("/backups"),
  "testing a backup": async (owner) => {
    await owner.submit("/backups");
    const file = /name="file" value="([^"]*)"/.exec(await owner.see("/backups"))?.[1] ?? "";
    return () => owner.submit("/backups/test", [["file", file]]);
  },
};

describe.each(DATABASES)("a desk that is killed at any moment on $dialect", ({ dialect, newDatabase }) => {
  test.each(Object.keys(WORK))(
    `during %s: all of it or nothing, and no file after the next start (${KILLS} times)`,
    async (kind) => {
      const work = WORK[kind];
      if (!work || (kind.includes("back") && dialect === "PostgreSQL")) return; // the desk makes none there
      const { env: own, folder } = installation();
      const state = join(folder, "state");
      const temporary = newFolder();
      const places = dialect === "SQLite" ? {} : { DATABASE_URL: await newDatabase(), STATE_FOLDER: state };
      const env = { ...own, TMPDIR: temporary, ...places };
      const url = env.DATABASE_URL ?? "";
      const kept = join(dialect === "SQLite" ? folder : state, "desk");
      let { desk, owner } = await openDesk(env);
      await imported(owner, "first");
      let longest_ms = 100;
      for (let kills = 0; kills < KILLS; kills += 1) {
        const begin = await work(owner, `${kind}-${kills}`);
        const before = await readStored(url);
        const started = performance.now();
        const working = begin().then(
          () => {
            longest_ms = Math.max(longest_ms, performance.now() - started);
          },
          () => {}, // it was killed
        );
        await Bun.sleep(Math.random() * longest_ms * 1.5);
        desk.child.kill("SIGKILL");
        await Promise.all([desk.child.exited, working]);
        ({ desk, owner } = await openDesk(env));
        expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([]);
        expect(readdirSync(temporary)).toEqual([]);
        const after = await readStored(url);
        const outcomes: Stored[] = [before];
        if (kind === "publishing")
          outcomes.push({ ...before, reviews: before.reviews + ROWS, imports: before.imports + 1 });
        if (kind === "undoing")
          outcomes.push({ ...before, reviews: before.reviews - ROWS, imports: before.imports - 1 });
        if (begin.reopens) outcomes.push({ ...before, published: before.published - begin.reopens });
        expect(outcomes).toContainEqual(after);
        const backups = join(folder, "backups");
        for (const name of existsSync(backups) ? readdirSync(backups) : []) {
          expect(name).toMatch(/^candor-[\dTZ-]+\.db(?:\.erasures)?$/);
          if (name.endsWith(".db")) expect(await readStored(`sqlite:${join(backups, name)}`)).toEqual(after);
        }
      }
      // The data is as it should be: it can be imported and undone.
      const path = `/imports/${await imported(owner, "last")}`;
      const { reviews } = await readStored(url);
      const undone = await owner.submit(`${path}/undo`, fieldsIn(await owner.see(path), `${path}/undo`));
      expect([undone.location, (await readStored(url)).reviews]).toEqual(["/imports", reviews - ROWS]);
      desk.child.kill("SIGTERM");
      expect(await desk.child.exited).toBe(0);
    },
  );
});
