import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openStore, sqlitePath } from "../../src/store/connection/open-store.ts";
import { SAVED_MAGIC, savedPath } from "../../src/store/connection/saved-path.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { mayServe, readDatabaseId } from "../../src/store/dataset/saved-state.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { runHere } from "../server-process.ts";

const HEAD = "id,name,rating,date,review,reply,reply date";
const row = (id: string, words: string, reply = "") =>
  `${id},Pat Moss,5,2026-01-02,${words} and it was explained to me well.,${reply},${reply && "2026-01-03"}`;

type Shown = { id: string; text: string; state: string };

async function openInstallation(DATABASE_URL: string) {
  const folder = newFolder();
  const STATE_FOLDER = join(folder, "state");
  const env = { DATABASE_URL, STATE_FOLDER };
  const saved = savedPath(sqlitePath(DATABASE_URL), STATE_FOLDER) ?? "";
  const store = await openStore(DATABASE_URL);
  const ids = async (words: string) =>
    (await store.query<Shown>("SELECT id FROM review WHERE text LIKE $1 ORDER BY id", [`${words}%`])).map(
      ({ id }) => id,
    );
  const write = (name: string, lines: string[]) => {
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
    return join(folder, name);
  };
  /** Whether the saved file and the commit of before survive the command. Half a file that is being written goes, too. */
  const survives = async (...args: string[]): Promise<boolean> => {
    const made = await readDataset(store);
    const writing = `${saved}.saving-${process.pid}-0a1b2c3d`;
    mkdirSync(dirname(saved), { recursive: true });
    for (const file of [saved, writing]) writeFileSync(file, `${SAVED_MAGIC}words`, { mode: 0o600 });
    const done = await runHere(env, args);
    expect(done).toMatchObject({ code: 0, error: expect.any(String) });
    const after = await readDataset(store);
    expect([args, after.version > made.version]).toEqual([args, true]);
    const there = existsSync(saved);
    expect([args, existsSync(writing)]).toEqual([args, there]);
    expect([args, await mayServe(store, made)]).toEqual([args, there]);
    expect(await mayServe(store, after)).toBe(true);
    return there;
  };
  return { env, store, saved, ids, write, survives };
}

describe.each(DATABASES)("what a server saved on $dialect", ({ newDatabase }) => {
  test("stays while reviews are only added, and goes with every other change before the command ends", async () => {
    const { env, store, ids, write, survives } = await openInstallation(await newDatabase());
    const verified = ["--source", "google", "--verified-by", "operator"];
    expect(await runHere(env, ["import", write("zero.csv", [HEAD, row("z", "Zeta")]), ...verified])).toMatchObject({
      code: 0,
    });
    const first = [HEAD, row("a", "Alpha"), row("b", "Beta"), row("c", "Gamma"), row("d", "Delta")];
    expect(await survives("import", write("first.csv", first), ...verified)).toBe(true);
    const profile = { name: "Harbor", time_zone: "America/Los_Angeles" };
    expect(await survives("business", write("one.json", [JSON.stringify(profile)]))).toBe(false);
    const more = write("more.csv", [HEAD, row("e", "Epsilon")]);
    expect(await survives("import", more, ...verified)).toBe(true);
    const held = write("held.csv", [HEAD, row("h", "Theta"), row("i", "Iota")]);
    expect(await survives("import", held, "--source", "direct")).toBe(true);
    expect(await survives("verify", ...(await ids("Theta")), "--verified-by", "visit_record")).toBe(true);
    const edited = write("edited.csv", [HEAD, row("b", "Better")]);
    expect(await survives("import", edited, ...verified)).toBe(false);
    const complete = write("complete.csv", [
      HEAD,
      row("b", "Better"),
      row("c", "Gamma"),
      row("d", "Delta"),
      row("e", "Epsilon"),
    ]);
    expect(
      await survives("import", complete, ...verified, "--complete", "--exported-at", "2026-11-01T00:00:00Z", "--yes"),
    ).toBe(false);
    expect(await survives("undo", "--yes")).toBe(false);
    expect(await survives("withhold", ...(await ids("Gamma")), "--reason", "legal")).toBe(false);
    expect(await survives("erase", ...(await ids("Delta")), "--reason", "erased_on_request")).toBe(false);
    // Its words were never public, but they were in this database.
    expect(await survives("erase", ...(await ids("Iota")), "--reason", "erased_on_request")).toBe(false);
    expect(await survives("person", "Pat Moss", "--erase", "--yes")).toBe(false);
    await store.close();
  });

  test("goes when an author says no, and when the last import is taken back", async () => {
    const { env, store, ids, write, survives } = await openInstallation(await newDatabase());
    const verified = ["--source", "google", "--verified-by", "operator"];
    expect(await runHere(env, ["import", write("zero.csv", [HEAD, row("z", "Zeta")]), ...verified])).toMatchObject({
      code: 0,
    });
    const first = [HEAD, row("a", "Alpha"), row("b", "Beta")];
    expect(await survives("import", write("first.csv", first), ...verified)).toBe(true);
    expect(await survives("consent", ...(await ids("Alpha")), "no")).toBe(false);
    expect(await survives("import", write("second.csv", [HEAD, row("k", "Kappa")]), ...verified)).toBe(true);
    expect(await survives("undo")).toBe(false);
    await store.close();
  });

  test("is of one database: every new one has another random id", async () => {
    const [one, two] = [await openStore(await newDatabase()), await openStore(await newDatabase())];
    expect(await readDatabaseId(one)).toMatch(/^[0-9a-f]{32}$/);
    expect((await readDatabaseId(two)).length).toBe(32);
    await Promise.all([one.close(), two.close()]);
  });

  test("a file of a person under that name stays as it is", async () => {
    const { env, store, saved, write } = await openInstallation(await newDatabase());
    mkdirSync(dirname(saved), { recursive: true });
    writeFileSync(saved, "my own copy");
    const profile = write("one.json", [JSON.stringify({ name: "Harbor", time_zone: "America/Los_Angeles" })]);
    expect(await runHere(env, ["business", profile])).toMatchObject({ code: 0 });
    expect(readFileSync(saved, "utf8")).toBe("my own copy");
    await store.close();
  });
});
