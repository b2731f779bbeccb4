import type { Analysis } from "../../src/model/analysis.ts";
import { analyze } from "./analyze.ts";
import { type Engine, engineKey } from "./engine.ts";

/** Insights come from at most this many of the newest reviews, which bounds memory and time. `limits` says so. */
export const MOST_ANALYZED = 20_000;

/** The key of a stored analysis. A different text, stated language, engine, model or taxonomy gives a different key. */
export const analysisKey = (engine: Engine, text: string, language: string | null): string => {
  const hash = new Bun.CryptoHasher("sha256").update(`${language ?? ""}\n${text}`).digest("hex");
  return `${hash.slice(0, 32)}:${engineKey(engine)}`;
};

export type CachedAnalysis = { key: string; body: string };
export type FreshAnalysis = CachedAnalysis & { review_id: string };

/** The stored analysis of a review if its key still matches; otherwise a new one, which is added to `fresh`. */
export function analyzeCached(
  engine: Engine,
  review: { id: string; text: string; language: string | null },
  cached: CachedAnalysis | undefined,
  fresh: FreshAnalysis[],
): Analysis {
  const key = analysisKey(engine, review.text, review.language);
  // This function wrote the body. The key covers the engine's version, so the shape is the same.
  if (cached?.key === key) return JSON.parse(cached.body) as Analysis;
  const analysis = analyze(engine, review.text, review.language);
  fresh.push({ review_id: review.id, key, body: JSON.stringify(analysis) });
  return analysis;
}
