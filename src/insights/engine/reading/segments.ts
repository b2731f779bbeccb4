import { hashWord } from "./hash.ts";
import { MARK, NUMBER, type Tokens, tokenText, WORD } from "./tokens.ts";
import { wordSet as words } from "./word-set.ts";

/** A run of tokens, `from` to before `to`, and the sentence it belongs to. */
export type Clause = { from: number; to: number; sentence: number };
type Sentence = { from: number; to: number };
export type Segments = {
  sentences: Sentence[];
  clauses: Clause[];
  /** 1 where a token stands under a negation. */
  negated: Uint8Array;
};

const ABBREVIATIONS = words("dr mr mrs ms prof st jr sr vs etc approx appt dept no inc e.g i.e pt dpt a.m p.m");
const CONTRAST = words(
  "but however although though yet except unfortunately sadly luckily nevertheless nonetheless whereas",
);
const LINKS = words("and so because while then plus or");
const SUBJECTS = words(
  "i we he she they it you the my our his her their this that these those there everyone everybody someone nobody no-one staff a an not no",
);
const NEGATORS = words(
  "not no never none nobody nothing nowhere neither nor without hardly barely scarcely rarely seldom cannot zero lack lacks lacked lacking non un refuse refused refuses fail failed fails unable",
);
/** After a negator these make an idiom, not a negation. */
const IDIOM_AFTER = words(
  "only doubt wonder problem problems matter question longer just exception brainer complaints complaint issues issue",
);
/** Of what follows, a negation reaches this many words. */
const NEGATION_REACH = 5;

const COMMA = hashWord(",");
const HARD = words("; : ( ) [ ] — – | / •");
const HYPHEN = hashWord("-");
const ENDS = new Set([0x2e, 0x21, 0x3f]);

function endsSentence(tokens: Tokens, at: number): boolean {
  if (tokens.kind[at] !== MARK || !ENDS.has(tokens.folded.charCodeAt(tokens.folded_start[at] ?? 0))) return false;
  const single = tokens.folded_end[at] === (tokens.folded_start[at] ?? 0) + 1;
  if (!single || tokens.folded.charCodeAt(tokens.folded_start[at] ?? 0) !== 0x2e || at === 0) return true;
  const before = tokens.hash[at - 1] ?? 0;
  const next = at + 1;
  if (next < tokens.count && tokens.gap[next] === 0 && tokens.kind[next] !== MARK) return false;
  if (tokens.gap[at] === 0 && ABBREVIATIONS.has(before) && tokens.gap[next] !== 2) {
    // "5 p.m. The" and "no. I": only a title before a name is surely no end.
    return !isTitle(tokens, at - 1) || next >= tokens.count;
  }
  const initial = (tokens.end[at - 1] ?? 0) - (tokens.start[at - 1] ?? 0) === 1 && tokens.kind[at - 1] === WORD;
  return !(initial && next < tokens.count && isUpper(tokens, at - 1) && tokenText(tokens, at - 1) !== "i");
}

const TITLES = words("dr mr mrs ms prof st vs etc approx appt");
const isTitle = (tokens: Tokens, at: number): boolean => TITLES.has(tokens.hash[at] ?? 0);

function isUpper(tokens: Tokens, at: number): boolean {
  const unit = tokens.text.charCodeAt(tokens.start[at] ?? 0);
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a;
  const character = String.fromCharCode(unit);
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
    while (to < tokens.count && tokens.gap[to] === 0 && tokens.kind[to] === MARK && !endsSentence(tokens, to)) to++;
    sentences.push({ from, to });
    from = to;
    at = to - 1;
  }
  if (from < tokens.count) sentences.push({ from, to: tokens.count });
  return sentences;
}

/** Whether a new clause begins at `at`, inside a sentence. Splitting at every comma cost 14 points when tried. */
function beginsClause(tokens: Tokens, at: number, from: number, to: number): boolean {
  const hash = tokens.hash[at] ?? 0;
  const before = tokens.hash[at - 1] ?? 0;
  if (tokens.kind[at - 1] === MARK && HARD.has(before)) return true;
  if (tokens.kind[at - 1] === MARK && before === HYPHEN && tokens.gap[at - 1] === 1 && tokens.gap[at] === 1)
    return true;
  if (CONTRAST.has(hash) && at - from >= 2) return true;
  if (before === COMMA && opensVerdict(tokens, from, at)) return true;
  if (at - from < 3 || to - at < 3) return false;
  if (before === COMMA && SUBJECTS.has(hash)) return true;
  if (before === COMMA && LINKS.has(hash)) return SUBJECTS.has(tokens.hash[at + 1] ?? 0) || isUpper(tokens, at + 1);
  return LINKS.has(hash) && PRONOUNS.has(tokens.hash[at + 1] ?? 0);
}

/** "Great therapists, terrible parking": a verdict without a verb, and another behind the comma. */
function opensVerdict(tokens: Tokens, from: number, at: number): boolean {
  if (at - from < 3 || !VERDICTS.has(tokens.hash[at] ?? 0) || VERDICTS.has(tokens.hash[at - 2] ?? 0)) return false;
  return VERDICTS.has(tokens.hash[from] ?? 0) || VERDICTS.has(tokens.hash[from + 1] ?? 0);
}
const VERDICTS = words(
  "great good excellent amazing awesome fantastic wonderful superb outstanding lovely nice friendly kind clean fair solid decent best terrible horrible awful bad poor lousy dreadful rude slow dirty shame worst mediocre disappointing",
);
const PRONOUNS = words("i we he she they it you the my our their his");

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
      if (NEGATORS.has(tokens.hash[at] ?? 0) && !IDIOM_AFTER.has(tokens.hash[at + 1] ?? 0)) left = NEGATION_REACH;
    }
  }
  return negated;
}

export function segment(tokens: Tokens): Segments {
  const sentences = splitSentences(tokens);
  const clauses = splitClauses(tokens, sentences);
  return { sentences, clauses, negated: markNegated(tokens, clauses) };
}
