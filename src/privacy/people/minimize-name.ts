import type { Profile } from "../../model/business.ts";
import { anyOf } from "../pattern-file.ts";
import { coupleOf, relationOf, TRADE, withoutCompany } from "./author-forms.ts";
import { NAME_LISTS } from "./name-lists.ts";

export type NameMode = Profile["privacy"]["names"];

export const ANONYMOUS = "Anonymous";

const TITLE = new RegExp(String.raw`^(?:${anyOf(NAME_LISTS.title)})\.?$`, "iu");
const SUFFIX = new RegExp(String.raw`^(?:${anyOf(NAME_LISTS.suffix)})\.?$`, "iu");
const MAYBE_TITLE = new RegExp(String.raw`^(?:${anyOf(NAME_LISTS["title before two names"])})\.?$`, "iu");
const BEFORE_GIVEN = new RegExp(String.raw`^(?:${anyOf(NAME_LISTS["title before a first name"])})\.?$`, "iu");
const FAMILY = new RegExp(`^(?:${anyOf(NAME_LISTS.family)})$`, "iu");
const NO_NAME = new RegExp(`^(?:${anyOf(NAME_LISTS.nobody)})$`, "iu");
const PLATFORM = new RegExp(anyOf(NAME_LISTS.platform), "iu");
const USER = new RegExp(anyOf(NAME_LISTS.user), "iu");
const REACHABLE = new RegExp(anyOf(NAME_LISTS.reachable), "iu");
const NUMBER = /^[\d\s().+/-]{6,40}$/;
const LEGAL_FORM = new RegExp(String.raw`(?:^|[\s,.])(?:${anyOf(NAME_LISTS["legal form"])})\.?$`, "iu");
const FIRM = new RegExp(String.raw`^(?:${anyOf(NAME_LISTS.firm)})\s`, "iu");

const CJK = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\s.·・*○]+$/u;
const VIETNAMESE = new Set(NAME_LISTS.vietnamese);
/** These are hardly ever given names: "Nguyễn Thị Mai". */
const SURELY = /^(?:nguyen|tran|pham|hoang|huynh|phan|dang|bui|ngo|duong)$/;
/** Other family names that come first, and what a given name then looks like: "Wang Xiaoming", not "Wang Smith". */
const FAMILY_FIRST: { names: Set<string>; given: RegExp }[] = [
  {
    names: new Set(NAME_LISTS.chinese),
    given: /^(?:(?:[bpmfdtnlgkhjqxrzcsyw]|[zcs]h)?[aeiouü]{1,3}(?:ng?|r)?){1,2}$/iu,
  },
  {
    names: new Set(NAME_LISTS.japanese),
    given: /^(?:(?:[bdfghjkmnprstwyz]|[csk]h|ts|[kgrnhmp]y)?[aeiou]{1,2}n?){2,4}$/iu,
  },
  { names: new Set(NAME_LISTS["korean before a hyphen"]), given: /^\p{Lu}\p{Ll}{1,5}-\p{L}\p{Ll}{1,5}$/u },
  { names: new Set(NAME_LISTS.korean), given: /^(?:[bcdghjkmnprstwy]{0,2}[aeiouyw]{1,3}(?:ng?|m|k|l|h)?){2}$/iu },
  { names: new Set(NAME_LISTS.hungarian), given: /\p{L}{3}/u },
];
const PATRONYMIC = new RegExp(`(?:${anyOf(NAME_LISTS.patronymic)})$`, "iu");
const SPANISH = new Set(NAME_LISTS.spanish);
const PARTICLES = new Set(NAME_LISTS.particle);
/** In Arabic these begin a name of two words. */
const COMPOUND = /^(?:عبد|أبو|ابو|ابن|بن|بنت|أم|ام)$/u;

const ASCII = /^[\x00-\x7f]*$/;
/** In lower case, without accents. */
export const unmarked = (word: string): string => {
  const lower = word.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}+/gu, "");
};

