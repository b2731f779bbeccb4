import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, OperatorError } from "./operator-error.ts";
import type { Settings } from "./settings.ts";
import { keyPath } from "./store/connection/database-place.ts";
import { lstatOrNull } from "./store/connection/durable-file.ts";
import { sqlitePath } from "./store/connection/open-store.ts";
import { makePrivateFolder } from "./store/connection/private-file.ts";

function readKey(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT" && lstatOrNull(path) === null) return null;
    throw new OperatorError(
      `the key file ${path} cannot be read (${codeOf(error)}): fix its permissions, or the link if it is one, or set SECRET_KEY`,
      1,
      {
        cause: error,
      },
    );
  }
}

/**
 * Writes the key to a second file and then links that to its name. The key file is never incomplete, and an existing
 * key is never replaced.
 */
function makeKey(path: string, key: string): void {
  makePrivateFolder(dirname(path));
  const aside = `${path}.${process.pid}`;
  const file = openSync(aside, "wx", 0o600);
  fchmodSync(file, 0o600); // the umask may have removed a bit
  writeSync(file, `${key}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(aside, path);
  } catch (error) {
    // Another process that started at the same time has already made a key: use that one.
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside);
  }
}

/** An earlier version kept the key of the demonstration in candor.key, too. Secrets that it encrypted need that key. */
function chooseKeyFile(database: string): string {
  const own = keyPath(database);
  const former = join(dirname(database), "candor.key");
  return existsSync(own) || !existsSync(former) ? own : former;
}

/**
 * The keys that sign MCP session ids and encrypt hub secrets, newest first. With SQLite and without SECRET_KEY, the key
 * is in candor.key beside the database, created at the first start. Processes that share a PostgreSQL database need
 * SECRET_KEY.
 */
export function readSecretKeys(settings: Settings, random: (bytes: number) => Buffer = randomBytes): string[] {
  if (settings.SECRET_KEY.length > 0) return settings.SECRET_KEY;
  const database = sqlitePath(settings.DATABASE_URL);
  if (database === null) {
    throw new OperatorError(
      "setting SECRET_KEY is missing: with PostgreSQL every process needs the same one (`openssl rand -hex 32` creates one)",
    );
  }
  const path = chooseKeyFile(database);
  if (readKey(path) === null) makeKey(path, random(32).toString("hex"));
  const key = readKey(path);
  if (key === null || key.length < 32) {
    throw new OperatorError(
      `the key file ${path} must contain at least 32 characters: restore it, or delete it to create a new one`,
    );
  }
  return [key];
}
