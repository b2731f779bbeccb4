import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CORPUS, readCorpus, readManifest, readPacked, readPackedLines } from "../train/corpus.ts";
import type { CorpusItem } from "../train/corpus-lines.ts";
import { packInto, unpackTo } from "../train/pack-corpus.ts";

const packed = readdirSync(CORPUS).filter((name) => name.endsWith(".zst"));
const sample = readFileSync(join(CORPUS, "sample.jsonl"), "utf8").trimEnd().split("\n");
/** The lines of a packed file, without the reader under test. */
const linesIn = (name: string, folder = CORPUS): string[] =>
  Bun.zstdDecompressSync(readFileSync(join(folder, name)))
    .toString()
    .trimEnd()
    .split("\n");

function factsOf(file: string) {
  const bytes = readFileSync(join(CORPUS, file));
  const lines = linesIn(file);
  const values = lines.map((line) => JSON.parse(line) as { id: string; writer?: string; split?: string });
  const [split = null, ...other_splits] = new Set(values.flatMap((value) => value.split ?? []));
  return {
    told: {
      file,
      sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
      bytes: bytes.length,
      lines: lines.length,
      writers: new Set(values.flatMap(({ writer }) => writer ?? [])).size,
      split,
      batches: split ? [...new Set(values.map(({ id }) => id.replace(/-\d+$/, "")))] : [],
    },
    other_splits,
    shapes: [...new Set(values.map((value) => Object.keys(value).join()))],
    sampled: lines.filter((line) => sample.includes(line)),
  };
}
const facts = packed.map(factsOf);

test("the manifest is true: checksum, size, lines, writers, split and batches of every file, and there is no other", async () => {
  const { order, files } = await readManifest();
  const byName = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : 1);
  const found: unknown[] = facts.map(({ told }) => told).toSorted(byName);
  expect(found).toEqual(files.toSorted(byName));
  expect(facts.flatMap(({ other_splits }) => other_splits)).toEqual([]);
  expect(order.toSorted()).toEqual([...new Set(files.flatMap(({ batches }) => batches))].toSorted());
});

test("the corpus is at most 24 files and under 16 MB", () => {
  expect(packed.length).toBeLessThanOrEqual(24);
  expect(facts.reduce((sum, { told }) => sum + told.bytes, 0)).toBeLessThan(16_000_000);
});

test("the sample has lines of the corpus, of every shape", () => {
  expect(sample.length).toBeGreaterThanOrEqual(24);
  expect(sample.length).toBeLessThanOrEqual(72);
  const known = new Set(facts.flatMap(({ sampled }) => sampled));
  expect(sample.filter((line) => !known.has(line))).toEqual([]);
  const shapes = new Set(sample.map((line) => Object.keys(JSON.parse(line)).join()));
  expect(shapes).toEqual(new Set(facts.flatMap((file) => file.shapes)));
});

const itemOf = (id: string, split: CorpusItem["split"], more: Partial<CorpusItem> = {}): CorpusItem => ({
  id,
  split,
  text: `Text of ${id}: café 😀.`,
  sentiment: "positive",
  aspects: [{ aspect: "care", sentiment: "positive" }],
  kinds: [],
  ...more,
});

function writeLines(name: string, values: object[]): string {
  const path = join(mkdtempSync(join(tmpdir(), "lines-")), `${name}.jsonl`);
  writeFileSync(path, values.map((value) => `${JSON.stringify(value, null, 1).replaceAll("\n", " ")}\n`).join(""));
  return path;
}

function emptyCorpus(files: object[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), "corpus-"));
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ order: [], files }));
  return folder;
}

const train = [itemOf("x2-0001", "train"), itemOf("x2-0003", "train"), itemOf("x1-0001", "train", { writer: "w1" })];
const tests = [itemOf("x2-0002", "test"), itemOf("x3-0001", "test", { language: "es", writer: "w2" })];

