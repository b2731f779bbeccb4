import type { Language } from "../pages/parts/languages.ts";
import { DECISION_SENTENCES } from "./words/program/decision-sentences.ts";
import { DOCTOR_SENTENCES } from "./words/program/doctor-sentences.ts";
import { FILE_SENTENCES } from "./words/program/file-sentences.ts";
import { NOTE_SENTENCES } from "./words/program/note-sentences.ts";
import { SOURCE_SENTENCES } from "./words/program/source-sentences.ts";

/** The parts of a sentence between its values, and how the desk says it. */
type Known = { parts: readonly string[]; fixed: number; words: Record<Language, string> };

const PLACE = "{}";

/** In English a sentence of the program stays as it is, unless the desk has better words. */
function readKnown([program, es, en]: (typeof FILE_SENTENCES)[number]): Known {
  const parts = program.split(PLACE);
  const same = parts.map((part, at) => (at === 0 ? part : `{${at}}${part}`)).join("");
  return { parts, fixed: parts.join("").length, words: { en: en ?? same, es } };
}

/** The longest first: "it answered 429, too many requests" is no other number. */
const KNOWN: readonly Known[] = [FILE_SENTENCES, NOTE_SENTENCES, SOURCE_SENTENCES, DECISION_SENTENCES, DOCTOR_SENTENCES]
  .flatMap((sentences) => sentences.map(readKnown))
  .sort((a, b) => b.fixed - a.fixed);

/** The values between the parts, or null. Values are words of others, so nothing is tried twice, as a pattern would. */
function readValues(text: string, parts: readonly string[]): string[] | null {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first ? [] : null;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const values: string[] = [];
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return null;
    values.push(text.slice(at, found));
    at = found + part.length;
  }
  const end = text.length - last.length;
  return end < at ? null : [...values, text.slice(at, end)];
}

/** Faults have reasons, and those may have reasons. */
const DEPTH = 3;

/** A sentence of the program in the words of the desk. Null if the desk does not know it. */
export function sayInWords(language: Language, text: string, depth = DEPTH): string | null {
  if (depth === 0) return null;
  for (const { parts, words } of KNOWN) {
    const values = readValues(text, parts);
    if (values === null) continue;
    return words[language].replace(/\{(\d)\}/g, (_, place: string) => {
      const value = values[Number(place) - 1] ?? "";
      return sayInWords(language, value, depth - 1) ?? value;
    });
  }
  return null;
}
