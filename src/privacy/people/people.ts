import { otherNames } from "../../model/basics/other-names.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import type { Profile } from "../../model/business.ts";
import type { Folded } from "../fold.ts";
import { lastWord } from "../last-word.ts";
import { findPeople, UPPER_BOUND } from "../names/find-people.ts";
import { anyOf, parsePatterns } from "../pattern-file.ts";
import type { RedactionSpan } from "../span.ts";
import { ANONYMOUS, minimizeName, type NameMode } from "./minimize-name.ts";
import text_of_words from "./people.words.txt" with { type: "text" };
import text_of_patterns from "./people-patterns.words.txt" with { type: "text" };

/** The people whom the business names itself. `isOwn`: all words of the name are of them, or of the business itself. */
export type Roster = { isKnown(name: string): boolean; isOwn(name: string): boolean; empty: boolean };

const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\s]/gu, "")
    .trim();

export function createRoster(profile: Profile | null): Roster {
  const names = new Set<string>();
  for (const technician of profile?.technicians ?? []) {
    for (const known of [technician.name, ...otherNames(technician)]) {
      names.add(plain(known));
      for (const word of plain(known).split(/\s+/)) names.add(word);
    }
  }
  if (profile) names.add(plain(profile.name));
  const published = [profile?.name, ...Object.values(profile?.address ?? {})].map((part) => ` ${plain(part ?? "")} `);
  return {
    empty: (profile?.technicians.length ?? 0) === 0,
    isKnown: (name) => names.has(plain(name)),
    isOwn: (name) => {
      const own = plain(name);
      return own.split(/\s+/).every((word) => names.has(word)) || published.some((part) => part.includes(` ${own} `));
    },
  };
}

const LISTS = parseWordLists("people.words.txt", text_of_words, [
  "relative",
  "somebody else",
  "whose",
  "not related",
  "before somebody",
  "before met",
  "not a name",
  "no start",
  "written surname",
]);
export const RELATIVES: readonly string[] = LISTS.relative;
export const SOMEBODY_ELSE: readonly string[] = LISTS["somebody else"];
export const WHOSE: ReadonlySet<string> = new Set(LISTS.whose);
const PATTERNS = parsePatterns(
  "people-patterns.words.txt",
  text_of_patterns,
  [
    "full name pattern",
    "any name pattern",
    "somebody pattern",
    "talked about",
    "aloud",
    "met",
    "waiting",
    "related longer pattern",
    "titled pattern",
    "profession",
  ],
  { relative: anyOf(RELATIVES), "somebody else": anyOf(SOMEBODY_ELSE), whose: anyOf(WHOSE) },
);

const RELATED = new Set(RELATIVES);
const MOST_BEFORE_RELATIVE = 3;

/** "my little brother", "mein Schwager": whose, at most two words, and a relative. */
function isRelative(all: readonly string[]): boolean {
  // Of "my mother in law", look at "my mother".
  const words = /^in law$/i.test(all.slice(-2).join(" ")) ? all.slice(0, -2) : all;
  const last = words.at(-1)?.toLowerCase() ?? "";
  return RELATED.has(last) && words.slice(-1 - MOST_BEFORE_RELATIVE, -1).some((word) => WHOSE.has(word.toLowerCase()));
}

const NOT_RELATED = new Set(LISTS["not related"]);
/** "my goddaughter", "mein Patenkind": between "my" and a full name is a word for a person, or one of `NOT_RELATED`. */
function isCompanion(words: readonly string[]): boolean {
  const [who = "", whose = "", farther = ""] = [words.at(-1), words.at(-2), words.at(-3)];
  if (!/^[\p{L}-]{3,}$/u.test(who) || NOT_RELATED.has(who.toLowerCase())) return false;
  if (WHOSE.has(whose.toLowerCase())) return true;
  return WHOSE.has(farther.toLowerCase()) && !NOT_RELATED.has(whose.toLowerCase()) && PROFESSION.test(who);
}
const PROFESSION = new RegExp(`(?:${PATTERNS.profession})$`, "iu");

