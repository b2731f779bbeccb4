import { i32At, u8At, u32At } from "../../model/basics/typed-array.ts";
import { fitNames } from "./same-review.ts";
import type { Names, SketchKeys } from "./sketch.ts";

/** Kinds of keys, above the 24 bits of each. */
const KIND = { anchor: 1, whole: 2, row: 3 };
/**
 * How many copies are listed under one key. Further ones are listed under it together with each form of their author's
 * name: of a text that hundreds of people write, only those of one name are looked at.
 */
const MOST = 24;
/** Without a name, one equal run of words says little. */
const LEAST_NAMELESS = 2;

const withName = (key: number, name: number): number => (Math.imul(key ^ name, 0x9e3779b1) | 0x80000000) >>> 0;

const anchorKey = (anchor: number): number => (KIND.anchor << 24) | anchor;
const wholeKey = (whole: number): number => (KIND.whole << 24) | whole;
const rowKey = (row: number): number => (KIND.row << 24) | row;

function grown(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(list.length * 2);
  longer.set(list);
  return longer;
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

/** Keys that nobody looks for yet: the number of a copy and of its keys, and these. */
function createWaiting() {
  let values = new Int32Array(4096);
  let used = 0;
  return {
    add(copy: number, { anchors, wholes }: SketchKeys): void {
      const count = anchors.length + wholes.length;
      while (used + count + 2 > values.length) values = grown(values);
      values[used] = copy;
      values[used + 1] = count;
      used += 2;
      for (const anchor of anchors) {
        values[used] = anchorKey(anchor);
        used += 1;
      }
      for (const whole of wholes) {
        values[used] = wholeKey(whole);
        used += 1;
      }
    },
    /** In the order in which they were added, once. */
    take(found: (copy: number, key: number) => void): void {
      for (let at = 0; at < used; ) {
        const [copy, end] = [i32At(values, at), at + 2 + i32At(values, at + 1)];
        for (at += 2; at < end; at += 1) found(copy, i32At(values, at));
      }
      used = 0;
      values = new Int32Array(4096);
    },
  };
}

/** The names of copies, in one array: an object for each would be looked at whenever garbage is collected. */
function createNames() {
  let forms = new Int32Array(4096);
  return {
    set(copy: number, { full, short, first, initials }: Names): void {
      if (copy * 4 === forms.length) forms = grown(forms);
      forms[copy * 4] = full;
      forms[copy * 4 + 1] = short;
      forms[copy * 4 + 2] = first;
      forms[copy * 4 + 3] = initials;
    },
    at: (copy: number): Names => ({
      full: i32At(forms, copy * 4),
      short: i32At(forms, copy * 4 + 1),
      first: i32At(forms, copy * 4 + 2),
      initials: i32At(forms, copy * 4 + 3),
    }),
  };
}

/** The number of each origin that was seen. */
function createOrigins() {
  const numbers = new Map<string, number>();
  return (origin: string): number => {
    const known = numbers.get(origin) ?? numbers.size;
    if (known === numbers.size) numbers.set(origin, known);
    return known;
  };
}

/**
 * Finds copies that may be of the same review: those that have a run of words in common, and whose names fit. In memory:
 * an index in the database would take more time than all the rest of an import (measured).
 */
export function createSketchIndex() {
  const originOf = createOrigins();
  const counts: number[] = [];
  const lists = createLists();
  const waiting = createWaiting();
  const names = createNames();
  let origins = new Int32Array(1024);
  let copies = 0;
  const formsOf = ({ short, first, initials }: Names) => [short, first, initials].filter((form) => form !== 0);

  function list(copy: number, key: number): void {
    if (lists.add(key, copy)) return;
    for (const form of formsOf(names.at(copy))) lists.add(withName(key, form), copy);
  }
  function findHits({ names: own_names, anchors, wholes }: SketchKeys, own: number | null): Map<number, number> {
    const hits = new Map<number, number>();
    const hit = (copy: number): void => {
      if (i32At(origins, copy) === own) return;
      hits.set(copy, (hits.get(copy) ?? 0) + 1);
    };
    const look = (key: number): void => {
      if (lists.each(key, hit)) for (const form of formsOf(own_names)) lists.each(withName(key, form), hit);
    };
    for (const anchor of anchors) look(anchorKey(anchor));
    for (const whole of wholes) look(wholeKey(whole));
    return hits;
  }
  return {
    /** `origin`: its source and format there. Two ids of one origin are two reviews. Copies are numbered from 0. */
    add(sketch: SketchKeys, origin: string): void {
      const copy = copies;
      copies += 1;
      names.set(copy, sketch.names);
      const own = originOf(sketch.has_id ? origin : "");
      if (copy === origins.length) origins = grown(origins);
      origins[copy] = own;
      counts[own] = (counts[own] ?? 0) + 1;
      if (sketch.row !== null) list(copy, rowKey(sketch.row));
      waiting.add(copy, sketch);
    },
    /** The copies that may be of the same review, or were read from the same row. */
    find(sketch: SketchKeys, origin: string): number[] {
      const own = sketch.has_id ? originOf(origin) : null;
      const found = new Set<number>();
      if (sketch.row !== null) lists.each(rowKey(sketch.row), (copy) => found.add(copy));
      // An import of one file into an empty store has nothing to look for.
      if (own !== null && (counts[own] ?? 0) === copies) return [...found];
      waiting.take(list);
      for (const [copy, count] of findHits(sketch, own)) {
        const fit = fitNames(sketch.names, names.at(copy));
        if (fit !== null && (fit !== "nameless" || count >= LEAST_NAMELESS)) found.add(copy);
      }
      return [...found];
    },
  };
}

const ID_LENGTH = 26;

/** The same for stored and staged reviews, by id. One id may have several copies. */
export function createCopyIndex() {
  const index = createSketchIndex();
  let ids = Buffer.alloc(1024 * ID_LENGTH);
  let count = 0;
  const idAt = (copy: number): string => ids.toString("latin1", copy * ID_LENGTH, (copy + 1) * ID_LENGTH);
  return {
    add(id: string, sketch: SketchKeys, origin: string): void {
      if (count * ID_LENGTH === ids.length) ids = Buffer.concat([ids], ids.length * 2);
      ids.write(id, count * ID_LENGTH, ID_LENGTH, "latin1");
      count += 1;
      index.add(sketch, origin);
    },
    find: (sketch: SketchKeys, origin: string): string[] => [...new Set(index.find(sketch, origin).map(idAt))],
  };
}
export type CopyIndex = ReturnType<typeof createCopyIndex>;
