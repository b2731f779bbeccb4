import { OperatorError, usageError } from "../../operator-error.ts";
import { ALPHABETS, type Alphabet, PAIRS, type Pairs } from "./encoding-languages.ts";
import { encodingOfHead } from "./encoding-of-head.ts";
import type { Input } from "./input.ts";

/** Enough text to decide by: lines with a byte beyond ASCII, from the whole file. */
const SAMPLE_BYTES = 200 * 1024;
const LINE_BYTES = 128 * 1024;
/** Another reading of the file must be this much less likely (in natural logarithms), or the operator is asked. */
const MARGIN = 4;
/** Below this mean, no reading looks like a language. */
const LEAST_MEAN = -6.5;

const PUNCTUATION = new Set("“”‘’„‚‹›«»–—…·•°€£§©®™´¿¡ºª\u00a0½²³");
const UNLIKELY = Math.log(1e-5);
const IMPOSSIBLE = Math.log(1e-9);

export type ChosenEncoding = { encoding: string; detected: boolean };

/** The name as this program shows it, for a label such as latin1 or cp1250. */
export function parseEncoding(label: string): string {
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/^(?:cp|win|windows)-?(125\d|874)$/, "windows-$1");
  const known = plain === "macroman" || plain === "mac-roman" ? "macintosh" : plain === "gbk" ? "gb18030" : plain;
  try {
    return new TextDecoder(known as Bun.Encoding).encoding; // the label is checked by the call itself
  } catch {
    throw usageError(`--encoding ${label} is unknown: use a name such as utf-8, windows-1250, shift_jis or macintosh`);
  }
}

const decodeWith = (encoding: string, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding as Bun.Encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Collects whole lines with a byte beyond ASCII, whatever the chunks are: a cut line may end in half a character. */
function openSample() {
  const lines: Uint8Array[] = [];
  let size = 0;
  let rest: Uint8Array = new Uint8Array(0);
  const keep = (line: Uint8Array) => {
    if (line.length > LINE_BYTES || !line.some((byte) => byte >= 0x80)) return;
    lines.push(line, Uint8Array.of(0x0a));
    size += line.length + 1;
  };
  return {
    add(chunk: Uint8Array): void {
      if (size > SAMPLE_BYTES) return;
      const bytes = rest.length === 0 ? chunk : new Uint8Array(Buffer.concat([rest, chunk]));
      let from = 0;
      for (let at = 0; at < bytes.length; at += 1) {
        if (bytes[at] !== 0x0a && bytes[at] !== 0x0d) continue;
        keep(bytes.slice(from, at));
        from = at + 1;
      }
      // One byte more than the limit is enough to know that the line is too long.
      rest = bytes.slice(from, from + LINE_BYTES + 1);
    },
    /** Passes over text that is UTF-8 so far: only a line that goes on in the next chunk may matter. */
    pass(chunk: Uint8Array): void {
      const end = Math.max(chunk.lastIndexOf(0x0a), chunk.lastIndexOf(0x0d));
      const open = end === -1 ? new Uint8Array(Buffer.concat([rest, chunk])) : chunk.slice(end + 1);
      rest = open.slice(0, LINE_BYTES + 1);
    },
    bytes(): Uint8Array {
      keep(rest);
      return new Uint8Array(Buffer.concat(lines));
    },
  };
}

/** Reads the whole input once: whether it is UTF-8, and a sample of the lines that are not ASCII. */
async function scan(input: Input): Promise<{ utf8: boolean; sample: Uint8Array }> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const sample = openSample();
  let utf8 = true;
  const check = (chunk?: Uint8Array) => {
    try {
      if (utf8) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      utf8 = false;
    }
  };
  for await (const chunk of input.chunks()) {
    check(chunk);
    if (utf8) sample.pass(chunk);
    else sample.add(chunk);
  }
  check();
  return { utf8, sample: sample.bytes() };
}

const isLower = (character: string) => character !== "" && character !== character.toUpperCase();
const isUpper = (character: string) => character !== "" && character !== character.toLowerCase();

