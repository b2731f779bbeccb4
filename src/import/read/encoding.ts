import { u8At } from "../../model/basics/typed-array.ts";
import { OperatorError, usageError } from "../../operator-error.ts";
import { choose, OpenQuestions } from "../record/open-questions.ts";
import type { Alphabet, Pairs } from "./encoding-languages.ts";
import { encodingOfHead } from "./encoding-of-head.ts";
import type { Input } from "./input.ts";

/** The size of the sample that decides: lines with non-ASCII bytes, from the whole file. */
const SAMPLE_BYTES = 200 * 1024;
const LINE_BYTES = 128 * 1024;
/** Another encoding must be this much less likely (in natural logarithms). Otherwise the operator is asked. */
const MARGIN = 5;
/** If the mean is below this, no reading looks like a language. */
const LEAST_MEAN = -6.5;

const PUNCTUATION = new Set("“”‘’„‚‹›«»–—…·•°€£§©®™´¿¡ºª\u00a0½²³");
const UNLIKELY = Math.log(1e-5);
const IMPOSSIBLE = Math.log(1e-9);
/** A decoder returns this for a byte without a meaning. */
const UNKNOWN = "\ufffd";

/** The name that this program shows, for a label such as latin1 or cp1250. */
export function parseEncoding(label: string): string {
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/^(?:cp|win|windows)-?(125\d|874)$/, "windows-$1");
  const known = plain === "macroman" || plain === "mac-roman" ? "macintosh" : plain === "gbk" ? "gb18030" : plain;
  try {
    return new TextDecoder(known as Bun.Encoding).encoding; // the call itself checks the label
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

/**
 * Collects whole lines with non-ASCII bytes. Lines may span chunks, because a cut line could end inside a character.
 */
function createSample() {
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
    /** Skips text that is UTF-8 so far. Only a line that continues in the next chunk is kept. */
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

/** Reads the whole input once. Returns whether it is UTF-8, and a sample of the lines that are not ASCII. */
export async function scan(input: Pick<Input, "chunks">): Promise<{ utf8: boolean; sample: Uint8Array }> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const sample = createSample();
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

const isLower = (character: string) => character !== character.toUpperCase();
const isUpper = (character: string) => character !== character.toLowerCase();

/**
 * An apostrophe may be inside a word. A dash has words on both sides or on none. Other signs are not inside words. ³
 * may follow the m in cm³, but after most other letters it is a ł that was decoded wrongly.
 */
function isMisplaced(sign: string, before: string, after: string): boolean {
  const [left, right] = [/\p{L}/u.test(before), /\p{L}/u.test(after)];
  if (sign === "–" || sign === "—") return left !== right;
  if (/[£€§©®™]/u.test(sign)) return left || right;
  if (/[·•¯¨¸]/u.test(sign)) return left && !(before === "l" && after === "l");
  if (/[½²³ºª]/u.test(sign) && left && !/[mMnN]/.test(before)) return true;
  return left && right && sign !== "’" && sign !== "´";
}

/**
 * All Latin alphabets of an encoding together match any text a little, so they need more evidence than one language.
 */
type MixedAlphabet = Alphabet & { mixed?: true };
const MIXING = -10;
/** The penalty for the encodings of old Macs and DOS, which few programs still write. */
const SELDOM = -4;

/**
 * Each non-ASCII character with its two neighbors. Repetitions do not count, because a name in every row is no more
 * evidence than a name in one row.
 */
type Contexts = ReadonlySet<string>;

function contextsOf(text: string): Contexts {
  const contexts = new Set<string>();
  const padded = `\n${text}\n`;
  for (let at = 1; at < padded.length - 1; at += 1) {
    if (padded.charCodeAt(at) >= 0x80) contexts.add(padded.slice(at - 1, at + 2));
  }
  return contexts;
}

/** How likely a text is in a language, judged by its non-ASCII characters and their neighbors. */
function scoreText(contexts: Contexts, { letters, latin, mixed }: MixedAlphabet): { score: number; count: number } {
  const total = Object.values(letters).reduce((sum, weight) => sum + weight, 0);
  const scoreOf = (before: string, character: string, after: string): number => {
    const weight = letters[character] ?? letters[character.toLowerCase()];
    if (character < "\u00a0" || character === UNKNOWN) return IMPOSSIBLE;
    if (weight !== undefined) {
      const upper = isUpper(character);
      // Capitals are rare, except at the start of a cell.
      const starts = /[,;\t|"\n]/.test(before);
      const likely = Math.log((0.9 * weight) / total) + (upper === starts ? 0 : -2.3);
      // No language has a capital after a small letter, or a Latin letter next to another script.
      const inside = (upper && isLower(before)) || (!upper && latin && /[A-Z]/.test(after)) ? UNLIKELY / 2 : 0;
      return likely + inside + (!latin && (/[a-z]/i.test(before) || /[a-z]/i.test(after)) ? UNLIKELY / 2 : 0);
    }
    if (!PUNCTUATION.has(character)) return UNLIKELY;
    return Math.log(0.01) + (isMisplaced(character, before, after) ? UNLIKELY / 2 : 0);
  };
  let score = mixed ? MIXING : 0;
  for (const context of contexts) score += scoreOf(context.charAt(0), context.charAt(1), context.charAt(2));
  return { score, count: contexts.size };
}

/** Each pair of adjacent characters counts once. */
function scorePairs(bytes: Uint8Array, { encoding, least, lead }: Pairs): { score: number; count: number } {
  const scores = new Map<string, number>();
  let before = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = u8At(bytes, at);
    if (first < 0x80) {
      before = 0;
      continue;
    }
    // Half-width katakana have only one byte.
    const is_single = encoding === "shift_jis" && first >= 0xa1 && first <= 0xdf;
    const second = is_single ? 0 : (bytes[at + 1] ?? 0);
    if (!is_single) at += 1;
    const range = lead.find(([from, to]) => first >= from && first <= to);
    const known = range && second >= least ? Math.log(range[2]) : 2 * UNLIKELY;
    const character = first * 256 + second;
    scores.set(`${before} ${character}`, is_single ? UNLIKELY : known);
    before = character;
  }
  return { score: [...scores.values()].reduce((sum, score) => sum + score, 0), count: scores.size };
}

/**
 * A file may mix languages, such as Polish and Czech. This makes one alphabet of all Latin alphabets of an encoding.
 */
function mixAlphabets(alphabets: readonly Alphabet[]): MixedAlphabet[] {
  const encodings = new Set(alphabets.filter(({ latin }) => latin).flatMap((alphabet) => alphabet.encodings));
  return [...encodings].map((encoding) => {
    const letters: Record<string, number> = {};
    for (const alphabet of alphabets) {
      if (!alphabet.latin || !alphabet.encodings.includes(encoding)) continue;
      for (const [letter, weight] of Object.entries(alphabet.letters))
        letters[letter] = (letters[letter] ?? 0) + weight;
    }
    return { encodings: [encoding], letters, latin: true, mixed: true };
  });
}

type Reading = { encoding: string; text: string; score: number; mean: number };

/** How likely the sample is in each encoding, the most likely first. */
export async function readingsOf(sample: Uint8Array): Promise<Reading[]> {
  // Most files are UTF-8 and never need these tables, which take 70 ms to build (measured).
  const { ALPHABETS, PAIRS } = await import("./encoding-languages.ts");
  const best = new Map<string, Reading>();
  const known = new Map<string, Contexts>();
  const add = (encoding: string, text: string | null, score: number, count: number) => {
    const other = best.get(encoding);
    if (text !== null && (!other || score > other.score))
      best.set(encoding, { encoding, text, score, mean: score / Math.max(1, count) });
  };
  for (const alphabet of [...ALPHABETS, ...mixAlphabets(ALPHABETS)]) {
    for (const encoding of alphabet.encodings) {
      // A byte without a letter in the encoding only lowers the score. The encoding is not excluded.
      const text = best.get(encoding)?.text ?? new TextDecoder(encoding as Bun.Encoding).decode(sample);
      const contexts = known.get(encoding) ?? contextsOf(text);
      known.set(encoding, contexts);
      const { score, count } = scoreText(contexts, alphabet);
      add(encoding, text, score + (/^(?:windows|iso)-/.test(encoding) ? 0 : SELDOM), count);
    }
  }
  for (const pairs of PAIRS) {
    const text = decodeWith(pairs.encoding, sample);
    const { score, count } = scorePairs(sample, pairs);
    // A pair is the evidence of two bytes.
    add(pairs.encoding, text, score, count * 2);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/** Decides from the whole content which encoding a file has. If that is not clear, the operator is asked. */
export async function chooseEncoding(input: Input, asked: string | null): Promise<string> {
  if (asked !== null) return parseEncoding(asked);
  const marked = encodingOfHead(input.head);
  if (marked) return marked;
  const { utf8, sample } = await scan(input);
  if (utf8) return "utf-8";
  const [first, ...others] = await readingsOf(sample);
  const rival = others.find(({ text }) => text !== first?.text);
  const ask = "save it as UTF-8, or name its encoding with --encoding";
  if (!first || sample.length === 0 || first.mean < LEAST_MEAN)
    throw new OperatorError(`${input.name} is not UTF-8 and its encoding is not known: ${ask}`);
  if (first.text.includes(UNKNOWN))
    throw new OperatorError(
      `${input.name} looks like ${first.encoding} but has bytes that are no letters of it: ${ask}`,
    );
  if (rival && first.score - rival.score < MARGIN)
    throw new OpenQuestions([
      {
        id: "encoding",
        kind: "encoding",
        file: input.name,
        column: null,
        values: [],
        text: `${input.name} is not UTF-8 and may be ${first.encoding} or ${rival.encoding}: ${ask} (--dry-run shows the result)`,
        choices: [first, rival].map(({ encoding }) => choose(encoding, { encoding })),
      },
    ]);
  return first.encoding;
}
