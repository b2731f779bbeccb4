import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPrivateFile, makePrivateFolder } from "../store/connection/private-file.ts";
import type { Terminal } from "./command.ts";

/** The program that opens a file in the browser of this system. */
function opener(): string[] {
  if (process.platform === "darwin") return ["open"];
  return process.platform === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
}

/** Whether somebody sits at a screen of this machine. Over SSH the browser is on another one. */
export function hasScreen({ env, interactive }: Pick<Terminal, "env" | "interactive">): boolean {
  if (!interactive || env.SSH_CONNECTION || env.SSH_TTY) return false;
  return process.platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

const escapeAttribute = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const pathIn = (folder: string): string => join(folder, "open-desk.html");

/** Removes the file of a desk that was killed. */
export const removeBrowserLink = (folder: string): void => rmSync(pathIn(folder), { force: true });

/**
 * Shows a link in the browser. It is in a file that only this user can read, because every user of the machine sees
 * the arguments of a program. Returns what removes the file.
 */
export function showInBrowser(link: string, folder: string): () => void {
  makePrivateFolder(folder);
  const path = pathIn(folder);
  removeBrowserLink(folder);
  createPrivateFile(path);
  const target = escapeAttribute(link);
  const head = '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Candor</title>';
  const leads = `<meta http-equiv="refresh" content="0;url=${target}"><a href="${target}">Open the desk</a>`;
  writeFileSync(path, `${head}${leads}\n`);
  const [program = "", ...args] = opener();
  if (Bun.which(program)) Bun.spawn([program, ...args, path], { stdio: ["ignore", "ignore", "ignore"] }).unref();
  return () => removeBrowserLink(folder);
}
