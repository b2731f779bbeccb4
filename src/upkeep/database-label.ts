import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describeDatabase, parseSettings } from "../settings.ts";
import { findPlaceFault } from "../store/connection/database-place.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import type { Installation } from "./installation.ts";

type Settled = Pick<Installation, "env" | "origins">;

/** Where the database of this folder is, for messages: "/srv/clinic/data/candor.db (DATABASE_URL: candor.env)". */
export function describeStore({ env, origins }: Settled): string {
  const { url, origin } = describeDatabase(env, origins);
  const path = sqlitePath(url);
  return `${path === null ? url : resolve(path)} (DATABASE_URL: ${origin})`;
}

/** True if the database is a file that does not exist yet. False if one is missing: opening it says so. */
export function isStoreMissing({ env }: Settled): boolean {
  const path = sqlitePath(parseSettings(env).DATABASE_URL);
  return path !== null && !existsSync(path) && findPlaceFault(path) === null;
}
