import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { startCandor } from "../server-process.ts";

const CLI_PATH = join(import.meta.dir, "../../src/cli.ts");

/** The examples of the help texts, in an order in which an owner may run them, in one new folder. */
const EXAMPLES: [command: string, example: string][] = [
  ["init", 'candor init --name "Harbor Physical Therapy" --time-zone America/Los_Angeles --country US'],
  ["check", "candor check business.yaml"],
  ["business", "candor business business.yaml"],
  ["backup", "candor backup candor-2026-11-15.db"],
  ["restore", "candor restore candor-2026-11-15.db --yes"],
  ["settings", "candor settings --env candor.env"],
  ["doctor", "candor doctor --env candor.env"],
  ["export", "BASE_URL=https://reviews.example.org candor export public"],
];

const run = (folder: string, line: string) =>
  Bun.spawnSync(["sh", "-c", line.replace(/\bcandor (?=[a-z])/, `"${process.execPath}" "${CLI_PATH}" `)], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "" },
    stdin: "ignore",
  });

test("every example in the help texts works as printed", () => {
  const folder = newFolder();
  for (const [command, example] of EXAMPLES) {
    const help = run(folder, `candor ${command} --help`).stdout.toString();
    expect(help).toContain(example);
    const { exitCode, stderr } = run(folder, example);
    expect([example, exitCode, stderr.toString()]).toEqual([example, 0, ""]);
  }
  expect(existsSync(join(folder, "public/reviews.json"))).toBe(true);
}, 60_000);

test("the example of serve shows the demonstration", async () => {
  const folder = newFolder();
  expect(run(folder, "candor serve --help").stdout.toString()).toContain("PORT=8081 candor serve --demo\n");
  const cli = ["env", "-C", folder, process.execPath, CLI_PATH];
  await using server = await startCandor({}, ["--demo"], cli);
  expect((await server.get("/")).status).toBe(200);
  await server.stop();
}, 60_000);

test("the profile in the help of business can be saved as it is", () => {
  const folder = newFolder();
  const help = run(folder, "candor business --help").stdout.toString();
  const lines = help.split("\n").filter((line) => line.startsWith("  "));
  writeFileSync(join(folder, "business.yaml"), lines.map((line) => line.slice(2)).join("\n"));
  const { exitCode, stdout } = run(folder, "candor business business.yaml");
  expect([exitCode, stdout.toString()]).toEqual([
    0,
    "Harbor Physical Therapy: saved; mentions changed in 0 of 0 reviews\n",
  ]);
}, 60_000);
