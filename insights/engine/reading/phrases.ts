import type { Analysis } from "../../../src/model/analysis.ts";
import { i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import type { Reading } from "./reading.ts";
import { spanOf } from "./span.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { type Tokens, WORD } from "./tokens.ts";
import { LISTED, wordSet } from "./word-set.ts";

/** Words that may not begin or end a topic. */
const NOT_AT_EDGE = wordSet(
  [...LISTED["function words en"], ...LISTED["not at edge en"]],
  [...LISTED["function words es"], ...LISTED["not at edge es"]],
);
/** Words that may be inside one: "range of motion". */
const INSIDE = wordSet("of the and to on in my a", "de del la el los las y en mi a");
const LONGEST_WORDS = 3;
const MOST_PHRASES = 40;

const cannotBeEdge = (tokens: Tokens, at: number): boolean => {
  const length = i32At(tokens.plain_end, at) - i32At(tokens.plain_start, at);
  return tokens.kind[at] !== WORD || length < 3 || length > 24 || NOT_AT_EDGE.has(i32At(tokens.hash, at));
};

/** Two or three words, the first and the last of which mean something: "front desk", "range of motion". */
export function findPhrases({ tokens, segments }: Reading): Analysis["phrases"] {
  const found = new Map<string, Analysis["phrases"][number]>();
  for (const { from, to, sentence } of segments.clauses) {
    for (let at = from; at < to - 1 && found.size < MOST_PHRASES; at++) {
      if (cannotBeEdge(tokens, at)) continue;
      for (let last = at + 1; last < Math.min(to, at + LONGEST_WORDS); last++) {
        if (cannotBeEdge(tokens, last)) {
          if (INSIDE.has(i32At(tokens.hash, last))) continue;
          break;
        }
        const key = tokens.plain.slice(tokens.plain_start[at], tokens.plain_end[last]).replaceAll("-", " ");
        if (!found.has(key))
          found.set(key, { key, aspect: null, start: i32At(tokens.start, at), end: i32At(tokens.end, last), sentence });
      }
    }
  }
  return [...found.values()];
}

/** A match of more words is part of a sentence, not a phrase. */
const LONGEST_MATCH = 4;

/** The taxonomy's words for an aspect that the text has: "copay", "on time". */
export function findAspectPhrases({ tokens, segments, hits }: Reading, { aspects }: Taxonomy): Analysis["phrases"] {
  const found = new Map<string, Analysis["phrases"][number]>();
  segments.clauses.forEach(({ sentence }, clause) => {
    for (const { value, from, to } of itemAt(hits, clause)) {
      if (to - from > LONGEST_MATCH || found.size >= MOST_PHRASES) continue;
      const key = tokens.plain.slice(tokens.plain_start[from], tokens.plain_end[to - 1]);
      const aspect = itemAt(aspects, value.aspect).id;
      const known = `${aspect} ${key}`;
      if (!found.has(known)) found.set(known, { key, aspect, sentence, ...spanOf(tokens, from, to) });
    }
  });
  return [...found.values()];
}
