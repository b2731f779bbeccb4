import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { buildZip } from "../zip.ts";
import { csv, place, takeout } from "./files.ts";
import { byId, entry, openWorld, storedEntries, type World } from "./world.ts";

const ten = Array.from({ length: 10 }, (_, at) => entry(at));
const twenty = Array.from({ length: 20 }, (_, at) => entry(at));

const storedTexts = async ({ store }: World): Promise<string[]> =>
  (await store.query<{ text: string }>("SELECT text FROM review ORDER BY text")).map(({ text }) => text);

describe.each(DATABASES)("a watched folder on $dialect", ({ newDatabase }) => {
  const open = async (beforeCommit?: () => void): Promise<World> => {
    const world = await openWorld({ database: await newDatabase(), ...(beforeCommit ? { beforeCommit } : {}) });
    return world;
  };

  test("brings a file once, and never moves or deletes it", async () => {
    await using world = await open();
    const folder = await world.addFolder("desk");
    const path = place(folder, "desk.csv", csv(ten));
    const first = await world.run("desk");
    expect([first.outcome, first.imports[0]?.report.added]).toEqual(["imported", 10]);
    expect(await storedEntries(world.store)).toEqual(byId(ten));
    const before = await readDataset(world.store);
    expect(await world.run("desk")).toMatchObject({ outcome: "unchanged", imports: [], fault: null });
    // The same content under another name, and touched.
    renameSync(path, join(folder, "desk (1).csv"));
    place(folder, "again.csv", csv(ten), "2026-05-01T10:00:00Z");
    expect(await world.run("desk")).toMatchObject({ outcome: "unchanged", imports: [] });
    expect(await readDataset(world.store)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(["again.csv", "desk (1).csv"]);
    expect(readFileSync(join(folder, "again.csv"), "utf8")).toBe(csv(ten));
  });

  test("by schedule, a file is read when two looks found it the same", async () => {
    await using world = await open();
    const folder = await world.addFolder("desk");
    const path = place(folder, "desk.csv", csv(ten.slice(0, 5)));
    const look = () => {
      world.advance(60);
      return world.run("desk", { by_hand: false });
    };
    expect((await look()).outcome).toBe("unchanged");
    appendFileSync(path, csv(ten.slice(5)).split("\n").slice(1).join("\n"));
    expect((await look()).outcome).toBe("unchanged");
    expect(await storedEntries(world.store)).toEqual([]);
    expect((await look()).imports[0]?.report.added).toBe(10);
    expect((await look()).outcome).toBe("unchanged");
  });

  test("a file that grows while it is read is read again as a whole", async () => {
    let grow = () => {};
    await using world = await open(() => grow());
    const folder = await world.addFolder("desk", { complete: true });
    const path = place(folder, "desk.csv", csv(twenty));
    await world.run("desk");
    place(folder, "desk.csv", csv(twenty.slice(0, 1)), "2026-05-01T09:00:00Z");
    writeFileSync(path, csv([entry(30)]));
    grow = () => {
      grow = () => {};
      writeFileSync(path, csv([...twenty, entry(30)]));
    };
    const cut = await world.run("desk", { yes: true });
    expect(cut.notes[0]).toContain("changed while it was read");
    expect((await storedEntries(world.store)).length).toBe(20);
    const whole = await world.run("desk");
    expect(whole.imports[0]?.report).toMatchObject({ added: 1, removed: 0 });
    expect(await storedEntries(world.store)).toEqual(byId([...twenty, entry(30)]));
  });

  test("a file that is cut off while it is read is not called wrong", async () => {
    let cut = () => {};
    await using world = await open(() => cut());
    const folder = await world.addFolder("desk");
    const path = place(folder, "desk.csv", csv(ten));
    cut = () => {
      cut = () => {};
      writeFileSync(path, "no table yet");
    };
    const { notes, outcome } = await world.run("desk");
    expect(notes).toEqual([expect.stringContaining("desk.csv changed while it was read: the next run reads it again")]);
    expect(outcome).not.toBe("failed");
    writeFileSync(path, csv(ten));
    expect((await world.run("desk")).imports[0]?.report.added).toBe(10);
  });

  test("leaves hidden and unfinished files, folders, and links out of the folder", async () => {
    await using world = await open();
    const folder = await world.addFolder("desk");
    const outside = place(newFolder(), "outside.csv", csv(ten));
    for (const name of [".hidden.csv", "a.csv.tmp", "a.csv.part", "a.csv.crdownload", "~$a.xlsx"])
      place(folder, name, csv(ten));
    mkdirSync(join(folder, "inner"));
    place(join(folder, "inner"), "inner.csv", csv(ten));
    symlinkSync(outside, join(folder, "link.csv"));
    symlinkSync(join(folder, "nowhere"), join(folder, "broken.csv"));
    expect(await world.run("desk")).toMatchObject({ outcome: "unchanged", fault: null });
    expect(await storedEntries(world.store)).toEqual([]);
    symlinkSync(join(folder, "a.csv.tmp"), join(folder, "inside.csv"));
    expect((await world.run("desk")).imports[0]?.report.added).toBe(10);
  });

  test("a failing file is reported once, stays in the status, and is tried again when it changes", async () => {
    await using world = await open();
    const folder = await world.addFolder("desk");
    const path = place(folder, "bad.csv", "nothing,here\n1,2\n");
    place(folder, "good.csv", csv(ten));
    const first = await world.run("desk");
    expect(first.fault?.code).toBe("file_failed");
    expect(first.fault?.text).toContain("bad.csv");
    expect((await storedEntries(world.store)).length).toBe(10);
    expect(await world.run("desk")).toMatchObject({ outcome: "unchanged", fault: null });
    expect(await world.source("desk")).toMatchObject({ state: "late", fault_code: "file_failed" });
    utimesSync(path, new Date("2026-05-01T11:00:00Z"), new Date("2026-05-01T11:00:00Z"));
    expect((await world.run("desk")).fault).toBeNull();
    place(folder, "bad.csv", csv([entry(50)]));
    expect((await world.run("desk")).imports[0]?.report.added).toBe(1);
    expect(await world.source("desk")).toMatchObject({ fault_code: null });
  });

  test("a failing file that is taken away is no fault any more", async () => {
    await using world = await open();
    const folder = await world.addFolder("desk");
    const path = place(folder, "bad.csv", "nothing,here\n1,2\n");
    await world.run("desk");
    rmSync(path);
    await world.run("desk");
    expect(await world.source("desk")).toMatchObject({ fault_code: null });
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be read is tried again when it may", async () => {
    await using world = await open();
    const folder = await world.addFolder("desk");
    const path = place(folder, "desk.csv", csv(ten));
    chmodSync(path, 0o000);
    expect((await world.run("desk")).fault?.text).toContain("cannot be read");
    chmodSync(path, 0o600);
    expect((await world.run("desk")).imports[0]?.report.added).toBe(10);
  });

  test("a folder that is not mounted is a fault, and removes nothing", async () => {
    await using world = await open();
    const folder = await world.addFolder("takeout");
    place(folder, "takeout.zip", takeout(twenty, "2026-04-20T10:00:00"));
    await world.run("takeout");
    rmSync(folder, { recursive: true });
    const run = await world.run("takeout", { yes: true });
    expect([run.outcome, run.fault?.code]).toEqual(["late", "folder_missing"]);
    expect((await storedTexts(world)).length).toBe(20);
    mkdirSync(folder);
    expect(await world.run("takeout")).toMatchObject({ outcome: "unchanged", fault: null });
    expect((await storedTexts(world)).length).toBe(20);
  });

  test("the newest Takeout decides, whatever the order in which they arrive", async () => {
    await using world = await open();
    const folder = await world.addFolder("takeout");
    place(folder, "b.zip", takeout(twenty, "2026-04-20T10:00:00"), "2026-04-30T10:00:00Z");
    await world.run("takeout");
    place(folder, "c.zip", takeout(twenty.slice(1), "2026-04-25T10:00:00"));
    const newer = await world.run("takeout");
    expect(newer.imports[0]?.report.removed).toBe(1);
    place(folder, "a.zip", takeout([...twenty, entry(77)], "2026-04-10T10:00:00"), "2026-05-01T09:00:00Z");
    const older = await world.run("takeout");
    expect(older.outcome).toBe("unchanged");
    expect(older.notes[0]).toContain("older than the newest complete export");
    expect(await storedTexts(world)).toEqual(
      twenty
        .slice(1)
        .map(({ text }) => text)
        .sort(),
    );
  });

  test("asks before a Takeout removes many, and --yes removes at once", async () => {
    await using world = await open();
    const folder = await world.addFolder("takeout");
    place(folder, "a.zip", takeout(twenty, "2026-04-20T10:00:00"));
    await world.run("takeout");
    place(folder, "b.zip", takeout(twenty.slice(5), "2026-04-25T10:00:00"));
    const asked = await world.run("takeout");
    expect([asked.outcome, asked.fault?.text.includes("candor sync takeout --yes")]).toEqual(["needs_decision", true]);
    expect((await storedTexts(world)).length).toBe(20);
    expect((await world.run("takeout")).outcome).toBe("needs_decision");
    const removed = await world.run("takeout", { yes: true });
    expect([removed.outcome, removed.imports[0]?.report.removed]).toEqual(["imported", 5]);
    expect((await world.source("takeout")).state).toBe("ready");
    expect((await storedTexts(world)).length).toBe(15);
  });

  test("the parts of one Takeout are complete together", async () => {
    await using world = await open();
    const folder = await world.addFolder("takeout");
    place(folder, "takeout-20260420T100000Z-001.zip", takeout(twenty.slice(0, 10), "2026-04-20T10:00:00"));
    place(folder, "takeout-20260420T100000Z-002.zip", takeout(twenty.slice(10), "2026-04-20T10:00:00"));
    expect((await world.run("takeout")).outcome).toBe("imported");
    expect((await storedTexts(world)).length).toBe(20);
    place(folder, "takeout-20260425T100000Z-001.zip", takeout(twenty.slice(0, 9), "2026-04-25T10:00:00"));
    place(folder, "takeout-20260425T100000Z-002.zip", takeout(twenty.slice(10), "2026-04-25T10:00:00"));
    await world.run("takeout");
    expect((await storedTexts(world)).length).toBe(19);
    // Photos and profiles fill the other parts.
    const other = { name: "Takeout/Google Business Profile/account-1/location-2/profile.json", data: "{}" };
    place(folder, "takeout-20260428T100000Z-001.zip", takeout(twenty.slice(1), "2026-04-28T10:00:00"));
    place(folder, "takeout-20260428T100000Z-002.zip", buildZip([other, { name: "Takeout/a.jpg", data: "x" }]));
    expect(await world.run("takeout")).toMatchObject({ outcome: "imported", fault: null });
    expect((await storedTexts(world)).length).toBe(19);
    expect(await storedTexts(world)).not.toContain(entry(0).text);
  });

  test("a Takeout of several listings is refused with what to do; with --location one of them is read", async () => {
    await using world = await open();
    const [mine, others] = [twenty.slice(0, 15), twenty.slice(15)];
    const folder = await world.addFolder("takeout");
    place(folder, "a.zip", takeout(mine, "2026-04-20T10:00:00", others));
    const refused = await world.run("takeout");
    expect(refused.fault?.text).toEndWith(
      "a.zip contains several listings: choose one with --location: 2 (15 reviews), 3 (5 reviews). Say which in the source: candor sync remove takeout, then candor sync add it again with --location",
    );
    expect(await storedTexts(world)).toEqual([]);
    const chosen = await world.addFolder("chosen", { location: "2" });
    place(chosen, "a.zip", takeout(mine, "2026-04-20T10:00:00", others));
    expect((await world.run("chosen")).imports[0]?.report.added).toBe(15);
    place(chosen, "b.zip", takeout(mine.slice(1), "2026-04-25T10:00:00", others));
    expect((await world.run("chosen")).imports[0]?.report.removed).toBe(1);
    expect((await storedTexts(world)).length).toBe(14);
  });

  test("what a source has stays when an import by hand is taken back, and goes with the source's own import", async () => {
    await using world = await open();
    const { store } = world;
    const deps = { store, now: () => new Date("2026-05-02T00:00:00Z"), newRun: randomUUID };
    const by_hand = place(newFolder(), "hand.csv", csv(ten));
    await importFiles(deps, [by_hand], { ...DEFAULT_OPTIONS, verified_by: "operator" });
    const folder = await world.addFolder("whole", { complete: true, verified_by: "operator" });
    place(folder, "a.csv", csv(ten.slice(0, 6)), "2026-04-22T10:00:00Z");
    expect((await world.run("whole")).imports[0]?.report.run).toBeNull();
    expect(await undoImport(deps, 1, async () => true)).toMatchObject({ removed: 4, kept: 6, held: 0 });
    expect(await storedEntries(store)).toEqual(byId(ten.slice(0, 6)));
    place(folder, "a.csv", csv(ten), "2026-04-23T10:00:00Z");
    expect((await world.run("whole")).imports[0]?.report.added).toBe(4);
    expect(await undoImport(deps, null, async () => true)).toMatchObject({ run: 2, removed: 4, kept: 0 });
    expect(await storedEntries(store)).toEqual(byId(ten.slice(0, 6)));
  });

  test("without --complete a CSV removes nothing; with it, its time of modification is its export time", async () => {
    await using world = await open();
    const loose = await world.addFolder("loose");
    place(loose, "a.csv", csv(twenty), "2026-04-20T10:00:00Z");
    await world.run("loose");
    place(loose, "a.csv", csv(twenty.slice(1)), "2026-04-21T10:00:00Z");
    await world.run("loose", { yes: true });
    expect((await storedEntries(world.store)).length).toBe(20);
    const whole = await world.addFolder("whole", { complete: true });
    place(whole, "a.csv", csv(twenty), "2026-04-22T10:00:00Z");
    await world.run("whole");
    place(whole, "a.csv", csv(twenty.slice(1)), "2026-04-23T10:00:00Z");
    await world.run("whole");
    expect(await storedEntries(world.store)).toEqual(byId(twenty.slice(1)));
  });
});
