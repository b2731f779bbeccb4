import { parseWordLists } from "../model/basics/word-lists.ts";

/** The entries of a list as alternatives of a regular expression. */
export const anyOf = (entries: Iterable<string>): string => [...entries].join("|");

const REFERENCE = /\{\{([a-z0-9 _-]+)\}\}/g;

/**
 * Reads a data file whose lists are parts of regular expressions. The entries of a list are alternatives, in their
 * order. If the name of the list ends in "pattern", they are the parts of one pattern instead, one after the other.
 * `{{month}}` in an entry stands for the list `[month]` of the same file, or for a part that the code gives. Where an
 * entry ends in a space or is a number sign, it is written `[ ]` or `[#]`.
 */
export function parsePatterns<const Name extends string>(
  file: string,
  text: string,
  names: readonly Name[],
  given: Readonly<Record<string, string>> = {},
): Record<Name, string> {
  const referred = [...text.matchAll(REFERENCE)].map(([, name = ""]) => name).filter((name) => !(name in given));
  const lists: Record<string, readonly string[]> = parseWordLists(file, text, [...new Set([...names, ...referred])]);
  const expand = (name: string): string =>
    given[name] ??
    (lists[name] ?? []).join(name.endsWith("pattern") ? "" : "|").replace(REFERENCE, (_, part) => expand(part));
  return Object.fromEntries(names.map((name) => [name, expand(name)])) as Record<Name, string>; // all of `names`
}
