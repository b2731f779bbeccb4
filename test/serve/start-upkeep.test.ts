import { expect, test } from "bun:test";
import { createLog } from "../../src/log.ts";
import { startUpkeep } from "../../src/serve/start-upkeep.ts";
import { newSqliteStore } from "../databases.ts";
import { until } from "../faults/serving.ts";

test("the checks of doctor run in the server, and each fault is one line in the log", async () => {
  const lines: string[] = [];
  const log = createLog("info", (line) => void lines.push(line));
  const env = { DATABASE_URL: await newSqliteStore(), ROLE: "web", BASE_URL: "http://127.0.0.1:1" };
  const upkeep = startUpkeep({ env, now: () => new Date("2026-11-15T00:00:00Z") }, log, 0);
  await until(() => upkeep.checked().findings.length > 0);
  upkeep.stop();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: expect.any(String),
      level: "error",
      event: "doctor",
      check: "role",
      found: "ROLE is web, and a SQLite database has one server: nobody delivers to subscribers and reads sources",
      fix: "set ROLE=both",
    },
  ]);
  expect(upkeep.checked()).toMatchObject({ certificate_days: null });
});
