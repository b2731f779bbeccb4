import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { i8At, i16At } from "../../src/model/basics/typed-array.ts";
import { OperatorError } from "../../src/operator-error.ts";
import { onFirstUse } from "./first-use.ts";
import { createManyRows, createRows, type FindRow, type ManyRows } from "./rows.ts";
// As a file: the compiled binary contains it too.
import weightsFile from "./weights.bin" with { type: "file" };

/**
 * Outputs by number: the text's two, then the detection of each aspect, then what each aspect adds to the polarity.
 * Every clause has sums of the first two groups. The third is summed only in clauses about the aspect.
 */
export const POLARITY = 0;
export const NEUTRAL = 1;
export const SHARED_OUTPUTS = 2;
/** Rows are padded to a multiple of four columns, because four are added at a time. */
const widthOf = (outputs: number): number => (outputs + 3) & ~3;
export const SHARED_WIDTH = widthOf(SHARED_OUTPUTS);

/** How often what is published is right, in percent: measured after training, on texts of writers it had not seen. */
export type MeasuredFigures = {
  test_items: number;
  document_accuracy: number;
  /** Of the texts labeled positive or negative, the share whose score has the right sign. */
  document_sign: number;
  aspect_f1: number;
  aspect_precision: number;
  aspect_recall: number;
  joint_f1: number;
  aspect_polarity_accuracy: number;
};

export type Header = {
  version: string;
  taxonomy: string;
  aspects: string[];
  words: number;
  features: number;
  own_features: number;
  targets: number;
  word_scale: number[];
  feature_scale: number[];
  target_scale: number[];
  bias: number[];
  target_bias: number[];
  target_dense: number[];
  /** By column of `target_words`: the factor from an integer weight to a margin. */
  target_word_scale: number[];
  negated_factor: number;
  /** `aspect`: the chance that an aspect needs to be found; `published`: the certainty that it needs to be published. */
  thresholds: { aspect: number; published: number; neutral: number; margin: number; target_neutral: number };
  figures: MeasuredFigures;
  /** The same for Spanish. */
  figures_es: MeasuredFigures;
};

export type Weights = {
  header: Header;
  sha256: string;
  outputs: number;
  word: FindRow;
  cluster: Uint16Array;
  word_weights: Int16Array;
  feature: ManyRows;
  /** The text's two outputs of every feature. */
  shared_weights: Int16Array;
  /**
   * All outputs of the features that also have weights for aspects. A row has `own_width` columns: the text's outputs
   * and the detection of aspects, then from `clause_width` on what each aspect adds to the polarity.
   */
  own_weights: Int16Array;
  own_width: number;
  clause_width: number;
  target: FindRow;
  target_weights: Int16Array;
  /** By word: the three outputs for each group of words around a target (reading/target-groups.ts). */
  target_words: Int16Array;
};

/** The file has the signed root of each weight, so that eight bits cover a wide range: see insights/train/pack.ts. */
function squares(roots: ArrayBuffer): Int16Array {
  const from = new Int8Array(roots);
  const weights = new Int16Array(from.length);
  // A plain loop: `from` with a callback took 300 ms (measured).
  for (let at = 0; at < from.length; at++) {
    const root = i8At(from, at);
    weights[at] = root < 0 ? -root * root : root * root;
  }
  return weights;
}

const MAGIC = "CNDRW003";

export function sha256Of(...parts: Uint8Array[]): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/**
 * A file of ours: magic, header length, header as JSON, then tables one after the other, each at a multiple of four.
 * `head` has at least the header; the first table that is taken reads the `whole` file.
 */
export function tableReader<T>(
  head: Uint8Array,
  magic: string,
  whole: () => Uint8Array = () => head,
): { header: T; take: (size: number) => ArrayBuffer } {
  const text = new TextDecoder();
  if (text.decode(head.subarray(0, 8)) !== magic)
    throw new Error(`the weights file does not begin with ${magic}: it is damaged or not a weights file`);
  const length = new DataView(head.buffer, head.byteOffset).getUint32(8, true);
  // The magic shows that the file is ours, so the header has this type.
  const header = JSON.parse(text.decode(head.subarray(12, 12 + length))) as T;
  const bytes = onFirstUse(whole);
  let at = 12 + length;
  const take = (size: number): ArrayBuffer => {
    at = (at + 3) & ~3;
    // A copy that begins at 0: a slice of a Buffer would share the Buffer's memory.
    const part = new Uint8Array(bytes().subarray(at, at + size)).buffer;
    at += size;
    return part;
  };
  return { header, take };
}

