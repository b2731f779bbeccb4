import type { Analysis } from "../../src/model/analysis.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { clauseFactor, round } from "./arithmetic.ts";
import { detectAspects, type FoundAspect } from "./aspects.ts";
import type { Engine } from "./engine.ts";
import { balance, labelOfSides, textSides } from "./fusion.ts";
import { isSpam } from "./reading/advertising.ts";
import { bareVerdict } from "./reading/forms.ts";
import { textFormMargin } from "./reading/guards.ts";
import { findMarks } from "./reading/marks.ts";
import type { Match } from "./reading/patterns.ts";
import { findAspectPhrases, findPhrases } from "./reading/phrases.ts";
import { type Reading, readReviewText } from "./reading/reading.ts";
import { type Tokens, WORD } from "./reading/tokens.ts";
import { marginAt, type ReadTwice, readTwice } from "./scoring.ts";
import { type DescribedAspect, describeAspect } from "./verdicts/describe-aspect.ts";
import { describeSentences } from "./verdicts/describe-sentences.ts";
import { type Exception, exceptionsIn } from "./verdicts/exceptions.ts";
import { withinLabel } from "./verdicts/label.ts";
import { POLARITY } from "./weights.ts";

/** How much the words of the whole text praise (above 0) or criticize (below 0). */
function textMargin(scored: ReadTwice): number {
  const clauses = scored.reading.segments.clauses.length;
  let sum = 0;
  for (let clause = 0; clause < clauses; clause++) {
    const { sentence } = itemAt(scored.reading.segments.clauses, clause);
    if (scored.guards.elsewhere[sentence] === 0) sum += marginAt(scored, clause, POLARITY);
  }
  return sum * clauseFactor(clauses);
}

/**
 * What the aspects add to the margin of the text. If the whole text is "the pain is gone", the results are the verdict;
 * in a long review they hardly count (cross-validated).
 */
function aspectsMargin(described: DescribedAspect[], sentences: number): number {
  const sum = described.reduce((all, { margin }) => all + margin, 0);
  return sum / Math.sqrt(Math.max(1, described.length)) / (sentences * Math.sqrt(sentences));
}

function findConditions(engine: Engine, { tokens }: Reading): Match<number>[] {
  const found: Match<number>[] = [];
  for (let at = 0; at < tokens.count; at++) engine.taxonomy.conditions(tokens, at, tokens.count, found);
  return found;
}

function problemsAmong(engine: Engine, conditions: Match<number>[]): string[] {
  if (conditions.length === 0) return [];
  const named = new Set(conditions.map(({ value }) => value));
  return engine.taxonomy.taxonomy.problems.filter((_, index) => named.has(index)).map(({ id }) => id);
}

/** What a text says, without what only the report needs: sentences, problems, marks and phrases. */
export type Judgment = Pick<Analysis, "language" | "sentiment" | "aspects" | "certainty">;

const NO_JUDGMENT: Omit<Judgment, "language"> = {
  sentiment: { label: "neutral", score: 0 },
  aspects: [],
  certainty: [],
};

function hasWord({ count, kind }: Tokens): boolean {
  for (let at = 0; at < count; at++) if (kind[at] === WORD) return true;
  return false;
}

/** Whether a text says something that the engine can read: words in English or Spanish, a score or an emoji. */
export const isRead = ({ language, tokens }: Reading): boolean =>
  bareVerdict(tokens) !== null || (language !== "other" && hasWord(tokens));

/** How clear a score or an emoji is that stands alone. */
const BARE_SCORE = 0.9;

/** The judgment of a text that is not a review in words; null for one that is. */
function judgeBare({ language, tokens }: Reading): Judgment | null {
  const bare = bareVerdict(tokens);
  if (bare !== null) {
    const label = bare > 0 ? "positive" : bare < 0 ? "negative" : "neutral";
    return {
      ...NO_JUDGMENT,
      language: language === "other" ? "en" : language,
      sentiment: { label, score: bare * BARE_SCORE },
    };
  }
  return language === "other" || !hasWord(tokens) || isSpam(tokens) ? { language, ...NO_JUDGMENT } : null;
}

/** `told` has what was found of each aspect of the judgment, in the same order. */
type Judged = { judgment: Judgment; told: FoundAspect[]; exceptions: (Exception | null)[] };

function judgeScored(scored: ReadTwice): Judged {
  const { reading } = scored;
  const exceptions = exceptionsIn(scored);
  const text = textMargin(scored);
  const described = detectAspects(scored)
    .map((aspect) => describeAspect(scored, aspect, text, exceptions))
    .sort((left, right) => left.finding.start - right.finding.start);
  const sentences = reading.segments.sentences.length;
  const sides = textSides(
    scored.net,
    text + textFormMargin(scored.guards) + aspectsMargin(described, sentences),
    sentences,
  );
  // A text that tells only about another place takes no side.
  if (!scored.guards.elsewhere.includes(0))
    return { judgment: { language: reading.language, ...NO_JUDGMENT }, told: [], exceptions };
  const label = labelOfSides(sides);
  const judgment = {
    language: reading.language,
    sentiment: { label, score: withinLabel(label, round(balance(sides), 3)) },
    aspects: described.map(({ finding }) => finding),
    certainty: described.map(({ certainty }) => certainty),
  };
  return { judgment, told: described.map(({ found }) => found), exceptions };
}

/** The judgment of a text that was read with this engine. A third faster than the whole analysis (measured). */
export function judge(engine: Engine, reading: Reading): Judgment {
  return judgeBare(reading) ?? judgeScored(readTwice(engine, reading)).judgment;
}

/**
 * Analyzes one text; `language` is what the review states, if it does. The same engine, text and language give the same
 * analysis on every machine.
 */
export function analyze(engine: Engine, text: string, language: string | null = null): Analysis {
  const reading = readReviewText(engine, text, { language, scratch: engine.scratch.reading });
  const bare = judgeBare(reading);
  if (bare) return { ...bare, sentences: [], problems: [], marks: [], phrases: [] };
  const scored = readTwice(engine, reading);
  const { judgment, told, exceptions } = judgeScored(scored);
  const conditions = findConditions(engine, reading);
  return {
    ...judgment,
    sentences: describeSentences(scored, told, conditions, exceptions),
    problems: problemsAmong(engine, conditions),
    marks: findMarks(reading, engine.taxonomy.marks, conditions),
    phrases: [...findPhrases(reading), ...findAspectPhrases(reading, engine.taxonomy.taxonomy)],
  };
}
