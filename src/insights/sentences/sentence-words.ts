import { monthName } from "../../model/basics/time.ts";

/** Words for numbers, lists and times in the sentences that the report composes. */

/** "November 2024" for YYYY-MM-DD. */
export const monthAndYear = (date: string): string => `${monthName(date)} ${date.slice(0, 4)}`;

/** "one, two and three". */
export const listWords = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** A label inside a sentence: "waiting on the day". */
export const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** Nobody is praised for waiting. These aspects have another name for each side that people take. */
const SIDES: ReadonlyMap<string, { praised: string; criticized: string }> = new Map([
  ["Waiting on the day", { praised: "short waits", criticized: "long waits" }],
  ["Waiting", { praised: "short waits", criticized: "long waits" }],
  ["Noise and sleep", { praised: "quiet nights", criticized: "noise" }],
  ["Price", { praised: "fair prices", criticized: "prices" }],
]);

/** What people praise: "short waits". */
export const praisedAs = (label: string): string => SIDES.get(label)?.praised ?? inSentence(label);
/** What people criticize: "long waits". */
export const criticizedAs = (label: string): string => SIDES.get(label)?.criticized ?? inSentence(label);

const LANGUAGES: Record<string, string> = {
  ar: "Arabic",
  de: "German",
  es: "Spanish",
  fr: "French",
  it: "Italian",
  ja: "Japanese",
  ko: "Korean",
  pt: "Portuguese",
  ru: "Russian",
  tl: "Tagalog",
  vi: "Vietnamese",
  zh: "Chinese",
};

/** The name of the language of a BCP 47 tag. Null if the name is not known here. */
export const languageName = (tag: string): string | null => LANGUAGES[tag.toLowerCase().split("-")[0] ?? ""] ?? null;
