import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { detectReviews } from "../../src/import/formats/detect.ts";
import type { ReadOptions } from "../../src/import/formats/opened-reviews.ts";
import { createPreparation } from "../../src/import/prepare/preparation.ts";
import { prepareRow } from "../../src/import/prepare/prepare-row.ts";
import { isRejection } from "../../src/import/record/candidate.ts";
import { profile } from "../../src/model/business.ts";
import type { StoredReview } from "../../src/store/reviews/reviews.ts";
import { newFolder } from "../databases.ts";

const CLINIC = profile.parse({ name: "Clinic", time_zone: "America/Los_Angeles" });
export const OPTIONS: ReadOptions = { format: null, location: null, map: {}, scale: null, dates: null };

export const fixture = (name: string) => fileURLToPath(new URL(`./formats/fixtures/${name}`, import.meta.url));

/** Writes a file in a new folder: strings and bytes as they are, everything else as JSON. */
export function writeData(name: string, data: unknown): string {
  const path = join(newFolder(), name);
  writeFileSync(path, typeof data === "string" || data instanceof Uint8Array ? data : JSON.stringify(data));
  return path;
}

export type ReadReview = Omit<StoredReview, "sketch" | "duplicate_of" | "doubtful">;

/** Reads and prepares a file as an import does, up to the comparison with what is stored. */
export async function readReviews(path: string, options: Partial<ReadOptions> = {}) {
  const rows: ReadReview[] = [];
  const rejected: string[] = [];
  const formats: string[] = [];
  const warnings: string[] = [];
  for (const file of await detectReviews(path, { ...OPTIONS, ...options })) {
    formats.push(file.format);
    const preparation = { ...file, ...createPreparation(CLINIC, Date.parse("2026-05-01T00:00:00Z")) };
    for await (const batch of file.rows) {
      for (const parsed of batch) {
        const prepared = await prepareRow(parsed, preparation);
        if (isRejection(prepared)) rejected.push(`${prepared.place.row}: ${prepared.reason}`);
        else {
          // What they are recognized by is tested in recognize/.
          const { sketch: _, duplicate_of: __, doubtful: ___, ...row } = prepared.row;
          rows.push(row);
        }
      }
    }
    const warning = file.warning();
    warnings.push(...file.notes, ...(warning === null ? [] : [warning]));
  }
  return { formats, rows, rejected, warnings };
}