test("what is packed is read in the order of its batches and numbers, whatever file it is in", async () => {
  const folder = emptyCorpus();
  await packInto(folder, [writeLines("train", train)]);
  const { order } = await packInto(folder, [writeLines("tests", tests)]);
  expect(order).toEqual(["x2", "x1", "x3"]);
  const ids = ["x2-0001", "x2-0002", "x2-0003", "x1-0001", "x3-0001"];
  const all = await readCorpus({}, folder);
  expect(all.map(({ id }) => id)).toEqual(ids);
  expect(all).toEqual(ids.flatMap((id) => [...train, ...tests].filter((item) => item.id === id)));
  expect((await readCorpus({ batches: ["x2"] }, folder)).map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect(linesIn("tests.jsonl.zst", folder)).toEqual(tests.map((item) => JSON.stringify(item)));
  expect(readFileSync(join(folder, "sample.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(5);
});

test("a file that is unpacked in many pieces is read line by line", async () => {
  const entry = (await readManifest()).files.find(({ file }) => file === "test.jsonl.zst");
  expect(entry && (await Array.fromAsync(readPackedLines(entry)))).toEqual(linesIn("test.jsonl.zst"));
});

test("a file that is packed again takes the place of the one with its name, and the same lines give the same bytes", async () => {
  const folder = emptyCorpus();
  const paths = [writeLines("train", train), writeLines("tests", tests)];
  const first = await packInto(folder, paths);
  const bytes = readFileSync(join(folder, "train.jsonl.zst"));
  await packInto(folder, [writeLines("train", [itemOf("x9-1", "train")])]);
  const changed = await readManifest(folder);
  expect(changed.files.map(({ file }) => file)).toEqual(["train.jsonl.zst", "tests.jsonl.zst"]);
  expect(changed.order).toEqual(["x2", "x3", "x9"]);
  const again = await packInto(folder, paths);
  expect(readFileSync(join(folder, "train.jsonl.zst"))).toEqual(bytes);
  expect(again.files).toEqual(first.files);
});

test("unpacked files have the lines that were packed", async () => {
  const folder = emptyCorpus();
  await packInto(folder, [writeLines("train", train), writeLines("tests", tests)]);
  const out = join(folder, "plain");
  await unpackTo(out, folder);
  expect(readdirSync(out).toSorted()).toEqual(["tests.jsonl", "train.jsonl"]);
  expect(readFileSync(join(out, "train.jsonl"), "utf8")).toBe(
    train.map((item) => `${JSON.stringify(item)}\n`).join(""),
  );
});

test("files that do not fit are refused with the place of the fault, and nothing is written", async () => {
  const folder = emptyCorpus();
  const refusal = async (values: object[]) => {
    const [fault] = await Promise.allSettled([packInto(folder, [writeLines("new", values)])]);
    return fault.status === "rejected" ? String(fault.reason) : "";
  };
  const good = itemOf("x1-1", "train");
  expect(await refusal([good, { ...good, id: "x1-2", sentiment: "good" }])).toMatch(/new\.jsonl, line 2: .*sentiment/s);
  expect(await refusal([{ ...good, wirter: "w1" }])).toMatch(/line 1: .*wirter/s);
  expect(await refusal([good, good])).toContain("an id is there more than once");
  expect(await refusal([good, itemOf("x1-2", "test")])).toContain("put train and test into files of their own");
  const unlabeled = { id: "u1-1", writer: "u1", text: "It is what it is." };
  expect(await refusal([good, unlabeled])).toContain("put train and lines without a split into files of their own");
  expect(await refusal([itemOf("x1-2", "train"), good])).toContain("line 2: x1-1 comes after");
  expect(await refusal([good, itemOf("x1-01", "train")])).toContain("line 2: x1-01 comes after");
  expect(await refusal([])).toContain("has no lines");
  expect(readdirSync(folder)).toEqual(["manifest.json"]);
});

test("more than 24 files and 16 MB are refused", async () => {
  const told = { sha256: "0".repeat(64), bytes: 1, lines: 1, writers: 0, split: null, batches: [] };
  const many = Array.from({ length: 24 }, (_, at) => ({ file: `${at}.jsonl.zst`, ...told }));
  const path = writeLines("new", [itemOf("x1-1", "train")]);
  await expect(packInto(emptyCorpus(many), [path])).rejects.toThrow("25 files: pack some together, 24 is the most.");
  const large = emptyCorpus([{ file: "large.jsonl.zst", ...told, bytes: 15_999_999 }]);
  await expect(packInto(large, [path])).rejects.toThrow("they must stay under 16000000");
});

/** A corpus of two files, of which `damage` changed the training texts. */
async function damagedCorpus(damage: (bytes: Buffer) => Uint8Array): Promise<string> {
  const folder = emptyCorpus();
  await packInto(folder, [writeLines("train", train), writeLines("tests", tests)]);
  const path = join(folder, "train.jsonl.zst");
  writeFileSync(path, damage(readFileSync(path)));
  return folder;
}

test("a damaged or shortened file is refused before its first line, with what to do", async () => {
  const flipped = await damagedCorpus((bytes) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1));
  const shortened = await damagedCorpus((bytes) => bytes.subarray(0, -1));
  for (const folder of [flipped, shortened]) {
    await expect(readPacked("train", folder).next()).rejects.toThrow(
      /train\.jsonl\.zst is damaged or was changed: its sha256 is \w{64}, and manifest\.json says \w{64}\. Get it from git/,
    );
    await expect(readCorpus({}, folder)).rejects.toThrow("is damaged or was changed");
  }
});

test("reading the test split does not touch other files", async () => {
  const folder = await damagedCorpus(() => new Uint8Array());
  expect(await readCorpus({ splits: ["test"] }, folder)).toEqual(tests);
});

test("a file that the manifest does not name, or names with other lines, is refused", async () => {
  const folder = emptyCorpus();
  const { order, files } = await packInto(folder, [writeLines("train", train)]);
  await expect(readPacked("tests", folder).next()).rejects.toThrow("has no file tests.jsonl.zst");
  const told = { order, files: files.map((entry) => ({ ...entry, lines: 4 })) };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(told));
  await expect(readCorpus({}, folder)).rejects.toThrow("has 3 whole lines, and manifest.json says 4");
});
