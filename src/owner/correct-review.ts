import { cleanLine, cleanText } from "../import/prepare/clean.ts";
import { createLocalTime } from "../import/prepare/local-time.ts";
import { dateInZone, isCalendarDate } from "../model/basics/time.ts";
import type { Correction } from "../model/review.ts";
import { SOURCES } from "../model/review-kinds.ts";
import { minimizeName } from "../privacy/people/minimize-name.ts";
import { createRedactor } from "../privacy/redact.ts";
import { BY_DEFAULT } from "../privacy/stricter.ts";
import { readProfile } from "../store/dataset/business.ts";
import type { OwnerEdit } from "../store/reviews/owner-edits.ts";
import type { StoredReview } from "../store/reviews/reviews.ts";
import { type EditDeps, type EditedReview, type Editing, editReview } from "./edit-review.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** Of every review: what an import may have read wrongly. */
const OF_ANY = ["date", "source", "language"] as const;
/** Only of a review that was added by hand: those of a platform change by importing again. */
const BY_HAND = ["rating", "author", "title", "text"] as const;
export type CorrectedMember = (typeof OF_ANY)[number] | (typeof BY_HAND)[number];
export const isByHand = ({ format }: Pick<StoredReview, "format">): boolean => format === "by-hand";

/** What is given is corrected; an empty title, text or language is none. */
export type Corrections = Partial<Record<CorrectedMember, string>>;
/** The member that cannot be so. */
export type CorrectResult = { refused: CorrectedMember } | "corrected" | "unchanged";

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
const FIRST_DATE = "1995-01-01";
/** What readers see of a former value: never a name, and never words. */
const SHOWS_FORMER: readonly string[] = ["date", "source", "language", "rating"];

type Reading = { today: string; hide: (text: string) => string; shorten: (name: string) => string };

/** The value as it is stored, or undefined if it cannot be one. */
function readValue(member: CorrectedMember, given: string, reading: Reading): string | number | null | undefined {
  switch (member) {
    case "date":
      return isCalendarDate(given) && given >= FIRST_DATE && given <= reading.today ? given : undefined;
    case "source":
      return SOURCES.find((source) => source === given);
    case "language":
      return given === "" ? null : LANGUAGE.test(given) ? given : undefined;
    case "rating":
      return /^[1-5]$/.test(given) ? Number(given) : undefined;
    case "author":
      return reading.shorten(given);
    case "title": {
      const title = cleanLine(given);
      return title === null ? null : reading.hide(title).slice(0, 300);
    }
    case "text": {
      const text = cleanText(given);
      return text !== null && text.length > 20_000 ? undefined : text === null ? null : reading.hide(text);
    }
  }
}

async function readReading({ store, now }: OwnerDeps) {
  const profile = await readProfile(store);
  const privacy = profile?.privacy ?? BY_DEFAULT;
  const redactor = createRedactor(profile);
  const time_zone = profile?.time_zone ?? "UTC";
  const reading: Reading = {
    today: dateInZone(time_zone, now().toISOString()),
    hide: (text) => (privacy.redact ? redactor.redact(text).text : text),
    shorten: (name) => minimizeName(cleanLine(name)?.slice(0, 200) ?? null, privacy.names),
  };
  return { reading, midnight: createLocalTime(time_zone).midnight };
}

/** A review is not edited before it was written. */
const timesOf = ({ updated_at }: StoredReview, published_at: string) => ({
  published_at,
  updated_at: Date.parse(updated_at) < Date.parse(published_at) ? published_at : updated_at,
});

function editOf(
  { review, at }: Editing,
  changed: Partial<StoredReview>,
  members: readonly CorrectedMember[],
): EditedReview {
  const noted = members.map((member): Correction => {
    const values = SHOWS_FORMER.includes(member) ? { from: review[member], to: changed[member] ?? null } : {};
    return { member, at, ...values };
  });
  const former: Correction[] = review.corrections === null ? [] : JSON.parse(review.corrections);
  const corrections = JSON.stringify([...former, ...noted]);
  const about = { review_id: review.id, kind: "correction", edited_at: at } as const;
  const edits = members.map((member): OwnerEdit => {
    const { date, published_at } = changed;
    const value = member === "date" ? { date, published_at } : { [member]: changed[member] };
    return { ...about, subject: member, value: JSON.stringify(value) };
  });
  edits.push({ ...about, subject: "corrections", value: JSON.stringify({ corrections }) });
  const next = { ...review, ...changed, corrections };
  return { next, edits, kind: "corrected", detail: members.join(", ") };
}

/**
 * Corrects what an import read wrongly, or a review that was added by hand. Readers see which members were corrected and
 * when. Imports, undo and restore keep it.
 */
export async function correctReview(deps: EditDeps, id: string, given: Corrections): Promise<CorrectResult> {
  const { reading, midnight } = await readReading(deps);
  let refused: CorrectedMember | null = null;
  const corrected = await editReview(deps, id, async (editing) => {
    const { review } = editing;
    const changed: Partial<StoredReview> = {};
    const members: CorrectedMember[] = [];
    for (const member of [...OF_ANY, ...(isByHand(review) ? BY_HAND : [])]) {
      const asked = given[member];
      if (asked === undefined || asked === String(review[member] ?? "")) continue;
      const value = readValue(member, asked, reading);
      if (value === undefined) {
        refused = member;
        return null;
      }
      if (value === review[member]) continue;
      Object.assign(changed, { [member]: value });
      members.push(member);
    }
    if (members.length === 0) return null;
    if (changed.date !== undefined) Object.assign(changed, timesOf(review, midnight(changed.date)));
    return editOf(editing, changed, members);
  });
  return refused !== null ? { refused } : corrected ? "corrected" : "unchanged";
}
