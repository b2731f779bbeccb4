// How well the redaction and the check of owner replies work, by class: bun bench/privacy.ts [--misses] [--held-out]

import { checkReply } from "../src/privacy/replies.ts";
import { findInLine } from "./privacy/rules.ts";
import { precisionOf, readLines, readReplies, recallOf, scoreLines, scoreReplies } from "./privacy/score.ts";

const share = (value: number): string => (Number.isNaN(value) ? "–" : value.toFixed(3));
const held_out = process.argv.includes("--held-out");
const misses = process.argv.includes("--misses");

const { total, classes, misses: missed, altered } = scoreLines(readLines(held_out ? "held-out" : "lines"), findInLine);
console.log("| class | lines | passages | caught | recall | lines altered |\n|---|---|---|---|---|---|");
for (const [name, counts] of [...classes, ["all", total] as const]) {
  const { lines, wanted, caught } = counts;
  console.log(`| ${name} | ${lines} | ${wanted} | ${caught} | ${share(recallOf(counts))} | ${counts.altered} |`);
}
console.log(`recall ${share(recallOf(total))}, precision ${share(precisionOf(total))}`);
if (misses) for (const line of [...missed, "--- altered", ...altered]) console.log(line);

const replies = scoreReplies(
  readReplies().filter((reply) => (reply.held_out === true) === held_out),
  ({ text, lang }) => checkReply(text, lang) !== null,
);
console.log(
  `replies: ${replies.held} of ${replies.harmful} held (recall ${share(replies.held / replies.harmful)}), ` +
    `${replies.wrongly} of ${replies.harmless} harmless ones held (${share(replies.wrongly / replies.harmless)})`,
);
if (misses) for (const line of replies.mistakes) console.log(line);
