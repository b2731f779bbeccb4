import { itemAt } from "../../../src/model/basics/typed-array.ts";
import { addFeature, type Clusters, createClauseReader, createFeatures, type Features } from "./features.ts";
import { splitVerdicts } from "./fragments.ts";
import { hashWord, mixHash } from "./hash.ts";
import { languageOf } from "./language.ts";
import { findMeasures, type Measure } from "./measures.ts";
import type { Match } from "./patterns.ts";
import { type Clause, type Segments, segment } from "./segments.ts";
import { type AspectHit, type CompiledTaxonomy, MATCH_KINDS } from "./taxonomy.ts";
import { createTokenColumns, type ReadLanguage, type TokenColumns, type Tokens, tokenize } from "./tokens.ts";

/** What reading a text needs. An engine has it; the trainer has it before there are weights. */
export type ReadingRules = { taxonomy: CompiledTaxonomy; clusters: Clusters };

/** A text after reading: what the weights, the rules and the trainer all start from. */
export type Reading = {
  language: ReadLanguage | "other";
  tokens: Tokens;
  segments: Segments;
  features: Features;
  /** The features of clause c are those from `bounds[c]` to before `bounds[c + 1]`. */
  bounds: Int32Array;
  /** By clause. */
  hits: Match<AspectHit>[][];
  measures: Measure[];
};

/** Space to reuse. New columns for each text kept the garbage collector busy (measured). */
export type ReadingScratch = { tokens: TokenColumns; features: Features };

export const createReadingScratch = (): ReadingScratch => ({
  tokens: createTokenColumns(16_384),
  features: createFeatures(4096),
});

function measuresByClause(segments: Segments, measures: Measure[]): Measure[][] {
  let next = 0;
  return segments.clauses.map(({ to }) => {
    const inside: Measure[] = [];
    for (let measure = measures[next]; measure && measure.from < to; measure = measures[++next]) inside.push(measure);
    return inside;
  });
}

const KIND = hashWord("template taxonomy kind");
const PATTERN = hashWord("template taxonomy pattern");

/** The taxonomy's matches in a clause, without those that an `exclude` pattern of the same aspect overlaps. */
export function findHits(compiled: CompiledTaxonomy, tokens: Tokens, { from, to }: Clause): Match<AspectHit>[] {
  const found: Match<AspectHit>[] = [];
  for (let at = from; at < to; at++) compiled.aspects(tokens, at, to, found);
  if (found.length === 0) return found;
  const excluded = found.filter(({ value }) => value.kind === "exclude");
  if (excluded.length === 0) return found;
  return found.filter(
    (hit) => !excluded.some((gap) => gap.value.aspect === hit.value.aspect && gap.from < hit.to && hit.from < gap.to),
  );
}

/** Matches as features: the trained model learns how far to trust each kind and each pattern. */
function addHitFeatures(features: Features, hits: Match<AspectHit>[]) {
  for (const { value, from, to } of hits) {
    addFeature(features, mixHash(KIND, value.aspect * 8 + MATCH_KINDS.indexOf(value.kind)), from, to);
    addFeature(features, mixHash(PATTERN, value.pattern), from, to);
  }
}

export type ReadingOptions = {
  /** The language that the review states, as a BCP 47 tag. Null: the engine tells it from the words. */
  language?: string | null;
  /** The reading is then valid only until the next text is read with the same scratch. */
  scratch?: ReadingScratch;
  /** The sentences as the labels of the corpus count them: for training. */
  whole?: boolean;
};

export function readReviewText(
  { taxonomy, clusters }: ReadingRules,
  text: string,
  { language: stated = null, scratch, whole = false }: ReadingOptions = {},
): Reading {
  const plain = tokenize(text, "en", scratch?.tokens);
  const language = languageOf(plain, stated);
  const tokens = language === "es" ? tokenize(text, "es", scratch?.tokens) : plain;
  const segments = segment(tokens, whole ? undefined : splitVerdicts);
  const measures = findMeasures(tokens);
  const grouped = measuresByClause(segments, measures);
  const features = scratch?.features ?? createFeatures(64 + tokens.count * 14);
  features.count = 0;
  const bounds = new Int32Array(segments.clauses.length + 1);
  const readClause = createClauseReader(tokens, segments, clusters);
  const hits = segments.clauses.map((clause, index) => {
    const found = findHits(taxonomy, tokens, clause);
    bounds[index] = features.count;
    readClause(features, clause, itemAt(grouped, index));
    addHitFeatures(features, found);
    return found;
  });
  bounds[segments.clauses.length] = features.count;
  return { language, tokens, segments, features, bounds, hits, measures };
}
