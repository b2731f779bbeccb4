import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, untilAnswers } from "../../bench/process.ts";
import { temporaryFolder } from "../temporary.ts";

const ROOT = join(import.meta.dir, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const commands = [...README.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
  block
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== ""),
);

let port = 0;
let service: ChildProcess;

beforeAll(async () => {
  port = await freePort();
  // `npm ci` has been run: this very test needs it. The rest of the line is run as it stands.
  service = spawn("npm", ["start"], {
    cwd: ROOT,
    detached: true, // a group of its own, so that it can be ended whole
    stdio: "ignore",
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: `sqlite:${temporaryFolder()}/candor.db`,
      LOG_LEVEL: "warn",
    },
  });
  await untilAnswers(`http://localhost:${port}/readyz`);
}, 60_000);

afterAll(() => {
  if (service.pid) process.kill(-service.pid, "SIGTERM");
});

test("the two commands are what the README shows first", () => {
  expect(commands[0]).toBe("npm ci && npm start");
  expect(README).toContain("npm ci && npm test");
});

test("the curl line answers what the README says", async () => {
  const curl = commands.find((command) => command.startsWith("curl"))?.replaceAll("8080", String(port)) ?? "";
  const { stdout } = Bun.spawnSync(["sh", "-c", `${curl} --silent`]);
  const answer = JSON.parse(stdout.toString());
  const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(README)?.[1] ?? "");
  const { next_url, reviews, ...rest } = answer;
  expect(rest).toEqual({ query: shown.query, total: shown.total, matched: shown.matched, returned: 1, limit: 1 });
  expect(next_url).toStartWith(`http://localhost:${port}/api/reviews/search?`);
  expect(reviews[0].mentions.technicians).toContainEqual({ id: "priya-raman", name: "Priya Raman" });
});

test("the README stays a page that one reads: at most 150 lines", () => {
  expect(README.split("\n").length).toBeLessThanOrEqual(150);
});

test("every page the README links to is there", () => {
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = ""]) => path);
  expect(links.filter((path) => !Bun.file(join(ROOT, path)).size && path !== "docs/decisions/")).toEqual([]);
});
