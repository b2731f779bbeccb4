import { expect, test } from "bun:test";
import { describeSettings, parseSettings } from "../src/settings.ts";

test("an empty environment gives the documented defaults", () => {
  const settings = parseSettings({});
  expect(settings).toMatchObject({
    HOST: "127.0.0.1",
    PORT: 8080,
    BASE_URL: "http://localhost:8080",
    DATABASE_URL: "sqlite:./data/candor.db",
    TRUST_PROXY: 0,
    METRICS_PORT: null,
    ROLE: "both",
    RATE_LIMIT_READ: 3000,
    RATE_LIMIT_MCP: 600,
    RATE_LIMIT_HUB: 60,
    WEBSUB_RETRY_SECONDS: [30, 300],
    WEBSUB_TIMEOUT_SECONDS: 10,
    WEBSUB_ALLOWED_CALLBACKS: [],
    WEBSUB_CALLBACK_PORTS: [443, 8443],
    SECRET_KEY: [],
  });
});

test("the default BASE_URL uses PORT, and a trailing slash is removed", () => {
  expect(parseSettings({ PORT: "9000" }).BASE_URL).toBe("http://localhost:9000");
  expect(parseSettings({ BASE_URL: "https://reviews.example.org/" }).BASE_URL).toBe("https://reviews.example.org");
});

test("an empty variable counts as unset", () => {
  expect(parseSettings({ PORT: "", RATE_LIMIT_READ: "" })).toMatchObject({ PORT: 8080, RATE_LIMIT_READ: 3000 });
});

const REFUSED: [Record<string, string>, string][] = [
  [{ PORT: "80a" }, 'setting PORT is "80a": must be a whole number from 0 to 65535'],
  [{ PORT: "70000" }, 'setting PORT is "70000": must be a whole number from 0 to 65535'],
  [
    { BASE_URL: "https://a.example/b" },
    'setting BASE_URL is "https://a.example/b": must be an origin alone: no path, query or credentials',
  ],
  [{ BASE_URL: "ftp://a.example" }, 'setting BASE_URL is "ftp://a.example": must be an http or https origin'],
  [{ DATABASE_URL: "mysql://secret@x" }, "setting DATABASE_URL: must begin with sqlite: or postgres://"],
  [{ RATE_LIMIT_READ: "10/s" }, 'setting RATE_LIMIT_READ is "10/s": must be N/min, such as 3000/min, or off'],
  [{ ROLE: "boss" }, 'setting ROLE is "boss": must be one of both, web, worker'],
  [{ WEBSUB_LEASE: "5" }, "setting WEBSUB_LEASE is unknown: `candor settings` lists all of them"],
  [{ RATE_LIMIT_ALL: "5" }, "setting RATE_LIMIT_ALL is unknown: `candor settings` lists all of them"],
  [{ MCP_X: "5" }, "setting MCP_X is unknown: `candor settings` lists all of them"],
  [{ SECRET_KEY: "short" }, "setting SECRET_KEY: each key must have at least 32 characters"],
  [{ WEBSUB_LEASE_MIN: "900000" }, "settings WEBSUB_LEASE_MIN, _DEFAULT and _MAX must not decrease in this order"],
  [{ WEBSUB_ALLOWED_CALLBACKS: "localhost" }, 'setting WEBSUB_ALLOWED_CALLBACKS is "localhost": must be host:port'],
];

for (const [env, line] of REFUSED) {
  const [[name, value] = []] = Object.entries(env);
  test(`${name}=${value} is refused with one clear line`, () => {
    expect(() => parseSettings(env)).toThrow(line);
  });
}

test("settings are listed with their origin, and secrets without their value", () => {
  const described = describeSettings({
    PORT: "9000",
    DATABASE_URL: "postgres://candor:hunter2@db/candor",
    SECRET_KEY: "0123456789abcdef0123456789abcdef",
  });
  const of = (name: string) => described.find((setting) => setting.name === name);
  expect(of("PORT")).toMatchObject({ value: "9000", origin: "environment" });
  expect(of("HOST")).toMatchObject({ value: "127.0.0.1", origin: "default" });
  expect(of("DATABASE_URL")?.value).toBe("postgres://candor:…@db/candor");
  expect(of("SECRET_KEY")?.value).toBe("(set)");
});
