import type { SearchFilters } from "../../model/search.ts";
import { countedTechnicians } from "./entity.ts";
import { findByWords, findExact, namesOf, understoodAs, unknownName } from "./names.ts";
import type { View } from "./view.ts";

type Named = { id: string; name: string };
type Names = ReadonlyMap<string, string>;

/** An unknown name matches nothing, as over HTTP; the note says so and suggests names. */
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

/** Also notes which service another word was read as: the word may be narrower than the service. */
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

/** What an agent must know about the names it gave, and that nothing matches. */
export function filterNotes(view: View, filters: SearchFilters, matched: number): string[] {
  const notes = [
    ...noteTechnician(view, filters.mentions_technician),
    ...noteService(view, filters.mentions_service),
    ...(matched === 0 ? noteTheme(view, "aspect", filters.aspect) : []),
    ...(matched === 0 ? noteTheme(view, "topic", filters.topic) : []),
  ];
  const silent = matched === 0 && !notes.some((note) => note.startsWith("nothing matches"));
  return silent ? ["no published review matches all of these filters", ...notes] : notes;
}
