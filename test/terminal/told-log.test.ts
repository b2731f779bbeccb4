import { expect, test } from "bun:test";
import { tellLog, tellLogLine } from "../../src/terminal/told-log.ts";

test("at a terminal, warnings and errors of a log are told in words, and nothing else of it", async () => {
  const line = (level: string, event: string, fields = {}) =>
    `${JSON.stringify({ time: "t", level, event, ...fields })}\n`;
  expect(tellLogLine(line("info", "listening", { port: 1 }))).toBeNull();
  expect(tellLogLine(line("warn", "nothing_stored", { next: "candor init" }))).toBeNull();
  const failed = line("error", "backup_failed", { folder: "/b", error: "no space", stack: "at x" });
  expect(tellLogLine(failed)).toBe("candor: backup failed: /b: no space\n");
  const chunks = ["candor: cannot listen\n{oops\n", failed.slice(0, 9), failed.slice(9), "the end"];
  const told: string[] = [];
  await tellLog(new Blob(chunks).stream(), (text) => told.push(text));
  expect(told).toEqual(["candor: cannot listen\n", "{oops\n", "candor: backup failed: /b: no space\n", "the end"]);
});
