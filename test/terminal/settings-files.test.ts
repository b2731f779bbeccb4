import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../src/cli.ts";
import { parseSettingsFile, readSettingsFiles, takeEnvOption } from "../../src/terminal/settings-files.ts";
import { newFolder } from "../databases.ts";
import { refusalOf } from "../refusal.ts";
import { runCandor } from "../server-process.ts";

function places(files: { named?: string; local?: string; system?: string }) {
  const folder = newFolder();
  const system = join(newFolder(), "candor.env");
  if (files.named !== undefined) writeFileSync(join(folder, "named.env"), files.named);
  if (files.local !== undefined) writeFileSync(join(folder, "candor.env"), files.local);
  if (files.system !== undefined) writeFileSync(system, files.system);
  return { folder, system };
}

async function run(argv: string[], at: { folder: string; system: string }, env: Record<string, string> = {}) {
  const out: string[] = [];
  const error: string[] = [];
  const terminal = {
    env,
    out: (text: string) => void out.push(text),
    error: (text: string) => void error.push(text),
    interactive: false,
    now: () => new Date("2026-11-15T00:00:00Z"),
  };
  return { code: await runCli(argv, terminal, at), out: out.join(""), error: error.join("") };
}

describe("a settings file", () => {
  test("has names and values, quoted or not, and comments", () => {
    const text = [
      "\ufeff# a comment",
      "PORT=8081",
      "  export HOST = 0.0.0.0   # for the proxy",
      "BASE_URL='https://a.example' # quoted",
      'SECRET_KEY="a\\"b # c"',
      "DATABASE_URL=postgres://me:pa#ss@db/x",
      "EMPTY=",
      "COMMENTED= # nothing",
      "\r",
    ].join("\n");
    expect(parseSettingsFile("candor.env", text)).toEqual({
      PORT: "8081",
      HOST: "0.0.0.0",
      BASE_URL: "https://a.example",
      SECRET_KEY: 'a"b # c',
      DATABASE_URL: "postgres://me:pa#ss@db/x",
      EMPTY: "",
      COMMENTED: "",
    });
  });

  test.each(["PORT 8081", "PORT: 8081", "=5", "1PORT=5"])("with the line %p is refused with its place", (line) => {
    expect(refusalOf(() => parseSettingsFile("candor.env", `HOST=x\n${line}\n`))).toEqual({
      message: "candor.env, line 2 is not NAME=value: fix the line, or begin it with #",
      exit_code: 2,
    });
  });
});

test("the environment wins over --env, that over candor.env, that over the file of the machine", () => {
  const at = places({
    named: "PORT=2\nHOST=2\n",
    local: "PORT=3\nHOST=3\nLOG_LEVEL=debug\n",
    system: "PORT=4\nHOST=4\nLOG_LEVEL=warn\nROLE=web\n",
  });
  const { env, origins } = readSettingsFiles({ PORT: "1", ROLE: "" }, "named.env", at);
  expect(env).toEqual({ PORT: "1", HOST: "2", LOG_LEVEL: "debug", ROLE: "web" });
  expect(origins).toEqual({ HOST: "named.env", LOG_LEVEL: "candor.env", ROLE: at.system });
});

test("a relative database in a file is relative to the file; that of the machine must be whole", () => {
  const at = places({ local: "DATABASE_URL=sqlite:./data/own.db\n" });
  expect(readSettingsFiles({}, null, at).env.DATABASE_URL).toBe("sqlite:./data/own.db");
  const other = newFolder();
  writeFileSync(join(other, "x.env"), "DATABASE_URL=sqlite:db/x.db\n");
  expect(readSettingsFiles({}, join(other, "x.env"), at).env.DATABASE_URL).toBe(`sqlite:${other}/db/x.db`);
  const wrong = places({ system: "DATABASE_URL=sqlite:data/x.db\n" });
  expect(refusalOf(() => readSettingsFiles({}, null, wrong))).toEqual({
    message: `setting DATABASE_URL in ${wrong.system} is relative: write the whole path, such as sqlite:/var/lib/candor/candor.db`,
    exit_code: 2,
  });
});

test("--env may be anywhere on the command line, once, and its file must exist", async () => {
  expect(takeEnvOption(["status", "--env", "a", "--json"])).toEqual({ argv: ["status", "--json"], file: "a" });
  expect(takeEnvOption(["--env=b", "status"])).toEqual({ argv: ["status"], file: "b" });
  expect(takeEnvOption(["import", "--", "--env"])).toEqual({ argv: ["import", "--", "--env"], file: null });
  const at = places({});
  const error = async (...argv: string[]) => (await run(argv, at)).error;
  expect(await error("settings", "--env")).toBe("candor: option --env needs a value\n");
  expect(await error("settings", "--env", "a", "--env", "b")).toBe("candor: --env is given twice: give it only once\n");
  expect(await error("settings", "--env", "none.env")).toBe(
    `candor: the settings file ${at.folder}/none.env cannot be read (ENOENT): check --env\n`,
  );
});

