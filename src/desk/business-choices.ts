import { KINDS } from "../model/taxonomy-names.ts";
import { businessTypes, timeZones } from "../owner/begin-profile.ts";
import type { SelectOption } from "./desk-parts.ts";
import type { Visit } from "./visit.ts";
import { SETUP_WORDS } from "./words/setup-words.ts";

/** "MedicalClinic" as people read it: "Medical clinic". */
const readable = (type: string): string => {
  const words = type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Kinds of business. Those whose trade the insights know come first. */
export const typeOptions = ({ language }: Visit): SelectOption[] =>
  [...KINDS, ...businessTypes.filter((type) => !KINDS.includes(type))].map((value) => ({
    value,
    label: SETUP_WORDS[language].kinds[value] ?? readable(value),
  }));

export const zoneOptions = (): SelectOption[] =>
  timeZones().map((value) => ({ value, label: value.replaceAll("_", " ") }));
