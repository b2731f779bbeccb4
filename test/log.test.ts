import { expect, test } from "bun:test";
import { createLog, describeError, hidePasswords, type LogLevel, logConsole } from "../src/log.ts";
import { codeOf, messageOf } from "../src/operator-error.ts";

function linesAt(level: LogLevel): string[] {
  const lines: string[] = [];
  const log = createLog(
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

test("the message of anything that was thrown, and the code of an error that has one", () => {
  const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
  expect([missing, new Error("no"), "text", { code: "ENOENT" }].map(codeOf)).toEqual(["ENOENT", "", "", ""]);
  expect([missing, "text", 5, null].map(messageOf)).toEqual(["no such file", "text", "5", "null"]);
});

test("what libraries print is logged, as an error only if it was printed as one, until it is released", () => {
  const lines: unknown[] = [];
  const printed: unknown[] = [];
  const own = (...values: unknown[]) => void printed.push(values);
  const target = { log: own, info: own, warn: own, error: own, debug: own };
  const log = createLog("debug", (line) => {
    const { level, event, text } = JSON.parse(line);
    lines.push([level, event, text]);
  });
  const { release } = logConsole(log, target);
  target.log("listening on", 5432);
  target.info("a");
  target.warn("b");
  target.debug("c");
  target.error("lost:", new RangeError("too far"));
  release();
  target.log("d");
  const logged = ["listening on 5432", "a", "b", "c"].map((text) => ["debug", "printed", text]);
  expect(lines).toEqual([...logged, ["error", "printed", "lost: too far"]]);
  expect(printed).toEqual([["d"]]);
});

test("a URL without a user keeps its at sign, and short pieces of a password stay in the text", () => {
  expect(hidePasswords("postgres://@db/candor")).toBe("postgres://@db/candor");
  expect(hidePasswords("the hub cannot use pass at 'pass'", "postgres://u:pass@db")).toBe(
    "the hub cannot use … at '…'",
  );
  expect(hidePasswords("a cat on db", "postgres://u:cat@db")).toBe("a cat on db");
});
