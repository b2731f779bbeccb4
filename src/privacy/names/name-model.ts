import { i8At, i32At, itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";

/**
 * What the recognizer of names has learned: the kinds of 100,000 words and the rows of words that everybody knows, the words of a dictionary (a Bloom filter), and
 * the weights of features. All are integers, so that every machine gives the same answer.
 */
export type NameModel = { kinds: Uint32Array; dictionary: Uint8Array; weights: Int8Array };

export const KIND_SLOTS = 2 ** 18;
export const DICTIONARY_BITS = 2 ** 21;
export const WEIGHTS = 2 ** 20;
const KIND_BITS = 6;
const KIND_MASK = 2 ** KIND_BITS - 1;

/** How much a word is a given name (0–2), a surname (0–2), and an ordinary word (0–4; 1 if only a dictionary has it). */
export type WordKind = { given: number; family: number; common: number };
const NOTHING: WordKind = { given: 0, family: 0, common: 0 };
const IN_DICTIONARY: WordKind = { given: 0, family: 0, common: 1 };
/** The kind of each code in the table. */
const KINDS: WordKind[] = Array.from({ length: KIND_MASK + 1 }, (_, code) => ({
  given: Math.floor(code / 15) % 3,
  family: Math.floor(code / 5) % 3,
  common: code % 5,
}));
export const kindCodeOf = ({ given, family, common }: WordKind): number => given * 15 + family * 5 + common;

/** All sizes are powers of two. A remainder of a hash takes much longer (measured). */
const within = (hash: number, size: number): number => hash & (size - 1);

const secondBit = (hash: number): number => within(Math.imul(hash, 0x9e3779b1), DICTIONARY_BITS);
export const dictionaryBits = (hash: number): [number, number] => [within(hash, DICTIONARY_BITS), secondBit(hash)];
const hasBit = (bits: Uint8Array, at: number): boolean => (u8At(bits, at >>> 3) & (1 << (at & 7))) !== 0;

/** The code in the table; -1 if it has none. */
function codeOf({ kinds }: NameModel, hash: number): number {
  const tag = hash >>> KIND_BITS;
  for (let slot = within(hash, KIND_SLOTS); ; slot = within(slot + 1, KIND_SLOTS)) {
    const entry = u32At(kinds, slot);
    if (entry === 0) return -1;
    if (entry >>> KIND_BITS === tag) return entry & KIND_MASK;
  }
}

/** The code of a row of words that everybody knows: "Serena Williams", "Merrill Lynch". No kind of word has it. */
const KNOWN = KIND_MASK;
export const isKnown = (model: NameModel, hash: number): boolean => codeOf(model, hash) === KNOWN;

function lookUp(model: NameModel, hash: number): WordKind {
  const { dictionary } = model;
  const code = codeOf(model, hash);
  if (code !== -1) return KINDS[code] ?? NOTHING;
  const known = hasBit(dictionary, within(hash, DICTIONARY_BITS)) && hasBit(dictionary, secondBit(hash));
  return known ? IN_DICTIONARY : NOTHING;
}

/** The words that were looked up last: most words of a text are frequent, and the tables are larger than fast memory. */
const RECENT = 4096;
const recent_hashes = new Int32Array(RECENT);
const recent_kinds: WordKind[] = Array.from({ length: RECENT }, () => NOTHING);
let recent_model: NameModel | undefined;

export function kindOfWord(model: NameModel, hash: number): WordKind {
  if (recent_model !== model) {
    recent_model = model;
    recent_hashes.fill(0);
  }
  const slot = within(hash, RECENT);
  if (hash !== 0 && i32At(recent_hashes, slot) === hash) return itemAt(recent_kinds, slot);
  const kind = lookUp(model, hash);
  recent_hashes[slot] = hash;
  recent_kinds[slot] = kind;
  return kind;
}

export function addKind(kinds: Uint32Array, hash: number, kind: WordKind | null): void {
  let slot = within(hash, KIND_SLOTS);
  while (u32At(kinds, slot) !== 0) slot = within(slot + 1, KIND_SLOTS);
  kinds[slot] = ((hash >>> KIND_BITS) << KIND_BITS) | (kind === null ? KNOWN : kindCodeOf(kind));
}

export function scoreOf({ weights }: NameModel, features: readonly number[]): number {
  let sum = 0;
  for (const feature of features) sum += i8At(weights, within(feature, WEIGHTS));
  return sum;
}

const SIZE = KIND_SLOTS * 4 + DICTIONARY_BITS / 8 + WEIGHTS;

/** The numbers of the table are little-endian in the file, as on every machine that the runtime is made for. */
export function parseNameModel(bytes: Uint8Array): NameModel {
  if (bytes.length !== SIZE) throw new Error(`the file of names has ${bytes.length} bytes instead of ${SIZE}`);
  const kinds = new Uint32Array(bytes.slice(0, KIND_SLOTS * 4).buffer);
  const after = bytes.byteOffset + KIND_SLOTS * 4;
  const dictionary = new Uint8Array(bytes.buffer, after, DICTIONARY_BITS / 8);
  return { kinds, dictionary, weights: new Int8Array(bytes.buffer, after + DICTIONARY_BITS / 8, WEIGHTS) };
}

export function renderNameModel({ kinds, dictionary, weights }: NameModel): Uint8Array {
  const bytes = new Uint8Array(SIZE);
  const view = new DataView(bytes.buffer);
  for (let slot = 0; slot < KIND_SLOTS; slot += 1) view.setUint32(slot * 4, u32At(kinds, slot), true);
  bytes.set(dictionary, KIND_SLOTS * 4);
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, WEIGHTS), KIND_SLOTS * 4 + dictionary.length);
  return bytes;
}
