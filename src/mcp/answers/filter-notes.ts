import { foldQuery } from "../../model/basics/search-folding.ts";
import type { SearchFilters } from "../../model/search.ts";
import type { Dimension } from "../../model/statistics.ts";
import { coverageNotes } from "../../snapshot/search/filters.ts";
import { quotedValue } from "../protocol/json-rpc.ts";
import { countedTechnicians } from "./entity.ts";
import { findByWords, findExact, namesOf, understoodAs, unknownName } from "./find-name.ts";
import type { View } from "./snapshot-view.ts";

type Named = { id: string; name: string };
type Names = ReadonlyMap<string, string>;

/** An unknown name matches nothing, as over HTTP. The note says so and suggests names. */
function noteUnknown(kind: string, wanted: string, names: Names, items: readonly Named[]): string {
  const found = findByWords(names, wanted);
  const ids = "id" in found ? [found.id] : found.near;
  const near = ids.flatMap((id) => items.find((item) => item.id === id)?.name ?? []);
  return `nothing matches: ${unknownName(kind, wanted, near, namesOf(items))}`;
}

function noteTechnician(view: View, wanted: string | undefined): string[] {
  const names = view.index.technician_names;
  if (wanted === undefined || findExact(names, wanted) !== undefined) return [];
  return [noteUnknown("technician", wanted, names, countedTechnicians(view))];
}

/** Also notes which service a word was understood as, because the word may mean less than the whole service. */
function noteService({ index, snapshot }: View, wanted: string | undefined): string[] {
  if (wanted === undefined) return [];
  const services = snapshot.profile?.services ?? [];
  const exact = findExact(index.service_names, wanted);
  if (exact === undefined) return [noteUnknown("service", wanted, index.service_names, services)];
  const service = services.find(({ id }) => id === exact);
  const understood = service && understoodAs(wanted, service, `was read as the service ${service.name}`);
  return understood ? [understood.note] : [];
}

function noteTheme({ index }: View, kind: "aspect" | "topic", wanted: string | undefined): string[] {
  const names = index[`${kind}_names`];
  if (wanted === undefined || findExact(names, wanted) !== undefined) return [];
  const items = Array.from(index[`${kind}_labels`], ([id, name]) => ({ id, name }));
  return [noteUnknown(kind, wanted, names, items)];
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
    ...noteTechnician(view, filters.mentions_technician),
    ...noteService(view, filters.mentions_service),
    ...(matched === 0 ? noteTheme(view, "aspect", filters.aspect) : []),
    ...(matched === 0 ? noteTheme(view, "topic", filters.topic) : []),
    ...noteLanguage(view, filters.language),
    ...(matched === 0 ? noteQuestion(filters) : []),
    ...coverageNotes(view.index, filters, group_by),
  ];
  const silent = matched === 0 && !notes.some((note) => note.startsWith("nothing matches"));
  return silent ? ["no published review matches all of these filters", ...notes] : notes;
}