test.skipIf(process.getuid?.() === 0)(
  "a file of the machine that may not be read stops a command that would guess the database",
  () => {
    const at = places({ system: "DATABASE_URL=sqlite:/var/lib/candor/candor.db\n" });
    chmodSync(at.system, 0);
    expect(refusalOf(() => readSettingsFiles({}, null, at))?.message).toStartWith(
      `the settings file ${at.system} cannot be read`,
    );
    expect(readSettingsFiles({ DATABASE_URL: "sqlite:x" }, null, at).env.DATABASE_URL).toBe("sqlite:x");
  },
);

test("a folder in place of the file of the machine stops a command that would guess the database", () => {
  const at = places({});
  mkdirSync(at.system);
  expect(refusalOf(() => readSettingsFiles({}, null, at))).toEqual({
    message: `the settings file ${at.system} cannot be read, so it is not known which database to use: run this as a user who may read it, such as the service's (sudo -u candor …), or set DATABASE_URL`,
    exit_code: 2,
  });
  expect(readSettingsFiles({ DATABASE_URL: "sqlite:x" }, null, at).env.DATABASE_URL).toBe("sqlite:x");
});

test("every command uses the database of candor.env in its folder, and settings and doctor say so", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "candor.env"), "DATABASE_URL=sqlite:./own/reviews.db\nPORT=1\n");
  writeFileSync(join(folder, "one.csv"), "id,rating,date,review\n1,5,2026-01-01,Fine.\n");
  const cli = [
    "env",
    "-C",
    folder,
    "-u",
    "BASE_URL",
    "-u",
    "PORT",
    process.execPath,
    join(import.meta.dir, "../../src/cli.ts"),
  ];
  expect(await runCandor({}, ["import", "one.csv", "--verified-by", "operator"], cli)).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, "own/reviews.db"))).toBe(true);
  expect((await runCandor({}, ["status"], cli)).output).toContain("1 review");
  const settings = await runCandor({}, ["settings"], cli);
  expect(settings.output).toContain("sqlite:./own/reviews.db  [candor.env]");
  expect(settings.output).toContain(`The database here is ${folder}/own/reviews.db (DATABASE_URL: candor.env).\n`);
  const doctor = await runCandor({}, ["doctor"], cli);
  expect(doctor.output).toContain(
    `ok       database: ${folder}/own/reviews.db (DATABASE_URL: candor.env), dataset version 1`,
  );
  // A .env file is not read.
  writeFileSync(join(folder, ".env"), "LOG_LEVEL=debug\n");
  const shim = ["env", "-C", folder, "node", join(import.meta.dir, "../../bin/candor.mjs")];
  expect((await runCandor({}, ["settings"], shim)).output).toMatch(/LOG_LEVEL +info {2}\[default\]/);
});

describe("looking creates nothing", () => {
  test.each([
    [["status"]],
    [["doctor"]],
    [["settings"]],
    [["backup", "copy.db"]],
    [["subscriptions"]],
    [["export", "public"]],
  ])("%p without a database", async (argv) => {
    const folder = newFolder();
    const cli = ["env", "-C", folder, process.execPath, join(import.meta.dir, "../../src/cli.ts")];
    const { code, error, output } = await runCandor({ BASE_URL: "http://127.0.0.1:1" }, argv, cli);
    expect(readdirSync(folder)).toEqual([]);
    const place = `${folder}/data/candor.db (DATABASE_URL: default)`;
    if (argv[0] === "doctor") {
      expect([code, output]).toEqual([
        0,
        expect.stringContaining(`warning  database: there is none yet at ${place}\n`),
      ]);
    } else if (argv[0] === "settings") {
      expect([code, output]).toEqual([
        0,
        expect.stringContaining(`The database here is ${place}, which does not exist yet.`),
      ]);
    } else {
      const line = `candor: there is no database yet at ${place}: candor business FILE or candor import FILE creates it\n`;
      expect([code, error]).toEqual([1, line]);
    }
  });
});

test("names that are nearly ours are reported, other programs' names are not", async () => {
  const at = places({ local: "PORTT=1\nBASEURL=https://a.example\nFOO=1\n" });
  const env = {
    DATABSAE_URL: "x",
    CANDOR_HOST: "::",
    CANDOR_PORT: "tcp://10.0.0.1:80",
    DATABASE_USER: "x",
    MCP_TIMEOUT: "5",
    HOSTNAME: "box",
    POST: "1",
  };
  const { code, error } = await run(["settings", "--json"], at, env);
  expect(code).toBe(0);
  expect(error.split("\n").toSorted()).toEqual(
    [
      "",
      "candor: BASEURL (candor.env) is not a setting; did you mean BASE_URL?",
      "candor: CANDOR_HOST (environment) is not a setting; did you mean HOST?",
      "candor: DATABSAE_URL (environment) is not a setting; did you mean DATABASE_URL?",
      "candor: FOO (candor.env) is not a setting and has no effect",
      "candor: PORTT (candor.env) is not a setting; did you mean PORT?",
    ].toSorted(),
  );
});
