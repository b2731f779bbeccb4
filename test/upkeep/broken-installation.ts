import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { openAuthority } from "../websub/authority.ts";
import { openReceiver } from "../websub/receiver.ts";

export type Case = { folder: string; path: string; backups: string; env: Record<string, string> };
/** Breaks a healthy installation. Returns settings to change, and what ends with the test. */
export type Break = (given: Case) => unknown;

let healthy = "";
const closing: (() => unknown)[] = [];
const ISSUER = openAuthority();

/** An installation in which nothing is wrong. */
export async function makeHealthy(): Promise<void> {
  healthy = newFolder();
  writeFileSync(
    join(healthy, "one.csv"),
    "id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Good day.\n2,Bo Cy,4,2026-01-02,Kind staff.\n",
  );
  writeFileSync(join(healthy, "business.yaml"), "name: Clinic\ntime_zone: UTC\n");
  const env = { DATABASE_URL: `sqlite:${healthy}/data/candor.db` };
  expect(await candor(env, "business", join(healthy, "business.yaml"))).toMatchObject({ code: 0 });
  expect(await candor(env, "import", join(healthy, "one.csv"), "--verified-by", "operator")).toMatchObject({ code: 0 });
  writeFileSync(join(healthy, "data/candor.key"), `${"k".repeat(64)}\n`, { mode: 0o600 });
  mkdirSync(join(healthy, "backups"), { mode: 0o700 });
  expect(await candor(env, "backup", join(healthy, "backups/candor-2026-11-14T230000Z.db"))).toMatchObject({ code: 0 });
}

export async function closeAll(): Promise<void> {
  for (const close of closing) await close();
}

export const endWithTest = (close: () => unknown): void => void closing.push(close);

export function newCase(): Case {
  const folder = newFolder();
  cpSync(healthy, folder, { recursive: true });
  const path = join(folder, "data/candor.db");
  const backups = join(folder, "backups");
  const env = { DATABASE_URL: `sqlite:${path}`, PORT: String(freePort()), BACKUP_FOLDER: backups };
  return { folder, path, backups, env };
}

export const sql = ({ path }: Case, ...statements: string[]): void => {
  const db = new Database(path);
  for (const statement of statements) db.run(statement);
  db.close();
};

export const missing = ({ path }: Case, trace: string): void => {
  rmSync(join(path, "../candor.key"));
  rmSync(path);
  writeFileSync(trace.startsWith("/") ? trace : `${path}${trace}`, "x".repeat(40), { mode: 0o600 });
};

export function httpServer(answer: (path: string) => Response): { url: string; port: number } {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: ({ url }) => answer(new URL(url).pathname) });
  closing.push(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, port: server.port ?? 0 };
}

export async function tlsServer(names: string[], days: number): Promise<string> {
  const receiver = await openReceiver(ISSUER.issue(names, days));
  closing.push(() => receiver.close());
  return `https://localhost:${receiver.port}`;
}

export const SUBSCRIPTION = (secret: string, paused: string) =>
  `INSERT INTO subscription (id, topic, callback, token, host, domain, asked_topic, secret, lease_seconds, verified_at,
     expires_at, delivered_seq, attempted_seq, failures, retry_at, newer_at, paused)
   VALUES ('a', '/feed.xml', 'a', 'a', 'a', 'a', 'x', ${secret}, 1, 'a', '2099-01-01', 1, 1, 0, 'a', 'a', ${paused})`;
