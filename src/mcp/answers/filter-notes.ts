import { foldQuery } from "../../model/basics/search-folding.ts";
import { MEANING_KINDS, MEANINGS, type MeaningKind } from "../../model/meaning.ts";
import type { SearchFilters } from "../../model/search.ts";
import type { Dimension } from "../../model/statistics.ts";
import { nearIds } from "../../snapshot/meaning/read-phrase.ts";
import { coverageNotes } from "../../snapshot/search/filters.ts";
import { quotedValue } from "../protocol/json-rpc.ts";
import { countedTechnicians } from "./entity.ts";
import { namedElse, namesOf, unknownName } from "./find-name.ts";
import type { View } from "./snapshot-view.ts";

/** An unknown name matches nothing, as over HTTP. The note says so and suggests names. */
function noteUnknown(view: View, kind: MeaningKind, wanted: string | undefined): string[] {
  const { index } = view;
  if (wanted === undefined || index[`${kind}_names`].has(foldQuery(wanted))) return [];
  const all = Array.from(index[`${kind}_labels`], ([id, name]) => ({ id, name }));
  const items = kind === "technician" ? countedTechnicians(view) : all;
  const near = nearIds(index, kind, wanted).flatMap((id) => items.find((item) => item.id === id)?.name ?? []);
  return [`nothing matches: ${unknownName(kind, wanted, near, namesOf(items))}${namedElse(index, kind, wanted)}`];
}

/** Notes a language that no review has. Agents also send the English names of languages. */
function noteLanguage({ index }: View, wanted: string | undefined): string[] {
  if (wanted === undefined) return [];
  const range = wanted.toLowerCase();
  const tags = [...index.by_language.keys()];
  if (tags.some((tag) => `${tag.toLowerCase()}-`.startsWith(`${range}-`))) return [];
  const known = tags.join(", ") || "none";
  return [`nothing matches: no review has the language ${quotedValue(wanted)}; the languages are: ${known}`];
}

const QUESTION_WORDS = 3;

/** Notes that a review rarely contains a whole question literally. */
const noteQuestion = ({ query }: SearchFilters): string[] =>
  query !== undefined && foldQuery(query).split(" ").length >= QUESTION_WORDS
    ? ["query is one substring, not a question: give one word of it, or ask the tool search"]
    : [];

/** Tells the agent about unknown names, about filters that match nothing, and if not all texts were read. */
export function filterNotes(
  view: View,
  filters: SearchFilters,
  matched: number,
  group_by: readonly Dimension[] = [],
): string[] {
  const notes = [
    ...(matched === 0 ? MEANING_KINDS.flatMap((kind) => noteUnknown(view, kind, filters[MEANINGS[kind]])) : []),
    ...noteLanguage(view, filters.language),
    ...(matched === 0 ? noteQuestion(filters) : []),
    ...coverageNotes(view.index, filters, group_by),
  ];
  const silent = matched === 0 && !notes.some((note) => note.startsWith("nothing matches"));
  return silent ? ["no published review matches all of these filters", ...notes] : notes;
}
