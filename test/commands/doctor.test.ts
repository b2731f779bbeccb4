import { expect, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../src/cli.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { candor } from "../candor.ts";
import { newFolder, newSqliteStore } from "../databases.ts";
import { openAuthority } from "../websub/authority.ts";
import { openReceiver } from "../websub/receiver.ts";

const database = () => `sqlite:${newFolder()}/candor.db`;
type Finding = { check: string; state: string; found: string; fix: string | null };
/** Without `mend`, which a test below compares with `fix`. */
const findings = (out: string): Record<string, Finding> =>
  Object.fromEntries(
    JSON.parse(out).map(({ mend: _, ...finding }: Finding & { mend: unknown }) => [finding.check, finding]),
  );

test("a new installation has no fault, and a warning that nothing answers yet", async () => {
  const { code, out } = await candor({ DATABASE_URL: database(), PORT: "1" }, "doctor", "--json");
  expect(code).toBe(0);
  expect(findings(out)).toMatchObject({
    settings: { state: "ok" },
    database: { state: "warning", fix: "candor business FILE, candor import FILE or candor serve creates it" },
    clock: { state: "ok" },
    disk: { state: "ok" },
    tls: { state: "ok", found: "BASE_URL is a loopback address: nobody else can reach the server yet" },
    "public address": { state: "warning", fix: "start the server, or fix BASE_URL" },
  });
});

test("--json gives what to do as fix, and the same as mend, its former name", async () => {
  const { out } = await candor({ PORT: "x" }, "doctor", "--json");
  expect(JSON.parse(out)).toEqual([
    {
      check: "settings",
      state: "fault",
      found: expect.stringContaining('setting PORT is "x"'),
      mend: "run candor settings to see each setting and its value",
      fix: "run candor settings to see each setting and its value",
    },
    { check: "clock", state: "ok", found: expect.any(String), mend: null, fix: null },
  ]);
});

test("an invalid setting, an unreachable database and a missing key are faults that say how to fix them", async () => {
  expect(await candor({ PORT: "x" }, "doctor")).toMatchObject({
    code: 1,
    out: expect.stringContaining('fault    settings: setting PORT is "x"'),
  });
  const { code, out } = await candor(
    { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", PORT: "1" },
    "doctor",
    "--json",
  );
  expect(code).toBe(1);
  expect(findings(out)).toMatchObject({
    settings: { state: "fault", fix: "set SECRET_KEY to the output of: openssl rand -hex 32" },
    database: { state: "fault" },
  });
});

test("a clock from before the release is a fault", async () => {
  const out: string[] = [];
  const code = await runCli(["doctor", "--json"], {
    env: { DATABASE_URL: database(), PORT: "1" },
    out: (text) => void out.push(text),
    error: () => {},
    interactive: false,
    now: () => new Date("2020-01-01T00:00:00Z"),
  });
  expect(code).toBe(1);
  expect(findings(out.join("")).clock).toMatchObject({
    state: "fault",
    found: "the clock says 2020-01-01T00:00:00.000Z, which is before this program was released",
    fix: "set the clock: timedatectl set-ntp true",
  });
});

test.each([
  [13, "warning", "renew it: run certbot renew, or let Caddy renew it"],
  [14, "ok", null],
])("a certificate that expires in %d days is %s", async (days, state, fix) => {
  const receiver = await openReceiver(openAuthority().issue(["localhost"], 30));
  const url = `https://localhost:${receiver.port}`;
  const out: string[] = [];
  await runCli(["doctor", "--json"], {
    env: { DATABASE_URL: database(), BASE_URL: url },
    out: (text) => void out.push(text),
    error: () => {},
    interactive: false,
    // The certificate lasts 30 days from now; an hour is room for this test.
    now: () => new Date(Date.now() + (30 - days) * 86_400_000 - 3_600_000),
  });
  receiver.close();
  expect(findings(out.join("")).tls).toEqual({
    check: "tls",
    state,
    found: `the certificate of localhost:${receiver.port} expires in ${days} days`,
    fix,
  });
});

test("a proxy on the same machine may be trusted", async () => {
  const env = { DATABASE_URL: database(), HOST: "127.0.0.1", TRUST_PROXY: "true", PORT: "1" };
  const { out } = await candor(env, "doctor", "--json");
  expect(findings(out).proxy).toEqual({ check: "proxy", state: "ok", found: "trusted proxies: 1", fix: null });
});

test("a proxy that is not trusted, and trust without a proxy, are warnings", async () => {
  const https = await candor({ DATABASE_URL: database(), BASE_URL: "https://127.0.0.1:1" }, "doctor", "--json");
  expect(findings(https.out)).toMatchObject({
    proxy: { state: "warning", fix: "set TRUST_PROXY=true, or to the number of proxies" },
    tls: { state: "fault" },
  });
  const open = await candor(
    { DATABASE_URL: database(), HOST: "0.0.0.0", TRUST_PROXY: "true", PORT: "1" },
    "doctor",
    "--json",
  );
  expect(findings(open.out)).toMatchObject({ proxy: { state: "warning" } });
});

test.each([
  [200, { state: "ok", found: "answers", fix: null }],
  [503, { state: "fault", found: "answers 503", fix: "check the proxy's target and PORT" }],
])("a public address that answers %d is told so", async (status, expected) => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(null, { status }) });
  const url = `http://127.0.0.1:${server.port}`;
  const { out } = await candor({ DATABASE_URL: database(), BASE_URL: url }, "doctor", "--json");
  await server.stop(true);
  const found = `${url}/healthz ${expected.found}`;
  expect(findings(out)["public address"]).toEqual({ check: "public address", ...expected, found });
});

