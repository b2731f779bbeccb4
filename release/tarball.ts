import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "./manifest.ts";
import { run } from "./run.ts";

/** npm always packs these. */
const ALWAYS = ["package.json", "README.md", "LICENSE"];

/**
 * Writes the npm package to `target` and returns its file name. The files come from the commit and not from the
 * checkout: npm keeps the modes of files, which follow the umask of whoever cloned (measured: 0600 and 0644 differ).
 */
export async function packTarball(root: string, target: string, temporary: string): Promise<string> {
  const stage = join(temporary, "package");
  const archive = join(temporary, "package.tar");
  mkdirSync(stage);
  await run(
    ["git", "archive", "--format=tar", "-o", archive, "HEAD", "--", ...ALWAYS, ...readManifest(root).files],
    root,
  );
  await run(["tar", "-xf", archive, "-C", stage], root);
  await run(["chmod", "-R", "u=rwX,go=rX", stage], root);
  const packed = await run(["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", target], stage);
  const answer = JSON.parse(packed); // an array, and from npm 12 on an object by name
  const [first]: { filename: string }[] = Object.values(answer);
  if (!first) throw new Error("npm pack names no file");
  return first.filename;
}
