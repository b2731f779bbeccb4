import { otherNames } from "../model/basics/other-names.ts";
import { foldQuery } from "../model/basics/search-folding.ts";

/**
 * Maps a folded id, name or alias to an id. An id wins over a name, and a name wins over an alias: the first entry
 * stays.
 */
export function buildNames(
  entries: readonly {
    id: string;
    name: string;
    aliases?: readonly string[] | undefined;
    called_before?: readonly string[] | undefined;
  }[],
): Map<string, string> {
  const names = new Map<string, string>();
  const put = (name: string, id: string) => {
    const folded = foldQuery(name);
    if (!names.has(folded)) names.set(folded, id);
  };
  for (const entry of entries) put(entry.id, entry.id);
  for (const entry of entries) put(entry.name, entry.id);
  for (const entry of entries) for (const other of otherNames(entry)) put(other, entry.id);
  return names;
}

/** The id for a name. If it is unknown, the folded name itself, which is in no list unless it is an id. */
export function resolveName(names: ReadonlyMap<string, string>, name: string): string {
  const folded = foldQuery(name);
  return names.get(folded) ?? folded;
}
