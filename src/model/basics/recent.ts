export type Recent<K, V> = {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  readonly size: number;
  readonly weight: number;
};

/**
 * Recently used values, within bounds. Values that were added or read since the last change of generation are young.
 * When the young ones fill half of the room, they become old, and all former old ones are dropped. Dropping the oldest
 * entry of a single Map each time takes four to ten times as long, because deleted entries must be skipped (measured).
 */
export function createRecent<K, V extends NonNullable<unknown> | null>(
  most: { entries: number; weight?: number },
  weigh: (value: V) => number = () => 0,
): Recent<K, V> {
  const half = { entries: most.entries / 2, weight: (most.weight ?? Number.POSITIVE_INFINITY) / 2 };
  let [young, old] = [new Map<K, V>(), new Map<K, V>()];
  let [weight, old_weight] = [0, 0];
  const set = (key: K, value: V): void => {
    if (young.size >= half.entries || weight + weigh(value) > half.weight) {
      [old, young] = [young, new Map()];
      [old_weight, weight] = [weight, 0];
    }
    const before = young.get(key);
    weight += weigh(value) - (before === undefined ? 0 : weigh(before));
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const kept = old.get(key);
      if (kept !== undefined) set(key, kept);
      return kept;
    },
    set,
    get size() {
      return young.size + old.size;
    },
    get weight() {
      return weight + old_weight;
    },
  };
}
