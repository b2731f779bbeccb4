import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The hashes of patterns that were tried with every attack, and of how they were tried. */
type TriedRecord = { method: string; patterns: string[] };

const RECORD = join(import.meta.dir, "tried.txt");
/** What decides whether a pattern passes, beside the pattern. */
const METHOD = ["attacks.ts", "fault.ts"];

const hashOf = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 16);
const methodNow = (): string =>
  hashOf([Bun.version, ...METHOD.map((name) => readFileSync(join(import.meta.dir, name), "utf8"))].join("\n"));
const keyOf = ({ source, flags }: RegExp): string => hashOf(`/${source}/${flags}`);

export function readRecord(): TriedRecord {
  const [method = "", ...patterns] = readFileSync(RECORD, "utf8").trim().split("\n");
  return { method, patterns };
}
export const writeRecord = ({ method, patterns }: TriedRecord): void =>
  writeFileSync(RECORD, `${[method, ...patterns].join("\n")}\n`);
export const recordOf = (patterns: readonly RegExp[]): TriedRecord => ({
  method: methodNow(),
  patterns: [...new Set(patterns.map(keyOf))].sort(),
});

/** Whether a pattern with the same text was tried: its cost depends on nothing else but the attacks and the runtime. */
export function triedIn({ method, patterns }: TriedRecord): (regex: RegExp) => boolean {
  const known = new Set(method === methodNow() ? patterns : []);
  return (regex) => known.has(keyOf(regex));
}
