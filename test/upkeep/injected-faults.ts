import { expect } from "bun:test";
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { type Case, httpServer, SUBSCRIPTION, sql, tlsServer } from "./broken-installation.ts";

import { DATABASE_FAULTS, type Fault } from "./database-faults.ts";
import { SIDE_FAULTS } from "./side-faults.ts";

async function eraseOne({ env }: Case): Promise<void> {
  const found = JSON.parse((await candor(env, "person", "Ann Bee", "--json")).out) as { reviews: { id: string }[] };
  expect(await candor(env, "erase", found.reviews[0]?.id ?? "", "--reason", "legal")).toMatchObject({ code: 0 });
}

export const FAULTS: Fault[] = [
  ...DATABASE_FAULTS,
  ...SIDE_FAULTS,
  [
    "a key file that serve refuses",
    "key",
    /must contain at least 32 characters/,
    ({ folder }) => writeFileSync(join(folder, "data/candor.key"), "short\n"),
  ],
  [
    "a key file that is a folder",
    "key",
    /cannot be read/,
    ({ folder }) => {
      rmSync(join(folder, "data/candor.key"));
      mkdirSync(join(folder, "data/candor.key"));
    },
  ],
  [
    "a lost key",
    "key",
    /is missing, and 1 subscription/,
    (given) => {
      rmSync(join(given.folder, "data/candor.key"));
      sql(given, SUBSCRIPTION("'sealed'", "NULL"));
    },
  ],
  [
    "deliveries that wait for an old key",
    "hub",
    /SECRET_KEY cannot open/,
    (given) => sql(given, SUBSCRIPTION("'sealed'", "'key'")),
  ],
  [
    "deliveries that wait for the network",
    "hub",
    /no subscriber can be reached/,
    (given) => sql(given, SUBSCRIPTION("NULL", "'network'")),
  ],
  ["a web server without a worker", "role", /ROLE is web/, () => ({ ROLE: "web" })],
  ["a worker without a web server", "role", /ROLE is worker/, () => ({ ROLE: "worker" })],
  [
    "a lost ledger",
    "ledger",
    /erasures is missing: 1 review erased/,
    async (given) => {
      await eraseOne(given);
      rmSync(`${given.path}.erasures`);
    },
  ],
  [
    "a database in memory",
    "settings",
    /is no file, so nothing would be kept/,
    () => ({ DATABASE_URL: "sqlite::memory:" }),
  ],
  [
    "settings with a secret that everybody may read",
    "files",
    /every user of this machine may read .*own\.env, which has secrets/,
    ({ folder }) => {
      writeFileSync(join(folder, "own.env"), `SECRET_KEY=${"k".repeat(64)}\n`, { mode: 0o644 });
      return { ENV_FILE: join(folder, "own.env") };
    },
  ],
  ["a ledger that is damaged", "ledger", /is not a ledger/, ({ path }) => writeFileSync(`${path}.erasures`, "{")],
  [
    "the ledger of another database",
    "ledger",
    /of another database/,
    ({ path }) => writeFileSync(`${path}.erasures`, '{"candor_ledger":1,"store":"another-store"}\n'),
  ],
  [
    "an older database that was copied here",
    "ledger",
    /1 review that .* lists as erased are stored/,
    async (given) => {
      const copy = `${given.path}.copy`;
      cpSync(given.path, copy);
      await eraseOne(given);
      renameSync(copy, given.path);
    },
  ],
  [
    "changes that were lost with a replaced file",
    "lost changes",
    /lost-2026/,
    ({ path }) => writeFileSync(`${path}-wal.lost-2026`, "x"),
  ],
  [
    "a port that another program uses",
    "port",
    /another program listens on 127/,
    () => ({ PORT: String(httpServer(() => new Response()).port) }),
  ],
  [
    "a metrics port that another program uses",
    "port",
    /another program listens on/,
    () => ({ METRICS_PORT: String(httpServer(() => new Response()).port) }),
  ],
  [
    "one port for two things",
    "port",
    /PORT and METRICS_PORT are both/,
    ({ env }) => ({ METRICS_PORT: env.PORT ?? "" }),
  ],
  [
    "an address of another machine",
    "port",
    /198\.51\.100\.7 is no address of this machine/,
    () => ({ HOST: "198.51.100.7" }),
  ],
  [
    "the address of another Candor",
    "public address",
    /shows other data than this database/,
    (given) => {
      sql(given, "UPDATE review SET changed_at = '2026-11-01T00:00:00Z'"); // shown long ago
      return { BASE_URL: httpServer((path) => new Response(null, { status: path === "/healthz" ? 200 : 404 })).url };
    },
  ],
  [
    "an address that answers with an error",
    "public address",
    /answers 502/,
    () => ({ BASE_URL: httpServer(() => new Response(null, { status: 502 })).url }),
  ],
  [
    "a certificate that expired",
    "tls",
    /expired \d+ days ago/,
    async () => ({
      BASE_URL: await tlsServer(["localhost"], 1),
      NOW: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    }),
  ],
  [
    "a certificate for another name",
    "tls",
    /is for another name/,
    async () => ({ BASE_URL: await tlsServer(["other.example"], 30) }),
  ],
  [
    "an address that does not speak TLS",
    "tls",
    /does not speak TLS/,
    () => ({ BASE_URL: httpServer(() => new Response()).url.replace("http:", "https:") }),
  ],
  [
    "a last backup that is too old",
    "backups",
    /the last backup is from 2026-11-01/,
    ({ backups }) => {
      renameSync(join(backups, "candor-2026-11-14T230000Z.db"), join(backups, "candor-2026-11-01T000000Z.db"));
      renameSync(
        join(backups, "candor-2026-11-14T230000Z.db.erasures"),
        join(backups, "candor-2026-11-01T000000Z.db.erasures"),
      );
    },
  ],
  [
    "a backup without its list of erasures",
    "backups",
    /no list of erasures/,
    ({ backups }) => rmSync(join(backups, "candor-2026-11-14T230000Z.db.erasures")),
  ],
  [
    "an empty backup",
    "backups",
    /damaged \(.*an empty file/,
    ({ backups }) => truncateSync(join(backups, "candor-2026-11-14T230000Z.db"), 0),
  ],
  [
    "a truncated backup",
    "backups",
    /is damaged/,
    ({ backups }) => truncateSync(join(backups, "candor-2026-11-14T230000Z.db"), 20_000),
  ],
  [
    "a last backup of another database",
    "backups",
    /is of another database/,
    async ({ folder, backups }) => {
      const env = { DATABASE_URL: `sqlite:${folder}/other/candor.db` };
      expect(await candor(env, "import", join(folder, "one.csv"), "--verified-by", "operator")).toMatchObject({
        code: 0,
      });
      expect(await candor(env, "backup", join(folder, "other.db"))).toMatchObject({ code: 0 });
      cpSync(join(folder, "other.db"), join(backups, "candor-2026-11-14T230000Z.db"));
    },
  ],
  [
    "a last backup of the future",
    "backups",
    /2030-11-14T23:00:00Z, which is in the future/,
    ({ backups }) => {
      for (const end of ["", ".erasures"])
        renameSync(
          join(backups, `candor-2026-11-14T230000Z.db${end}`),
          join(backups, `candor-2030-11-14T230000Z.db${end}`),
        );
    },
  ],
  [
    "a damaged list of erasures beside the last backup",
    "backups",
    /is not a ledger of erasures/,
    ({ backups }) => writeFileSync(join(backups, "candor-2026-11-14T230000Z.db.erasures"), "{"),
  ],
  [
    "a key that everybody may read",
    "files",
    /candor\.key \(mode 0644\)/,
    ({ folder }) => chmodSync(join(folder, "data/candor.key"), 0o644),
  ],
  ["a database that everybody may write", "files", /candor\.db \(mode 0666\)/, ({ path }) => chmodSync(path, 0o666)],
  [
    "backups in the database's own folder",
    "backups",
    /the folder of the database/,
    ({ folder }) => ({ BACKUP_FOLDER: join(folder, "data") }),
  ],
  [
    "a file where the backups should be",
    "backups",
    /cannot be used \(ENOTDIR\)/,
    ({ folder }) => ({ BACKUP_FOLDER: join(folder, "one.csv") }),
  ],
];