/** The tables, unpacked: 9 MB become 26. */
function unpack(header: Header, take: (size: number) => ArrayBuffer) {
  const aspects = header.aspects.length;
  const outputs = SHARED_OUTPUTS + aspects * 2;
  const tables = {
    word: createRows(new Int32Array(take(header.words * 4))),
    cluster: new Uint16Array(take(header.words * 2)),
    word_weights: squares(take(header.words * outputs)),
    feature: createManyRows(new Int32Array(take(header.features * 4))),
    packed: squares(take(header.features * SHARED_OUTPUTS)),
    own_weights: squares(take(header.own_features * (outputs - SHARED_OUTPUTS))),
    target: createRows(new Int32Array(take(header.targets * 4))),
    target_weights: squares(take(header.targets * 3)),
    target_words: squares(take(header.words * header.target_word_scale.length)),
  };
  const { packed, own_weights, ...rest } = tables;
  const { clause_width, own_width } = widthsOf(aspects);
  const own_rows = new Int16Array(header.own_features * own_width);
  // By element: views of each row took three times as long (measured).
  for (let row = 0; row < header.own_features; row++) {
    const to = row * own_width;
    const own = row * aspects * 2;
    for (let at = 0; at < SHARED_OUTPUTS; at++) own_rows[to + at] = i16At(packed, row * SHARED_OUTPUTS + at);
    for (let at = 0; at < aspects; at++) {
      own_rows[to + SHARED_OUTPUTS + at] = i16At(own_weights, own + at);
      own_rows[to + clause_width + at] = i16At(own_weights, own + aspects + at);
    }
  }
  const shared_weights = new Int16Array(header.features * SHARED_WIDTH);
  for (let row = 0; row < header.features; row++) {
    for (let output = 0; output < SHARED_OUTPUTS; output++)
      shared_weights[row * SHARED_WIDTH + output] = i16At(packed, row * SHARED_OUTPUTS + output);
  }
  return { ...rest, shared_weights, own_weights: own_rows };
}

function widthsOf(aspects: number): Pick<Weights, "clause_width" | "own_width"> {
  const clause_width = widthOf(SHARED_OUTPUTS + aspects);
  return { clause_width, own_width: widthOf(clause_width + aspects) };
}

/**
 * insights/train/pack.ts writes the file. Its tables are unpacked for the first text, because unpacking takes longer
 * than the rest of a server's build, which mostly finds every analysis in the store.
 */
export function parseWeights(head: Uint8Array, sha256 = sha256Of(head), whole?: () => Uint8Array): Weights {
  const { header, take } = tableReader<Header>(head, MAGIC, whole);
  const tables = onFirstUse(() => unpack(header, take));
  return {
    header,
    sha256,
    outputs: SHARED_OUTPUTS + header.aspects.length * 2,
    ...widthsOf(header.aspects.length),
    get word() {
      return tables().word;
    },
    get cluster() {
      return tables().cluster;
    },
    get word_weights() {
      return tables().word_weights;
    },
    get feature() {
      return tables().feature;
    },
    get shared_weights() {
      return tables().shared_weights;
    },
    get own_weights() {
      return tables().own_weights;
    },
    get target() {
      return tables().target;
    },
    get target_weights() {
      return tables().target_weights;
    },
    get target_words() {
      return tables().target_words;
    },
  };
}

/** More than the header takes. */
const HEAD_BYTES = 1 << 14;

/** The first bytes of a file. A file inside the compiled binary can only be read whole. */
function readHead(path: string): Uint8Array {
  if (Bun.embeddedFiles.length > 0) return readFileSync(path);
  const head = new Uint8Array(HEAD_BYTES);
  const file = openSync(path, "r");
  try {
    readSync(file, head);
  } finally {
    closeSync(file);
  }
  return head;
}

/**
 * Fails if the files are not those of this version. Analyses are stored under the hash, so analyses by a damaged or
 * older file would still be used after the file is replaced.
 */
export function checkFiles(names: string, sha256: string, ...files: Uint8Array[]): void {
  if (sha256Of(...files) !== sha256)
    throw new OperatorError(`${names} of the insights engine: not as in this version of Candor. Install Candor again`);
}

/**
 * The sha256 of weights.bin. It is checked when the whole file is read, which only an engine that analyzes a text
 * needs.
 */
const WEIGHTS_SHA256 = "11b736ffd70d1eefb4b7d2904c108b5cf534a8daff0f1ef44446f8dc32c97db3";

/** The committed weights. */
export const readWeights = (): Weights =>
  parseWeights(readHead(weightsFile), WEIGHTS_SHA256, () => {
    const bytes = readFileSync(weightsFile);
    checkFiles("weights.bin", WEIGHTS_SHA256, bytes);
    return bytes;
  });
