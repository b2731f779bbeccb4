import type { Profile } from "../model/business.ts";
import type { Redaction } from "../model/review.ts";
import { REDACTION_KINDS, type RedactionKind } from "../model/review-kinds.ts";
import { DATE_LIKE, findBirthDates } from "./birth-dates.ts";
import { type Folded, fold } from "./fold.ts";
import { findHandles } from "./handles.ts";
import { readHints } from "./hints.ts";
import { findIdentifiers, findNumbered } from "./identifiers.ts";
import { findLabeled } from "./labeled.ts";
import { parsePatterns } from "./pattern-file.ts";
import type { AuthorFinder } from "./people/author.ts";
import { createOwn, type Own } from "./people/own.ts";
import { createRoster, findOthers, findRecognized, type Roster } from "./people/people.ts";
import { findPhones, spokenPhones } from "./phones.ts";
import { findAddresses } from "./places/addresses.ts";
import { findPlates } from "./plates.ts";
import { findEmails, findLinks } from "./reach.ts";
import text_of_lists from "./redact.words.txt" with { type: "text" };
import { findCards, findFixed } from "./shapes.ts";
import type { HiddenName, RedactionSpan } from "./span.ts";
import { findSpokenNumbers } from "./spoken.ts";

const LEAST_CARD = 13;
/** The number of Medicare has five digits among its letters, and none has fewer. */
const LEAST_FIXED = 5;
/** A number in use has more digits, but "o" and "l" may be in the place of some. */
const LEAST_PHONE = 4;
const MARK = /[#º°]/;
/** Three digits close together: no identifier has fewer. */
const CODE = /\d(?:[ ./-]?[A-Za-z]{0,3}\d){2}/;
/** A quick test for `DISGUISE`. */
const SIGN = /[@[({<|_*"'~=+]| \. |-\s?(?:at|dot)|\.at\.| at /i;
const PATTERNS = parsePatterns("redact.words.txt", text_of_lists, ["two capitals", "disguise"]);
const TWO_CAPITALS = new RegExp(PATTERNS["two capitals"], "u");
const DISGUISE = new RegExp(PATTERNS.disguise, "iu");

type Rules = { own: Own; roster: Roster; names: Profile["privacy"]["names"] };

/** Earlier finders come first: a passage belongs to the first that finds it. All read the same text. */
function findAll(folded: Folded, { own, roster, names }: Rules, findAuthor: AuthorFinder | null): RedactionSpan[] {
  const { text } = folded;
  const hints = readHints(folded);
  const { digits, numbers } = hints;
  const found: RedactionSpan[] = [];
  const disguised = hints.has("disguise") || (SIGN.test(text) && DISGUISE.test(text));
  const spoken = hints.spoken ? findSpokenNumbers(folded) : [];
  const identified = hints.has("identifier") || MARK.test(text);
  const coded = digits >= 3 && CODE.test(text);
  found.push(...findEmails(folded, disguised, hints.has("provider")), ...findLinks(folded, disguised));
  if (hints.has("birth") || text.includes("*")) {
    if (hints.has("year") || (digits >= 2 && DATE_LIKE.test(text))) found.push(...findBirthDates(folded));
  }
  if (digits >= LEAST_CARD) found.push(...findCards(folded, numbers));
  if (identified && (coded || spoken.length > 0)) found.push(...findIdentifiers(folded, spoken));
  if (digits >= LEAST_FIXED) found.push(...findFixed(folded, numbers));
  if (digits >= 1 || hints.has("plate")) found.push(...findPlates(folded, hints.has("plate_announced")));
  if (digits >= 1 || hints.has("street")) found.push(...findAddresses(folded, hints.has("street"), numbers));
  found.push(...spokenPhones(spoken));
  if (digits >= LEAST_PHONE) found.push(...findPhones(folded, own.country));
  if (identified && coded) found.push(...findNumbered(folded));
  if (hints.has("label") && digits >= 4 && coded) found.push(...findLabeled(folded));
  found.push(...findHandles(folded, hints.has("social")));
  if (findAuthor) found.push(...findAuthor(text));
  if (hints.has("people") && TWO_CAPITALS.test(text)) {
    const [honored, titled] = [hints.has("honor"), hints.has("title")];
    found.push(...findOthers(folded, { roster, mode: names, honored, titled }));
  }
  found.push(...findRecognized(folded, { roster, mode: names }));
  return found;
}

/** The spans in the original text, sorted and without overlaps. What the business itself publishes is left out. */
function choose(text: string, folded: Folded, found: readonly RedactionSpan[], own: Own): RedactionSpan[] {
  const taken = new Uint8Array(folded.text.length);
  const chosen: RedactionSpan[] = [];
  for (const span of found) {
    if (taken.subarray(span.start, span.end).includes(1)) continue;
    taken.fill(1, span.start, span.end);
    if (own.isOwn(span.kind, folded.text.slice(span.start, span.end))) continue;
    const [start, end] = [folded.at(span.start), folded.at(span.end)];
    if (span.shown !== text.slice(start, end)) chosen.push({ ...span, start, end });
  }
  return chosen.sort((a, b) => a.start - b.start);
}

/** Finds passages that reveal who a person is or how to reach them, for one business. */
export type Redactor = {
  find(text: string, findAuthor?: AuthorFinder | null): RedactionSpan[];
  /** Replaces each private passage with a mark that says what it was, such as [phone], or with a shortened name. */
  redact(text: string, findAuthor?: AuthorFinder | null): Hidden;
};

/** A text without its private passages, and the names among them. */
export type Hidden = { text: string; kinds: RedactionKind[]; names?: HiddenName[] };

const shownOf = ({ kind, shown }: RedactionSpan): string => shown ?? `[${kind}]`;

export const replaceSpans = (text: string, spans: readonly RedactionSpan[]): string => {
  let out = "";
  let at = 0;
  for (const span of spans) {
    out += `${text.slice(at, span.start)}${shownOf(span)}`;
    at = span.end;
  }
  return out + text.slice(at);
};

/** Replaces the passages, and tells where the names were. */
export function hideSpans(text: string, spans: readonly RedactionSpan[]): Hidden {
  const hidden = { text: replaceSpans(text, spans), kinds: spans.map(({ kind }) => kind) };
  const names: HiddenName[] = [];
  let moved = 0;
  for (const span of spans) {
    const { kind, start, end, doubtful = false } = span;
    const shown = shownOf(span);
    if (kind === "name") names.push({ start: start + moved, shown, words: text.slice(start, end), doubtful });
    moved += shown.length - (end - start);
  }
  return names.length > 0 ? { ...hidden, names } : hidden;
}

export function createRedactor(profile: Profile | null): Redactor {
  const own = createOwn(profile);
  const rules: Rules = { own, roster: createRoster(profile), names: profile?.privacy.names ?? "first_initial" };
  const find: Redactor["find"] = (text, findAuthor = null) => {
    const folded = fold(text);
    const found = findAll(folded, rules, findAuthor);
    return found.length === 0 ? [] : choose(text, folded, found, own);
  };
  return {
    find,
    redact(text, findAuthor = null) {
      const spans = find(text, findAuthor);
      if (spans.length === 0) return { text, kinds: [] };
      return hideSpans(text, spans);
    },
  };
}

/** Replaces the author's own full name with what is shown of it. */
export function hideAuthor(text: string, find: AuthorFinder): { text: string; kinds: RedactionKind[] } {
  const spans = find(text).filter(({ start, end, shown }) => text.slice(start, end) !== shown);
  if (spans.length === 0) return { text, kinds: [] };
  return { text: replaceSpans(text, spans), kinds: spans.map(({ kind }) => kind) };
}

/** Adds the passages found now to the counts from before: one entry per kind, in the order of REDACTION_KINDS. */
export function countRedactions(before: readonly Redaction[], found: readonly RedactionKind[]): Redaction[] {
  return REDACTION_KINDS.flatMap((kind) => {
    const count =
      before.reduce((sum, entry) => sum + (entry.kind === kind ? entry.count : 0), 0) +
      found.filter((other) => other === kind).length;
    return count > 0 ? [{ kind, count }] : [];
  });
}
