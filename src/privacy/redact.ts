import type { Profile } from "../model/business.ts";
import { REDACTION_KINDS, type Redaction, type RedactionKind } from "../model/review.ts";
import { findAddresses, STREET_WORDS } from "./addresses.ts";
import { findBirthDates } from "./birth-dates.ts";
import { type Folded, fold } from "./fold.ts";
import {
  findCards,
  findFixed,
  findIdentifiers,
  findNumbered,
  findPlates,
  IDENTIFIER_WORDS,
  isCompound,
} from "./identifiers.ts";
import { type Own, openOwn } from "./own.ts";
import { type AuthorFinder, findOthers, openRoster, PEOPLE_WORDS, type Roster } from "./people.ts";
import { findPhones, spokenPhones } from "./phones.ts";
import { findEmails, findHandles, findLinks } from "./reach.ts";
import type { Span } from "./span.ts";
import { findSpokenNumbers, hasNumberWords } from "./spoken.ts";

const DIGITS = /\d/g;
const LEAST_CARD = 13;
/** With "o" and "l" in the place of digits. */
const LEAST_PHONE = 4;
const MARK = /[#º°]/;
/** Any character or word that `DISGUISE` needs. */
const SIGN = /[@[({<|_*"'~]| \. |-\s?(?:at|dot)|\.at\.| at /i;
const WORD = /\p{L}+|\d+/gu;
const ASCII_WORD = /[a-z]+|\d+/g;
const ASCII = /^[\x00-\x7f]*$/;

/** What the words of a text make worth looking for. Most reviews need none of it: this look takes 3 µs. */
type Hint = "disguise" | "social" | "birth" | "people" | "street" | "identifier";
const HINTS = new Map<string, Hint[]>();
for (const [hint, words] of Object.entries({
  disguise: "dot punto punkt point ponto arroba arobase chiocciola ät arobas klammeraffe małpa kropka",
  social:
    "instagram insta ig facebook fb twitter tiktok snapchat snap telegram discord reddit threads mastodon bluesky youtube twitch linkedin strava skype signal pinterest handle username nick usuario usuário pseudo benutzername follow followed insta dm sígueme síguenme seguidme suivez folgt segue seguitemi siguen",
  birth:
    "born dob b birthday birthdate birthdates birth nacido nacida nací nació nacimos nacimiento né née naissance geboren geb geburtsdatum geburtstag nasci nascido nascida nascimento nasceu nato nata nascita nac bday cumpleaños cumple anniversaire ddn aniversário compleanno d",
  people: PEOPLE_WORDS.join(" "),
  street: STREET_WORDS.join(" "),
  identifier: IDENTIFIER_WORDS.join(" "),
} satisfies Record<Hint, string>)) {
  // Object.entries forgets the names of the members.
  for (const word of words.split(" ")) HINTS.set(word, [...(HINTS.get(word) ?? []), hint as Hint]);
}
const DISGUISE =
  /[[({<|_*"'~-]\s?(?:@|a|at|ät|arroba|arobase|chiocciola|dot|\.|punto|punkt|point|ponto)\s?[\])}>|_*"'~-]|\s@|@\s|\s\.\s|\s\(a\)|\sat\s[\p{L}\d-]{2,40}\.\p{L}{2}|\.at\.|_at_/iu;

type Hints = { has(hint: Hint): boolean; spoken: boolean };
function readHints({ lower }: Folded, digits: number): Hints {
  const words = lower.match(ASCII.test(lower) ? ASCII_WORD : WORD) ?? [];
  const found = new Set<Hint>();
  for (const word of words) {
    for (const hint of HINTS.get(word) ?? []) found.add(hint);
    if (digits > 2 && word.length > 5 && isCompound(word)) found.add("identifier");
  }
  return { has: (hint) => found.has(hint), spoken: hasNumberWords(words) };
}

type Rules = { own: Own; roster: Roster; names: Profile["privacy"]["names"] };

/** Earlier finders come first: a passage belongs to the first that finds it. */
function findAll(folded: Folded, { own, roster, names }: Rules): Span[] {
  const { text } = folded;
  const digits = text.match(DIGITS)?.length ?? 0;
  const hints = readHints(folded, digits);
  const disguised = hints.has("disguise") || (SIGN.test(text) && DISGUISE.test(text));
  const spoken = hints.spoken ? findSpokenNumbers(folded) : [];
  const identified = hints.has("identifier") || MARK.test(text);
  return [
    ...findEmails(folded, disguised),
    ...findLinks(folded, disguised),
    ...(hints.has("birth") ? findBirthDates(folded) : []),
    ...(digits >= LEAST_CARD ? findCards(folded) : []),
    ...(identified && (digits >= 3 || spoken.length > 0) ? findIdentifiers(folded, spoken) : []),
    ...(digits >= 1 ? [...findFixed(folded), ...findPlates(folded)] : []),
    ...(digits > 0 || hints.has("street") ? findAddresses(folded, hints.has("street")) : []),
    ...(digits >= LEAST_PHONE ? findPhones(folded, own.country) : []),
    ...(identified && digits >= 3 ? findNumbered(folded) : []),
    ...spokenPhones(spoken),
    ...findHandles(folded, hints.has("social")),
    ...(hints.has("people") ? findOthers(folded, roster, names) : []),
  ];
}

/** Where the spans are in the original text; sorted, none overlaps another. What the business publishes is left out. */
function choose(text: string, folded: Folded, found: readonly Span[], own: Own): Span[] {
  const taken: Span[] = [];
  const chosen: Span[] = [];
  for (const span of found) {
    if (taken.some((other) => other.start < span.end && span.start < other.end)) continue;
    taken.push(span);
    if (own.isOwn(span.kind, folded.text.slice(span.start, span.end))) continue;
    const [start, end] = [folded.at(span.start), folded.at(span.end)];
    if (span.shown !== text.slice(start, end)) chosen.push({ ...span, start, end });
  }
  return chosen.sort((a, b) => a.start - b.start);
}

/** Finds passages that reveal who a person is or how to reach them, for one business. */
export type Redactor = {
  find(text: string): Span[];
  /** Replaces each private passage with a mark that says what it was, such as [phone], or with a shortened name. */
  redact(text: string): { text: string; kinds: RedactionKind[] };
};

const replaceSpans = (text: string, spans: readonly Span[]): string => {
  let out = "";
  let at = 0;
  for (const { kind, start, end, shown } of spans) {
    out += `${text.slice(at, start)}${shown ?? `[${kind}]`}`;
    at = end;
  }
  return out + text.slice(at);
};

export function openRedactor(profile: Profile | null): Redactor {
  const own = openOwn(profile);
  const rules: Rules = { own, roster: openRoster(profile), names: profile?.privacy.names ?? "first_initial" };
  const find = (text: string): Span[] => {
    const folded = fold(text);
    const found = findAll(folded, rules);
    return found.length === 0 ? [] : choose(text, folded, found, own);
  };
  return {
    find,
    redact(text) {
      const spans = find(text);
      return { text: replaceSpans(text, spans), kinds: spans.map(({ kind }) => kind) };
    },
  };
}

/** Replaces the author's own full name with what is shown of it. */
export function hideAuthor(text: string, find: AuthorFinder): { text: string; kinds: RedactionKind[] } {
  const spans = find(text).filter(({ start, end, shown }) => text.slice(start, end) !== shown);
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
