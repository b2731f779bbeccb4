import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a release reads of package.json. Our own file: npm has checked it. */
export type Manifest = {
  name: string;
  version: string;
  files: string[];
  scripts: { "build:binary": string };
  dependencies: { bun: string };
};

export const readManifest = (root: string): Manifest => JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The hash that package-lock.json has for a package, as `sha512-…`. */
export function integrityOf(root: string, name: string): string {
  const lock: { packages: Record<string, { integrity?: string }> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const { integrity } = lock.packages[`node_modules/${name}`] ?? {};
  if (!integrity) throw new Error(`package-lock.json has no integrity for ${name}`);
  return integrity;
}
