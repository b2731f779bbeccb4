import { readFileSync } from "node:fs";

/** A line of the labeled sets: what must go, and what must stay. A line without passages is a trap. */
export type Line = {
  lang: string;
  class: string;
  text: string;
  redacted: string[];
  keep: string[];
  context?: { country?: string; author?: string; business?: BusinessOfLine };
};
type BusinessOfLine = {
  telephone: string;
  address: string;
  email: string;
  url: string;
  technicians: string[];
};
export type Reply = { lang: string; text: string; held: boolean; because: string[]; held_out?: boolean };
type Passage = { start: number; end: number };
export type Find = (line: Line) => readonly Passage[];

const readRows = <T>(file: string): T[] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((row) => JSON.parse(row));

/** The sets with which the rules are made. `second` was held out until it had been measured too often, and was then read. */
export const DEVELOPMENT = ["", "more-", "second-", "third-"] as const;
type Prefix = (typeof DEVELOPMENT)[number];

export const readLines = (set: Prefix | "held-out"): Line[] =>
  readRows(set === "held-out" ? "./held-out.ndjson" : `./${set}lines.ndjson`);
/** The held-out replies are those of the first file that say so. */
export const readReplies = (set: Prefix | "held-out"): Reply[] =>
  readRows<Reply>(`./${set === "held-out" ? "" : set}replies.ndjson`).filter(
    ({ held_out }) => (held_out === true) === (set === "held-out"),
  );

/** What may stay of a passage without its digits: "2nd floor" of an address is not where somebody lives. */
const MOST_LEFT = 1 / 3;

/** A passage is caught if no digit of it stays and little else does; one without digits, if no letter of it stays. */
function isCaught(text: string, passage: string, found: readonly Passage[]): boolean {
  const start = text.indexOf(passage);
  let left = 0;
  let all = 0;
  for (let at = start; at < start + passage.length; at += 1) {
    const character = text.charAt(at);
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    all += 1;
    if (found.some((span) => span.start <= at && at < span.end)) continue;
    if (/\p{N}/u.test(character)) return false;
    left += 1;
  }
  return left <= (/\p{N}/u.test(passage) ? all * MOST_LEFT : 0);
}

const isTouched = (text: string, kept: string, found: readonly Passage[]): boolean => {
  const start = text.lastIndexOf(kept);
  return found.some((span) => span.start < start + kept.length && start < span.end);
};

/** Some labels keep a part of the passage itself: "Ethan" of "Ethan Caldwell". Whether it stays is up to the name mode. */
const keptOutside = ({ keep, redacted }: Line): string[] =>
  keep.filter((part) => !redacted.some((passage) => passage.includes(part)));

export type ClassScore = { lines: number; wanted: number; caught: number; altered: number };
export type Score = { total: ClassScore; classes: Map<string, ClassScore>; misses: string[]; altered: string[] };

/** Counts caught passages by class, and harmless lines that were altered. */
export function scoreLines(lines: readonly Line[], find: Find): Score {
  const empty = (): ClassScore => ({ lines: 0, wanted: 0, caught: 0, altered: 0 });
  const score: Score = { total: empty(), classes: new Map(), misses: [], altered: [] };
  for (const line of lines) {
    const found = find(line);
    const missed = line.redacted.filter((passage) => !isCaught(line.text, passage, found));
    const harmless = line.redacted.length === 0;
    const altered = harmless ? found.length > 0 : keptOutside(line).some((kept) => isTouched(line.text, kept, found));
    const ofClass = score.classes.get(line.class) ?? empty();
    score.classes.set(line.class, ofClass);
    for (const counts of [score.total, ofClass]) {
      counts.lines += 1;
      counts.wanted += line.redacted.length;
      counts.caught += line.redacted.length - missed.length;
      counts.altered += altered ? 1 : 0;
    }
    const shown = found.map(({ start, end }) => line.text.slice(start, end)).join(" | ");
    for (const passage of missed)
      score.misses.push(`${line.lang} ${line.class}: ${passage}  ← ${line.text} [${shown}]`);
    if (altered) score.altered.push(`${line.lang} ${line.class}: ${line.text} [${shown}]`);
  }
  return score;
}

export const recallOf = ({ caught, wanted }: ClassScore): number => caught / wanted;
export const precisionOf = ({ caught, altered }: ClassScore): number => caught / (caught + altered);

export type ReplyScore = { held: number; harmful: number; wrongly: number; harmless: number; mistakes: string[] };

export function scoreReplies(replies: readonly Reply[], isHeld: (reply: Reply) => boolean): ReplyScore {
  const score: ReplyScore = { held: 0, harmful: 0, wrongly: 0, harmless: 0, mistakes: [] };
  for (const reply of replies) {
    const held = isHeld(reply);
    if (reply.held) {
      score.harmful += 1;
      score.held += held ? 1 : 0;
    } else {
      score.harmless += 1;
      score.wrongly += held ? 1 : 0;
    }
    if (held !== reply.held) score.mistakes.push(`${reply.lang} ${reply.held ? "passed" : "held"}: ${reply.text}`);
  }
  return score;
}
