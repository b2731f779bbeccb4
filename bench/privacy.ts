// How well the redaction and the check of owner replies work, by class, on the sets with which the rules are made, or on
// one of them ("first", "more", "second", "third"), or on the held-out set; with "voices", on the half of the fourth set
// that is held out, by kind, voice and language (with "--development", on the other half and the five sets after it; with
// "--tenth" or "--eleventh", on these sets, which are held out): bun bench/privacy.ts [SET | held-out | voices] [--misses | --development]

import { checkReply } from "../src/privacy/replies/check-reply.ts";
import { type Half, readMarkedLines, readMarkedReplies } from "./privacy/marked.ts";
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

/** Wilson's interval of 95 %. */
function interval(hits: number, of: number): string {
  if (of === 0) return "–";
  const [z, share] = [1.96, hits / of];
  const middle = share + (z * z) / (2 * of);
  const width = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const [low, high] = [middle - width, middle + width].map((edge) => (edge / (1 + (z * z) / of)).toFixed(2));
  return `${share.toFixed(3)} (${low}–${high})`;
}

/** Of the lines with a name, and of the harmless ones, in how many the owner is asked. */
function printDoubtful(half: Half): void {
  const isAsked = (line: ReturnType<typeof readMarkedLines>[number]) =>
    findInLine(line).some(({ doubtful }) => doubtful);
  const lines = readMarkedLines(half).filter(({ class: kind, redacted }) => kind === "name" || redacted.length === 0);
  for (const [private_name, of] of Map.groupBy(lines, ({ redacted }) => redacted.length > 0)) {
    const asked = of.filter(isAsked).length;
    console.log(`in doubt, ${private_name ? "lines with a name" : "harmless lines"}: ${asked} of ${of.length}`);
  }
}

function printVoices(half: Half): void {
  const rows: [string, string, string][] = [];
  const lines = readMarkedLines(half);
  const add = (label: string, of: typeof lines) => {
    const { total } = scoreLines(of, findInLine);
    const recall =
      total.wanted === 0 ? "" : `${total.caught} of ${total.wanted}: ${interval(total.caught, total.wanted)}`;
    rows.push([label, recall, `${total.altered} of ${of.length}: ${interval(total.altered, of.length)}`]);
  };
  for (const [kind, of] of Map.groupBy(lines, ({ class: kind }) => kind)) add(kind, of);
  const names = lines.filter(({ class: kind }) => kind === "name");
  for (const [voice, of] of Map.groupBy(names, ({ voice }) => voice)) add(`name, ${voice}`, of);
  for (const [lang, of] of Map.groupBy(names, ({ lang }) => lang)) add(`name, ${lang}`, of);
  console.log("| kind | recall | altered beyond it |\n|---|---|---|");
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
  printDoubtful(half);
  const replies = readMarkedReplies(half);
  const isHeld = ({ text, lang }: { text: string; lang: string }) => checkReply(text, lang) !== null;
  for (const [lang, of] of [["all", replies] as const, ...Map.groupBy(replies, ({ lang }) => lang)]) {
    const { held, harmful, wrongly, harmless } = scoreReplies(of, isHeld);
    console.log(
      `replies, ${lang}: held ${interval(held, harmful)}, published ${interval(harmless - wrongly, harmless)}`,
    );
  }
}

const share = (value: number): string => (Number.isNaN(value) ? "–" : value.toFixed(3));
if (process.argv.includes("voices")) {
  const others = ["development", "tenth", "eleventh"] as const;
  printVoices(others.find((half) => process.argv.includes(`--${half}`)) ?? "held-out");
  process.exit();
}
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
