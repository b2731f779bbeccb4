import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPrivateFile, findOpenToOthers, makePrivateFolder } from "../../../src/store/connection/private-file.ts";
import { newFolder } from "../../databases.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test("a new file is for its owner alone; one that exists keeps its mode and content", () => {
  const folder = newFolder();
  const [made, present] = [join(folder, "made"), join(folder, "present")];
  createPrivateFile(made);
  expect([modeOf(made), statSync(made).size]).toEqual(["600", 0]);
  writeFileSync(present, "here");
  chmodSync(present, 0o640);
  createPrivateFile(present);
  expect([modeOf(present), statSync(present).size]).toEqual(["640", 4]);
});

test("every new folder of a path is for its owner alone; those above keep their mode", () => {
  const above = newFolder();
  chmodSync(above, 0o755);
  makePrivateFolder(join(above, "a/b"));
  expect([above, join(above, "a"), join(above, "a/b")].map(modeOf)).toEqual(["755", "700", "700"]);
  chmodSync(join(above, "a/b"), 0o750);
  makePrivateFolder(join(above, "a/b"));
  expect(modeOf(join(above, "a/b"))).toBe("750");
});

test("a file is open to others by any of their rights, a folder only by the right to write", () => {
  const folder = newFolder();
  const file = (mode: number) => {
    const path = join(folder, `file-${mode.toString(8)}`);
    writeFileSync(path, "");
    chmodSync(path, mode);
    return path;
  };
  const inside = (mode: number) => {
    const path = join(folder, `folder-${mode.toString(8)}`);
    mkdirSync(path);
    chmodSync(path, mode);
    return path;
  };
  const closed = [file(0o600), file(0o400), inside(0o700), inside(0o755), join(folder, "missing")];
  expect(findOpenToOthers(closed)).toEqual([]);
  for (const mode of [0o640, 0o620, 0o610, 0o604, 0o602, 0o601]) {
    const path = file(mode);
    expect(findOpenToOthers([path])).toEqual([{ path, mode: `0${mode.toString(8)}`, wanted: "0600" }]);
  }
  for (const mode of [0o720, 0o702]) {
    const path = inside(mode);
    expect(findOpenToOthers([path])).toEqual([{ path, mode: `0${mode.toString(8)}`, wanted: "0700" }]);
  }
});
