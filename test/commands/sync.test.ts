import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../src/cli.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { DATABASES, newFolder, newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { candor } from "./terminal.ts";

const CSV = "id,rating,date,author,text\n1,5,2026-01-02,Ann Bee,Good care and kind people.\n";

function newInbox(csv: string | null = CSV): string {
  const folder = join(newFolder(), "inbox");
  mkdirSync(folder);
  if (csv !== null) writeFileSync(join(folder, "desk.csv"), csv);
  return folder;
}

describe.each(DATABASES)("candor sync on $dialect", ({ newDatabase }) => {
  test("sets up, runs, shows, pauses, resumes and removes a source", async () => {
    const database = await newDatabase();
    const folder = newInbox();
    const call = (...argv: string[]) => candor(database, ["sync", ...argv]);
    expect(await call("add", "folder", "desk", folder, "--verified-by", "visit_record")).toEqual({
      code: 0,
      out: "desk is set up: a running server reads it by itself, and candor sync desk reads it now\n",
      error: "",
    });
    expect(await call()).toEqual({
      code: 0,
      out: [
        "desk: imported",
        `  ${join(folder, "desk.csv")}: csv, 1 row`,
        "  read 1 = added 1",
        "  note: there is no business profile yet: dates are read in UTC and no mentions are found. Set it with candor business FILE, then import again",
        "  import 1: candor undo 1 takes it back",
        "  a running server shows the change automatically; candor serve starts one",
        "",
      ].join("\n"),
      error: "",
    });
    expect(await call("desk")).toEqual({ code: 0, out: "desk: nothing new\n", error: "" });
    expect(JSON.parse((await call("status", "--json")).out)).toEqual({
      sources: [
        {
          name: "desk",
          kind: "folder",
          state: "ready",
          last_try: expect.stringContaining("T"),
          last_success: expect.stringContaining("T"),
          last_complete: null,
          next_run: expect.stringContaining("T"),
          failures: 0,
          fault: null,
        },
      ],
    });
    expect((await call("pause", "desk")).code).toBe(0);
    expect(JSON.parse((await call("status", "--json")).out).sources[0]).toMatchObject({ state: "off", next_run: null });
    expect(await call("desk")).toEqual({
      code: 1,
      out: "",
      error: "desk: paused\n  candor sync resume desk goes on\n",
    });
    expect(await call()).toMatchObject({ code: 0, out: "no source is set up: candor help sync shows how\n" });
    expect((await call("resume", "desk")).code).toBe(0);
    expect(await call("status")).toMatchObject({
      code: 0,
      out: expect.stringContaining("desk  ready; last success 2026-"),
    });
    expect(await call("remove", "desk")).toMatchObject({
      code: 0,
      out: "desk is removed; the reviews that it brought stay\n",
    });
    expect((await candor(database, ["status"])).out).toContain("published   1 review");
    expect(await call("pause", "desk")).toMatchObject({
      code: 1,
      error: "candor: there is no source desk: candor sync status lists them\n",
    });
  });

  test("a failing file: exit code 1 and a line once, then silence", async () => {
    const database = await newDatabase();
    const folder = newInbox("nothing,here\n1,2\n");
    await candor(database, ["sync", "add", "folder", "desk", folder]);
    const first = await candor(database, ["sync"]);
    expect([first.code, first.out]).toEqual([1, ""]);
    expect(first.error).toContain(join(folder, "desk.csv"));
    expect(await candor(database, ["sync"])).toEqual({ code: 0, out: "desk: nothing new\n", error: "" });
    expect(JSON.parse((await candor(database, ["sync", "status", "--json"])).out).sources[0].fault.code).toBe(
      "file_failed",
    );
  });

  test("a dry run shows what would change and changes nothing", async () => {
    const database = await newDatabase();
    await candor(database, ["sync", "add", "folder", "desk", newInbox(), "--verified-by", "operator"]);
    const dry = await candor(database, ["sync", "--dry-run"]);
    expect(dry.out).toContain("dry run: nothing was changed");
    expect((await candor(database, ["sync", "--json"])).out).toContain('"added": 1');
  });
});

const database = await newSqliteStore();
const URLS: [string, string][] = [
  ["https://user:pass@desk.example.net/a.json", "must not contain credentials"],
  ["https://serpapi.com/search.json?engine=google_maps_reviews&api_key=x", "api_key looks like a secret"],
  ["https://api.apify.com/v2/datasets/1/items?token=x", "token looks like a secret"],
  ["https://desk.example.net/a?X-Amz-Signature=x", "X-Amz-Signature looks like a secret"],
  ["https://desk.example.net/a?access%5Ftoken=x", "access_token looks like a secret"],
  ["http://desk.example.net/a.json", "must begin with https://"],
  ["https://127.0.0.1/a.json", "must be a name"],
  ["https://desk.internal/a.json", "not public"],
  ["https://desk.example.net:8080/a.json", "port must be 443"],
  ["https://localhost/reviews.json", "public name"],
];

test.each(URLS)("the URL %s is refused", async (url, why) => {
  const { code, error } = await candor(database, ["sync", "add", "url", "site", url]);
  expect(code).toBe(2);
  expect(error).toContain(why);
});

test.each(["https://desk.example.net/a?keyword=knee&author=x&limit=10", "https://desk.example.net:8443/reviews.json"])(
  "the URL %s is accepted",
  async (url) => {
    const added = await candor(await newSqliteStore(), [
      "sync",
      "add",
      "url",
      "site",
      url,
      "--header",
      "Authorization=KEY",
    ]);
    expect(added.code).toBe(0);
  },
);

const WRONG: [string[], string][] = [
  [["add"], "candor sync add folder NAME PATH"],
  [["add", "google", "site", "x"], "candor sync add folder NAME PATH"],
  [["add", "folder", "status", "/"], "is a command of candor sync"],
  [["add", "folder", "a b", "/"], "a name has up to 40"],
  [["add", "folder", "desk", "/nowhere/at/all"], "is not a folder"],
  [["add", "folder", "desk", "/", "--every", "1h"], "--every is for URLs"],
  [["add", "folder", "desk", "/", "--yes"], "--yes is for a run: candor sync NAME --yes"],
  [["add", "folder", "desk", "/", "--dry-run"], "--dry-run is for a run: candor sync NAME --dry-run"],
  [["add", "folder", "desk", "/", "--location", " "], "--location needs the id or the name of a listing"],
  [["desk", "--location", "2"], "--location is for candor sync add"],
  [["add", "url", "site", "https://a.example.net/", "--header", "Host=KEY"], "sets itself"],
  [["add", "url", "site", "https://a.example.net/", "--header", "Authorization"], "NAME=SECRET_NAME"],
  [["add", "url", "site", "https://a.example.net/", "--every", "often"], "is not a time"],
  [["add", "url", "site", "https://a.example.net/", "--format", "xml"], "--format xml is unknown"],
  [["--yes"], "--yes needs the name of a source"],
  [["site", "--complete"], "--complete is for candor sync add"],
];

test.each(WRONG)("candor sync %p is refused", async (argv, why) => {
  await candor(database, ["sync", "add", "folder", "known", newInbox()]);
  const { code, error } = await candor(database, ["sync", ...argv]);
  expect(code).toBeGreaterThan(0);
  expect(error).toContain(why);
});

test("without its source a mirror is a mirror no more: pages are built anew, and for no other source", async () => {
  const fresh = await newSqliteStore();
  for (const name of ["desk", "main"]) await candor(fresh, ["sync", "add", "folder", name, newInbox()]);
  const store = await openStore(fresh);
  await store.query("UPDATE sync_source SET mirror_of = 'https://origin.example.net' WHERE name = 'main'");
  const versions = [(await readDataset(store)).version];
  for (const name of ["desk", "main"]) {
    expect((await candor(fresh, ["sync", "remove", name])).code).toBe(0);
    versions.push((await readDataset(store)).version);
  }
  await store.close();
  const [first = 0] = versions;
  expect(versions).toEqual([first, first, first + 1]);
});

test("a word that is no source or command is refused, with the nearest of both", async () => {
  const database = await newSqliteStore();
  const call = (...argv: string[]) => candor(database, ["sync", ...argv]);
  await call("add", "folder", "desk", newInbox());
  await call("add", "folder", "takeout", newInbox());
  for (const [argv, error] of [
    [["dsek"], "there is no source dsek: did you mean desk?"],
    [["desk", "takout"], "there is no source takout: did you mean takeout?"],
    [["pause", "takeuot"], "there is no source takeuot: did you mean takeout?"],
    [["remove", "Desk"], "there is no source Desk: did you mean desk?"],
    [["statsu"], "there is no source statsu: did you mean status?"],
    [["resum", "desk"], "there is no source resum: did you mean resume?"],
    [["apify"], "there is no source apify: candor sync status lists them"],
    [["desk", "--dryrun"], "unknown option --dryrun: did you mean --dry-run?"],
  ] as const) {
    expect([argv, await call(...argv)]).toEqual([
      argv,
      { code: error.startsWith("unknown") ? 2 : 1, out: "", error: `candor: ${error}\n` },
    ]);
  }
  expect(JSON.parse((await call("status", "--json")).out).sources).toMatchObject([
    { name: "desk", state: "ready", last_try: null },
    { name: "takeout", state: "ready" },
  ]);
});

test("a name is used once, and the same source twice is no fault", async () => {
  const fresh = await newSqliteStore();
  const folder = newInbox();
  const add = (path: string) => candor(fresh, ["sync", "add", "folder", "desk", path]);
  await add(folder);
  const again = { code: 0, out: "desk is already set up like this\n" };
  expect(await add(folder)).toMatchObject(again);
  // As in an import: auto is the same as no format.
  expect(await candor(fresh, ["sync", "add", "folder", "desk", folder, "--format", "auto"])).toMatchObject(again);
  expect((await add(newInbox())).error).toContain("there is already a source desk");
});

test("a demonstration gets no source and is not synced", async () => {
  const fresh = newSqliteDatabase();
  const { openStore } = await import("../../src/store/connection/open-store.ts");
  const store = await openStore(fresh, { kind: "demonstration" });
  await store.close();
  for (const argv of [["add", "folder", "desk", newInbox()], []]) {
    const { code, error } = await candor(fresh, ["sync", ...argv]);
    expect(code).toBe(1);
    expect(error).toContain("demonstration");
  }
});

test("status says when SYNC is off", async () => {
  let out = "";
  const fresh = await newSqliteStore();
  await candor(fresh, ["sync", "add", "folder", "desk", newInbox()]);
  await runCli(["sync", "status"], {
    env: { DATABASE_URL: fresh, SYNC: "off" },
    out: (text) => {
      out += text;
    },
    error: () => {},
    interactive: false,
    now: () => new Date("2026-05-01T12:00:00Z"),
  });
  expect(out).toContain("SYNC is off: sources are read only by hand");
});

test("status, digest and doctor say in the owner's words what is wrong with a source", async () => {
  const fresh = await newSqliteStore();
  const folder = newInbox();
  await candor(fresh, ["sync", "add", "folder", "desk", folder, "--verified-by", "operator"]);
  await candor(fresh, ["sync"]);
  const said = async (...argv: string[]) => (await candor(fresh, argv)).out;
  expect(await said("status")).toContain("sync        desk  ready; last success 2026-05-01T12:00:00.000Z; next run");
  expect(await said("digest", "--since", "2026-05-02")).toBe("");
  expect(await said("doctor")).toContain("ok       sync: 1 source, all read");
  rmSync(folder, { recursive: true });
  await candor(fresh, ["sync"]);
  const wrong = `the folder ${folder} does not exist or is not mounted: no review was removed`;
  expect(await said("status")).toContain(`sync        desk  late; last success 2026-05-01T12:00:00.000Z`);
  expect(await said("status")).toContain(`            ${wrong}`);
  expect(await said("digest", "--since", "2026-05-02")).toContain(`Sources (1): reviews may be missing\n  desk  late`);
  expect(await said("doctor")).toContain(`warning  sync: desk: ${wrong}\n         → fix it, then run candor sync desk`);
  const later = await candor(fresh, ["doctor"], "2026-05-03T12:00:00Z");
  await candor(fresh, ["sync", "pause", "desk"]);
  expect(later.out).toContain("desk: the folder");
  expect(await said("doctor")).toContain("ok       sync");
});

test("a run names the rows that it rejected", async () => {
  const fresh = await newSqliteStore();
  const folder = newInbox(`${CSV}2,4,2027-01-02,Cy Dee,From the future.\n`);
  await candor(fresh, ["sync", "add", "folder", "desk", folder]);
  const { error } = await candor(fresh, ["sync"]);
  expect(error).toStartWith(`${folder}/desk.csv, row 3: `);
});

test("doctor says when no server reads a source", async () => {
  const fresh = await newSqliteStore();
  await candor(fresh, ["sync", "add", "folder", "desk", newInbox()]);
  const { out } = await candor(fresh, ["doctor"], "2026-05-01T12:11:00Z");
  expect(out).toContain("warning  sync: desk was to be read at 2026-05-01T12:00:00.000Z, and no server did");
});

test("the listing of a source is kept with it", async () => {
  const database = await newSqliteStore();
  for (const [name, ...option] of [["one", "--location", "2"], ["all"]] as const)
    expect((await candor(database, ["sync", "add", "folder", name, newInbox(), ...option])).code).toBe(0);
  const store = await openStore(database);
  const sources = await store.query<{ config: string }>("SELECT config FROM sync_source ORDER BY name");
  expect(sources.map(({ config }) => JSON.parse(config).location)).toEqual([undefined, "2"]);
  await store.close();
});
