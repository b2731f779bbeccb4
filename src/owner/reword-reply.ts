import { cleanText } from "../import/prepare/clean.ts";
import { createLanguageDetector } from "../import/prepare/detect-language.ts";
import { replyHints } from "../import/prepare/prepare-review.ts";
import { hashSourceReply, type Reworded } from "../import/run/own-changes.ts";
import { dateInZone } from "../model/basics/time.ts";
import type { Profile } from "../model/business.ts";
import { createRedactor } from "../privacy/redact.ts";
import { checkReply } from "../privacy/replies/check-reply.ts";
import { BY_DEFAULT } from "../privacy/stricter.ts";
import { readProfile } from "../store/dataset/business.ts";
import type { OwnerEdit } from "../store/reviews/owner-edits.ts";
import { type EditDeps, editReview } from "./edit-review.ts";

const LONGEST = 5000;

/** The reply as it may be shown, and why it waits, if it does. */
async function checkWords(profile: Profile | null, given: string) {
  const languages = createLanguageDetector();
  await languages.loadLibrary();
  const held = checkReply(given, languages.detect(given, replyHints({ profile })));
  const hides = (profile?.privacy ?? BY_DEFAULT).redact;
  return { text: hides ? createRedactor(profile).redact(given).text : given, held };
}

/**
 * Writes a reply anew. It is checked as in an import: it is published, or it waits. The words of the source do not come
 * back, until the source itself has other ones.
 */
export async function rewordReply(
  deps: EditDeps,
  id: string,
  given: string,
): Promise<"published" | "held" | "unchanged" | "empty" | "too_long"> {
  const cleaned = cleanText(given);
  if (cleaned === null) return "empty";
  if (cleaned.length > LONGEST) return "too_long";
  const profile = await readProfile(deps.store);
  const { text, held } = await checkWords(profile, cleaned);
  const changed = await editReview(deps, id, async ({ review, at, key, before }) => {
    if (review.reply_text === text) return null;
    const reply_date = review.reply_date ?? dateInZone(profile?.time_zone ?? "UTC", at);
    const state = held ? "held" : "published";
    const value: Reworded = {
      reply_text: text,
      reply_date,
      reply_state: state,
      reply_held_reason: held?.reason ?? null,
    };
    const of_source = before.findLast(
      (edit) => edit.kind === "reply" && (JSON.parse(edit.value) as Reworded).reply_text === review.reply_text,
    );
    const subject = of_source?.subject ?? hashSourceReply(key, review.reply_text);
    const edit: OwnerEdit = { review_id: id, kind: "reply", subject, value: JSON.stringify(value), edited_at: at };
    return { next: { ...review, ...value }, edits: [edit], kind: "reworded", detail: null };
  });
  return changed ? (held ? "held" : "published") : "unchanged";
}
