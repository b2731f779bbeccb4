import { i32At, itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import { fitNames } from "./same-review.ts";
import type { Sketch } from "./sketch.ts";

/** Kinds of keys, above the 24 bits of each. */
const KIND = { anchor: 1, whole: 2, row: 3 };
/**
 * How many copies are listed under one key. Further ones are listed under it together with each form of their author's
 * name: of a text that hundreds of people write, only those of one name are looked at.
 */
const MOST = 24;
/** Without a name, one equal run of words says little. */
const LEAST_NAMELESS = 2;

const bitsOf = (whole: string): number => Bun.hash.xxHash32(whole) & 0xffffff;
const withName = (key: number, name: number): number => (Math.imul(key ^ name, 0x9e3779b1) | 0x80000000) >>> 0;

function keysOf({ anchors, wholes, row }: Sketch): number[] {
  const keys = anchors.map((anchor) => (KIND.anchor << 24) | anchor);
  for (const whole of wholes) keys.push((KIND.whole << 24) | bitsOf(whole));
  if (row !== "") keys.push((KIND.row << 24) | bitsOf(row));
  return keys;
}

/** Lists of numbers by key, in typed arrays: a Map takes five times the memory (measured). */
function createLists() {
  let keys = new Uint32Array(4096);
  let heads = new Int32Array(4096);
  let counts = new Uint8Array(4096);
  let used = 0;
  let next = new Int32Array(4096);
  let values = new Int32Array(4096);
  let entries = 1; // 0 ends a list

  function slotOf(key: number): number {
    const mask = keys.length - 1;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 7) & mask;
    while (u32At(keys, slot) !== 0 && u32At(keys, slot) !== key) slot = (slot + 1) & mask;
    return slot;
  }
  function growTable(): void {
    const [old_keys, old_heads, old_counts] = [keys, heads, counts];
    keys = new Uint32Array(old_keys.length * 2);
    heads = new Int32Array(keys.length);
    counts = new Uint8Array(keys.length);
    for (let at = 0; at < old_keys.length; at += 1) {
      const key = u32At(old_keys, at);
      if (key === 0) continue;
      const slot = slotOf(key);
      keys[slot] = key;
      heads[slot] = i32At(old_heads, at);
      counts[slot] = u8At(old_counts, at);
    }
  }
  function grown(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
    const longer = new Int32Array(list.length * 2);
    longer.set(list);
    return longer;
  }
  return {
    /** False if the list is full. */
    add(key: number, value: number): boolean {
      if (used * 2 >= keys.length) growTable();
      const slot = slotOf(key);
      if (u32At(keys, slot) === 0) {
        keys[slot] = key;
        used += 1;
      }
      if (u8At(counts, slot) >= MOST) return false;
      counts[slot] = u8At(counts, slot) + 1;
      if (entries === next.length) [next, values] = [grown(next), grown(values)];
      values[entries] = value;
      next[entries] = i32At(heads, slot);
      heads[slot] = entries;
      entries += 1;
      return true;
    },
    /** Calls `found` with each value. True if the list is full. */
    each(key: number, found: (value: number) => void): boolean {
      const slot = slotOf(key);
      for (let entry = i32At(heads, slot); entry !== 0; entry = i32At(next, entry)) found(i32At(values, entry));
      return u8At(counts, slot) >= MOST;
    },
  };
}

/**
 * Finds copies that may be of the same review: those that have a run of words in common, and whose names fit. In memory:
 * an index in the database would take more time than all the rest of an import (measured).
 */
export function createSketchIndex() {
  const origins: string[] = [];
  const counts = new Map<string, number>();
  const lists = createLists();
  const ids: string[] = [];
  const names: Sketch["names"][] = [];
  const formsOf = ({ short, first, initials }: Sketch["names"]) =>
    [short, first, initials].filter((form) => form !== 0);
  return {
    /** `origin`: its source and format there. Two ids of one origin are two reviews. */
    add(id: string, sketch: Sketch, origin: string): void {
      const copy = ids.push(id) - 1;
      names.push(sketch.names);
      const own = sketch.has_id ? origin : "";
      origins.push(own);
      counts.set(own, (counts.get(own) ?? 0) + 1);
      for (const key of keysOf(sketch)) {
        if (lists.add(key, copy)) continue;
        for (const form of formsOf(sketch.names)) lists.add(withName(key, form), copy);
      }
    },
    /** Ids of the copies that may be of the same review, or were read from the same row. */
    find(sketch: Sketch, origin: string): string[] {
      const own = sketch.has_id ? origin : null;
      // An import of one file into an empty store has nothing to look for.
      const alone = own !== null && counts.get(own) === ids.length;
      const hits = new Map<number, number>();
      const hit = (copy: number): void => {
        if (itemAt(origins, copy) === own) return;
        hits.set(copy, (hits.get(copy) ?? 0) + 1);
      };
      const rows = new Set<number>();
      for (const key of keysOf(sketch)) {
        if (key >>> 24 === KIND.row) lists.each(key, (copy) => rows.add(copy));
        else if (!alone && lists.each(key, hit))
          for (const form of formsOf(sketch.names)) lists.each(withName(key, form), hit);
      }
      const found = new Set([...rows].map((copy) => itemAt(ids, copy)));
      for (const [copy, count] of hits) {
        const fit = fitNames(sketch.names, itemAt(names, copy));
        if (fit !== null && (fit !== "nameless" || count >= LEAST_NAMELESS)) found.add(itemAt(ids, copy));
      }
      return [...found];
    },
  };
}
export type SketchIndex = ReturnType<typeof createSketchIndex>;
