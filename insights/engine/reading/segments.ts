import { i32At } from "../../../src/model/basics/typed-array.ts";
import { hashWord } from "./hash.ts";
import { MARK, NUMBER, type Tokens, tokenText, WORD } from "./tokens.ts";
import { LISTED, wordSet } from "./word-set.ts";

/** The tokens from `from` to before `to`, and the number of their sentence. */
export type Clause = { from: number; to: number; sentence: number };
export type Sentence = { from: number; to: number };
export type Segments = {
  sentences: Sentence[];
  clauses: Clause[];
  /** 1 for a negated token. */
  negated: Uint8Array;
};

const ABBREVIATIONS = wordSet(
  "dr mr mrs ms prof st jr sr vs etc approx appt dept no inc e.g i.e pt dpt a.m p.m",
  "dr dra sr sra srta lic ud uds av etc aprox a.m p.m",
);
const CONTRAST = wordSet(
  "but however although though yet except unfortunately sadly luckily nevertheless nonetheless whereas",
  "pero aunque sino salvo excepto lastima desgraciadamente lamentablemente",
);
const LINKS = wordSet("and so because while then plus or", "y e porque mientras entonces ademas o ni asi");
const SUBJECTS = wordSet(LISTED["subjects en"], LISTED["subjects es"]);
const NEGATORS = wordSet(LISTED["negators en"], LISTED["negators es"]);
/** A negator before one of these is an idiom and negates nothing: "no doubt". */
const IDIOM_AFTER = wordSet(
  "only doubt wonder problem problems matter question longer just exception brainer complaints complaint issues issue",
  "solo solamente duda dudas problema problemas queja quejas obstante mas",
);
/** How many words after a negator it negates. */
const NEGATION_REACH = 5;

const COMMA = hashWord(",");
const HARD = wordSet("; : ( ) [ ] — – | / •");
const HYPHEN = hashWord("-");
const ENDS = new Set([0x2e, 0x21, 0x3f]);

function endsSentence(tokens: Tokens, at: number): boolean {
  if (tokens.kind[at] !== MARK || !ENDS.has(tokens.plain.charCodeAt(i32At(tokens.plain_start, at)))) return false;
  const single = tokens.plain_end[at] === i32At(tokens.plain_start, at) + 1;
  if (!single || tokens.plain.charCodeAt(i32At(tokens.plain_start, at)) !== 0x2e || at === 0) return true;
  const before = i32At(tokens.hash, at - 1);
  const next = at + 1;
  if (tokens.gap[next] === 0 && tokens.kind[next] !== MARK) return false;
  // "5 p.m. The" and "no. I" may end a sentence; a title before a name does not.
  if (tokens.gap[at] === 0 && ABBREVIATIONS.has(before)) return !isTitle(tokens, at - 1);
  const initial = i32At(tokens.end, at - 1) - i32At(tokens.start, at - 1) === 1 && tokens.kind[at - 1] === WORD;
  return !(initial && isUpper(tokens, at - 1) && tokenText(tokens, at - 1) !== "i");
}

const TITLES = wordSet("dr mr mrs ms prof st vs etc approx appt", "dr dra sr sra srta lic ud uds av etc aprox");
const isTitle = (tokens: Tokens, at: number): boolean => TITLES.has(i32At(tokens.hash, at));

function isUpper(tokens: Tokens, at: number): boolean {
  const character = tokens.text.charAt(i32At(tokens.start, at));
  return character !== character.toLowerCase();
}

function splitSentences(tokens: Tokens): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (let at = 0; at < tokens.count; at++) {
    if (at > from && tokens.gap[at] === 2) {
      sentences.push({ from, to: at });
      from = at;
    }
    if (!endsSentence(tokens, at)) continue;
    let to = at + 1;
    // A closing quote or bracket belongs to the sentence it closes.
    while (tokens.gap[to] === 0 && tokens.kind[to] === MARK && !endsSentence(tokens, to)) to++;
    sentences.push({ from, to });
    from = to;
    at = to - 1;
  }
  if (from < tokens.count) sentences.push({ from, to: tokens.count });
  return sentences;
}

/** Whether a clause begins at `at`, inside a sentence. Splitting at every comma cost 14 points (measured). */
function beginsClause(tokens: Tokens, at: number, from: number, to: number): boolean {
  const hash = i32At(tokens.hash, at);
  const before = i32At(tokens.hash, at - 1);
  if (HARD.has(before)) return true;
  if (before === HYPHEN && tokens.gap[at - 1] === 1 && tokens.gap[at] === 1) return true;
  if (CONTRAST.has(hash) && at - from >= 2) return true;
  if (before === COMMA && opensVerdict(tokens, from, at)) return true;
  if (at - from < 3 || to - at < 3) return false;
  if (before === COMMA && SUBJECTS.has(hash)) return true;
  if (before === COMMA && LINKS.has(hash)) return SUBJECTS.has(i32At(tokens.hash, at + 1)) || isUpper(tokens, at + 1);
  return LINKS.has(hash) && PRONOUNS.has(i32At(tokens.hash, at + 1));
}

/** "Great therapists, terrible parking": a verdict without a verb, then another after the comma. */
function opensVerdict(tokens: Tokens, from: number, at: number): boolean {
  if (at - from < 3 || !VERDICTS.has(i32At(tokens.hash, at)) || VERDICTS.has(i32At(tokens.hash, at - 2))) return false;
  return VERDICTS.has(i32At(tokens.hash, from)) || VERDICTS.has(i32At(tokens.hash, from + 1));
}
const VERDICTS = wordSet(LISTED["verdicts en"], LISTED["verdicts es"]);
const PRONOUNS = wordSet(
  "i we he she they it you the my our their his",
  "yo el ella ellos la los las mi su me se te nos le les lo un una no",
);

function splitClauses(tokens: Tokens, sentences: Sentence[]): Clause[] {
  const clauses: Clause[] = [];
  sentences.forEach(({ from, to }, sentence) => {
    let start = from;
    for (let at = from + 1; at < to; at++) {
      if (!beginsClause(tokens, at, start, to)) continue;
      clauses.push({ from: start, to: at, sentence });
      start = at;
    }
    clauses.push({ from: start, to, sentence });
  });
  return clauses;
}

function markNegated(tokens: Tokens, clauses: Clause[]): Uint8Array {
  const negated = new Uint8Array(tokens.count);
  for (const { from, to } of clauses) {
    let left = 0;
    for (let at = from; at < to; at++) {
      if (tokens.kind[at] === MARK || tokens.kind[at] === NUMBER) continue;
      if (left > 0) {
        negated[at] = 1;
        left--;
      }
      const is_idiom = at + 1 < tokens.count && IDIOM_AFTER.has(i32At(tokens.hash, at + 1));
      if (NEGATORS.has(i32At(tokens.hash, at)) && !is_idiom) left = NEGATION_REACH;
    }
  }
  return negated;
}

/** `cut` divides sentences further. */
export function segment(tokens: Tokens, cut?: (tokens: Tokens, sentence: Sentence) => Sentence[]): Segments {
  const whole = splitSentences(tokens);
  const sentences = cut ? whole.flatMap((sentence) => cut(tokens, sentence)) : whole;
  const clauses = splitClauses(tokens, sentences);
  return { sentences, clauses, negated: markNegated(tokens, clauses) };
}
