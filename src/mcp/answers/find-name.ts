import { foldForSearch } from "../../model/basics/search-folding.ts";
import { editDistance, suggest } from "../../spelling.ts";
import { quotedValue } from "../protocol/json-rpc.ts";

/** How a word that is not an exact name was understood. Every answer to such a word says so. */
export type Understood = { asked: string; read_as: string; note: string };

/** Comparing longer words would be slow, and they are not typing errors. */
const MAX_TYPO_CHARACTERS = 60;

const letters = (word: string): string => [...word].sort().join("");

/**
 * The value of the closest spelling, if one is close. Two swapped letters count as one error, as in Pryia for Priya.
 */
export function nearest(given: string, spellings: ReadonlyMap<string, string>): string[] {
  const word = foldForSearch(given.trim()).slice(0, MAX_TYPO_CHARACTERS);
  const known = [...spellings.keys()];
  const swapped = known.filter((other) => letters(other) === letters(word));
  const near = suggest(word, known) || (swapped.find((other) => editDistance(word, other) === 2) ?? "");
  const key = near === "" ? undefined : spellings.get(near);
  return key === undefined ? [] : [key];
}

/** Never says that the business does not offer a service or employ a person: the profile may simply not list it. */
export function unknownName(kind: string, given: string, near: readonly string[], all: string): string {
  const fault = `no ${kind} of that name is listed: ${quotedValue(given)}`;
  return near.length === 0
    ? `${fault}; the ${kind}s are: ${all}`
    : `${fault}; did you mean ${near.slice(0, 5).join(" or ")}? The ${kind}s are: ${all}`;
}

export const namesOf = (items: readonly { name: string }[]): string => {
  const first = items.slice(0, 40).map(({ name }) => name);
  return items.length > 40 ? `${first.join(", ")} and ${items.length - 40} more` : first.join(", ") || "none";
};

const wordsOf = (folded: string): Set<string> =>
  new Set(folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2));

/** The ids whose names share the most words. "hand injuries" finds one, Hand therapy; "therapy" finds several. */
function sharingMost(names: ReadonlyMap<string, string>, folded: string): string[] {
  const wanted = wordsOf(folded);
  const shared = new Map<string, number>();
  for (const [name, id] of names) {
    const count = [...wordsOf(name)].filter((word) => wanted.has(word)).length;
    if (count > 0) shared.set(id, Math.max(count, shared.get(id) ?? count));
  }
  const most = Math.max(...shared.values());
  return [...shared].filter(([, count]) => count === most).map(([id]) => id);
}

/** The id whose id, name or alias is exactly this. */
export const findExact = (names: ReadonlyMap<string, string>, given: string): string | undefined =>
  names.get(foldForSearch(given.trim()));

/** The only id that the words can mean, otherwise the ids that may be meant. */
export function findByWords(names: ReadonlyMap<string, string>, given: string): { id: string } | { near: string[] } {
  const [first, ...others] = sharingMost(names, foldForSearch(given.trim()));
  if (first === undefined) return { near: nearest(given, names) };
  return others.length === 0 ? { id: first } : { near: [first, ...others] };
}

/** Null if the word is the id or the name itself. */
export function understoodAs(given: string, item: { id: string; name: string }, note: string): Understood | null {
  const folded = foldForSearch(given.trim());
  return folded === foldForSearch(item.id) || folded === foldForSearch(item.name)
    ? null
    : { asked: given, read_as: item.id, note: `${JSON.stringify(given)} ${note}` };
}