const AND_BEFORE = /\p{Lu}[\p{L}'’-]{1,24}\s(?:and|y|et|und|e)\s$/u;
/** Whether a relative is named: looks at the words before a name, without "Max and" of "my sons Max and Ethan Caldwell". */
function relativeBefore(before: string): boolean {
  const words = before
    .replace(AND_BEFORE, "")
    .replace(/[,:]?\s\(?$/u, "")
    .split(/[\s,;.!?]+/u);
  return isRelative(words) || (!/[,:]\s$/u.test(before) && isCompanion(words));
}
const AFTER_COMMA = /^,\s((?:[\p{L}'’-]{1,20}\s){1,3}[\p{L}'’-]{1,20})/u;
/** "Ethan Caldwell, my son," */
function relativeAfter(after: string): boolean {
  const words = AFTER_COMMA.exec(after)?.[1]?.split(" ") ?? [];
  return words.some((_, at) => at > 0 && isRelative(words.slice(0, at + 1)));
}

const SOMEBODY = new RegExp(PATTERNS["somebody pattern"], "iuy");
/** Sticky, at the end: it looks back from there. From the front, each word would be compared with all of these. */
const isSomebody = (before: string): boolean => {
  SOMEBODY.lastIndex = before.length;
  return SOMEBODY.test(before);
};
const SOMEBODY_ENDS = new Set([...LISTS["before somebody"], ...SOMEBODY_ELSE]);
const MET_ENDS = new Set(LISTS["before met"]);
const WAITING = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.met})\s$`, "iu");
const WAITED = new RegExp(String.raw`^[^.!?\n]{0,40}(?<!\p{L})(?:${PATTERNS.waiting})`, "iu");
const RELATED_LONGER = new RegExp(PATTERNS["related longer pattern"], "iu");
/** "the lady next to me, Ursula Kretschmer, nodded" */
const BESIDE = new RegExp(String.raw`(?<!\p{L})(?:${anyOf(SOMEBODY_ELSE)})(?:\s[\p{L}'’]{1,12}){1,4},\s$`, "iu");
const TALKED = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS["talked about"]})\s["“«]?$`, "iu");
const SAID_ALOUD = new RegExp(String.raw`^[^.!?\n]{0,30}(?<!\p{L})(?:${PATTERNS.aloud})`, "iu");
const LOUD = /(?<!\p{L})(?:loudly|out loud|laut|en voz alta|à voix haute|em voz alta|ad alta voce)(?!\p{L})/iu;
const ANY_NAME = new RegExp(PATTERNS["any name pattern"], "gu");
/** How many characters before a name we look at. */
const BEFORE_NAME = 70;
const TITLED = new RegExp(PATTERNS["titled pattern"], "gu");
/** Dona Cida is a first name with a title; only a full name after it tells who she is. */
const HONORED = new RegExp(
  String.raw`(?<!\p{L})(?:[Dd]ona|[Dd]oña|[Dd]on|[Ss]eu)\s(?<value>${PATTERNS["full name pattern"]})(?!\p{L})`,
  "gu",
);

const NOT_A_NAME = new Set(LISTS["not a name"]);

/** The part of a match that is a name: it ends before the first word that is not part of one. */
function nameEnd(value: string): string {
  const words = value.replace(/['’]s$/u, "").split(" ");
  const stop = words.findIndex((word, index) => index > 0 && NOT_A_NAME.has(word.toLowerCase()));
  return words.slice(0, stop === -1 ? words.length : stop).join(" ");
}

const shownAs = (name: string, mode: NameMode): string => {
  const shown = minimizeName(name, mode === "full" ? "first_initial" : mode);
  return shown === ANONYMOUS ? "[name]" : shown;
};
const initialOf = (name: string): string => `${[...name.toUpperCase()][0] ?? ""}.`;

const NO_START = new Set(LISTS["no start"]);

/** Where a name may begin in a row of words with capitals. Not always at the first: in German all nouns have them. */
function nameStarts(value: string, at: number): number[] {
  const starts: number[] = [];
  let from = 0;
  for (const word of value.split(" ")) {
    if (/^\p{Lu}/u.test(word) && !NO_START.has(word.toLowerCase())) starts.push(at + from);
    from += word.length + 1;
  }
  return starts.filter((start) => start - at < value.lastIndexOf(" "));
}

type Looking = {
  roster: Roster;
  mode: NameMode;
  /** The text has a title before a first name, and one before a surname. */
  honored: boolean;
  titled: boolean;
};

/** Full names of other people, neither the author nor on the roster, where the words around a name say so. */
export function findOthers({ text }: Folded, { roster, mode, honored, titled }: Looking): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  const add = (start: number, name: string, shown: string) =>
    found.push({ kind: "name", start, end: start + name.length, shown });
  for (const match of text.matchAll(ANY_NAME)) {
    const value = match.groups?.value ?? "";
    for (const start of nameStarts(value, match.index)) {
      const before = text.slice(Math.max(0, start - BEFORE_NAME), start);
      const name = nameEnd(value.slice(start - match.index));
      const after = text.slice(start + name.length, start + name.length + 60);
      const last = lastWord(before);
      const aloud =
        MET_ENDS.has(last) &&
        ((TALKED.test(before) && (SAID_ALOUD.test(after) || LOUD.test(before))) ||
          (WAITING.test(before) && WAITED.test(after)));
      const beside = after.startsWith(",") && (BESIDE.test(before) || RELATED_LONGER.test(before));
      const related = beside || relativeBefore(before) || relativeAfter(after);
      if (!related && !aloud && !(SOMEBODY_ENDS.has(last) && isSomebody(before))) continue;
      if (name.includes(" ") && !roster.isKnown(name)) add(start, name, shownAs(name, mode));
      break;
    }
  }
  for (const match of honored ? text.matchAll(HONORED) : []) {
    const value = match.groups?.value ?? "";
    const name = nameEnd(value);
    if (name.includes(" ") && !roster.isKnown(name))
      add(match.index + match[0].lastIndexOf(value), name, shownAs(name, mode));
  }
  if (roster.empty || !titled) return found;
  for (const match of text.matchAll(TITLED)) {
    const value = match.groups?.value ?? "";
    const name = nameEnd(value);
    const start = match.index + match[0].length - value.length;
    const known = roster.isKnown(name) || name.split(" ").some((word) => roster.isKnown(word));
    if (!known && !NOT_A_NAME.has(name.toLowerCase()))
      add(start, name, name.includes(" ") ? shownAs(name, mode) : initialOf(name));
  }
  return found;
}

const SIGN = String.raw`[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]`;
/** 王小明, 김민수: a surname and two signs more, alone among Latin words. Such a row may say something else. */
const WRITTEN = new RegExp(
  String.raw`(?<!${SIGN})(?:${anyOf(LISTS["written surname"])})(?!(.)\1)${SIGN}{2}(?!${SIGN})`,
  "gu",
);
const IS_WRITTEN = /[\u4e00-\u9fff\uac00-\ud7a3]/;
/** Of a text in these scripts, nothing is known. */
const isLatin = (text: string): boolean => text.replace(/[^a-z]/gi, "").length * 2 > text.length;

function findWritten(text: string, mode: NameMode): RedactionSpan[] {
  if (!IS_WRITTEN.test(text) || !isLatin(text)) return [];
  return [...text.matchAll(WRITTEN)].map(({ 0: name, index }) => ({
    kind: "name" as const,
    start: index,
    end: index + name.length,
    shown: shownAs(name, mode),
    doubtful: true,
  }));
}

/** Names of people by the look of their words, with or without a word that says whose they are. */
export function findRecognized(folded: Folded, { roster, mode }: Pick<Looking, "roster" | "mode">): RedactionSpan[] {
  const found: RedactionSpan[] = findPeople(folded).flatMap(({ start, end, score, civil }) => {
    const name = folded.text.slice(start, end);
    if (roster.isOwn(name) || (civil && roster.empty)) return [];
    const shown = name.includes(" ") ? shownAs(name, mode) : initialOf(name);
    return [{ kind: "name" as const, start, end, shown, ...(score < UPPER_BOUND ? { doubtful: true } : {}) }];
  });
  return found.concat(findWritten(folded.text, mode));
}
