import type { Analysis } from "../../model/analysis.ts";
import { analyze } from "./analyze.ts";
import { type Engine, engineKey } from "./engine.ts";

/** Insights are read from this many of the newest reviews: memory and time stay bounded, and `limits` says so. */
export const MOST_REVIEWS = 20_000;

/** What an analysis is kept under: another text, engine, model or taxonomy is another key. */
export const analysisKey = (engine: Engine, text: string): string =>
  `${new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 32)}:${engineKey(engine)}`;

export type CachedAnalysis = { key: string; body: string };
export type FreshAnalysis = CachedAnalysis & { review_id: string };

/**
 * The analysis of a review: the cached one if its key still fits, else a new one, which `fresh` collects to be saved.
 */
export function analyzeCached(
  engine: Engine,
  review: { id: string; text: string },
  cached: CachedAnalysis | undefined,
  fresh: FreshAnalysis[],
): Analysis {
  const key = analysisKey(engine, review.text);
  // Written by this very function; the key covers the engine's version and so the shape.
  if (cached?.key === key) return JSON.parse(cached.body) as Analysis;
  const analysis = analyze(engine, review.text);
  fresh.push({ review_id: review.id, key, body: JSON.stringify(analysis) });
  return analysis;
}
