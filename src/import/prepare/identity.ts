import type { Source } from "../../model/review.ts";

/** Crockford's base32: no I, L, O, U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ID_LENGTH = 26;

// The types leave open which array it is; it is bytes.
const hash = (parts: readonly string[]) => Bun.SHA256.hash(parts.join("\u0000")) as Uint8Array;

/** Two digits for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`);

/** The first `length` digits, an even number of them. */
function base32(bytes: Uint8Array, length: number): string {
  let out = "";
  let bits = 0;
  let value = 0;
  for (let at = 0; out.length < length; at += 1) {
    value = (value << 8) | (bytes[at] ?? 0);
    bits += 8;
    if (bits < 10) continue;
    bits -= 10;
    out += PAIRS[(value >> bits) & 1023];
    value &= (1 << bits) - 1;
  }
  return out;
}

/** Case, width, punctuation and spacing differ between a platform's export and a scrape of it; words do not. */
function foldWords(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export const idFromSource = (source: Source, source_id: string): string =>
  base32(hash(["id", source, source_id]), ID_LENGTH);

/** How much of a text names a review that has no id: an edit is mostly something added at the end. */
const START_OF_TEXT = 80;

/**
 * For a review without an id at its source. Of what is published alone (author minimised, text redacted): an id of more
 * would let anyone who guesses a full name or a redacted number check the guess.
 */
export function idFromContent(source: Source, author: string, date: string, text: string | null): string {
  const start = foldWords(text ?? "").slice(0, START_OF_TEXT);
  return base32(hash(["content", source, foldWords(author), date, start]), ID_LENGTH);
}

/** Fewer words than these are anybody's: "Great place!" tells two people apart by the day alone. */
const TELLING_LENGTH = 30;

/** Equal for the same words by the same author, at whatever source; of what is published alone. */
export function matchKey(author: string, date: string, text: string | null): string {
  const words = foldWords(text ?? "");
  const name = foldWords(author);
  const telling = words.length >= TELLING_LENGTH && name !== "anonymous";
  return base32(hash(["match", name, words, telling ? "" : date]), ID_LENGTH);
}
