import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
type Package = { license?: string; dev?: boolean; hasInstallScript?: boolean };
const manifest: Record<"dependencies" | "devDependencies", Record<string, string>> & {
  allowScripts: Record<string, boolean>;
} = JSON.parse(read("package.json"));
const lock: { packages: Record<string, Package> } = JSON.parse(read("package-lock.json"));
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
const page = read("docs/dependencies.md");

/** The rows of a section's table: name and license. */
const rowsOf = (title: string): [string, string][] => {
  const section = page.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return Array.from(section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| .{5,} \|$/gm), (row) => [row[1] ?? "", row[2] ?? ""]);
};
const licensesOf = (names: Record<string, string>): [string, string][] =>
  Object.keys(names).map((name) => [name, lock.packages[`node_modules/${name}`]?.license ?? ""]);

test("docs/dependencies.md lists every dependency with its license and a reason", () => {
  expect(rowsOf("At run time")).toEqual(licensesOf(manifest.dependencies));
  expect(rowsOf("To build and test")).toEqual(licensesOf(manifest.devDependencies));
});

test("every version is exact", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(version))).toEqual([]);
});

test("every run-time package has a license that asks only for its notice, and docs/dependencies.md names it", () => {
  const runtime = packages.filter(([, { dev }]) => !dev);
  const permissive = ["MIT", "ISC", "Apache-2.0", "BSD-3-Clause", "0BSD"];
  expect(runtime.filter(([, { license }]) => !permissive.includes(license ?? ""))).toEqual([]);
  const names = runtime.map(([path]) => path.replace(/^.*node_modules\//, "").replace(/^@oven\/bun-.*/, "@oven/bun-*"));
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("Bun is the only run-time package with an install script, and allowScripts names only Bun and development packages", () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.filter(([, { dev }]) => !dev).map(([path]) => path)).toEqual(["node_modules/bun"]);
  const { bun, ...others } = manifest.allowScripts;
  expect(bun).toBe(true);
  for (const name of Object.keys(others)) expect(lock.packages[`node_modules/${name}`]?.dev).toBe(true);
});

test("the bill of materials separates run-time packages from development packages", () => {
  const { exitCode, stdout } = Bun.spawnSync(["npm", "run", "--silent", "sbom"], { cwd: ROOT });
  expect(exitCode).toBe(0);
  type Component = { name: string; properties?: { name: string; value: string }[] };
  const bom: { bomFormat: string; components: Component[] } = JSON.parse(stdout.toString());
  expect(bom.bomFormat).toBe("CycloneDX");
  const development = ({ properties }: Component) =>
    properties?.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true") ?? false;
  const runtime = new Set(bom.components.filter((component) => !development(component)).map(({ name }) => name));
  for (const name of Object.keys(manifest.dependencies)) expect(runtime).toContain(name);
  for (const name of Object.keys(manifest.devDependencies)) expect(runtime).not.toContain(name);
});

test("npm ci warns about no package on Node 20, 22 and 24", () => {
  const engines: Record<string, { engines?: { node?: string } }> = lock.packages as typeof engines;
  const refused = Object.entries(engines).filter(
    ([, { engines: wanted }]) =>
      wanted?.node && !["20.19.0", "22.13.0", "24.0.0"].every((node) => Bun.semver.satisfies(node, wanted.node ?? "")),
  );
  expect(refused.map(([path, { engines: wanted }]) => `${path} ${wanted?.node}`)).toEqual([]);
});
