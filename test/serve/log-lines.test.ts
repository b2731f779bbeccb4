import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog, logConsole } from "../../src/log.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { type Cluster, startCluster } from "../postgres.ts";
import { type ServerProcess, SOURCE, startCandor } from "../server-process.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const count = (server: ServerProcess, event: string) => server.events().filter((line) => line.event === event).length;

const untilLogged = (server: ServerProcess, event: string, times: number): Promise<void> =>
  until(() => count(server, event) >= times);

test("the log is JSON lines only while PostgreSQL is down, and says once each time that it is down and back", async () => {
  await cluster.create("logged");
  const env = { DATABASE_URL: cluster.url("logged"), LOG_LEVEL: "debug" };
  await using server = await startCandor(env);
  for (const outage of [1, 2]) {
    await cluster.stop();
    await untilLogged(server, "database_away", outage);
    await untilLogged(server, "printed", outage); // the driver's own words, as a detail
    await cluster.start();
    await untilLogged(server, "database_back", outage);
  }
  await Bun.sleep(1500);
  expect([count(server, "database_away"), count(server, "database_back")]).toEqual([2, 2]);
  expect(await server.stop()).toBe(0);
  const lines = server.output().trim().split("\n");
  expect(lines.filter((line) => !/^\{"time":".*\}$/.test(line))).toEqual([]);
  expect(server.events()).toHaveLength(lines.length);
});

for (const fault of ['throw new Error("lost")', 'void Promise.reject(new Error("lost"))']) {
  test(`a fault that nobody expected, ${fault}, ends the server with one log line`, async () => {
    const script = join(newFolder(), "fault.ts");
    writeFileSync(script, `process.on("SIGUSR2", () => { ${fault}; });`);
    const [bun = "", cli = ""] = SOURCE;
    const env = { DATABASE_URL: newSqliteDatabase() };
    await using server = await startCandor(env, [], [bun, "--preload", script, cli]);
    process.kill(server.pid, "SIGUSR2");
    expect(await server.exited).toBe(1);
    expect(server.events().at(-1)).toMatchObject({ level: "error", event: "crashed", error: "Error: lost" });
    expect(
      server
        .output()
        .trim()
        .split("\n")
        .filter((line) => !line.startsWith("{")),
    ).toEqual([]);
  });
}

test("what a library prints becomes a log line, until the console is given back", () => {
  const lines: string[] = [];
  const log = createLog("debug", (line) => void lines.push(line));
  const printed: unknown[] = [];
  const print = (text: unknown) => void printed.push(text);
  const target = { log: print, info: print, warn: print, error: print, debug: print };
  const captured = logConsole(log, target);
  target.warn("LISTEN failed");
  target.error("gone");
  captured.release();
  target.warn("plain");
  expect(printed).toEqual(["plain"]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "debug", event: "printed", text: "LISTEN failed" },
    { level: "error", event: "printed", text: "gone" },
  ]);
});
