import { BadField, type Candidate, isRejection, type Rejection } from "../record/candidate.ts";
import { removeHtml } from "../record/html-entities.ts";
import { removeTranslationMarks } from "../record/translation-marks.ts";
import type { Preparation } from "./preparation.ts";
import { languageHints, type Prepared, prepareReview, replyHints } from "./prepare-review.ts";

type OnRejected = (rejection: Rejection) => void;

function prepareCandidate(candidate: Candidate, preparation: Preparation, onRejected: OnRejected): Prepared | null {
  try {
    return prepareReview(candidate, preparation);
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    const { place, source, source_id = null } = candidate;
    onRejected({ place, reason: error.message, source_id, ...(source ? { source } : {}) });
    return null;
  }
}

/** Prepares one row; null if it was rejected. A promise only while the language library loads, which happens once. */
export function prepareRow(
  parsed: Candidate | Rejection,
  preparation: Preparation,
  onRejected: OnRejected,
): Prepared | null | Promise<Prepared | null> {
  if (isRejection(parsed)) {
    onRejected(parsed);
    return null;
  }
  const { languages } = preparation;
  // What Candor published is taken as it is.
  const plain = preparation.format === "candor" ? parsed : removeHtml(parsed);
  const candidate = removeTranslationMarks(plain);
  const prepare = () => prepareCandidate(candidate, preparation, onRejected);
  const text = candidate.language === undefined ? candidate.text : null;
  const reply = candidate.reply?.text ?? null;
  const needsLibrary =
    (text !== null && languages.needsLibrary(text, languageHints(candidate, preparation))) ||
    (reply !== null && languages.needsLibrary(reply, replyHints(preparation)));
  return needsLibrary ? languages.loadLibrary().then(prepare) : prepare();
}
