import { hashWord } from "./hash.ts";

/** A set of word hashes. At most a quarter full, so most lookups of an unknown word end at the first slot. */
export type WordSet = { has(hash: number): boolean; table: Int32Array };

// One object shape and one function for all sets. A JavaScript Set took ten times as long (measured).
function has(this: WordSet, hash: number): boolean {
  const { table } = this;
  const mask = table.length - 1;
  let slot = (hash ^ (hash >>> 15)) & mask;
  for (;;) {
    const found = table[slot];
    if (found === hash) return true;
    if (found === 0) return false;
    slot = (slot + 1) & mask;
  }
}

export function hashSet(hashes: Iterable<number>): WordSet {
  const list = [...new Set(hashes)].filter((hash) => hash !== 0);
  let room = 4;
  while (room < list.length * 4) room *= 2;
  const table = new Int32Array(room);
  for (const hash of list) {
    let slot = (hash ^ (hash >>> 15)) & (room - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (room - 1);
    table[slot] = hash;
  }
  return { has, table };
}

/** From words separated by spaces: English ones, then Spanish ones. */
export const wordSet = (english: string, spanish?: string): WordSet =>
  hashSet([...english.split(" ").map(hashWord), ...(spanish?.split(" ") ?? []).map((word) => hashWord(`es ${word}`))]);
