import { BadField, type Candidate, isRejection, type Rejection } from "../record/candidate.ts";
import { removeHtml } from "../record/html-entities.ts";
import { removeTranslationMarks } from "../record/translation-marks.ts";
import type { Preparation } from "./preparation.ts";
import { languageHints, type Prepared, prepareReview, replyHints } from "./prepare-review.ts";

/** A row whose author refuses is rejected, but what is stored of its review has to be found: it is taken out. */
type Refused = Rejection & { refused: Prepared };
export const refusedOf = (row: Prepared | Rejection): Prepared | null =>
  "refused" in row ? (row as Refused).refused : null; // only a Refused has it

function prepareCandidate(candidate: Candidate, preparation: Preparation): Prepared | Rejection {
  try {
    const prepared = prepareReview(candidate, preparation);
    const { place, refusal: reason, row } = prepared;
    if (reason === undefined) return prepared;
    const refused: Refused = { place, reason, source: row.source, source_id: row.source_id, refused: prepared };
    return refused;
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    const { place, source, source_id = null } = candidate;
    return { place, reason: error.message, source_id, ...(source ? { source } : {}) };
  }
}

/** Prepares one row. Returns a promise only while the language library loads, which happens once. */
export function prepareRow(
  parsed: Candidate | Rejection,
  preparation: Preparation,
): Prepared | Rejection | Promise<Prepared | Rejection> {
  if (isRejection(parsed)) return parsed;
  const { languages } = preparation;
  // Reviews that Candor published are used unchanged.
  const plain = preparation.format === "candor" ? parsed : removeHtml(parsed);
  const candidate = removeTranslationMarks(plain);
  const prepare = () => prepareCandidate(candidate, preparation);
  const text = candidate.language === undefined ? candidate.text : null;
  const reply = candidate.reply?.text ?? null;
  const needsLibrary =
    (text !== null && languages.needsLibrary(text, languageHints(candidate, preparation))) ||
    (reply !== null && languages.needsLibrary(reply, replyHints(preparation)));
  return needsLibrary ? languages.loadLibrary().then(prepare) : prepare();
}

export async function prepareRows(
  rows: readonly (Candidate | Rejection)[],
  preparation: Preparation,
): Promise<(Prepared | Rejection)[]> {
  const ready: (Prepared | Rejection)[] = [];
  for (const row of rows) {
    const prepared = prepareRow(row, preparation);
    ready.push(prepared instanceof Promise ? await prepared : prepared);
  }
  return ready;
}
