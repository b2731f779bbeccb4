import { describe, expect, test } from "bun:test";
import { createLog, hidePasswords } from "../src/log.ts";
import { describeSettings } from "../src/settings.ts";
import { candor } from "./candor.ts";

/** Every password here contains "hunter" and ends in "2"; no piece of it may be shown. */
const SPELLINGS: [url: string, shown: string][] = [
  ["postgres://candor:hunter2@db/candor", "postgres://candor:…@db/candor"],
  ["postgresql://candor:hunter2@db:5432/candor", "postgresql://candor:…@db:5432/candor"],
  ["POSTGRES://candor:hunter2@db/candor", "POSTGRES://candor:…@db/candor"],
  ["postgres://:hunter2@db/candor", "postgres://:…@db/candor"],
  ["postgres://candor:h@hunter2@db/candor", "postgres://candor:…@db/candor"],
  ["postgres://candor:%68unter%32@db/candor", "postgres://candor:…@db/candor"],
  ["postgres://candor:hunter%2@db/candor", "postgres://candor:…@db/candor"],
  ["postgres://candor%3Ahunter2@db/candor", "postgres://candor:…@db/candor"],
  ["postgres://candor:my hunter2@db/candor", "postgres://candor:…@db/candor"],
  [`postgres://candor:"hunter2'@db/candor`, "postgres://candor:…@db/candor"],
  ["postgres://candor:hunter:2@db/candor", "postgres://candor:…@db/candor"],
  ["postgres://candor:hun/hunter2@db/candor", "postgres://…"],
  ["postgres://candor:12/hunter2@db/candor", "postgres://…"],
  ["postgres://candor:hun?hunter2@db/candor", "postgres://…"],
  ["postgres://candor:hun#hunter2@db/candor", "postgres://…"],
  ["postgres://candor:hun\\hunter2@db/candor", "postgres://…"],
  ["postgres://db/candor?user=candor&password=hunter2", "postgres://db/candor?user=candor&password=…"],
  ["postgres://db/candor?PassWord=hunter2&sslmode=require", "postgres://db/candor?PassWord=…&sslmode=require"],
  ["postgres://db/candor?p%61ssword=hunter2", "postgres://db/candor?p%61ssword=…"],
  ["postgres://db/candor?sslpassword=hunter2;x=1", "postgres://db/candor?sslpassword=…&x=1"],
  ["postgres://db/candor?password=a@hunter2", "postgres://…"],
  ["postgres://candor:hunter2@db/candor?password=hunter2", "postgres://candor:…@db/candor?password=…"],
  ["postgres://candor:hunter2@a,b:5433/candor", "postgres://candor:…@a,b:5433/candor"],
  ["postgres://candor:hunter2/candor", "postgres://…"],
  ["postgres://candor:hunter2", "postgres://…"],
  ["postgres:candor:hunter2@db/candor", "…"],
  ["postgres:/candor:hunter2@db/candor", "…"],
  ["//candor:hunter2@db/candor", "…"],
  ["candor:hunter2@db", "…"],
  ["jdbc:postgresql://db/candor?user=candor&password=hunter2", "jdbc:postgresql://db/candor?user=candor&password=…"],
  ["postgres://candor:hunter2@[::1]:5432/candor", "postgres://candor:…@[::1]:5432/candor"],
  ["postgres://db/candor#password=hunter2", "postgres://db/candor#password=…"],
  ["mysql://candor:hunter2@db/candor", "mysql://candor:…@db/candor"],
  ["host=db user=candor password=hunter2 dbname=candor", "host=db user=candor password=… dbname=candor"],
  ["host=db password='hunter 2' dbname=candor", "host=db password=… dbname=candor"],
  ["host=db password='it\\'s hunter2' dbname=candor", "host=db password=… dbname=candor"],
  ["host=db password=hun,hunter2)} dbname=candor", "host=db password=… dbname=candor"],
  ["Server=db;Pwd=hunter2;Database=x", "Server=db;Pwd=…"],
  ['{"user":"candor","password":"hunter2"}', '{"user":"candor","password":…'],
];

describe("no password is shown, however the URL is spelled", () => {
  for (const [url, shown] of SPELLINGS) {
    test(url, async () => {
      expect(hidePasswords(url, url)).toBe(shown);
      expect(hidePasswords(shown, shown)).toBe(shown); // hiding twice changes nothing
      const described = describeSettings({ DATABASE_URL: url }).find(({ name }) => name === "DATABASE_URL");
      expect(described?.value).toBe(shown);
      const settings = await candor({ DATABASE_URL: url }, "settings");
      expect(settings.out + settings.error).not.toContain("hunter");
    });
  }
});

test("a command that cannot use the database shows no piece of the password", async () => {
  for (const [url] of SPELLINGS.filter(([spelling]) => /^postgres(ql)?:\/\//.test(spelling))) {
    const unreachable = url.replace(/\bdb\b/, "127.0.0.1:1").replace(":1:5432", ":1");
    for (const argv of [["status"], ["doctor", "--json"]]) {
      const { code, out, error } = await candor({ DATABASE_URL: unreachable, SECRET_KEY: "k".repeat(32) }, ...argv);
      expect({ argv, code }).toEqual({ argv, code: 1 });
      expect(out + error).not.toMatch(/hunt/);
    }
  }
});

test("a log line shows no password in any field, however deep, and none of a longer text", () => {
  const lines: string[] = [];
  const log = createLog("info", (line) => void lines.push(line));
  log.warn("database_away", {
    error: 'cannot connect to "postgres://candor:hunter2@db/candor", password=hunter2',
    deep: { list: ["see postgres://candor:hunter2@db."] },
  });
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    error: 'cannot connect to "postgres://candor:…@db/candor", password=…',
    deep: { list: ["see postgres://candor:…@db."] },
  });
});

test("a piece of the password that the driver took for a host or database is hidden", () => {
  const url = "postgres://candor:12/hunter2@db/candor";
  expect(hidePasswords('database "hunter2@db/candor" does not exist', url)).toBe(
    'database "…@db/candor" does not exist',
  );
});

test("ordinary URLs and sentences stay as they are", () => {
  for (const text of [
    "sqlite:./data/candor.db",
    "http://localhost:8080/api/reviews/search?query=pass",
    "password authentication failed for user candor",
    "https://reviews.example.org",
    "see http://[::1]:8080 (and http://127.0.0.1:8080).",
    "postgres://a:5432,b:5433/candor",
    "sqlite:/home/me@work/candor.db",
  ]) {
    expect(hidePasswords(text)).toBe(text);
  }
});
