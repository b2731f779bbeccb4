import { analyze } from "../engine/analyze.ts";
import type { Engine } from "../engine/engine.ts";
import { publishedAnalysis } from "../engine/verdicts/published.ts";
import type { MeasuredFigures } from "../engine/weights.ts";
import type { CorpusItem, Sentiment } from "./corpus-lines.ts";

export type Found = { sentiment: Sentiment; score: number; aspects: { aspect: string; sentiment: Sentiment }[] };

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10);
const f1 = (right: number, found: number, wanted: number): number => percent(2 * right, found + wanted);

export type CorpusFigures = MeasuredFigures & {
  /** Of the texts labeled positive or negative, the share with the right label: neutral and mixed are wrong. */
  document_strict: number;
};

/** The accuracy of `find` on a labeled corpus. */
export function corpusFigures(items: CorpusItem[], find: (text: string, language?: string) => Found): CorpusFigures {
  let right_label = 0;
  let sided = 0;
  let right_sign = 0;
  let strict = 0;
  let found_count = 0;
  let wanted_count = 0;
  let aspect_right = 0;
  let joint = 0;
  for (const item of items) {
    const found = find(item.text, item.language);
    if (found.sentiment === item.sentiment) right_label++;
    if (item.sentiment === "positive" || item.sentiment === "negative") {
      sided++;
      if (found.score > 0 === (item.sentiment === "positive") && found.score !== 0) right_sign++;
      if (found.sentiment === item.sentiment) strict++;
    }
    const wanted = new Map(item.aspects.map(({ aspect, sentiment }) => [aspect, sentiment]));
    found_count += found.aspects.length;
    wanted_count += wanted.size;
    for (const { aspect, sentiment } of found.aspects) {
      if (!wanted.has(aspect)) continue;
      aspect_right++;
      if (wanted.get(aspect) === sentiment) joint++;
    }
  }
  return {
    test_items: items.length,
    document_accuracy: percent(right_label, items.length),
    document_sign: percent(right_sign, sided),
    document_strict: percent(strict, sided),
    aspect_f1: f1(aspect_right, found_count, wanted_count),
    aspect_precision: percent(aspect_right, found_count),
    aspect_recall: percent(aspect_right, wanted_count),
    joint_f1: f1(joint, found_count, wanted_count),
    aspect_polarity_accuracy: percent(joint, aspect_right),
  };
}

/** As published, but without stars: of three stars, nothing follows. */
export const byService =
  (engine: Engine) =>
  (text: string, language = "en"): Found => {
    const { sentiment, aspects } = publishedAnalysis(engine, analyze(engine, text, language), 3);
    return { sentiment: sentiment.label, score: sentiment.score, aspects };
  };

export const byEngine =
  (engine: Engine) =>
  (text: string, language = "en"): Found => {
    const { sentiment, aspects } = analyze(engine, text, language);
    return { sentiment: sentiment.label, score: sentiment.score, aspects };
  };
