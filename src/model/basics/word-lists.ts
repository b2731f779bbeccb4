/**
 * Reads a data file of word lists. A line is a comment (`# …`), the name of a list (`[name]`), or one entry of the list
 * above it. Entries are words, phrases or parts of patterns. The files are part of the program, so a fault in them is a
 * bug and throws.
 */
export function parseWordLists<const Name extends string>(
  file: string,
  text: string,
  names: readonly Name[],
): Record<Name, readonly string[]> {
  const lists = new Map<string, Set<string>>();
  let current: Set<string> | undefined;
  let at = 0;
  const fault = (what: string) => new Error(`${file}, line ${at}: ${what}`);
  for (const line of text.split("\n")) {
    at += 1;
    const entry = line.trim();
    if (entry === "" || entry === "#" || entry.startsWith("# ")) continue;
    // Few lines are names. Testing the first character saves a quarter of the time for a file of 4,000 words (measured).
    const name = entry.startsWith("[") ? /^\[([a-z0-9 _-]+)\]$/.exec(entry)?.[1] : undefined;
    if (name !== undefined) {
      if (lists.has(name)) throw fault(`the list ${name} is there twice`);
      current = new Set();
      lists.set(name, current);
    } else if (current === undefined) throw fault(`"${entry}" is in no list`);
    else if (current.has(entry)) throw fault(`"${entry}" is twice in its list`);
    else current.add(entry);
  }
  const missing = names.filter((name) => !lists.get(name)?.size);
  if (missing.length > 0) throw new Error(`${file} has no list, or an empty one, for ${missing.join(", ")}`);
  const unread = [...lists.keys()].filter((name) => !names.some((known) => known === name));
  if (unread.length > 0) throw new Error(`${file} has lists that nothing reads: ${unread.join(", ")}`);
  return Object.fromEntries(names.map((name) => [name, [...(lists.get(name) ?? [])]])) as Record<Name, string[]>; // all of `names`
}
