import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isInOneFile } from "../terminal/public-server.ts";
import { VERSION } from "../version.ts";

const ROOT = join(import.meta.dir, "../..");
/** What documents are made of. */
const FOLDERS = ["src", "insights/engine", "docs"] as const;

const markOf = (path: string): string => {
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
};

/** The version, and a mark that changes with every file of the program: a checkout changes without a new version. */
export function programMark(): string {
  const files = isInOneFile()
    ? [process.execPath]
    : [
        join(ROOT, "CHANGELOG.md"),
        ...FOLDERS.flatMap((folder) =>
          readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name)),
        ),
      ];
  return `${VERSION} ${Bun.hash.xxHash3(files.sort().map(markOf).join("\n")).toString(16)}`;
}
