import { addFeature, type Features } from "./features.ts";
import { hashWord, mixHash } from "./hash.ts";
import type { Match } from "./patterns.ts";
import type { Clause } from "./segments.ts";
import { type AspectHit, type CompiledTaxonomy, MATCH_KINDS } from "./taxonomy.ts";
import type { Tokens } from "./tokens.ts";

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
export function addHitFeatures(features: Features, hits: Match<AspectHit>[]) {
  for (const { value, from, to } of hits) {
    addFeature(features, mixHash(KIND, value.aspect * 8 + MATCH_KINDS.indexOf(value.kind)), from, to);
    addFeature(features, mixHash(PATTERN, value.pattern), from, to);
  }
}
