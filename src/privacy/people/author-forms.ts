import { anyOf } from "../pattern-file.ts";
import { NAME_LISTS } from "./name-lists.ts";

/** Signs and words between a name and where its owner works. */
const SIGNS = /\s[|•·]\s?|[|•·]\s|\s[@/–—-]\s|\s(?:at|from|with)\s|\sw\/\s?/iu;

/** Most names are like this, and what is looked for here has more words or signs. */
const TWO_WORDS = /^[A-Za-z]+ [A-Za-z]+\.?$/;
const PROFESSION = new RegExp(`^(?:${anyOf(NAME_LISTS.profession)})$`, "iu");
/** The end of the name of a business. */
export const TRADE = new RegExp(String.raw`\s(?:${anyOf(NAME_LISTS.trade)})$`, "iu");
const WHERE_FROM = new RegExp(`^(?:${anyOf(NAME_LISTS["where from"])})$`, "iu");
/** "Smith, Plumbing" is a business, "García López, Ana" has the surname first. */
const WHOLE_NAME = /^\p{L}[\p{L}'’.-]*(?:\s\p{L}[\p{L}'’.-]*)+$/u;
const LAST_PROFESSION = /(?<=\p{L}\s\p{L}+)[\s/]+(?:realtor|attorney|cpa|esq)$/iu;
const WHOSE = new RegExp(
  String.raw`^(?<person>\p{L}[\p{L}\s.-]*)(?<sign>['’]s)\s(?<who>${anyOf(NAME_LISTS.relation)})$`,
  "iu",
);
const WHO_OF = new RegExp(
  String.raw`^(?<who>(?:${anyOf(NAME_LISTS.relation)})\s(?:of|de|di|da|do|von|van|d['’])\s?)(?<person>\p{L}[\p{L}\s.-]*)$`,
  "iu",
);
const TWO_TITLES = new RegExp(
  String.raw`^(?:${anyOf(NAME_LISTS.title)})\.?\s(?:${anyOf(NAME_LISTS.couple)})\s(?=(?:${anyOf(NAME_LISTS.title)})\.?\s)`,
  "iu",
);
const COUPLE = new RegExp(String.raw`\s(?:${anyOf(NAME_LISTS.couple)})\s`, "iu");

/** "Dana Fox, Realtor at Century 21" → "Dana Fox"; "Mr. and Mrs. Dale Peterson" → "Mrs. Dale Peterson". */
export function withoutCompany(name: string): string {
  if (TWO_WORDS.test(name)) return name;
  const head = (name.split(SIGNS)[0] ?? "").trim();
  const parts = (/\p{L}/u.test(head) ? head : name).split(",").map((part) => part.trim());
  const isWhole = WHOLE_NAME.test(parts[0] ?? "");
  const from = isWhole && WHERE_FROM.test(parts.at(-1) ?? "");
  const work = parts.findIndex(
    (part, at) => at > 0 && (PROFESSION.test(part) || (isWhole && (from || TRADE.test(part)))),
  );
  const kept = (work === -1 ? parts : parts.slice(0, work)).join(", ");
  return kept.replace(LAST_PROFESSION, "").replace(TWO_TITLES, "");
}

/** "Josh Hartman's mom", "mom of Josh Hartman": the person, and what is before and after. */
export function relationOf(name: string): { person: string; before: string; after: string } | null {
  const { person = "", sign, who = "" } = (WHOSE.exec(name) ?? WHO_OF.exec(name))?.groups ?? {};
  if (person === "") return null;
  return sign === undefined ? { person, before: who, after: "" } : { person, before: "", after: `${sign} ${who}` };
}

/** "Tom & Linda Carver": each of the two, and what is between them. In "Ortega y Gasset" there is one person. */
export function coupleOf(name: string): { first: string; between: string; second: string } | null {
  const between = COUPLE.exec(name);
  if (!between) return null;
  const [first, second] = [name.slice(0, between.index), name.slice(between.index + between[0].length)];
  const [many, others] = [first, second].map((part) => part.trim().split(/\s+/u).length);
  const two = many === 1 || (others ?? 0) > 1;
  return two && !COUPLE.test(second) ? { first, between: between[0], second } : null;
}
