/** Where the pair of hashes stands in the table, or the empty slot where it would. */
function slotOf(table: Uint32Array, low: number, high: number): number {
  const mask = table.length / 2 - 1;
  let slot = low & mask;
  while (table[2 * slot + 1] !== 0 && !(table[2 * slot] === low && table[2 * slot + 1] === high))
    slot = (slot + 1) & mask;
  return 2 * slot;
}

const lowOf = (id: string): number => Bun.hash.xxHash32(id, 0);
const highOf = (id: string): number => (Bun.hash.xxHash32(id, 1) | 1) >>> 0; // 0 marks an empty slot

/** Ids met in a run, as 63-bit hashes: a million of them cost 16 MB, a Set of strings 90. */
export function buildSeenIds() {
  let table = new Uint32Array(2048);
  let count = 0;
  function grow(): void {
    const grown = new Uint32Array(table.length * 2);
    for (let at = 0; at < table.length; at += 2) {
      const low = table[at] ?? 0;
      const high = table[at + 1] ?? 0;
      if (high !== 0) grown.set([low, high], slotOf(grown, low, high));
    }
    table = grown;
  }
  return {
    has: (id: string): boolean => table[slotOf(table, lowOf(id), highOf(id)) + 1] !== 0,
    add(id: string): void {
      if (count * 4 >= table.length) grow();
      const low = lowOf(id);
      const high = highOf(id);
      const at = slotOf(table, low, high);
      if (table[at + 1] === 0) count += 1;
      table[at] = low;
      table[at + 1] = high;
    },
  };
}
export type SeenIds = ReturnType<typeof buildSeenIds>;

const BITS = 2 ** 25;

/** Perhaps met in a run: says yes too often (one of 300 at a million), never no; 4 MB however many there are. */
export function buildPerhapsSeen(): SeenIds {
  const bits = new Uint8Array(BITS / 8);
  const places = (id: string): [number, number] => [lowOf(id) % BITS, highOf(id) % BITS];
  const isSet = (place: number): boolean => ((bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0;
  return {
    has: (id) => places(id).every(isSet),
    add(id) {
      for (const place of places(id)) bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
    },
  };
}
