import { i32At } from "../../src/model/basics/typed-array.ts";

/** A fixed stream of numbers in [0, 1): the same order of examples in every run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

export function shuffled(count: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const moved = i32At(order, last);
    order[last] = i32At(order, other);
    order[other] = moved;
  }
  return order;
}
