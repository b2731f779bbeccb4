import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inventedIds } from "../../src/store/dataset/invented-reviews.ts";
import { crawl } from "../crawl.ts";
import { newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { type ServerProcess, startCandor } from "../server-process.ts";
import { inCheckout, ROOT, takeoutZip } from "./owner-files.ts";

const README = readFileSync(join(ROOT, "README.md"), "utf8");
const OWNER = [...README.matchAll(/^candor .*$/gm)].map(([line]) => line.replace(/\s+#.*$/, "").trim());
const START = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts.start as string; // our own file
const INVENTED_TEXTS = readFileSync(join(ROOT, "examples/demo-clinic/reviews.ndjson"), "utf8")
  .trim()
  .split("\n")
  .flatMap((line) => JSON.parse(line).text ?? [])
  .map((text: string) => text.slice(0, 60));

const env = { PATH: process.env.PATH ?? "", HOME: newFolder(), LOG_LEVEL: "warn" };

/** An empty folder with nothing but what the owner brings. */
function newOwnerFolder(): string {
  const folder = newFolder();
  writeFileSync(join(folder, "takeout.zip"), takeoutZip());
  return folder;
}

async function runLine(folder: string, line: string): Promise<void> {
  const child = Bun.spawn(["sh", "-c", inCheckout(line)], { cwd: folder, env, stdin: "ignore", stderr: "pipe" });
  const error = await new Response(child.stderr).text();
  expect([line, await child.exited, error.replace(/^.*row 3: no rating.*\n/, "")]).toEqual([line, 0, ""]);
}

const inFolder = (folder: string) => ["env", "-C", folder, "-u", "DATABASE_URL", "node", join(ROOT, "bin/candor.mjs")];

/** What `npm start` runs. */
function startDemo(folder: string): Promise<ServerProcess> {
  expect(START).toBe("exec node bin/candor.mjs serve --demo");
  return startCandor({}, ["--demo"], inFolder(folder));
}

async function ownerPath(folder: string): Promise<void> {
  expect(OWNER.map((line) => line.split(" ")[1])).toEqual(["init", "business", "import", "serve"]);
  for (const line of OWNER.slice(0, 3)) await runLine(folder, line);
}

/** Crawls the owner's server: two real reviews, and nothing of the demonstration. */
async function expectOwn(folder: string): Promise<void> {
  await using server = await startCandor({}, [], inFolder(folder));
  const answers = await crawl(server);
  const { business, total } = JSON.parse(answers.find(({ path }) => path === "/reviews.json")?.body ?? "{}");
  expect([business.name, total]).toEqual(["Harbor Physical Therapy", 2]);
  const made_up = answers.filter(
    ({ body }) =>
      body.includes("Harborline") ||
      body.includes('"demonstration":true') ||
      [...inventedIds()].some((id) => body.includes(id)) ||
      INVENTED_TEXTS.some((text) => body.includes(text)),
  );
  expect(made_up.map(({ path }) => path)).toEqual([]);
  expect(answers.length).toBeGreaterThan(30);
  await server.stop();
}

/** Crawls a part of the demonstration: all in it says so, and nothing of the owner is in it. demonstration.test.ts crawls all. */
async function expectDemo(server: ServerProcess): Promise<void> {
  const answers = await crawl(server, repeats(60, 150));
  const reviews = answers.find(({ path }) => path === "/reviews.json")?.body ?? "";
  expect(JSON.parse(reviews)).toMatchObject({ demonstration: true, total: 217 });
  const made_up = answers.filter(({ body }) => body.includes("Harborline"));
  expect(made_up.filter(({ body }) => !/demonstration|demostración/i.test(body)).map(({ path }) => path)).toEqual([]);
  expect(answers.filter(({ body }) => body.includes("Harbor Physical")).map(({ path }) => path)).toEqual([]);
}

test("look around first, then publish your own reviews in the same folder: nothing made up is served as yours", async () => {
  const folder = newOwnerFolder();
  {
    await using demo = await startDemo(folder);
    await expectDemo(demo);
    await demo.stop();
  }
  expect(existsSync(join(folder, "data/candor.db"))).toBe(false);
  await ownerPath(folder);
  await expectOwn(folder);
  await using demo = await startDemo(folder);
  await expectDemo(demo);
  await demo.stop();
  await expectOwn(folder);
});

test("publish your own reviews first, then look at the demonstration in the same folder", async () => {
  const folder = newOwnerFolder();
  await ownerPath(folder);
  {
    await using demo = await startDemo(folder);
    await expectDemo(demo);
    // The owner goes on while the demonstration runs.
    await runLine(folder, "candor import takeout.zip");
    await expectDemo(demo);
    await demo.stop();
  }
  await expectOwn(folder);
});

test("a demonstration whose load was interrupted is marked from its first byte, and completed by the next start", async () => {
  const folder = newOwnerFolder();
  const child = Bun.spawn([...inFolder(folder), "serve", "--demo"], {
    env: { ...env, PORT: "0" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  const path = join(folder, "data/demo.db");
  while (!existsSync(path)) await Bun.sleep(2);
  await Bun.sleep(30);
  // The runtime is the shim's child: both are ended.
  Bun.spawnSync(["sh", "-c", `kill -9 $(cat /proc/${child.pid}/task/${child.pid}/children) ${child.pid}`]);
  await child.exited;
  await using demo = await startDemo(folder);
  await expectDemo(demo);
  await demo.stop();
});
