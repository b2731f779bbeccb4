import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, placeSqliteStore } from "./databases.ts";
import { until } from "./faults/serving.ts";
import { startCandor } from "./server-process.ts";

test("the single-file binary starts, serves the demonstration and stops", async () => {
  const root = join(import.meta.dir, "..");
  const built = Bun.spawnSync(["npm", "run", "build:binary"], { cwd: root });
  expect(built.exitCode).toBe(0);
  const folder = newFolder();
  // Run outside the checkout: everything it needs must be in the binary.
  const binary = join(folder, "candor");
  copyFileSync(join(root, "dist/candor"), binary);
  await using server = await startCandor({ DATABASE_URL: `sqlite:${folder}/candor.db` }, ["--demo"], [binary]);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: "ready" });
  expect(await (await fetch(`${server.url}/reviews.json`)).json()).toMatchObject({
    total: 217,
    business: { demonstration: true },
  });
  for (const path of ["/", "/insights.json", "/developers", "/card.png"]) {
    expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
  }
  expect(await server.stop()).toBe(0);
  await expectSync(binary);
  expectLargeImport(binary);
});

/** The thread that reads sources is one more file in the binary. */
async function expectSync(binary: string): Promise<void> {
  const folder = newFolder();
  mkdirSync(join(folder, "inbox"));
  writeFileSync(join(folder, "inbox/a.csv"), "id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Good day.\n");
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, SYNC_FOLDER_SECONDS: "1" };
  await placeSqliteStore(env.DATABASE_URL);
  const adding = ["sync", "add", "folder", "desk", join(folder, "inbox"), "--verified-by", "visit_record"];
  expect(Bun.spawnSync([binary, ...adding], { env }).exitCode).toBe(0);
  await using server = await startCandor(env, [], [binary]);
  await until(async () => /"total":1\b/.test(await (await fetch(`${server.url}/reviews.json`)).text()));
}

/** So is the thread that prepares rows. Every row but one has a date that is none: the rest of the import is short. */
function expectLargeImport(binary: string): void {
  const folder = newFolder();
  const table = join(folder, "large.csv");
  const bad = `,Ann Bee,5,tomorrow,"${"A good day. ".repeat(90)}"\n`;
  writeFileSync(table, `id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Good day.\n${bad.repeat(2000)}`);
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db` };
  const run = Bun.spawnSync([binary, "import", table, "--verified-by", "visit_record", "--json"], { env });
  expect(JSON.parse(run.stdout.toString())).toMatchObject({ read: 2001, added: 1, rejected: 2000 });
  expect(run.exitCode).toBe(0);
}
