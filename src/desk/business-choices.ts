import { parseWordLists } from "../model/basics/word-lists.ts";
import { KINDS } from "../model/taxonomy-names.ts";
import { businessTypes, countries, timeZones } from "../owner/begin-profile.ts";
import type { SelectOption } from "./desk-parts.ts";
import type { Visit } from "./visit.ts";
import words from "./words/business-kinds.words.txt" with { type: "text" };
import { SETUP_WORDS } from "./words/setup-words.ts";

const lists = parseWordLists("business-kinds.words.txt", words, ["english", "spanish"]);
const namesIn = (list: readonly string[]) =>
  new Map(
    list.map((entry): [string, string] => [entry.slice(0, entry.indexOf(":")), entry.slice(entry.indexOf(":") + 2)]),
  );
const NAMES = { en: namesIn(lists.english), es: namesIn(lists.spanish) };

/** "BookStore" as people read it: "Book store". */
const readable = (type: string): string => {
  const spaced = type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** For a business that no other kind fits. */
const ANOTHER = "LocalBusiness";

/** Kinds of business, by name. Those whose trade the insights know come first. */
export function typeOptions({ language }: Visit): SelectOption[] {
  const name = (value: string) => ({ value, label: NAMES[language].get(value) ?? readable(value) });
  const { compare } = new Intl.Collator(language);
  const others = businessTypes.filter((type) => type !== ANOTHER && !KINDS.includes(type)).map(name);
  return [...KINDS.map(name), name(ANOTHER), ...others.sort((a, b) => compare(a.label, b.label))];
}

export const zoneOptions = (): SelectOption[] =>
  timeZones().map((value) => ({ value, label: value.replaceAll("_", " ") }));

export const countryOptions = ({ site, language }: Visit): SelectOption[] => [
  { value: "", label: SETUP_WORDS[language].no_country },
  ...countries(site.locale ?? "en-US").map(({ code, name }) => ({ value: code, label: name })),
];
