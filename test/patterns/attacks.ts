import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Characters that stand for a class: one of each kind that the patterns of the program distinguish. */
const SAMPLES = [..."a", ..."Z0 \n-_.,:;/@#'\"()[]{}<>*+?!&=%|\\é日\u200d\u0301", "\u{1f600}"];

function sampleOf(regex: RegExp): string[] {
  return SAMPLES.filter((sample) => regex.test(sample));
}

/** A character that the set matches. */
function charactersOf(node: AST.Node, flags: string): string[] {
  const inClass = node.raw.startsWith("[") || node.raw.startsWith("\\") || node.raw === ".";
  const regex = new RegExp(inClass ? `^${node.raw}$` : `^[${node.raw}]$`, flags.replace(/[gy]/g, ""));
  const samples = sampleOf(regex);
  if (samples.length > 0) return [...new Set([samples[0] ?? "", samples.at(-1) ?? ""])];
  const literal = [...node.raw].find((character) => regex.test(character));
  return [literal ?? ""];
}

/** A shortest text that a node matches, without regard to what is around it. */
function exampleOf(node: AST.Node, flags: string): string {
  switch (node.type) {
    case "Pattern":
    case "Group":
    case "CapturingGroup":
      return node.alternatives[0] ? exampleOf(node.alternatives[0], flags) : "";
    case "Alternative":
      return node.elements.map((element) => exampleOf(element, flags)).join("");
    case "Quantifier":
      return exampleOf(node.element, flags).repeat(node.min);
    case "Character":
      return String.fromCodePoint(node.value);
    case "CharacterSet":
    case "CharacterClass":
      return charactersOf(node, flags)[0] ?? "";
    default:
      return "";
  }
}

/** A pattern with many words has thousands of places. */
const PUMP_LIMIT = 400;

/** For each part of the pattern that may repeat: a text that leads to it, and what to repeat. */
function findPumps(pattern: AST.Pattern, flags: string): { before: string; pump: string }[] {
  const pumps: { before: string; pump: string }[] = [];
  const add = (before: string, pump: string) => {
    if (pump !== "" && pumps.length < PUMP_LIMIT) pumps.push({ before, pump });
  };
  const visit = (node: AST.Node, before: string): void => {
    if ("alternatives" in node && node.type !== "ClassStringDisjunction") {
      for (const alternative of node.alternatives) visit(alternative, before);
    } else if (node.type === "Alternative") {
      let lead = before;
      for (const element of node.elements) {
        visit(element, lead);
        lead += exampleOf(element, flags);
      }
    } else if (node.type === "Quantifier") {
      visit(node.element, before);
      if (node.max < 2) return;
      const { element } = node;
      const single = element.type === "CharacterSet" || element.type === "CharacterClass";
      for (const pump of single ? charactersOf(element, flags) : [exampleOf(element, flags)]) add(before, pump);
      if (node.max > 1 && before !== "")
        add("", before.slice(-40) + exampleOf(element, flags).repeat(Math.max(1, node.min)));
    }
  };
  visit(pattern, "");
  return pumps;
}

/** Texts of `length` characters that make a pattern try as much as it can and then fail. */
export function buildAttacks({ source, flags }: RegExp): ((length: number) => string)[] {
  const unicode = flags.includes("u") || flags.includes("v");
  const pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, { unicode });
  const whole = exampleOf(pattern, flags);
  const pumps = [...findPumps(pattern, flags), { before: "", pump: whole }, { before: whole, pump: whole }];
  for (const sample of SAMPLES) pumps.push({ before: "", pump: sample }, { before: whole.slice(0, -1), pump: sample });
  const ends = ["", "\u0001", ` ${whole}`];
  const seen = new Set<string>();
  return pumps
    .filter(({ before, pump }) => {
      const key = `${before}\u0000${pump}`;
      return pump !== "" && !seen.has(key) && seen.add(key);
    })
    .flatMap(({ before, pump }) =>
      ends.map(
        (end) => (length: number) => (before + pump.repeat(Math.ceil(length / pump.length))).slice(0, length) + end,
      ),
    );
}
