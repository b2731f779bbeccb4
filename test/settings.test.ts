import { expect, test } from "bun:test";
import { describeSettings, findStrangeSettings, parseSettings, type Settings, syncSecrets } from "../src/settings.ts";
import { refusalOf } from "./refusal.ts";

test("without an environment every setting has its default", () => {
  expect(parseSettings({})).toEqual({
    HOST: "127.0.0.1",
    PORT: 8080,
    BASE_URL: "http://localhost:8080",
    DATABASE_URL: "sqlite:./data/candor.db",
    DATABASE_MUST_EXIST: "false",
    STATE_FOLDER: "./data",
    BACKUP_FOLDER: "",
    BACKUP_EVERY: 86_400,
    BACKUP_KEEP: [7, 4, 12],
    LOG_LEVEL: "info",
    TRUST_PROXY: 0,
    METRICS_PORT: null,
    METRICS_HOST: "127.0.0.1",
    ROLE: "both",
    RATE_LIMIT_READ: 3000,
    RATE_LIMIT_MCP: 600,
    RATE_LIMIT_MCP_ADDRESS: 6000,
    RATE_LIMIT_HUB: 60,
    MCP_SESSION_MAX_AGE_SECONDS: 86_400,
    WEBSUB_LEASE_MIN: 300,
    WEBSUB_LEASE_DEFAULT: 864_000,
    WEBSUB_LEASE_MAX: 2_592_000,
    WEBSUB_RETRY_SECONDS: [30, 300],
    WEBSUB_TIMEOUT_SECONDS: 10,
    WEBSUB_ALLOWED_CALLBACKS: [],
    WEBSUB_CALLBACK_PORTS: [443, 8443],
    SYNC: "on",
    SYNC_NEWS_SECONDS: 900,
    SYNC_FULL_SECONDS: 86_400,
    SYNC_FOLDER_SECONDS: 60,
    SYNC_GONE_SECONDS: 43_200,
    SYNC_ALLOWED_HOSTS: [],
    DESK_HOST: "127.0.0.1",
    DESK_PORT: 8090,
    DESK_URL: null,
    DESK_FOLDERS: [],
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

const ACCEPTED: [Record<string, string>, Partial<Settings>][] = [
  [{ PORT: "0" }, { PORT: 0 }],
  [{ PORT: "65535" }, { PORT: 65_535 }],
  [{ METRICS_PORT: "1" }, { METRICS_PORT: 1 }],
  [{ METRICS_HOST: "::" }, { METRICS_HOST: "::" }],
  [{ BASE_URL: "http://a.example:8081" }, { BASE_URL: "http://a.example:8081" }],
  [{ DATABASE_URL: "postgresql://db/x" }, { DATABASE_URL: "postgresql://db/x" }],
  [{ LOG_LEVEL: "silent" }, { LOG_LEVEL: "silent" }],
  [{ TRUST_PROXY: "false" }, { TRUST_PROXY: 0 }],
  [{ TRUST_PROXY: "true" }, { TRUST_PROXY: 1 }],
  [{ TRUST_PROXY: "10" }, { TRUST_PROXY: 10 }],
  [{ ROLE: "worker" }, { ROLE: "worker" }],
  [{ RATE_LIMIT_READ: "1/min" }, { RATE_LIMIT_READ: 1 }],
  [{ RATE_LIMIT_HUB: "off" }, { RATE_LIMIT_HUB: null }],
  [{ MCP_SESSION_MAX_AGE_SECONDS: "60" }, { MCP_SESSION_MAX_AGE_SECONDS: 60 }],
  [{ MCP_SESSION_IDLE_SECONDS: "61" }, { MCP_SESSION_MAX_AGE_SECONDS: 61 }],
  [{ MCP_SESSION_IDLE_SECONDS: "61", MCP_SESSION_MAX_AGE_SECONDS: "62" }, { MCP_SESSION_MAX_AGE_SECONDS: 62 }],
  [{ WEBSUB_RETRY_SECONDS: " 0, ,86400," }, { WEBSUB_RETRY_SECONDS: [0, 86_400] }],
  [{ WEBSUB_TIMEOUT_SECONDS: "300" }, { WEBSUB_TIMEOUT_SECONDS: 300 }],
  [
    { WEBSUB_ALLOWED_CALLBACKS: "localhost:8443,[::1]:9000" },
    { WEBSUB_ALLOWED_CALLBACKS: ["localhost:8443", "[::1]:9000"] },
  ],
  [
    { WEBSUB_LEASE_MIN: "600", WEBSUB_LEASE_DEFAULT: "600", WEBSUB_LEASE_MAX: "600" },
    { WEBSUB_LEASE_MIN: 600, WEBSUB_LEASE_DEFAULT: 600, WEBSUB_LEASE_MAX: 600 },
  ],
  [{ SECRET_KEY: `${"a".repeat(32)}, ${"b".repeat(40)}` }, { SECRET_KEY: ["a".repeat(32), "b".repeat(40)] }],
];

for (const [env, parsed] of ACCEPTED) {
  test(`${Object.entries(env).join()} is accepted`, () => {
    expect(parseSettings(env)).toMatchObject(parsed);
  });
}

test("a variable of another program is ignored", () => {
  expect(() =>
    parseSettings({ LEASE: "5", MY_WEBSUB_LEASE: "5", PORTS: "x", MCP_TIMEOUT: "5", MCP_X: "5" }),
  ).not.toThrow();
});

const YEAR = 31_536_000;

test.each([
  ["PORT", 0, 65_535],
  ["METRICS_PORT", 1, 65_535],
  ["TRUST_PROXY", 0, 10],
  ["MCP_SESSION_MAX_AGE_SECONDS", 60, YEAR],
  ["WEBSUB_LEASE_MIN", 1, YEAR],
  ["WEBSUB_LEASE_DEFAULT", 1, YEAR],
  ["WEBSUB_LEASE_MAX", 1, YEAR],
  ["WEBSUB_RETRY_SECONDS", 0, 86_400],
  ["WEBSUB_TIMEOUT_SECONDS", 1, 300],
  ["WEBSUB_CALLBACK_PORTS", 1, 65_535],
  ...["NEWS", "FULL", "FOLDER", "GONE"].map((name) => [`SYNC_${name}_SECONDS`, 1, YEAR] as const),
] as const)("%s is a whole number from %d to %d", (name, least, most) => {
  const faultOf = (value: number) => refusalOf(() => parseSettings({ [name]: String(value) }))?.message ?? "";
  const range = `must be a whole number from ${least} to ${most}`;
  expect([least - 1, most + 1].map((value) => faultOf(value).includes(range))).toEqual([true, true]);
  expect([least, most].map((value) => faultOf(value).includes("whole number"))).toEqual([false, false]);
});

const NO_ORIGIN = "must be an origin only, without a path, query or credentials";
const LEASE_ORDER = "the WEBSUB_LEASE_ settings must satisfy MIN ≤ DEFAULT ≤ MAX";

const REFUSED: [Record<string, string>, string][] = [
  [{ METRICS_PORT: "0" }, 'setting METRICS_PORT is "0": must be a whole number from 1 to 65535'],
  [{ BASE_URL: "https://a.example/?b" }, `setting BASE_URL is "https://a.example/?b": ${NO_ORIGIN}`],
  [{ BASE_URL: "https://a.example/#b" }, `setting BASE_URL is "https://a.example/#b": ${NO_ORIGIN}`],
  [{ BASE_URL: "https://me@a.example" }, `setting BASE_URL is "https://me@a.example": ${NO_ORIGIN}`],
  [{ BASE_URL: "https://:key@a.example" }, `setting BASE_URL is "https://:…@a.example": ${NO_ORIGIN}`],
  [{ BASE_URL: "a.example" }, 'setting BASE_URL is "a.example": must be an http or https origin'],
  [{ DATABASE_URL: "sqlite:" }, "setting DATABASE_URL: must begin with sqlite: or postgres://"],
  [{ TRUST_PROXY: "11" }, 'setting TRUST_PROXY is "11": must be a whole number from 0 to 10'],
  [{ RATE_LIMIT_MCP: "0/min" }, 'setting RATE_LIMIT_MCP is "0/min": must be N/min, such as 3000/min, or off'],
  [
    { MCP_SESSION_IDLE_SECONDS: "59" },
    'setting MCP_SESSION_IDLE_SECONDS is "59": must be a whole number from 60 to 31536000',
  ],
  [
    { MCP_SESSION_MAX_AGE_SECONDS: "59" },
    'setting MCP_SESSION_MAX_AGE_SECONDS is "59": must be a whole number from 60 to 31536000',
  ],
  [{ WEBSUB_LEASE_MAX: "863999" }, LEASE_ORDER],
  [
    { SECRET_KEY: `${"a".repeat(32)},${"b".repeat(31)}` },
    "setting SECRET_KEY: each key must have at least 32 characters",
  ],
  [{ PORT: "80a" }, 'setting PORT is "80a": must be a whole number from 0 to 65535'],
  [{ PORT: "70000" }, 'setting PORT is "70000": must be a whole number from 0 to 65535'],
  [
    { BASE_URL: "https://a.example/b" },
    'setting BASE_URL is "https://a.example/b": must be an origin only, without a path, query or credentials',
  ],
  [{ BASE_URL: "ftp://a.example" }, 'setting BASE_URL is "ftp://a.example": must be an http or https origin'],
  [{ DATABASE_URL: "mysql://secret@x" }, "setting DATABASE_URL: must begin with sqlite: or postgres://"],
  [{ RATE_LIMIT_READ: "10/s" }, 'setting RATE_LIMIT_READ is "10/s": must be N/min, such as 3000/min, or off'],
  [{ ROLE: "boss" }, 'setting ROLE is "boss": must be one of both, web, worker'],
  [{ WEBSUB_LEASE: "5" }, "unknown setting WEBSUB_LEASE: run `candor settings` to list all settings"],
  [{ RATE_LIMIT_ALL: "5" }, "unknown setting RATE_LIMIT_ALL: run `candor settings` to list all settings"],
  [{ METRICS_PROT: "5" }, "unknown setting METRICS_PROT: run `candor settings` to list all settings"],
  [{ SYNC_X: "5" }, "unknown setting SYNC_X: run `candor settings` to list all settings"],
  [{ SECRET_KEY: "short" }, "setting SECRET_KEY: each key must have at least 32 characters"],
  [{ WEBSUB_LEASE_MIN: "900000" }, LEASE_ORDER],
  [
    { WEBSUB_ALLOWED_CALLBACKS: "localhost" },
    'setting WEBSUB_ALLOWED_CALLBACKS is "localhost": must be a list of host:port',
  ],
];

for (const [env, line] of REFUSED) {
  test(`${Object.entries(env).join()} is refused with one line and exit code 2`, () => {
    expect(refusalOf(() => parseSettings(env))).toEqual({ message: line, exit_code: 2 });
  });
}

test("settings are described with their origin, and secrets are hidden", () => {
  const described = describeSettings({
    PORT: "9000",
    HOST: "",
    DATABASE_URL: "postgres://candor:hunter2@db/candor",
    SECRET_KEY: "0123456789abcdef0123456789abcdef",
  });
  const of = (name: string) => described.find((setting) => setting.name === name);
  expect(of("PORT")).toMatchObject({ value: "9000", origin: "environment" });
  const filed = describeSettings({ PORT: "9000" }, { PORT: "candor.env" }).find(({ name }) => name === "PORT");
  expect(filed).toMatchObject({ value: "9000", origin: "candor.env" });
  expect(of("HOST")).toMatchObject({ value: "127.0.0.1", origin: "default" });
  expect(of("DATABASE_URL")?.value).toBe("postgres://candor:…@db/candor");
  expect(of("SECRET_KEY")?.value).toBe("(set)");
  const unset = describeSettings({}).find(({ name }) => name === "SECRET_KEY");
  expect(unset).toMatchObject({ value: "", origin: "default" });
});

test("a name is reported as a typing error if it has one wrong letter, or two that changed places", () => {
  const strange = (name: string) => findStrangeSettings({ [name]: "1" }).map(({ suggestion }) => suggestion);
  expect(["TRUST_PROXI", "TRUST_PROX", "TRUST_PROXYY"].flatMap(strange)).toEqual(Array(3).fill("TRUST_PROXY"));
  expect(strange("TRSUT_PROXY")).toEqual(["TRUST_PROXY"]);
  expect(strange("TRUST_PROOI")).toEqual([]);
  // Shorter names are other programs' names too often.
  expect([strange("PROT"), strange("HOSTS")]).toEqual([[], []]);
});

test("the secrets of sources are read by name, and settings show that they are set, not what they are", () => {
  const env = { SYNC_SECRET_DESK_FILE: "/run/desk", SYNC_SECRET_APIFY: "Bearer canary", SYNC_SECRET_EMPTY: "" };
  expect(parseSettings(env).SYNC).toBe("on");
  expect(syncSecrets(env)).toEqual({ APIFY: { value: "Bearer canary" }, DESK: { file: "/run/desk" } });
  const shown = describeSettings(env).filter(({ name }) => name.startsWith("SYNC_SECRET_"));
  expect(shown.map(({ name, value, origin }) => [name, value, origin])).toEqual([
    ["SYNC_SECRET_APIFY", "(set)", "environment"],
    ["SYNC_SECRET_DESK_FILE", "/run/desk", "environment"],
  ]);
  expect(findStrangeSettings(env, { SYNC_SECRET_APIFY: "candor.env" })).toEqual([]);
  expect(refusalOf(() => parseSettings({ SYNC_SECRETS: "x" }))?.message).toContain("unknown setting SYNC_SECRETS");
  expect(refusalOf(() => parseSettings({ SYNC_GONE_SECONDS: "0" }))?.message).toContain("whole number from 1");
});
