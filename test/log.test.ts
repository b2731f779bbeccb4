import { expect, test } from "bun:test";
import { describeError, type LogLevel, openLog } from "../src/log.ts";

function linesAt(level: LogLevel): string[] {
  const lines: string[] = [];
  const log = openLog(
    level,
    (line) => void lines.push(line),
    () => new Date("2026-05-01T12:00:00Z"),
  );
  log.debug("looked");
  log.info("snapshot", { reviews: 2 });
  log.warn("database_away");
  log.error("request_failed");
  return lines;
}

test("a log line is one JSON object with the time, the level, the event and its fields", () => {
  expect(linesAt("info")[0]).toBe(
    '{"time":"2026-05-01T12:00:00.000Z","level":"info","event":"snapshot","reviews":2}\n',
  );
});

test("a level writes itself and everything above it; silent writes nothing", () => {
  const events = (level: LogLevel) => linesAt(level).map((line): string => JSON.parse(line).event);
  expect(events("debug")).toEqual(["looked", "snapshot", "database_away", "request_failed"]);
  expect(events("info")).toEqual(["snapshot", "database_away", "request_failed"]);
  expect(events("warn")).toEqual(["database_away", "request_failed"]);
  expect(events("error")).toEqual(["request_failed"]);
  expect(events("silent")).toEqual([]);
});

test("an error is described by its name, message and stack, anything else by its text", () => {
  const { error, stack } = describeError(new RangeError("too far"));
  expect([error, stack?.split("\n")[0]]).toEqual(["RangeError: too far", "RangeError: too far"]);
  expect(describeError("no")).toEqual({ error: "no" });
});
