// How well copies of a review are recognized, on pairs that this bench makes: cut, edited, re-typed and translated copies,
// against other reviews by the same person, short texts by different people and texts from a template.
// bun bench/recognize.ts [PAIRS] [--wrong]
import { openRandom } from "../test/random.ts";
import { makePairs } from "./recognize/pairs.ts";
import { scorePairs, shareWrong } from "./recognize/score.ts";

const count = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 8000);
const tallies = scorePairs(makePairs(count, openRandom(11)));
console.log("| pairs | number | judged wrong |\n|---|---|---|");
for (const [kind, { pairs, wrong }] of tallies) console.log(`| ${kind} | ${pairs} | ${wrong.length} |`);
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
console.log(
  `recognized: ${percent(1 - shareWrong(tallies, true))} of the same; merged: ${percent(shareWrong(tallies, false))} of the different`,
);
if (process.argv.includes("--wrong"))
  for (const { wrong } of tallies.values())
    for (const { kind, one, other } of wrong.slice(0, 20))
      console.log(`${kind}\n  ${one.name}: ${one.text}\n  ${other.name}: ${other.text}`);
