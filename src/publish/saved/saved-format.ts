import type { Kind } from "../../model/demonstration.ts";
import { sharedBytes, sharedDays, sharedFloats, sharedPositions } from "../shared-memory.ts";

/*
 * A saved snapshot: SAVED_MAGIC, the length of the header, the header and the outline as JSON, then every array, in the order
 * in which the outline names them, and a checksum of all that. The outline is the snapshot without its arrays.
 */
export const CHECKSUM_BYTES = 8;
/** A header is shorter than this. */
export const MOST_HEADER_BYTES = 4096;
/** Of this form. A program that writes another one raises it. */
export const FORMAT = 2;

/** Of what a saved snapshot is. It is used again only if all of this is the same. */
export type SavedKey = {
  /** The version of the program, and a mark of its files. */
  program: string;
  engine: string;
  rules: number;
  base_url: string;
  kind: Kind;
  database: string;
};
/** The commit that a saved snapshot shows, and the newest sequence there. */
export type SavedCommit = { version: number; commit_id: string; changed_at: string; sequence: number };
export type SavedHeader = {
  format: typeof FORMAT;
  key: SavedKey;
  made: SavedCommit;
  /** Of the outline, and of everything after the header. */
  outline_bytes: number;
  outline_hash: string;
  rest_bytes: number;
};

const NAMES: Record<keyof SavedKey, string> = {
  program: "version of the program",
  engine: "version of the insights engine",
  rules: "version of the rules",
  base_url: "BASE_URL",
  kind: "kind of data",
  database: "database",
};

/** How a file differs from the wanted one; null if it does not. */
export function findDifference({ format, key }: SavedHeader, wanted: SavedKey): string | null {
  if (format !== FORMAT) return "format";
  const names = Object.keys(NAMES) as (keyof SavedKey)[]; // Object.keys returns string[]
  const other = names.find((name) => key?.[name] !== wanted[name]);
  return other === undefined ? null : NAMES[other];
}

const KINDS = { u8: sharedBytes, u32: sharedPositions, i32: sharedDays, f64: sharedFloats } as const;
export type SavedArray = Uint8Array | Uint32Array | Int32Array | Float64Array;

function kindOf(array: SavedArray): keyof typeof KINDS {
  if (array instanceof Uint8Array) return "u8";
  if (array instanceof Uint32Array) return "u32";
  return array instanceof Int32Array ? "i32" : "f64";
}

const isArray = (value: unknown): value is SavedArray => ArrayBuffer.isView(value);

export const bytesOf = ({ buffer, byteOffset, byteLength }: SavedArray): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** An object is itself; every other thing that JSON does not know is a list that begins with its kind. */
export type Outline = null | string | number | boolean | Outline[] | { [member: string]: Outline };

/** Splits a value into an outline and its arrays. An array that appears twice is saved once. */
export function takeApart(value: unknown): { outline: Outline; arrays: SavedArray[] } {
  const places = new Map<SavedArray, number>();
  const outlineOf = (item: unknown): Outline => {
    if (isArray(item)) {
      const known = places.get(item);
      const place = known ?? places.size;
      places.set(item, place);
      return known === undefined ? ["array", kindOf(item), item.length] : ["again", place];
    }
    if (Array.isArray(item)) return ["list", ...item.map(outlineOf)];
    if (item instanceof Map) return ["map", ...Array.from(item, ([key, entry]) => [key, outlineOf(entry)])];
    if (item instanceof Set) return ["set", ...item];
    if (typeof item !== "object" || item === null) return item as Outline; // a string, number, boolean or null
    const members = Object.entries(item).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, outlineOf(member)]));
  };
  return { outline: outlineOf(value), arrays: [...places.keys()] };
}

/** The value of an outline, with empty arrays in shared memory that are to be filled in their order. */
export function putTogether(outline: Outline): { value: unknown; arrays: SavedArray[] } {
  const arrays: SavedArray[] = [];
  const filled = (item: Outline): unknown => {
    if (!Array.isArray(item)) {
      if (typeof item !== "object" || item === null) return item;
      return Object.fromEntries(Object.entries(item).map(([name, member]) => [name, filled(member)]));
    }
    const [kind, ...rest] = item;
    if (kind === "list") return rest.map(filled);
    if (kind === "map") return new Map((rest as [Outline, Outline][]).map(([key, entry]) => [key, filled(entry)]));
    if (kind === "set") return new Set(rest);
    const [first, length] = rest;
    if (kind === "again") return arrays[first as number];
    const array = KINDS[first as keyof typeof KINDS](length as number);
    arrays.push(array);
    return array;
  };
  return { value: filled(outline), arrays };
}

export const hashText = (text: Uint8Array): string => Bun.hash.xxHash3(text).toString(16);

/** Joins the hashes of pieces that are hashed one after another. It finds damage; it is no protection from an owner. */
export function createChecksum() {
  let sum = 0n;
  return {
    add(bytes: Uint8Array): void {
      sum = Bun.hash.xxHash3(bytes, sum);
    },
    bytes(): Uint8Array {
      const bytes = Buffer.alloc(CHECKSUM_BYTES);
      bytes.writeBigUInt64LE(sum);
      return bytes;
    },
  };
}
