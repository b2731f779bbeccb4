import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { CLI, runCandor } from "../server-process.ts";
import { until } from "./serving.ts";

const CUT = /^candor: not all output could be written \(ENOSPC: [^)]+\): send it to a place that has room$/m;

/** A program whose output of this kind goes to a device that is always full. */
const full = (stream: 1 | 2) => ["sh", "-c", `exec "$@" ${stream}>/dev/full`, "sh", ...CLI];
const has_full = existsSync("/dev/full");

test.skipIf(!has_full)(
  "a command whose output goes to a full device does its work and says so in one line",
  async () => {
    const folder = newFolder();
    const env = { DATABASE_URL: `sqlite:${join(folder, "candor.db")}` };
    const table = join(folder, "one.csv");
    writeFileSync(table, "id,rating,date,review\n1,5,2026-01-01,Fine.\n");
    for (const args of [["import", table], ["status"], ["--help"], ["settings"]]) {
      const { code, error } = await runCandor(env, args, full(1));
      expect([args[0], code, CUT.test(error), error.includes("    at ")]).toEqual([args[0], 1, true, false]);
    }
    const { code, output } = await runCandor(env, ["status"], full(2));
    expect([code, output.includes("unverified")]).toEqual([0, true]);
  },
);

test.skipIf(!has_full)("a server whose log goes to a full disk serves", async () => {
  const PORT = String(await freePort());
  const env = { PATH: process.env.PATH ?? "", HOST: "127.0.0.1", PORT, DATABASE_URL: `sqlite:${newFolder()}/demo.db` };
  const server = Bun.spawn([...full(2), "serve", "--demo"], { env, stdio: ["ignore", "ignore", "ignore"] });
  const ready = () =>
    fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => server.exitCode !== null || (await ready()));
  expect(server.exitCode).toBe(null);
  server.kill();
  expect(await server.exited).toBe(0);
});
