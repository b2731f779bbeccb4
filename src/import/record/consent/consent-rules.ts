import type { Candidate, RowConsent } from "../candidate.ts";
import { readShown } from "../may-publish.ts";
import { type Fields, textOf } from "../values.ts";
import { asksAnonymity, type ConsentKind, consentKind } from "./consent-headers.ts";
import { type ConsentSaid, isNamed, isPlainNo, readAnswer } from "./read-answer.ts";

/** A column that says whether a review may be published, and how its values are read. */
export type ConsentRule = {
  column: string;
  /** answered: the owner listed the values that mean yes. ignored: the owner said that it is about something else. */
  asks: Exclude<ConsentKind, "unsure"> | "answered" | "ignored";
  /** With `answered`: the values that mean yes. */
  yes?: readonly string[];
  /** A box that forbids, and that was not ticked, says nothing against it. */
  blank_is_yes?: boolean;
};

/** A column that forbids is answered with yes and no, or with what it says: "Opt out: opted in". A refusal may be of either. */
function readForbidding(value: unknown): ConsentSaid | null {
  const answer = readAnswer(value);
  const named = answer === "yes" || answer === "no" ? consentKind(words(value)) : null;
  if (named === "hide" || named === "publish") return named === "hide" ? "no" : "yes";
  return answer && (answer === "no" && !isPlainNo(value) ? "unclear" : OPPOSITE[answer]);
}
const OPPOSITE: Record<ConsentSaid, ConsentSaid> = { yes: "no", anonymous: "unclear", no: "yes", unclear: "unclear" };
const words = (value: unknown): string => (typeof value === "boolean" ? String(value) : (textOf(value) ?? ""));
const same = (value: string): string => value.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/** What an owner calls an empty cell: --consent "Do not publish=No,blank". */
export const BLANK = "blank";
/** What an owner calls every other cell: --consent "Consent date=filled". */
export const FILLED = "filled";

function readAnswered({ column, yes = [] }: ConsentRule, value: unknown): ConsentSaid {
  const either = readAnswer(value) === null ? BLANK : FILLED;
  if (!yes.some((one) => same(one) === same(words(value)) || same(one) === either)) return "unclear";
  const answer = readAnswer(value);
  return answer === "anonymous" || (asksAnonymity(column) && answer !== "no") ? "anonymous" : "yes";
}

/** What one column says about a row. Null: nothing. */
export function readRule(rule: ConsentRule, value: unknown): ConsentSaid | null {
  if (rule.asks === "answered") return readAnswered(rule, value);
  if (rule.asks === "ignored") return null;
  if (rule.asks === "shown") return readShown(rule.column, value) ?? "unclear";
  const answer = readAnswer(value);
  if (rule.asks === "name") {
    if (answer === null || answer === "no" || (answer === "unclear" && isNamed(value))) return null;
    return answer === "yes" && !asksAnonymity(rule.column) ? null : "anonymous";
  }
  if (rule.asks === "hide") return readForbidding(value) ?? (rule.blank_is_yes ? "yes" : "unclear");
  return answer ?? "unclear";
}

const ORDER: readonly ConsentSaid[] = ["no", "unclear", "anonymous", "yes"];

/** What all columns say together: one no is a no, and a yes takes all of them. Null if none asks. */
function readConsent(record: Fields, rules: readonly ConsentRule[]): RowConsent | null {
  let found: (RowConsent & { rank: number }) | null = null;
  for (const rule of rules) {
    const value = record[rule.column];
    const answer = readRule(rule, value);
    if (answer === null) continue;
    const rank = ORDER.indexOf(answer);
    if (found !== null && found.rank <= rank) continue;
    const why =
      rule.asks === "shown" ? "the review is not public at its source" : "the author did not agree to publication";
    found = { answer, rank, reason: `column ${rule.column} says ${words(value)}: ${why}` };
  }
  return found && { answer: found.answer, reason: found.reason };
}

/** The same as members of a row. */
export function consentOf(
  record: Fields,
  rules: readonly ConsentRule[],
): Pick<Candidate, "consent" | "consent_ignored"> {
  const consent = readConsent(record, rules);
  if (consent) return { consent };
  return rules.some(({ asks }) => asks === "ignored") ? { consent_ignored: true } : {};
}
