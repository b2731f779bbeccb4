import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newFolder, newSqliteStore } from "../databases.ts";
import { deskOn } from "./desk-visitor.ts";
import { YELP } from "./upload-form.ts";

test("a folder is added, tested, read now, paused, resumed and removed, and its reviews stay", async () => {
  const desk = await deskOn(await newSqliteStore());
  const visitor = await desk.signedIn();
  const inbox = join(newFolder(), "inbox");
  await visitor.see("/sources");
  const add = (name: string, place: string, kind = "folder") =>
    visitor.submit("/sources", [
      ["decision", "add"],
      ["name", name],
      ["kind", kind],
      ["place", place],
      ["verified_by", ""],
    ]);
  for (const [name, place, kind] of [
    ["inbox", inbox, "folder"],
    ["inbox", "relative", "folder"],
    ["<b>", "/tmp", "folder"],
    ["web", "http://127.0.0.1/x", "url"],
    ["web", "https://example.com/x?token=abc", "url"],
  ] as const) {
    const refused = await add(name, place, kind);
    expect([place, refused.status]).toEqual([place, 400]);
    expect(refused.text).not.toContain("<b>");
  }
  mkdirSync(inbox);
  writeFileSync(join(inbox, "yelp.csv"), YELP);
  expect((await add("inbox", inbox)).location).toBe("/sources");
  expect((await add("inbox", inbox)).text).toContain("there is already a source inbox");
  const decide = (decision: string) =>
    visitor.submit("/sources", [
      ["decision", decision],
      ["name", "inbox"],
    ]);
  const count = async () => (await desk.store.query("SELECT id FROM review")).length;
  expect((await decide("test")).text).toContain("2 new, 0 changed, 0 refused");
  expect(await count()).toBe(0);
  expect((await decide("run")).text).toContain("2 new, 0 changed, 0 refused");
  expect(await count()).toBe(2);
  expect((await decide("run")).text).toContain("Nothing is new");
  await decide("pause");
  expect((await visitor.see("/sources")).text).toContain("Paused");
  await decide("resume");
  await decide("remove");
  expect((await visitor.see("/sources")).text).toContain("There is no source yet.");
  expect(await count()).toBe(2);
  expect((await decide("run")).status).toBe(409);
  const record = await visitor.see("/record");
  for (const what of ["Added a source", "Read a source", "Paused a source", "Removed a source"])
    expect(record.text).toContain(what);
  await desk.store.close();
});

test("a backup is made beside the database for this user only, listed, and tested", async () => {
  const url = await newSqliteStore();
  const desk = await deskOn(url);
  const visitor = await desk.signedIn();
  expect((await visitor.see("/backups")).text).toContain("There is no backup yet.");
  const made = await visitor.submit("/backups");
  expect(made.text).toContain("was made and checked");
  const folder = join(dirname(url.slice("sqlite:".length)), "backups");
  const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".db"));
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const tested = await visitor.submit("/backups/test", [["file", file]]);
  expect(tested.text).toContain("can be restored: 0 published reviews, 0 held");
  for (const other of ["../candor.db", "/etc/passwd", ""])
    expect((await visitor.submit("/backups/test", [["file", other]])).status).toBe(409);
  await desk.store.close();
});
