const EMPTY = 0n;

/** Where the hash stands in the table, or the empty slot where it would. */
function slotOf(table: BigUint64Array, hash: bigint): number {
  const mask = table.length - 1;
  let at = Number((hash >> 1n) & BigInt(mask));
  while (table[at] !== EMPTY && table[at] !== hash) at = (at + 1) & mask;
  return at;
}

const hashOf = (id: string): bigint => BigInt(Bun.hash(id)) | 1n; // never EMPTY

/** Ids met in a run, as 64-bit hashes: a million of them cost 16 MB, a Set of strings 90. */
export function buildSeenIds() {
  let slots = new BigUint64Array(1024);
  let count = 0;
  return {
    has: (id: string): boolean => slots[slotOf(slots, hashOf(id))] !== EMPTY,
    add(id: string): void {
      if (count * 2 >= slots.length) {
        const grown = new BigUint64Array(slots.length * 2);
        for (const hash of slots) if (hash !== EMPTY) grown[slotOf(grown, hash)] = hash;
        slots = grown;
      }
      const at = slotOf(slots, hashOf(id));
      if (slots[at] === EMPTY) count += 1;
      slots[at] = hashOf(id);
    },
  };
}
export type SeenIds = ReturnType<typeof buildSeenIds>;
