import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { startCandor } from "../server-process.ts";
import { exportedFiles, requestEverything } from "./every-page.ts";
import { copyProductionPackages, ROOT } from "./image-tree.ts";

const NPM = ["npm", "--no-fund", "--no-audit", "--no-update-notifier"];

function pack(): { file: string; names: string[]; bytes: number } {
  const folder = newFolder();
  const packed = Bun.spawnSync([...NPM, "pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: ROOT,
  });
  expect(packed.exitCode).toBe(0);
  const answer = JSON.parse(packed.stdout.toString()); // an array, and from npm 12 on an object by name
  const [first]: { filename: string; size: number; files: { path: string }[] }[] = Object.values(answer);
  if (!first) throw new Error("npm pack names no file");
  return { file: join(folder, first.filename), names: first.files.map(({ path }) => path), bytes: first.size };
}

const packed = pack();

/** From the registry or npm's cache; where there is neither, the package is unpacked beside the packages of this checkout. */
function install(file: string, folder: string): void {
  writeFileSync(join(folder, "package.json"), '{ "name": "clinic", "private": true }\n');
  const installed = Bun.spawnSync(["timeout", "120", ...NPM, "install", "--prefer-offline", file], { cwd: folder });
  if (installed.exitCode === 0) return;
  console.warn(`NOT CHECKED: npm install of the package (${installed.stderr.toString().slice(0, 300)})`);
  copyProductionPackages(join(folder, "node_modules"));
  const target = join(folder, "node_modules/candor-reviews");
  Bun.spawnSync(["mkdir", "-p", target, join(folder, "node_modules/.bin")]);
  Bun.spawnSync(["tar", "-xzf", file, "--strip-components=1", "-C", target]);
  Bun.spawnSync(["ln", "-sf", "../candor-reviews/bin/candor.mjs", join(folder, "node_modules/.bin/candor")]);
}

/** The processes that a process started, the youngest last. */
function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

test("the npm package contains the program and its documents, and no tests, corpus or benches", () => {
  const { names, bytes } = packed;
  const folders = new Set(names.map((name) => name.split("/")[0] ?? ""));
  expect([...folders].sort()).toEqual(
    [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "bin",
      "deploy",
      "docs",
      "examples",
      "insights",
      "package.json",
      "src",
    ].sort(),
  );
  expect(names.filter((name) => /\.test\.ts$|fixtures|pins/.test(name))).toEqual([]);
  // The weights and the nets of the insights engine are 21.4 MB of it, unpacked, and the recognizer of names 1.6 MB.
  expect(bytes).toBeLessThan(18.5e6);
});

test("the npm package, installed into an empty folder, starts with npx and serves every page and document", async () => {
  const folder = newFolder();
  install(packed.file, folder);
  expect(existsSync(join(folder, "node_modules/candor-reviews/src/cli.ts"))).toBe(true);
  const manifest = readFileSync(join(folder, "node_modules/candor-reviews/package.json"), "utf8");
  expect(JSON.parse(manifest).name).toBe("candor-reviews");
  const npx = ["env", "-C", folder, "npx", "--offline", "candor"];
  const env = { HOME: folder, DATABASE_URL: `sqlite:${folder}/data/candor.db` };
  await using server = await startCandor(env, ["--demo"], npx);
  const found = await requestEverything(server, await exportedFiles(env, npx));
  expect(found.paths).toBeGreaterThan(450);
  // npx does not pass signals on reliably: the runtime itself is asked to stop.
  for (const pid of descendantsOf(server.pid).slice(-1)) process.kill(pid, "SIGTERM");
  expect(await server.exited).toBe(0);
});
