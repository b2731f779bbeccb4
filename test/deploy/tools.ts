import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";

const SYSTEM = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
let unpacked: string | undefined;

/** Unpacks a Debian package into a folder of its own: nothing is installed, and no service starts. */
function unpack(name: string): string | null {
  if (!Bun.which("apt-get") || !Bun.which("dpkg-deb")) return null;
  unpacked ??= newFolder();
  const folder = join(unpacked, name);
  mkdirSync(folder, { recursive: true });
  const download = () => Bun.spawnSync(["timeout", "100", "apt-get", "download", name], { cwd: folder });
  if (download().exitCode !== 0) {
    Bun.spawnSync(["timeout", "100", "apt-get", "update"]);
    if (download().exitCode !== 0) return null;
  }
  const [deb] = new Bun.Glob("*.deb").scanSync(folder);
  if (!deb || Bun.spawnSync(["dpkg-deb", "-x", deb, "."], { cwd: folder }).exitCode !== 0) return null;
  return folder;
}

/** The path of a program that is installed or can be had from Debian; without it, says loudly what is not checked. */
export function findTool(program: string, debian_package: string): string | null {
  const installed = Bun.which(program, { PATH: SYSTEM });
  if (installed) return installed;
  const folder = unpack(debian_package);
  const found = ["usr/bin", "usr/sbin"]
    .map((bin) => join(folder ?? "", bin, program))
    .find((path) => folder && existsSync(path));
  const starts =
    found &&
    Bun.spawnSync([found, program === "caddy" ? "version" : program === "nginx" ? "-v" : "--version"]).exitCode === 0;
  if (found && starts) return found;
  console.warn(`NOT CHECKED: ${program} is not installed and cannot be had with apt-get download ${debian_package}`);
  return null;
}
