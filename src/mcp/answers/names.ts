import { foldForSearch } from "../../snapshot/search-folding.ts";
import { suggest } from "../../spelling.ts";

/** What a word was read as, where it is no name by itself: a wider reading is never silent. */
export type Understood = { asked: string; read_as: string; note: string };

/** Longer words are no slip of the finger, and comparing them would cost. */
const MAX_SLIP = 60;

/** The key of the nearest spelling. */
export function nearest(given: string, spellings: ReadonlyMap<string, string>): string[] {
  const near = suggest(foldForSearch(given.trim()).slice(0, MAX_SLIP), [...spellings.keys()]);
  const key = near === "" ? undefined : spellings.get(near);
  return key === undefined ? [] : [key];
}

/** What was wrong, what it may have meant, and all that is allowed. */
export const unknownName = (fault: string, near: readonly string[], what: string, all: string): string =>
  near.length === 0
    ? `${fault}; the ${what} are: ${all}`
    : `${fault}: did you mean ${near.slice(0, 5).join(" or ")}? The ${what} are: ${all}`;

export const namesOf = (items: readonly { name: string }[]): string => {
  const first = items.slice(0, 40).map(({ name }) => name);
  return items.length > 40 ? `${first.join(", ")} and ${items.length - 40} more` : first.join(", ") || "none";
};

const wordsOf = (folded: string): Set<string> =>
  new Set(folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2));

/** With whom the words are shared most: "hand injuries" with Hand therapy alone, "therapy" with several. */
function sharingMost(names: ReadonlyMap<string, string>, folded: string): string[] {
  const wanted = wordsOf(folded);
  const shared = new Map<string, number>();
  for (const [name, id] of names) {
    const count = [...wordsOf(name)].filter((word) => wanted.has(word)).length;
    if (count > 0) shared.set(id, Math.max(count, shared.get(id) ?? 0));
  }
  const most = Math.max(...shared.values());
  return [...shared].filter(([, count]) => count === most).map(([id]) => id);
}

/** Whose name, other name or id it is, exactly. */
export const findExact = (names: ReadonlyMap<string, string>, given: string): string | undefined =>
  names.get(foldForSearch(given.trim()));

/** The only one it can mean; else those it may have meant. */
export function findLoosely(names: ReadonlyMap<string, string>, given: string): { id: string } | { near: string[] } {
  const [first, ...others] = sharingMost(names, foldForSearch(given.trim()));
  if (first === undefined) return { near: nearest(given, names) };
  return others.length === 0 ? { id: first } : { near: [first, ...others] };
}

/** Nothing to say where the word is the id or the name itself. */
export function understoodAs(given: string, item: { id: string; name: string }, note: string): Understood | null {
  const folded = foldForSearch(given.trim());
  return folded === foldForSearch(item.id) || folded === foldForSearch(item.name)
    ? null
    : { asked: given, read_as: item.id, note: `${JSON.stringify(given)} ${note}` };
}
