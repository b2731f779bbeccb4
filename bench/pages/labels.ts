import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseWordLists } from "../../src/model/basics/word-lists.ts";
import type { Count, Counted, Quoted, Statement, Truth } from "./statements.ts";

const VERDICTS = ["true", "debatable", "false"] as const;
const SUPPORTS = ["alone", "not alone"] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Support = (typeof SUPPORTS)[number];

/** The first hex digits of the sha256 of what was labeled: no two of the few thousand labels have the same. */
const DIGITS = 10;
const hashOf = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, DIGITS);
export const hashOfStatement = ({ place, text }: Statement): string => hashOf(`${place}\n${text}`);
export const hashOfQuote = ({ claim, text }: Quoted): string => hashOf(`${claim}\n${text}`);

function readLabels<const Label extends string>(file: string, names: readonly Label[]): Map<string, Label> {
  const lists = parseWordLists(file, readFileSync(join(import.meta.dir, file), "utf8"), names);
  return new Map(names.flatMap((name) => lists[name].flatMap((line) => line.split(" ").map((hash) => [hash, name]))));
}

/** What readers say of statements, and of quotes, by hash. */
export const readVerdicts = (): Map<string, Verdict> => readLabels("statements.labels.txt", VERDICTS);
export const readSupport = (): Map<string, Support> => readLabels("quotes.labels.txt", SUPPORTS);

/** What readers counted: the place, then how many reviews speak of it, praise it and criticize it. */
export function readCounted(): Counted {
  const lines = readFileSync(join(import.meta.dir, "counts.txt"), "utf8").split("\n");
  return new Map(
    lines
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line): [string, Truth] => {
        const [, place = "", ...counts] = /^(.+) (\d+) (\d+) (\d+)$/.exec(line) ?? [];
        const [mentions = 0, positive = 0, negative = 0] = counts.map(Number);
        if (place === "") throw new Error(`counts.txt: ${line} is no place with three numbers`);
        return [place, { mentions, positive, negative, exact: true }];
      }),
  );
}

/** How far a share, a number of reviews and every number may be off for a statement to be true, and to be debatable. */
const CLOSE = { share: 0.1, mentions: 0.7, reviews: 1 };
const NEAR = { share: 0.2, mentions: 0.5, reviews: 1 };

function isWithin(said: Count, truth: Truth, { share, mentions, reviews }: typeof CLOSE): boolean {
  const keys = ["mentions", "positive", "negative"] as const;
  if (keys.every((key) => Math.abs(said[key] - truth[key]) <= reviews)) return true;
  const shareOf = (count: Count, key: "positive" | "negative") => count[key] / Math.max(1, count.mentions);
  const even = (["positive", "negative"] as const).every(
    (key) => Math.abs(shareOf(said, key) - shareOf(truth, key)) <= share,
  );
  const [few = 0, many = 0] = [said.mentions, truth.mentions].sort((a, b) => a - b);
  return even && (!truth.exact || few >= mentions * many);
}

/** Numbers are compared with what readers counted; other statements have the label of a reader, or undefined. */
export function judgeStatement(statement: Statement, verdicts: ReadonlyMap<string, Verdict>): Verdict | undefined {
  const { said, truth } = statement;
  if (said === null || truth === null) return verdicts.get(hashOfStatement(statement));
  if (isWithin(said, truth, CLOSE)) return "true";
  return isWithin(said, truth, NEAR) ? "debatable" : "false";
}
