import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { copyProductionPackages, ROOT } from "./image-tree.ts";

const NPM = ["npm", "--offline", "--no-fund", "--no-audit", "--no-update-notifier"];
const CSV = "id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Good day.\n";

/** A checkout after npm ci, in which npm did not run the install script of Bun. */
function newCheckout(): string {
  const checkout = newFolder();
  for (const part of ["bin", "src", "insights/engine", "examples", "docs", "package.json", "CHANGELOG.md"])
    cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
  copyProductionPackages(join(checkout, "node_modules"));
  // The script moves the binary from the package of the system into Bun's own.
  const modules = join(checkout, "node_modules");
  const [system = ""] = readdirSync(join(modules, "@oven"));
  mkdirSync(join(modules, "@oven", system, "bin"), { recursive: true });
  renameSync(join(modules, "bun/bin/bun.exe"), join(modules, "@oven", system, "bin/bun"));
  writeFileSync(
    join(checkout, "node_modules/bun/bin/bun.exe"),
    "#!/bin/sh\necho 'the install script did not run'; exit 1\n",
  );
  return checkout;
}

/** The command works in an empty folder: it says its version, and brings reviews in. */
function expectWorks(command: string[]): void {
  const folder = newFolder();
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  const run = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([...command, ...args], { cwd: folder, env });
    return { code: exitCode, out: stdout.toString(), error: stderr.toString() };
  };
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(run("--version")).toEqual({ code: 0, out: `${version}\n`, error: "" });
  writeFileSync(join(folder, "one.csv"), CSV);
  expect(run("import", "one.csv", "--verified-by", "operator")).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, "data"))).toContain("candor.db");
}

test("npm install --global . in a checkout gives the command candor, also if Bun's install script did not run", () => {
  const [checkout, prefix] = [newCheckout(), newFolder()];
  const installed = Bun.spawnSync([...NPM, "install", "--global", "--prefix", prefix, "--ignore-scripts", "."], {
    cwd: checkout,
    env: { PATH: process.env.PATH ?? "", HOME: newFolder() },
  });
  expect([installed.exitCode, installed.stderr.toString().includes("npm error")]).toEqual([0, false]);
  expectWorks([join(prefix, "bin/candor")]);
});

test.skipIf(!process.env.TEST_PROGRAM)(
  "the single-file program works in an empty folder, under the name candor",
  () => {
    const folder = newFolder();
    cpSync(process.env.TEST_PROGRAM ?? "", join(folder, "candor"));
    expectWorks([join(folder, "candor")]);
  },
);
