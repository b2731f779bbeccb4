import { renderTime } from "../../model/basics/time.ts";
import { OperatorError } from "../../operator-error.ts";
import { counted } from "../../spelling.ts";
import { readCompleteExport } from "../../store/imports/complete-exports.ts";
import type { Queryable } from "../../store/store.ts";
import { exportOf } from "../formats/takeout-parts.ts";
import type { ListingOrigin, Origins } from "./run.ts";

type Older = { exported_at: string; last: string; rows: number };

/** Complete exports that are older than the newest one known of their listing: their rows change nothing. */
export type OlderExports = {
  /** Whether a row of this file belongs to one. It is counted then. */
  leavesAlone(origin: ListingOrigin, exported_ms: number | null, file: string): Promise<boolean>;
  /** What the report says about them. */
  warnings(): string[];
};

export const listingKey = ({ format, location }: ListingOrigin): string => JSON.stringify([format, location]);

/** The name of an archive's entry begins with the name of the archive. */
const archiveOf = (file: string): string => exportOf(/^.*?\.zip/i.exec(file)?.[0] ?? file);

export function createOlderExports(db: Queryable): OlderExports {
  const newest = new Map<string, { last: string | null; parts_of: string }>();
  const older = new Map<string, Older>();
  return {
    async leavesAlone(origin, exported_ms, file) {
      if (exported_ms === null) return false;
      const key = listingKey(origin);
      const exported_at = renderTime(exported_ms);
      const known = newest.get(key) ?? { last: await readCompleteExport(db, origin), parts_of: "" };
      const { last } = known;
      // The parts of one export were made one after another, and none of them is older.
      if (last === null || exported_ms >= Date.parse(last) || known.parts_of === archiveOf(file)) {
        if (last === null || exported_ms > Date.parse(last))
          newest.set(key, { last: exported_at, parts_of: archiveOf(file) });
        return false;
      }
      newest.set(key, known);
      const of_export = `${key} ${exported_at}`;
      older.set(of_export, { exported_at, last, rows: (older.get(of_export)?.rows ?? 0) + 1 });
      return true;
    },
    warnings: () =>
      [...older.values()].map(
        ({ exported_at, last, rows }) =>
          `this complete export is older than the last one of its listing (${exported_at}; the last was ${last}): ${counted(rows, "row")} left alone, nothing was added, changed or deleted`,
      ),
  };
}

/** An unpacked folder does not say when it was made. If its newest review is older than the last export, it may be older. */
export async function refuseUndated(db: Queryable, origins: Origins): Promise<void> {
  for (const { newest_ms, exported_ms, ...origin } of origins.values()) {
    if (exported_ms !== null) continue;
    const last = await readCompleteExport(db, origin);
    if (last === null || newest_ms >= Date.parse(last)) continue;
    throw new OperatorError(
      `this folder does not say when it was exported, and its newest review (${renderTime(newest_ms)}) is older than ` +
        `the last complete export (${last}): say when with --exported-at TIME, or import the zip. Nothing was changed`,
    );
  }
}