test("each line says how it is; what is not well has a second line with what to do", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, BASE_URL: "http://0.0.0.0:1", HOST: "127.0.0.1" };
  const { code, out } = await candor(env, "doctor");
  const lines = out
    .replaceAll(folder, "FOLDER")
    .replace(/\d+\.\d GB/, "9.9 GB")
    .split("\n");
  expect(code).toBe(0);
  expect(lines).toEqual([
    "ok       settings: all valid",
    "ok       clock: 2026-11-15T00:00:00.000Z",
    "warning  database: there is none yet at FOLDER/candor.db (DATABASE_URL: environment)",
    "         → candor business FILE, candor import FILE or candor serve creates it",
    "ok       disk: 9.9 GB free in FOLDER",
    "ok       files: only this user may read them",
    "warning  tls: BASE_URL is plain http",
    "         → put a TLS proxy in front (see deploy/) and set BASE_URL to https://…",
    "ok       proxy: no proxy is trusted",
    "warning  public address: http://0.0.0.0:1 does not answer (no server answers there)",
    "         → start the server, or fix BASE_URL",
    "",
  ]);
});

test("an empty file is no database: a fault, and looking at it does not fill it", async () => {
  const path = join(newFolder(), "candor.db");
  writeFileSync(path, "");
  for (const _ of ["first", "again"]) {
    const { code, out } = await candor({ DATABASE_URL: `sqlite:${path}`, PORT: "1" }, "doctor", "--json");
    expect([code, statSync(path).size]).toEqual([1, 0]);
    expect(findings(out).database).toEqual({
      check: "database",
      state: "fault",
      found: `${path} (DATABASE_URL: environment): it is an empty file, which is no database`,
      fix: "restore a backup (candor restore FILE), or delete the file to begin anew",
    });
  }
});

test("a demonstration is no place for a business's own reviews", async () => {
  const url = database();
  await (await openStore(url, { kind: "demonstration" })).close();
  const { out } = await candor({ DATABASE_URL: url, PORT: "1" }, "doctor", "--json");
  expect(findings(out).database).toMatchObject({
    state: "warning",
    found: expect.stringContaining(" is a demonstration"),
    fix: "its reviews are made up: for your own, set DATABASE_URL to another database (candor init writes one)",
  });
  expect(findings(out).hub).toBeUndefined();
});

test("a store is named with its version, what is due is counted, and a source that nobody reads is a warning", async () => {
  const url = await newSqliteStore();
  const doctor = async (more: Record<string, string> = {}) =>
    findings((await candor({ DATABASE_URL: url, PORT: "1", ...more }, "doctor", "--json")).out);
  const found = `${url.slice("sqlite:".length)} (DATABASE_URL: environment), dataset version 0`;
  const plain = await doctor();
  expect(plain.database).toEqual({ check: "database", state: "ok", found, fix: null });
  expect(plain.hub).toEqual({ check: "hub", state: "ok", found: "0 deliveries due, none paused", fix: null });
  expect(plain.sync).toBeUndefined();
  await candor({ DATABASE_URL: url }, "sync", "add", "folder", "desk", newFolder());
  expect((await doctor({ SYNC: "off" })).sync).toEqual({
    check: "sync",
    state: "warning",
    found: "SYNC is off: sources are read only by hand",
    fix: "set SYNC=on, or run candor sync by cron",
  });
});

test("deliveries that wait for a fault of the hub are a fault, and made-up reviews that were removed are told", async () => {
  const url = await newSqliteStore();
  const store = await openStore(url);
  await store.query("UPDATE store_kind SET invented_removed = 2, decided_at = '2026-11-01T00:00:00Z'");
  const doctor = async () => {
    const { code, out } = await candor({ DATABASE_URL: url, PORT: "1" }, "doctor", "--json");
    return { code, found: findings(out) };
  };
  const pause = (paused: string) =>
    store.query(
      `INSERT INTO subscription (id, topic, callback, token, host, domain, asked_topic, lease_seconds, verified_at,
         expires_at, delivered_seq, attempted_seq, failures, retry_at, newer_at, paused)
       VALUES ($1, '/feed.xml', $1, $1, 'a', 'a', 'x', 1, 'a', '2099-01-01', 1, 1, 0, 'a', 'a', $1)`,
      [paused],
    );
  expect((await doctor()).found.database?.found).toEndWith(
    "dataset version 0; 2 made-up reviews of the demonstration removed at 2026-11-01T00:00:00Z",
  );
  await pause("network");
  expect(await doctor()).toMatchObject({
    code: 1,
    found: {
      hub: {
        state: "fault",
        found: "delivery to 1 subscription is paused: no subscriber can be reached from the server",
        fix: "check the server's network, firewall and DNS; delivery resumes by itself",
      },
    },
  });
  await pause("key");
  expect((await doctor()).found.hub).toMatchObject({
    state: "fault",
    found: "delivery to 1 subscription is paused: SECRET_KEY cannot open the secret",
    fix: "add the old key to SECRET_KEY after the new one, separated by a comma, and restart",
  });
  await store.close();
});
