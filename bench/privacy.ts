// How well the redaction and the check of owner replies work, by class, on the sets with which the rules are made, or on
// one of them ("first", "more", "second", "third"), or on the held-out set:
// bun bench/privacy.ts [SET | held-out] [--misses]

import { checkReply } from "../src/privacy/replies/check-reply.ts";
import { findInLine } from "./privacy/rules.ts";
import {
  DEVELOPMENT,
  precisionOf,
  readLines,
  readReplies,
  recallOf,
  scoreLines,
  scoreReplies,
} from "./privacy/score.ts";

const share = (value: number): string => (Number.isNaN(value) ? "–" : value.toFixed(3));
const asked = process.argv.slice(2).find((word) => !word.startsWith("--"));
const misses = process.argv.includes("--misses");
const sets =
  asked === "held-out"
    ? (["held-out"] as const)
    : DEVELOPMENT.filter((set) => asked === undefined || set === (asked === "first" ? "" : `${asked}-`));
if (sets.length === 0) throw new Error(`there is no set called ${asked}`);

// The rows are those of docs/privacy.md, and what was altered after them.
const { total, classes, misses: missed, altered } = scoreLines(sets.flatMap(readLines), findInLine);
console.log("| class | passages | caught | recall | missed |\n|---|---|---|---|---|");
for (const [name, counts] of [...classes, ["all", total] as const]) {
  const { wanted, caught } = counts;
  if (wanted === 0) continue;
  console.log(`| ${name} | ${wanted} | ${caught} | ${recallOf(counts).toFixed(2)} | ${wanted - caught} |`);
}
console.log(
  `${total.lines} lines: recall ${share(recallOf(total))}, precision ${share(precisionOf(total))}, ${total.altered} altered`,
);
if (misses) for (const line of [...missed, "--- altered", ...altered]) console.log(line);

const replies = scoreReplies(sets.flatMap(readReplies), ({ text, lang }) => checkReply(text, lang) !== null);
console.log(
  `replies: ${replies.held} of ${replies.harmful} held (recall ${share(replies.held / replies.harmful)}), ` +
    `${replies.wrongly} of ${replies.harmless} harmless ones held (${share(replies.wrongly / replies.harmless)})`,
);
if (misses) for (const line of replies.mistakes) console.log(line);
