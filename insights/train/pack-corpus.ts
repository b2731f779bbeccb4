// bun insights/train/pack-corpus.ts FILE.jsonl…: packs each into insights/corpus as FILE.jsonl.zst, new or in place of
// the one with that name, and writes manifest.json and sample.jsonl again.
// bun insights/train/pack-corpus.ts --unpack FOLDER: every packed file as plain lines, to change and pack again.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CORPUS, type Manifest, type PackedFile, readManifest, readPackedLines, sha256Of } from "./corpus.ts";
import { parseLine, placeOf } from "./corpus-lines.ts";

const MOST_FILES = 24;
const MOST_BYTES = 16_000_000;
/** Takes a minute for 20 MB, once, and makes them a third smaller than the usual level does. */
const LEVEL = 22;
const SAMPLES_PER_FILE = 3;

function readLine(json: string, path: string, at: number) {
  try {
    return parseLine(json);
  } catch (cause) {
    throw new Error(`${path}, line ${at + 1}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

type Line = ReturnType<typeof readLine>;
const idOf = (line: Line): string => ("review_id" in line ? line.review_id : line.id);

/** The one split of all lines, null if they have none. */
function splitOf(lines: Line[], path: string): PackedFile["split"] {
  const [first = null, ...others] = new Set(lines.map((line) => ("split" in line ? line.split : null)));
  const names = [first, ...others].map((name) => name ?? "lines without a split");
  if (others.length > 0) throw new Error(`${path}: put ${names.join(" and ")} into files of their own.`);
  return first;
}

/** The batches of labeled texts, in order. Within a batch the numbers must rise: they are the order of training. */
function batchesOf(lines: Line[], path: string): string[] {
  const numbers = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (!("split" in line)) continue;
    const { batch, number } = placeOf(line.id);
    if (number <= (numbers.get(batch) ?? -1))
      throw new Error(`${path}, line ${at + 1}: ${line.id} comes after a number of its batch that is not lower.`);
    numbers.set(batch, number);
  }
  return [...numbers.keys()];
}

type Packed = { entry: PackedFile; bytes: Uint8Array<ArrayBuffer> };

function packFile(path: string): Packed {
  const written = readFileSync(path, "utf8").split("\n").filter(Boolean);
  const lines = written.map((json, at) => readLine(json, path, at));
  if (lines.length === 0) throw new Error(`${path} has no lines.`);
  if (new Set(lines.map(idOf)).size < lines.length) throw new Error(`${path}: an id is there more than once.`);
  // Without spaces between the fields, and with the fields in the order in which they were written.
  const text = written.map((json) => `${JSON.stringify(JSON.parse(json))}\n`).join("");
  const bytes = new Uint8Array(Bun.zstdCompressSync(text, { level: LEVEL }));
  const entry = {
    file: `${basename(path)}.zst`,
    sha256: sha256Of(bytes),
    bytes: bytes.length,
    lines: lines.length,
    writers: new Set(lines.flatMap((line) => ("writer" in line && line.writer !== undefined ? line.writer : []))).size,
    split: splitOf(lines, path),
    batches: batchesOf(lines, path),
  };
  return { entry, bytes };
}

/** New files come last, and so do new batches in the order of training. */
function mergeManifest({ order, files }: Manifest, packed: Packed[]): Manifest {
  const entries = new Map([...files, ...packed.map(({ entry }) => entry)].map((entry) => [entry.file, entry]));
  const merged = [...entries.values()];
  const batches = new Set(merged.flatMap((entry) => entry.batches));
  const bytes = merged.reduce((sum, entry) => sum + entry.bytes, 0);
  if (merged.length > MOST_FILES)
    throw new Error(`${merged.length} files: pack some together, ${MOST_FILES} is the most.`);
  if (bytes >= MOST_BYTES) throw new Error(`${bytes} bytes in all: they must stay under ${MOST_BYTES}.`);
  return {
    order: [...order.filter((batch) => batches.has(batch)), ...batches.difference(new Set(order))],
    files: merged,
  };
}

/** A few lines of each file, far from each other. */
async function sampleOf(files: PackedFile[], folder: string): Promise<string> {
  const sample: string[] = [];
  for (const entry of files) {
    const lines = await Array.fromAsync(readPackedLines(entry, folder));
    const apart = lines.length / SAMPLES_PER_FILE;
    const chosen = Array.from({ length: SAMPLES_PER_FILE }, (_, at) => lines[Math.floor((at + 0.5) * apart)] ?? "");
    sample.push(...new Set(chosen));
  }
  return sample.map((line) => `${line}\n`).join("");
}

/** Packs files of lines into the corpus in `folder`. Writes nothing if one of them is refused. */
export async function packInto(folder: string, paths: string[]): Promise<Manifest> {
  const packed = paths.map(packFile);
  const merged = mergeManifest(await readManifest(folder), packed);
  for (const { entry, bytes } of packed) writeFileSync(join(folder, entry.file), bytes);
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(merged, null, 2)}\n`);
  writeFileSync(join(folder, "sample.jsonl"), await sampleOf(merged.files, folder));
  return merged;
}

/** Writes every packed file of `folder` as plain lines. */
export async function unpackTo(out: string, folder = CORPUS): Promise<void> {
  mkdirSync(out, { recursive: true });
  for (const entry of (await readManifest(folder)).files) {
    const lines = await Array.fromAsync(readPackedLines(entry, folder), (line) => `${line}\n`);
    writeFileSync(join(out, basename(entry.file, ".zst")), lines.join(""));
  }
}

if (import.meta.main) {
  const given = process.argv.slice(2);
  const [first, out] = given;
  if (first === "--unpack" && out !== undefined) await unpackTo(out);
  else if (first !== undefined && given.every((path) => path.endsWith(".jsonl"))) {
    const { files } = await packInto(CORPUS, given);
    console.log(`${files.length} files, ${files.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`);
  } else {
    console.error("usage: bun insights/train/pack-corpus.ts FILE.jsonl… | --unpack FOLDER");
    process.exit(2);
  }
}
