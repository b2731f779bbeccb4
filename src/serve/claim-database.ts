import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Kind } from "../model/demonstration.ts";
import { OperatorError } from "../operator-error.ts";
import type { Settings } from "../settings.ts";
import { refusePlace, sqlitePath } from "../store/connection/open-store.ts";
import { makePrivateFolder } from "../store/connection/private-file.ts";
import { lockServer } from "../store/connection/server-lock.ts";
import { settleRestore } from "../upkeep/settle-restore.ts";

const BEGIN = "candor business FILE, then candor import FILE";

/** Where the database of this server is. Refuses a place that this server must not use, and creates no database. */
export function claimDatabase(settings: Settings, kind: Kind): { release(): void } {
  const { DATABASE_URL: url, DATABASE_MUST_EXIST } = settings;
  const path = sqlitePath(url);
  if (path !== null) {
    settleRestore(url);
    refusePlace(url, kind);
    if (DATABASE_MUST_EXIST === "true" && kind === "business" && !existsSync(path)) {
      throw new OperatorError(
        `there is no database at ${path}, and DATABASE_MUST_EXIST is true: mount its disk, restore a backup (candor restore FILE), or begin with ${BEGIN}`,
      );
    }
    makePrivateFolder(dirname(path));
  }
  return lockServer(url);
}

/** What the log says while nothing is stored. */
export const NOTHING_STORED = { next: `bring your reviews in: ${BEGIN}` };
