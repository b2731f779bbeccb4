import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderBill } from "../../release/bill-of-materials.ts";
import { readManifest } from "../../release/manifest.ts";
import { manualCommand } from "../../release/programs.ts";
import { packTarball } from "../../release/tarball.ts";
import { nameOfThisMachine, programName, TARGETS } from "../../release/targets.ts";
import { newFolder } from "../databases.ts";
import { copyProductionPackages, ROOT } from "../deploy/image-tree.ts";
import { LONG } from "../length.ts";

const COMMIT = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.com", "commit", "--quiet", "-m", "all"];

function git(folder: string, ...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["git", ...args], { cwd: folder });
  expect([args, exitCode, exitCode === 0 ? "" : stderr.toString()]).toEqual([args, 0, ""]);
}

function commitAll(folder: string): void {
  git(folder, "init", "--quiet");
  git(folder, "add", "--all");
  git(folder, ...COMMIT);
}

/** A repository with a small package, as somebody with this umask would have it. */
function smallPackage(umask: number, modified: Date): string {
  const folder = newFolder();
  const manifest = { name: "small", version: "3.2.1", bin: { small: "bin/small.mjs" }, files: ["bin/", "docs/*.md"] };
  const files = { "package.json": JSON.stringify(manifest), "README.md": "Small.\n", LICENSE: "MIT\n" };
  const folders = { "bin/small.mjs": "#!/usr/bin/env node\n", "docs/a.md": "A.\n", "docs/b/c.md": "C.\n", "x.ts": "" };
  for (const [name, text] of Object.entries({ ...files, ...folders })) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, (name.startsWith("bin/") ? 0o777 : 0o666) & ~umask);
    utimesSync(path, modified, modified);
  }
  commitAll(folder);
  return folder;
}

const sha256 = (path: string): string => new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");

test("the npm package has the same bytes from copies with other times and other modes", async () => {
  const packed: string[] = [];
  for (const [umask, modified] of [
    [0o022, "2026-01-02T03:04:05Z"],
    [0o077, "2001-01-01T00:00:00Z"],
  ] as const) {
    const target = newFolder();
    const file = await packTarball(smallPackage(umask, new Date(modified)), target, newFolder());
    expect(file).toBe("small-3.2.1.tgz");
    packed.push(join(target, file));
  }
  const [one = "", other = ""] = packed;
  expect(sha256(one)).toBe(sha256(other));
  const listed = Bun.spawnSync(["tar", "-tzvf", one]).stdout.toString().trim().split("\n");
  const modes = listed.map((line) => [line.slice(0, 10), line.split(" ").at(-1)]);
  expect(modes.toSorted()).toEqual([
    ["-rw-r--r--", "package/LICENSE"],
    ["-rw-r--r--", "package/README.md"],
    ["-rw-r--r--", "package/docs/a.md"],
    ["-rw-r--r--", "package/package.json"],
    ["-rwxr-xr-x", "package/bin/small.mjs"],
  ]);
});

test("the bill of materials is the same each time, and lists what the program runs on and nothing else", async () => {
  const text = await renderBill(ROOT, "2026-11-18T00:00:00.000Z");
  expect(await renderBill(ROOT, "2026-11-18T00:00:00.000Z")).toBe(text);
  type Bill = {
    serialNumber: string;
    metadata: { timestamp: string; component: { name: string; type: string } };
    components: { name: string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const bill: Bill = JSON.parse(text);
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(bill.metadata.timestamp).toBe("2026-11-18T00:00:00.000Z");
  expect(bill.metadata.component).toMatchObject({ name: "candor-reviews", type: "application" });
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(readManifest(ROOT).dependencies)));
  expect(names).toContain("zod"); // development packages need it, too
  expect(names).not.toContain("typescript");
  const refs = new Set(bill.dependencies.map(({ ref }) => ref));
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn.filter((ref) => !refs.has(ref)))).toEqual([]);
});

const SCRIPT = join(ROOT, "release/release.ts");
const release = (cwd: string, args: string[] = []) => Bun.spawnSync([process.execPath, SCRIPT, ...args], { cwd });

/** A repository with nothing but what the checks read. */
function smallRepository(notes: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "3.2.1", dependencies: { bun: Bun.version } }));
  writeFileSync(join(folder, "CHANGELOG.md"), `# Changelog\n\n## 3.2.1\n\n${notes}`);
  commitAll(folder);
  mkdirSync(join(folder, "dist"));
  return folder;
}

test.each([
  [
    "a file that is not committed",
    "- Something.\n",
    ["new.ts"],
    [],
    "release: the working tree has changes that are not committed (new.ts): commit or stash them\n",
  ],
  ["no notes", "", [], [], 'release: CHANGELOG.md has no notes for version 3.2.1: write them under "## 3.2.1"\n'],
  [
    "the tag of another version",
    "- Something.\n",
    [],
    ["--tag", "v3.2.0"],
    "release: the tag v3.2.0 does not match version 3.2.1 in package.json: it must be v3.2.1\n",
  ],
])("npm run release refuses %s in one line, and leaves dist/ alone", (_name, notes, files, args, line) => {
  const folder = smallRepository(notes);
  writeFileSync(join(folder, ".git/info/exclude"), "dist/\n");
  writeFileSync(join(folder, "dist/before"), "");
  for (const file of files) writeFileSync(join(folder, file), "");
  const { exitCode, stdout, stderr } = release(folder, args);
  expect([exitCode, stdout.toString(), stderr.toString()]).toEqual([1, "", line]);
  expect(readdirSync(join(folder, "dist"))).toEqual(["before"]);
});

/** The commit of this checkout, with the run-time packages. */
function cloneCheckout(): string {
  const folder = join(newFolder(), "clone");
  git(ROOT, "clone", "--quiet", "--depth", "1", `file://${ROOT}`, folder);
  copyProductionPackages(join(folder, "node_modules"));
  return folder;
}

test.skipIf(!LONG)("two clones give the same release, and a missing program can be made by its command", () => {
  const clones = [cloneCheckout(), cloneCheckout()];
  for (const clone of clones) {
    const { exitCode, stdout } = release(clone);
    expect(exitCode).toBe(0);
    expect(stdout.toString()).toContain(`-${nameOfThisMachine()} (runs here: `);
  }
  const [one = "", other = ""] = clones;
  const sums = readFileSync(join(one, "dist/SHA256SUMS"), "utf8");
  expect(readFileSync(join(other, "dist/SHA256SUMS"), "utf8")).toBe(sums);
  const { version } = readManifest(ROOT);
  for (const name of [`candor-reviews-${version}.tgz`, `candor-${version}.cdx.json`, "RELEASE_NOTES.md"]) {
    expect(sums).toContain(`${sha256(join(one, "dist", name))}  ${name}\n`);
  }
  const target = TARGETS.find(({ name }) => name !== nameOfThisMachine());
  if (!target) throw new Error("there is only one target");
  const program = programName(version, target);
  if (!sums.includes(`  ${program}\n`)) {
    console.warn("NOT CHECKED: programs for other machines (the npm registry cannot be reached)");
    return;
  }
  const built = TARGETS.filter(({ needs_codesign }) => !needs_codesign || process.platform === "darwin");
  expect(sums.trim().split("\n").length).toBe(built.length + 3);
  expect(Bun.spawnSync(["sh", "-c", manualCommand(readManifest(one), target)], { cwd: other }).exitCode).toBe(0);
  expect(sums).toContain(`${sha256(join(other, "dist", program))}  ${program}\n`);
});
