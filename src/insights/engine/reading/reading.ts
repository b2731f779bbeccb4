import { emitHits, findHits } from "./aspect-hits.ts";
import { type Clusters, type Features, openClauseReader, openFeatures } from "./features.ts";
import { findMeasures, type Measure } from "./measures.ts";
import type { Match } from "./patterns.ts";
import { type Segments, segment } from "./segments.ts";
import type { AspectHit, CompiledTaxonomy } from "./taxonomy.ts";
import { type Tokens, tokenise } from "./tokens.ts";

/** A text read once: what the weights, the rules and the trainer all start from. */
export type Reading = {
  tokens: Tokens;
  segments: Segments;
  features: Features;
  /** Clause c's features are `bounds[c]` to before `bounds[c + 1]`. */
  bounds: Int32Array;
  /** By clause. */
  hits: Match<AspectHit>[][];
  measures: Measure[];
};

/** Measures by clause, so that reading a clause never looks at another's. */
function measuresByClause(segments: Segments, measures: Measure[]): Measure[][] {
  let next = 0;
  return segments.clauses.map(({ to }) => {
    const inside: Measure[] = [];
    for (let measure = measures[next]; measure && measure.from < to; measure = measures[++next]) inside.push(measure);
    return inside;
  });
}

/** `room` lends its columns: the reading is good until the next text is read into them. */
export function readText(text: string, taxonomy: CompiledTaxonomy, clusters: Clusters, room?: Features): Reading {
  const tokens = tokenise(text);
  const segments = segment(tokens);
  const measures = findMeasures(tokens);
  const grouped = measuresByClause(segments, measures);
  const features = room ?? openFeatures(64 + tokens.count * 14);
  features.count = 0;
  const bounds = new Int32Array(segments.clauses.length + 1);
  const readClause = openClauseReader(tokens, segments, clusters);
  const hits = segments.clauses.map((clause, index) => {
    const found = findHits(taxonomy, tokens, clause);
    bounds[index] = features.count;
    readClause(features, clause, grouped[index] ?? []);
    emitHits(features, found);
    return found;
  });
  bounds[segments.clauses.length] = features.count;
  return { tokens, segments, features, bounds, hits, measures };
}
