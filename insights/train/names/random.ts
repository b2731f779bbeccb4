/** The same numbers in every run. */
export type Random = { below(count: number): number; chance(share: number): boolean; pick<T>(list: readonly T[]): T };

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (count) => Math.floor(next() * count),
    chance: (share) => next() < share,
    pick(list) {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
