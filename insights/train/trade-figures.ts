import { analyze } from "../engine/analyze.ts";
import { createEngine } from "../engine/engine.ts";
import { TAXONOMIES } from "../engine/taxonomies/taxonomies.ts";
import type { Weights } from "../engine/weights.ts";
import { readPacked } from "./corpus.ts";
import type { TradeReview } from "./corpus-lines.ts";

export type TradeFigures = { trade: string; texts: number; detection_f1: number; joint_f1: number };

const f1 = (right: number, found: number, wanted: number): number =>
  Math.round((2000 * right) / Math.max(1, found + wanted)) / 10;

/** The files of insights/corpus with reviews of other trades. GUIDE.md says who wrote them. */
export type TradeFile = "trades" | "trades-train" | "trades-test";

/** How well the engine reads the texts of each trade. */
export async function readTradeFigures(weights: Weights, file: TradeFile): Promise<TradeFigures[]> {
  const by_trade = Map.groupBy(await Array.fromAsync(readPacked<TradeReview>(file)), ({ trade }) => trade);
  return Object.entries(TAXONOMIES).flatMap(([trade, taxonomy]) => {
    const reviews = by_trade.get(trade) ?? [];
    if (reviews.length === 0) return [];
    const engine = createEngine(taxonomy, weights);
    let [found, wanted, detected, right] = [0, 0, 0, 0];
    for (const { text, language = "en", aspects } of reviews) {
      const says = new Map(aspects.map(({ aspect, sentiment }) => [aspect, sentiment]));
      wanted += says.size;
      for (const { aspect, sentiment } of analyze(engine, text, language).aspects) {
        found += 1;
        if (says.has(aspect)) detected += 1;
        if (says.get(aspect) === sentiment) right += 1;
      }
    }
    const figures = { detection_f1: f1(detected, found, wanted), joint_f1: f1(right, found, wanted) };
    return [{ trade, texts: reviews.length, ...figures }];
  });
}
