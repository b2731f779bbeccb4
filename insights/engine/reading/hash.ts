/** 32-bit FNV-1a over UTF-16 code units. The weights know every word and feature by such a hash alone. */
export const FNV_START = 0x811c9dc5 | 0;

export const fnv = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

export function hashRange(text: string, start: number, end: number, before: number = FNV_START): number {
  let hash = before;
  for (let index = start; index < end; index++) hash = fnv(hash, text.charCodeAt(index));
  return hash;
}

export const hashWord = (word: string): number => hashRange(word, 0, word.length);

/**
 * A Spanish word has the hash of "es " and the word. So "no" and "me" are other words than in English, and one table of
 * weights and one set of words can hold both languages.
 */
export const SPANISH_START = hashWord("es ");

/** Combines two hashes into a third, by murmur's mixer. The order of the two matters. */
export function mixHash(left: number, right: number): number {
  let hash = Math.imul(left ^ 0x9e3779b9, 0x85ebca6b) ^ right;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
