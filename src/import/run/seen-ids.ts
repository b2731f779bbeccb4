import { u8At, u32At } from "../../model/basics/typed-array.ts";

/** The index of a pair of hashes in the table, or of the empty slot where it belongs. */
function slotOf(table: Uint32Array, low: number, high: number): number {
  const mask = table.length / 2 - 1;
  let slot = low & mask;
  for (let found = u32At(table, 2 * slot + 1); found !== 0; found = u32At(table, 2 * slot + 1)) {
    if (found === high && u32At(table, 2 * slot) === low) break;
    slot = (slot + 1) & mask;
  }
  return 2 * slot;
}

const lowOf = (id: string): number => Bun.hash.xxHash32(id, 0);
/** Of another function: two ids with one xxHash32 often have one with every seed (measured). 0 marks an empty slot. */
const highOf = (id: string): number => (Bun.hash.murmur32v3(id, 1) | 1) >>> 0;

/** Ids in a run, as 63-bit hashes: a million of them take 16 MB; a Set of strings takes 90 MB. */
export function buildSeenIds() {
  let table = new Uint32Array(2048);
  let count = 0;
  function grow(): void {
    const grown = new Uint32Array(table.length * 2);
    for (let at = 0; at < table.length; at += 2) {
      const low = u32At(table, at);
      const high = u32At(table, at + 1);
      if (high !== 0) grown.set([low, high], slotOf(grown, low, high));
    }
    table = grown;
  }
  return {
    has: (id: string): boolean => u32At(table, slotOf(table, lowOf(id), highOf(id)) + 1) !== 0,
    add(id: string): void {
      if (count * 4 >= table.length) grow();
      const low = lowOf(id);
      const high = highOf(id);
      const at = slotOf(table, low, high);
      if (u32At(table, at + 1) === 0) count += 1;
      table[at] = low;
      table[at + 1] = high;
    },
  };
}
export type SeenIds = ReturnType<typeof buildSeenIds>;

const BITS = 2 ** 25;

/** May say yes for a key that was not added (1 in 300 at a million keys), never no for one that was. Takes 4 MB. */
export function buildMaybeSeen(): SeenIds {
  const bits = new Uint8Array(BITS / 8);
  const places = (id: string): [number, number] => [lowOf(id) % BITS, highOf(id) % BITS];
  const isSet = (place: number): boolean => (u8At(bits, place >>> 3) & (1 << (place & 7))) !== 0;
  return {
    has: (id) => places(id).every(isSet),
    add(id) {
      for (const place of places(id)) bits[place >>> 3] = u8At(bits, place >>> 3) | (1 << (place & 7));
    },
  };
}
