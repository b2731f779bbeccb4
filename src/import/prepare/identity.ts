import { normalizeWords } from "../../model/basics/normalize-words.ts";
import { u8At } from "../../model/basics/typed-array.ts";
import type { Source } from "../../model/review-kinds.ts";

/** Crockford's base32, without I, L, O and U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ID_LENGTH = 26;

// The type includes several kinds of array. Without an encoding, the result is bytes.
const hash = (parts: readonly string[]) => Bun.SHA256.hash(parts.join("\u0000")) as Uint8Array;

const CODES = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0));
const id_bytes = Buffer.alloc(ID_LENGTH);

/** An id of the first bytes: a digit for every five bits. One string of bytes takes half the time of many (measured). */
function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  for (let at = 0, digit = 0; digit < ID_LENGTH; digit += 1) {
    if (bits < 5) {
      value = (value << 8) | u8At(bytes, at);
      bits += 8;
      at += 1;
    }
    bits -= 5;
    id_bytes[digit] = u8At(CODES, (value >> bits) & 31);
  }
  return id_bytes.toString("latin1");
}

export const idFromSource = (source: Source, source_id: string): string => base32(hash(["id", source, source_id]));

/** How many characters of a text identify a review without an id. Most edits add something at the end. */
const START_OF_TEXT = 80;

/** A copy takes half the time of a new one (measured). */
let keyed = { key: "", hasher: new Bun.CryptoHasher("sha256", "") };

/** A keyed hash of a name. Without the key, anyone could find the name by trying all names. */
export function hashName(key: string, name: string): string {
  if (keyed.key !== key) keyed = { key, hasher: new Bun.CryptoHasher("sha256", key) };
  return base32(keyed.hasher.copy().update(normalizeWords(name)).digest());
}

/** What identifies a review without an id at its source. `name` is the result of `hashName`, or "" without a name. */
export type IdentityContent = { source: Source; name: string; date: string; rating: number; text: string | null };

/**
 * The id of a review that has none at its source. The text is already redacted, so nobody can use the id to check a
 * guess of a removed number.
 */
export function idFromContent({ source, name, date, rating, text }: IdentityContent): string {
  const start = normalizeWords(text ?? "").slice(0, START_OF_TEXT);
  return base32(hash(["review", source, name, date, String(rating), start]));
}

/** The id of a second review in the same file that has the same content id but other words or columns. */
export const idOfVariant = (id: string, details: string, nth: number): string =>
  base32(hash(["variant", id, details, String(nth)]));

/** The id that older versions gave, before stores had a key: from the shortened name, without the rating. */
export function idFromShortName(source: Source, author: string, date: string, text: string | null): string {
  const start = normalizeWords(text ?? "").slice(0, START_OF_TEXT);
  return base32(hash(["content", source, normalizeWords(author), date, start]));
}

/** Many people write the same shorter text, such as "Great place!". For these, the day is needed too. */
export const DISTINCT_LENGTH = 30;

/** Equal for the same words by the same person on any day. Used to recognize erased reviews. */
export const wordsKey = (person: string, text: string): string => base32(hash(["words", person, normalizeWords(text)]));

/** Equal for the same words by the same author at any source. It is a hash of published data only. */
export function matchKey(author: string, date: string, text: string | null): string {
  const words = normalizeWords(text ?? "");
  const name = normalizeWords(author);
  const distinct = words.length >= DISTINCT_LENGTH && name !== "anonymous";
  return base32(hash(["match", name, words, distinct ? "" : date]));
}
