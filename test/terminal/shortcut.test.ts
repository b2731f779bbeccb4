import { expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeShortcut } from "../../src/terminal/shortcut.ts";
import { newFolder } from "../databases.ts";

const FOLDER = `/home/ana/Tom's "reviews" 100% $HOME`;
const COMMAND = ["/opt/can dor/bun", "/opt/candor/cli.ts"];

test.each([
  ["linux", ".local/share/applications/candor-desk.desktop"],
  ["darwin", "Desktop/Candor.command"],
  ["win32", "Desktop/Candor.cmd"],
])("on %s an icon is %s", (platform, name) => {
  const home = newFolder();
  const path = writeShortcut({ env: { HOME: home } }, { command: COMMAND, folder: FOLDER, platform });
  expect(path).toBe(join(home, name));
  expect(statSync(path).mode & 0o111).not.toBe(0);
  expect(readFileSync(path, "utf8")).toContain("desk");
});

test("in the menu of Linux, every word of the command is quoted", () => {
  const home = newFolder();
  const path = writeShortcut(
    { env: { HOME: home, XDG_DATA_HOME: join(home, "data") } },
    { command: ["/opt/100%/a b$c\\d"], folder: FOLDER, platform: "linux" },
  );
  const entry = readFileSync(path, "utf8");
  expect(entry).toContain('Exec="/opt/100%%/a b\\\\$c\\\\\\\\d" "desk"\n');
  expect(entry).toContain(`Path=${FOLDER}\n`);
});

test("a script of macOS starts in its folder, whatever its name has", () => {
  const home = newFolder();
  const folder = join(home, `it's "here" $HOME`);
  Bun.spawnSync(["mkdir", "-p", folder]);
  const path = writeShortcut({ env: { HOME: home } }, { command: ["/bin/echo", "a'b"], folder, platform: "darwin" });
  expect(Bun.spawnSync(["sh", path]).stdout.toString()).toBe("a'b desk\n");
});
