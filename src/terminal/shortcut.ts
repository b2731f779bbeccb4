import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "./command.ts";

/** What starts the desk, and the folder in which it starts: there are the settings and the database. */
export type ShortcutTarget = { command: readonly string[]; folder: string; platform: string };

/** A path or word for sh. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** For Exec in a desktop entry: quoted for its own rules, and once more for the file. */
const desktopQuoted = (text: string): string => {
  const word = text.replace(/(["`$\\])/g, "\\$1");
  return `"${word.replaceAll("\\", "\\\\").replaceAll("%", "%%")}"`;
};

const linuxEntry = ({ command, folder }: ShortcutTarget): string => `[Desktop Entry]
Type=Application
Name=Candor
Comment=Open the desk for your reviews
Exec=${[...command, "desk"].map(desktopQuoted).join(" ")}
Path=${folder.replaceAll("\\", "\\\\")}
Terminal=true
Categories=Office;
`;

const macCommand = ({ command, folder }: ShortcutTarget): string =>
  `#!/bin/sh\ncd ${quoted(folder)} && exec ${[...command, "desk"].map(quoted).join(" ")}\n`;

const windowsQuoted = (text: string): string => `"${text.replaceAll("%", "%%")}"`;

const windowsCommand = ({ command, folder }: ShortcutTarget): string =>
  ["@echo off", `cd /d ${windowsQuoted(folder)}`, `${command.map(windowsQuoted).join(" ")} desk`, ""].join("\r\n");

/** Writes an icon that opens the desk: in the menu on Linux, otherwise on the desktop. Returns its path. */
export function writeShortcut({ env }: Pick<Terminal, "env">, target: ShortcutTarget): string {
  const home = env.HOME || env.USERPROFILE || "";
  const [folder, name, text] =
    target.platform === "linux"
      ? [
          join(env.XDG_DATA_HOME || join(home, ".local/share"), "applications"),
          "candor-desk.desktop",
          linuxEntry(target),
        ]
      : target.platform === "win32"
        ? [join(home, "Desktop"), "Candor.cmd", windowsCommand(target)]
        : [join(home, "Desktop"), "Candor.command", macCommand(target)];
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}
