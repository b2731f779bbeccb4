import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { CLI, startCandor } from "../server-process.ts";

const run = (folder: string, line: string) =>
  Bun.spawnSync(["sh", "-c", line.replace(/\bcandor (?=[a-z])/, `${CLI.join(" ")} `)], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "" },
    stdin: "ignore",
  });

test("the example of serve shows the demonstration", async () => {
  const folder = newFolder();
  expect(run(folder, "candor serve --help").stdout.toString()).toContain("PORT=8081 candor serve --demo\n");
  const cli = ["env", "-C", folder, ...CLI];
  await using server = await startCandor({}, ["--demo"], cli);
  expect((await server.get("/")).status).toBe(200);
  await server.stop();
});

test("the profile in the help of business can be saved as it is", () => {
  const folder = newFolder();
  const help = run(folder, "candor business --help").stdout.toString();
  const lines = help
    .slice(0, help.indexOf("\nExamples:"))
    .split("\n")
    .filter((line) => line.startsWith("  "));
  writeFileSync(join(folder, "business.yaml"), lines.map((line) => line.slice(2)).join("\n"));
  const { exitCode, stdout } = run(folder, "candor business business.yaml");
  expect([exitCode, stdout.toString()]).toEqual([
    0,
    "Harbor Physical Therapy: saved; mentions changed in 0 of 0 reviews\n",
  ]);
});
