import { join } from "node:path";
import { z } from "zod";
import { type CorpusItem, type Labels, placeOf, type Split, split } from "./corpus-lines.ts";

export const CORPUS = join(import.meta.dir, "../corpus");

const packedFile = z.strictObject({
  file: z.string().endsWith(".jsonl.zst"),
  sha256: z.string().length(64),
  bytes: z.int(),
  lines: z.int(),
  /** How many different writers the lines name. */
  writers: z.int(),
  /** Null for what is not text with labels. */
  split: split.nullable(),
  batches: z.array(z.string()),
});
const manifest = z.strictObject({
  /** The batches in the order in which training reads them: another order gives other weights. */
  order: z.array(z.string()),
  files: z.array(packedFile),
});
export type PackedFile = z.infer<typeof packedFile>;
export type Manifest = z.infer<typeof manifest>;

export const sha256Of = (bytes: Uint8Array<ArrayBuffer>): string =>
  new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

export const readManifest = async (folder = CORPUS): Promise<Manifest> =>
  manifest.parse(await Bun.file(join(folder, "manifest.json")).json());

/** The lines of one file, unpacked piece by piece. None is handed out before the checksum of the file is compared. */
export async function* readPackedLines(entry: PackedFile, folder = CORPUS): AsyncGenerator<string> {
  const path = join(folder, entry.file);
  const bytes = await Bun.file(path).bytes();
  const found = sha256Of(bytes);
  if (found !== entry.sha256)
    throw new Error(
      `${path} is damaged or was changed: its sha256 is ${found}, and manifest.json says ${entry.sha256}. ` +
        "Get it from git again, or pack it with insights/train/pack-corpus.ts.",
    );
  const text = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("zstd"))
    .pipeThrough(new TextDecoderStream());
  let rest = "";
  let count = 0;
  for await (const piece of text) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    count += lines.length;
    yield* lines;
  }
  if (count !== entry.lines || rest !== "")
    throw new Error(`${path} has ${count} whole lines, and manifest.json says ${entry.lines}. Pack it again.`);
}

/** The values of the file that is called `name`. Packing has checked their shape. */
export async function* readPacked<T>(name: string, folder = CORPUS): AsyncGenerator<T> {
  const entry = (await readManifest(folder)).files.find(({ file }) => file === `${name}.jsonl.zst`);
  if (!entry) throw new Error(`${join(folder, "manifest.json")} has no file ${name}.jsonl.zst.`);
  for await (const line of readPackedLines(entry, folder)) yield JSON.parse(line) as T;
}

/** The place of a batch in the order of training. */
function rankIn(order: string[]): (batch: string) => number {
  const ranks = new Map(order.map((batch, at) => [batch, at]));
  return (batch) => {
    const rank = ranks.get(batch);
    if (rank === undefined) throw new Error(`The order in manifest.json does not name the batch ${batch}.`);
    return rank;
  };
}

type Wanted = { splits?: Split[]; batches?: string[] };

/** Our own labeled texts in the order of training: all, or those of some splits or batches. Unpacks no other file. */
export async function readCorpus({ splits, batches }: Wanted = {}, folder = CORPUS): Promise<CorpusItem[]> {
  const { order, files } = await readManifest(folder);
  const rankOf = rankIn(order);
  const found: { item: CorpusItem; rank: number; number: number }[] = [];
  for (const entry of files) {
    if (entry.split === null || splits?.includes(entry.split) === false) continue;
    if (batches && !entry.batches.some((batch) => batches.includes(batch))) continue;
    for await (const line of readPackedLines(entry, folder)) {
      const item = JSON.parse(line) as CorpusItem; // packing has checked its shape
      const { batch, number } = placeOf(item.id);
      if (batches?.includes(batch) !== false) found.push({ item, rank: rankOf(batch), number });
    }
  }
  return found.sort((a, b) => a.rank - b.rank || a.number - b.number).map(({ item }) => item);
}

export const readLabels = async (name: string): Promise<Map<string, Labels>> =>
  new Map((await Array.fromAsync(readPacked<Labels>(name))).map((labels) => [labels.id, labels]));
