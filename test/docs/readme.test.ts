import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { untilAnswers } from "../../bench/process.ts";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { inCheckout, ownerFolder, ROOT } from "./owner-files.ts";

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
  port = freePort();
  // This test needs `npm ci` itself, so only the rest of the line runs.
  service = spawn("npm", ["start"], {
    cwd: ROOT,
    detached: true, // a separate process group, so that all of it can be ended
    stdio: "ignore",
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: `sqlite:${newFolder()}/candor.db`,
      LOG_LEVEL: "warn",
    },
  });
  await untilAnswers(`http://localhost:${port}/readyz`);
});

afterAll(() => {
  if (service.pid) process.kill(-service.pid, "SIGTERM");
});

test("README begins with the two commands", () => {
  expect(commands[0]).toBe("npm ci && npm start");
  expect(README).toContain("npm ci && npm test");
});

test("the curl command has the answer that README shows", async () => {
  const curl = commands.find((command) => command.startsWith("curl"))?.replaceAll("8080", String(port)) ?? "";
  const { stdout } = Bun.spawnSync(["sh", "-c", `${curl} --silent`]);
  const answer = JSON.parse(stdout.toString());
  const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(README)?.[1] ?? "");
  const { next_url, reviews, ...rest } = answer;
  expect(rest).toEqual({
    demonstration: true,
    query: shown.query,
    understood: shown.understood,
    total: shown.total,
    matched: shown.matched,
    returned: 1,
    limit: 1,
    suggestions: [],
  });
  expect(next_url).toStartWith(`http://localhost:${port}/api/reviews/search?`);
  expect(reviews[0].mentions.technicians).toContainEqual({ id: "priya-raman", name: "Priya Raman" });
});

test("the owner's commands take a business from its files to a running service", async () => {
  const lines = commands.filter((command) => command.startsWith("candor "));
  expect(lines).toEqual([
    'candor init --name "Harbor Physical Therapy" --type Physiotherapy --time-zone America/Los_Angeles',
    "candor business business.yaml",
    "candor import takeout.zip",
    "candor serve",
  ]);
  const own_port = freePort();
  const settings = { PORT: String(own_port), DATABASE_URL: "sqlite:./data/candor.db", LOG_LEVEL: "warn" };
  const options = { cwd: ownerFolder(), env: { ...process.env, ...settings } };
  for (const line of lines.slice(0, 3)) expect(Bun.spawnSync(["sh", "-c", inCheckout(line)], options).exitCode).toBe(0);
  const server = Bun.spawn(["sh", "-c", `exec ${inCheckout("candor serve")}`], { ...options, stdout: "ignore" });
  try {
    await untilAnswers(`http://localhost:${own_port}/readyz`);
    const served = await (await fetch(`http://localhost:${own_port}/reviews.json`)).text();
    const { business, reviews }: { business: { name: string }; reviews: unknown[] } = JSON.parse(served);
    expect([business.name, reviews.length]).toEqual(["Harborline Physical Therapy", 2]);
  } finally {
    server.kill();
    await server.exited;
  }
});

test("every address that README names is served", async () => {
  const named = [...README.matchAll(/`(?:GET )?(\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(8);
  for (const path of named) {
    const { status } = await fetch(`http://localhost:${port}${path}`);
    expect([path, status]).toEqual([path, 200]);
  }
});

test("README lists every command", () => {
  const { stdout } = Bun.spawnSync(["node", join(ROOT, "bin/candor.mjs"), "--help"]);
  const known = Array.from(stdout.toString().matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name = ""]) => name);
  const rows = README.split("| command | what it does |")[1]?.split("\n\n")[0] ?? "";
  const listed = Array.from(rows.matchAll(/`([a-z]+)`/g), ([, name = ""]) => name);
  expect(listed.toSorted()).toEqual(known.toSorted());
  expect(known.length).toBeGreaterThan(10);
});

test("README has at most 150 lines", () => {
  expect(README.split("\n").length).toBeLessThanOrEqual(150);
});