/** An apostrophe may be inside a word; a dash has words on both sides or on none; other signs are not inside words. */
function isMisplaced(sign: string, before: string, after: string): boolean {
  const [left, right] = [/\p{L}/u.test(before), /\p{L}/u.test(after)];
  if (sign === "–" || sign === "—") return left !== right;
  return left && right && sign !== "’" && sign !== "´";
}

/** How likely a text is in a language, by its characters beyond ASCII and their neighbors. */
function scoreText(text: string, { letters, latin }: Alphabet): { score: number; count: number } {
  const total = Object.values(letters).reduce((sum, weight) => sum + weight, 0);
  let score = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character < "\u0080") continue;
    count += 1;
    const before = text.charAt(at - 1);
    const after = text.charAt(at + 1);
    const weight = letters[character] ?? letters[character.toLowerCase()];
    if (character < "\u00a0") score += IMPOSSIBLE;
    else if (weight !== undefined) {
      const upper = isUpper(character);
      score += Math.log((0.9 * weight) / total) + (upper ? -2.3 : 0);
      // A capital inside a word, or another script next to a Latin letter, is no spelling of any language.
      if (upper && isLower(before)) score += UNLIKELY / 2;
      if (!latin && (/[a-z]/i.test(before) || /[a-z]/i.test(after))) score += UNLIKELY / 2;
    } else if (PUNCTUATION.has(character)) {
      score += Math.log(0.01) + (isMisplaced(character, before, after) ? UNLIKELY / 2 : 0);
    } else score += UNLIKELY;
  }
  return { score, count };
}

function scorePairs(bytes: Uint8Array, { encoding, least, lead }: Pairs): { score: number; count: number } {
  let score = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    count += 1;
    // Half-width katakana have one byte.
    if (encoding === "shift_jis" && first >= 0xa1 && first <= 0xdf) score += UNLIKELY;
    else {
      at += 1;
      const range = lead.find(([from, to]) => first >= from && first <= to);
      score += range && (bytes[at] ?? 0) >= least ? Math.log(range[2]) : 2 * UNLIKELY;
    }
  }
  return { score, count };
}

type Reading = { encoding: string; text: string; score: number; mean: number };

function readingsOf(sample: Uint8Array): Reading[] {
  const best = new Map<string, Reading>();
  const add = (encoding: string, text: string | null, score: number, count: number) => {
    const known = best.get(encoding);
    if (text !== null && (!known || score > known.score))
      best.set(encoding, { encoding, text, score, mean: score / Math.max(1, count) });
  };
  for (const alphabet of ALPHABETS) {
    for (const encoding of alphabet.encodings) {
      const text = best.get(encoding)?.text ?? decodeWith(encoding, sample);
      if (text === null) continue;
      const { score, count } = scoreText(text, alphabet);
      add(encoding, text, score, count);
    }
  }
  for (const pairs of PAIRS) {
    const text = decodeWith(pairs.encoding, sample);
    const { score, count } = scorePairs(sample, pairs);
    // A pair has the evidence of two bytes.
    add(pairs.encoding, text, score, count * 2);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/** Decides by the whole content which encoding a file has. What cannot be decided is asked, never guessed. */
export async function chooseEncoding(input: Input, asked: string | null): Promise<ChosenEncoding> {
  if (asked !== null) return { encoding: parseEncoding(asked), detected: false };
  const marked = encodingOfHead(input.head);
  if (marked) return { encoding: marked, detected: true };
  const { utf8, sample } = await scan(input);
  if (utf8) return { encoding: "utf-8", detected: true };
  const [first, ...others] = readingsOf(sample);
  const rival = others.find(({ text }) => text !== first?.text);
  const ask = "save it as UTF-8, or name its encoding with --encoding";
  if (!first || sample.length === 0 || first.mean < LEAST_MEAN)
    throw new OperatorError(`${input.name} is not UTF-8 and its encoding is not known: ${ask}`);
  if (rival && first.score - rival.score < MARGIN)
    throw new OperatorError(
      `${input.name} is not UTF-8 and may be ${first.encoding} or ${rival.encoding}: ${ask} (--dry-run shows the result)`,
    );
  return { encoding: first.encoding, detected: true };
}
