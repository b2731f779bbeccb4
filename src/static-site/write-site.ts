import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { OperatorError } from "../operator-error.ts";
import { type Body, bodyLength } from "../snapshot/body.ts";
import type { SiteFile } from "./build-site.ts";

/** Lists the files of an export, so that the next export removes only files that an export wrote. */
const MANIFEST = "candor-export.json";
const manifest = z.object({ files: z.array(z.string().regex(/^(?!.*\.\.)[^/]/)) });

function parseManifest(path: string): z.infer<typeof manifest> {
  try {
    return manifest.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new OperatorError(
      `${path} is damaged, so the files of the last export are not known: choose a new or empty folder`,
      1,
      { cause: error },
    );
  }
}

function readManifest(folder: string): string[] {
  const path = join(folder, MANIFEST);
  if (existsSync(path)) return parseManifest(path).files;
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new OperatorError(`${folder} contains files that candor export did not write: choose a new or empty folder`);
  }
  return [];
}

/** Renames a finished file into place, so that a reader sees the old file or the new one but never a part. */
function writeWhole(path: string, content: Body | string): void {
  const [first = "", ...more] = typeof content === "string" ? [content] : content;
  writeFileSync(`${path}.part`, first);
  for (const piece of more) appendFileSync(`${path}.part`, piece);
  renameSync(`${path}.part`, path);
}

/** Removes a file and the folders that become empty. */
function removeFile(folder: string, file: string): void {
  rmSync(join(folder, file), { force: true });
  for (let parent = dirname(file); parent !== "."; parent = dirname(parent)) {
    const path = join(folder, parent);
    if (!existsSync(path) || readdirSync(path).length > 0) return;
    rmdirSync(path);
  }
}

/** Writes the files of a site and removes files of the last export that no longer exist. */
export function writeSite(folder: string, site: Iterable<SiteFile>) {
  const before = readManifest(folder);
  const files: string[] = [];
  const folders = new Set<string>();
  let bytes = 0;
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of site) {
    const path = join(folder, file);
    if (!folders.has(dirname(path))) mkdirSync(dirname(path), { recursive: true });
    folders.add(dirname(path));
    writeWhole(path, content);
    files.push(file);
    bytes += typeof content === "string" ? Buffer.byteLength(content) : bodyLength(content);
  }
  writeWhole(join(folder, MANIFEST), `${JSON.stringify({ files }, null, 2)}\n`);
  const kept = new Set(files);
  const gone = before.filter((file) => !kept.has(file));
  for (const file of gone) removeFile(folder, file);
  return { files, removed: gone.length, bytes };
}