/** One letter, even where the upper case of a letter is two ("ß" → "S."). The Arabic article is not part of the name. */
const initial = (word: string): string =>
  `${[...word.replace(/^(?:(?:بن|ابن|بنت)\s)?(?:ال(?=\p{L}{2}))?/u, "").toUpperCase()][0] ?? ""}.`;

/** Most names are plain and need no cleaning. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** The words of a name with a letter in them. Any sign may be between them: "Karen/Whitfield". */
function nameWords(name: string): string[] {
  if (PLAIN.test(name)) return name.split(" ");
  return name
    .replace(/\([^)]{0,200}\)|"[^"]{0,200}"|“[^”]{0,200}”/gu, " ")
    .split(/[^\p{L}\p{M}\p{N}.'’\u2010\u2011-]+/u)
    .map((word) => word.replace(/^[^\p{L}]+|[^\p{L}.'’-]+$/gu, ""))
    .filter((word) => /\p{L}/u.test(word));
}

/** What a name consists of. A surname is given only where there is one; `alone`: the one word is a surname. */
type Parts = { given: string; family: string | null; alone: boolean };

function joinCompounds(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last !== undefined && COMPOUND.test(last)) joined[joined.length - 1] = `${last} ${word}`;
    else joined.push(word);
  }
  return joined;
}

/** The surname that is shown as an initial: the first of two in Spanish, the last one elsewhere. */
function familyOf(words: readonly string[]): string | null {
  const named = words.slice(1).filter((word) => !PARTICLES.has(word.toLowerCase()));
  const before = named.at(-2);
  const isSpanish = before !== undefined && (SPANISH.has(unmarked(before)) || /.{3}[eéií]z$/iu.test(before));
  return (isSpanish ? before : named.at(-1)) ?? null;
}

/** Whether the first word of a name is its surname. */
function isFamilyFirst(kept: readonly string[]): boolean {
  const [first = "", last = ""] = [kept[0], kept.at(-1)];
  if (kept.length < 2 || last.endsWith(".")) return false;
  if (VIETNAMESE.has(first.toLowerCase()))
    return (
      !VIETNAMESE.has(last.toLowerCase()) ||
      (kept.length > 2 && SURELY.test(unmarked(first)) && !SURELY.test(unmarked(last)))
    );
  if (kept.length > 2) return false;
  return FAMILY_FIRST.some(
    ({ names, given }) => names.has(first.toLowerCase()) && !names.has(last.toLowerCase()) && given.test(last),
  );
}

/** The words of a name without titles and suffixes. */
function withoutTitles(words: readonly string[]): string[] {
  const named = words.filter((word, index) => !TITLE.test(word) && (index === 0 || !SUFFIX.test(word)));
  return named.length > 2 && MAYBE_TITLE.test(named[0] ?? "") ? named.slice(1) : named;
}

function partsOf(name: string): Parts | null {
  const words = nameWords(name);
  const kept = joinCompounds(withoutTitles(words));
  const [first, second] = kept;
  if (first === undefined) return null;
  if (kept.length > 1 && kept.some((word) => FAMILY.test(word) && word.length > 4)) {
    const surname = kept.find((word) => !FAMILY.test(word));
    return { given: surname ?? first, family: null, alone: true };
  }
  const title = words[0] ?? "";
  const alone = kept.length === 1 && title !== first && TITLE.test(title) && !BEFORE_GIVEN.test(title);
  if (isFamilyFirst(kept)) return { given: kept.at(-1) ?? first, family: first, alone: false };
  if (kept.length === 3 && second !== undefined && PATRONYMIC.test(kept[2] ?? ""))
    return { given: second, family: first, alone: false };
  return { given: first, family: kept.length > 1 ? familyOf(kept) : null, alone };
}

/** A word that is made up for an account: it may hide a surname anywhere. */
const HANDLE = /^[\p{L}\d._-]+$/u;
const JOINED = /^\p{Lu}?\p{Ll}{2,}(?:\p{Lu}\p{Ll}*)+$/u;
const PREFIXED = /^(?:Mc|Mac|De|La|Le|Di|Da|Van|Fitz|O)\p{Lu}\p{Ll}/u;
const ONSETS = new Set(NAME_LISTS.onset);
const LEAST_ACCOUNT = 5;
const isNoWord = (word: string): boolean =>
  /^[a-z]+$/i.test(word) &&
  word.length >= LEAST_ACCOUNT &&
  !/[aeiouy]/i.test(word.slice(0, 2)) &&
  !ONSETS.has(word.slice(0, 2).toLowerCase());
const ENDS_IN_SURNAME = new RegExp(`.(?:${anyOf(NAME_LISTS["common surname"])})$`, "iu");
/** "Smith and Jones" is a firm. */
const SURNAME = new RegExp(`^(?:${anyOf(NAME_LISTS["common surname"])})$`, "iu");
/** O'Brien is a surname. */
const IRISH = /^[oO]['’]\p{Lu}/u;
const LONG_HANDLE = 11;
const LONG_NAME = 14;

function isHandle(name: string): boolean {
  if (/\s/u.test(name.trim()) || !/\p{L}/u.test(name)) return false;
  const word = name.trim().replace(/^[^\p{L}\d]{1,9}|[^\p{L}\d]{1,9}$/gu, "");
  if (name.trim().startsWith("@") && /\p{L}/u.test(word)) return true;
  if (HANDLE.test(word) && /[\d_]|\p{L}\.\p{L}|^\p{Ll}+-\p{Ll}/u.test(word)) return true;
  if (JOINED.test(word) && !PREFIXED.test(word)) return true;
  if (IRISH.test(word) || isNoWord(word) || ENDS_IN_SURNAME.test(word)) return true;
  if (/^\p{Ll}+$/u.test(word)) return word.length >= LONG_HANDLE;
  return /^[\p{L}-]+$/u.test(word) && word.length >= LONG_NAME;
}

const handleInitial = (name: string): string => initial(/\p{L}/u.exec(name)?.[0] ?? "");

const isTitle = (word: string): boolean => TITLE.test(word) || SUFFIX.test(word);
/** "Sanchez, Maria" has the surname first, and "Sanchez, Maria, PhD" too. */
function inOrder(name: string): string {
  const parts = name
    .replace(/\([^)]{0,200}\)/gu, " ")
    .split(",")
    .map((part) => part.trim());
  const named = parts.filter((part, index) => index === 0 || !part.split(/\s+/u).every(isTitle));
  const [surname, given] = named;
  return named.length === 2 && surname && given ? `${given} ${surname}` : named.join(" ");
}

const INITIAL = /^\p{L}\.$/u;
/** "M.S." and "Dr.Klein": initials and titles without spaces are words of their own, not those of an account. */
function spaceApart(name: string): string {
  const parts = /^\S+\.\S/u.test(name) ? name.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, "").match(/[^.]+\.?/gu) : null;
  const last = parts?.at(-1) ?? "";
  const apart = parts?.slice(0, -1).every((part) => INITIAL.test(part) || TITLE.test(part));
  if (!parts || !apart || !/^(?:\p{Lu}|\p{L}\.?$)/u.test(last)) return name;
  return parts.map((part) => (part.length <= 2 ? part.toUpperCase() : part)).join(" ");
}

const isNobody = (name: string): boolean => NO_NAME.test(name) || (PLATFORM.test(name) && USER.test(name));
const isReachable = (name: string): boolean => REACHABLE.test(name) || NUMBER.test(name);
const isBusiness = (name: string): boolean =>
  /\s/u.test(name) && (LEGAL_FORM.test(name) || TRADE.test(name) || FIRM.test(name));

const OUTER = /^[^\p{L}]{1,200}|[^\p{L}]{1,200}$/gu;
/** A part of such a name says as much as a whole name elsewhere. */
const EASTERN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A first name alone, or an initial. */
const givenOf = (name: string, mode: "first_initial" | "initials"): string =>
  shortenOne(name, mode).replace(/\s\p{Lu}\.$/u, "");

/** A group of several people of one surname: "The Petersons". */
const PLURAL = /^the\s(?<surname>\p{L}{3,}s)$/iu;

function shorten(name: string, mode: "first_initial" | "initials"): string {
  const related = relationOf(name);
  if (related) return `${related.before}${givenOf(related.person, mode)}${related.after}`;
  const surname = PLURAL.exec(name)?.groups?.surname;
  if (surname !== undefined) return initial(surname);
  const couple = coupleOf(name);
  const known = couple !== null && [couple.first, couple.second].every((part) => !FAMILY.test(part) && !isHandle(part));
  if (known && !SURNAME.test(couple.first))
    return `${shortenOne(couple.first, mode)}${couple.between}${shortenOne(couple.second, mode)}`;
  return shortenOne(name, mode);
}

function shortenOne(given_name: string, mode: "first_initial" | "initials"): string {
  const name = spaceApart(given_name);
  const outside = nameWords(name).join(" ");
  // Chinese, Japanese and Korean names have the family name first and no spaces: a part of one would be most of it.
  if (/\p{L}/u.test(outside) && CJK.test(outside)) return initial(outside.replace(/[^\p{L}]/gu, ""));
  if (isHandle(name)) return handleInitial(name);
  const parts = partsOf(inOrder(name));
  if (!parts || isNobody(name.replace(OUTER, ""))) return ANONYMOUS;
  const { given, family, alone } = parts;
  if (alone || (family === null && isHandle(given))) return initial(given);
  if (EASTERN.test(given)) return initial(given);
  if (mode === "initials") return family === null ? initial(given) : `${initial(given)} ${initial(family)}`;
  return family === null ? given : `${given} ${initial(family)}`;
}

/** Full-width and other forms of the same letters; "Dª" stays a title. */
const plainForms = (name: string): string =>
  ASCII.test(name) ? name : name.replace(/[^ªº]+/gu, (part) => part.normalize("NFKC")).trim();

const COMMON = /^[A-Za-z]{2,16} [A-Za-z]{2,16}$/;
const UNCOMMON = new Set([...VIETNAMESE, ...FAMILY_FIRST.flatMap(({ names }) => [...names]), ...NAME_LISTS.uncommon]);

function isCommon(name: string): boolean {
  if (!COMMON.test(name)) return false;
  const [first = "", last = ""] = name.toLowerCase().split(" ");
  return !UNCOMMON.has(first) && !UNCOMMON.has(last);
}

/** "Maria Sanchez" → "Maria S." (first_initial), "M. S." (initials), "Anonymous", or unchanged (full). */
export function minimizeName(name: string | null, mode: NameMode): string {
  const given_name = name?.trim() ?? "";
  // Most names are like this, and the import has a few microseconds for each.
  if (mode === "first_initial" && isCommon(given_name)) {
    const space = given_name.indexOf(" ");
    return `${given_name.slice(0, space)} ${given_name.charAt(space + 1).toUpperCase()}.`;
  }
  if (given_name === "" || mode === "anonymous" || isNobody(given_name) || isReachable(given_name)) return ANONYMOUS;
  if (mode === "full") return given_name;
  const person = withoutCompany(plainForms(given_name));
  if (isBusiness(person)) return given_name;
  // Our own documents may be imported again: a short name must not change when it is shortened again.
  if (isNobody(person)) return ANONYMOUS;
  const once = shorten(person, mode);
  const twice = shorten(once, mode);
  return twice === once ? once : shorten(twice, mode);
}
