import type { Profile } from "../src/model/business.ts";
import { profile } from "../src/model/business.ts";
import { REVIEW_COLUMNS, type ReviewRow } from "../src/model/review-row.ts";
import type { StoredTombstone } from "../src/model/snapshot-source.ts";
import { bumpDataset as commitDataset } from "../src/store/dataset/dataset.ts";
import { placeholders, type Queryable } from "../src/store/store.ts";

/** A made-up published review; `number` determines its id, date and times. */
export function reviewRow(number: number, changes: Partial<ReviewRow> = {}): ReviewRow {
  const day = new Date(Date.UTC(2024, 0, 1) + number * 86_400_000).toISOString().slice(0, 10);
  const date = changes.date ?? day;
  return {
    id: number.toString(10).padStart(26, "0"),
    source: "google",
    source_id: `r${number}`,
    format: "candor",
    location: null,
    author: "Maria S.",
    author_avatar_url: null,
    rating: 5,
    rating_basis: "stars",
    date,
    title: null,
    text: `Review number ${number}.`,
    language: "en",
    translation_text: null,
    translation_language: null,
    published_at: `${date}T17:00:00Z`,
    updated_at: `${date}T17:00:00Z`,
    revision: 1,
    source_url: null,
    reply_text: null,
    reply_date: null,
    reply_state: null,
    reply_held_reason: null,
    verification_method: "platform_account",
    verified_at: `${date}T17:00:00Z`,
    incentivized: 0,
    consent: null,
    consent_by_owner: null,
    mentions: '{"technicians":[],"services":[],"service_areas":[]}',
    redactions: "[]",
    corrections: null,
    state: "published",
    held_reason: null,
    held_at: null,
    changed_at: "2026-01-01T00:00:00Z",
    moved_from: null,
    moved_at: null,
    ...changes,
  };
}

export async function insertRows(
  store: Queryable,
  rows: ReviewRow[],
  columns: readonly (keyof ReviewRow)[] = REVIEW_COLUMNS,
): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    const chunk = rows.slice(at, at + 500);
    await store.query(
      `INSERT INTO review (${columns.join(", ")}) VALUES ${placeholders(chunk.length, columns.length)}`,
      chunk.flatMap((row) => columns.map((column) => row[column])),
    );
  }
}

/** The last step of an import: a new version, which makes every server reload. */
export async function bumpDataset(store: Queryable): Promise<void> {
  await commitDataset(store, "sqlite", "2026-01-01T00:00:00Z"); // "sqlite": without a NOTIFY, so that servers poll
}

export function testProfile(changes: Partial<Profile> = {}): Profile {
  return profile.parse({
    name: "Harbor Physical Therapy",
    type: "Physiotherapy",
    time_zone: "America/Los_Angeles",
    technicians: [{ id: "ana-ruiz", name: "Ana Ruiz", title: "PT, DPT", aliases: ["Ana"] }],
    services: [{ id: "dry-needling", name: "Dry needling", aliases: ["needling"] }],
    service_areas: [{ id: "old-town", name: "Old Town" }],
    ...changes,
  });
}

/** A review that was removed at a time. */
export const storedTombstone = (number: number, date: string, at: string): StoredTombstone => ({
  id: String(number).padStart(26, "0"),
  date,
  deleted_at: at,
  reason: "erased_on_request",
  changed_at: at,
});
