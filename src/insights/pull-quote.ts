import { itemAt } from "../model/basics/typed-array.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import { rankSubjects } from "../model/rank-subjects.ts";
import type { AnalyzedReview } from "./analyzed-review.ts";
import { type Citation, isQuotable } from "./quotes.ts";
import { isSelfContained } from "./standalone.ts";

/** Words that are fine in a review but not in the only quote on a page. */
const CHATTY = /\b(?:lol|lmao|omg|smh)\b/i;

/** The score that its sentence needs. */
const CLEAR = 0.5;

/** Words for the business as a whole. */
const WHOLE = new RegExp(
  String.raw`\b(?:clinic|place|team|staff|everyone|everybody|people|practice|crew|business|restaurant|salon|shop|hotel` +
    "|experience|anywhere|recommend(?:ed)?|(?:c[oa]me|go(?:ing)?) back|lugar|equipo|cl[ií]nica|personal|todos|todas" +
    String.raw`|recomiendo|gente|experiencia)\b`,
  "i",
);
/** A sentence with an amount, a number or a time tells one thing that happened, and one with a title is about a person. */
const DETAIL = /[\d$€£%]|\bDra?\./;

/** A sentence about one aspect speaks for the whole if the page begins with that aspect: so many are in the headline. */
const NAMED = 2;

type Overall = Pick<InsightsDocument["overall_sentiment"], "positive_count" | "negative_count">;

/** A sentence about one thing or one person is none about the whole. */
function isNarrow({ review, analysis }: AnalyzedReview, at: number, sentence: string): boolean {
  const { technicians, services } = review.mentions;
  const words = new Set(sentence.toLowerCase().match(/[\p{L}]+/gu));
  const named = [...technicians, ...services].some(({ name }) =>
    (name.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []).some((word) => words.has(word)),
  );
  return (
    named || analysis.marks.some(({ kind, sentence: of }) => of === at && (kind === "topic" || kind === "problem"))
  );
}

/**
 * One clear sentence about the business as a whole: with the most common sentiment and language, from a review whose
 * stars agree. None, rather than one about a single thing.
 */
export function pickPullQuote(
  overall: Overall,
  reviews: AnalyzedReview[],
  aspects: InsightsDocument["aspects"] = [],
): Citation | null {
  const positive = overall.positive_count >= overall.negative_count;
  const english = reviews.filter(({ analysis }) => analysis.language === "en").length;
  const language = 2 * english >= reviews.length ? "en" : "es";
  const { likes, dislikes } = rankSubjects(aspects);
  const [said, against] = positive ? [likes, dislikes] : [dislikes, likes];
  const ranked = said.slice(0, NAMED).map(({ id }) => id);
  const contradicts = (id: string): boolean => against.some((one) => one.id === id);
  const fits = ([id, ...more]: string[]): boolean =>
    id === undefined || (more.length === 0 && !contradicts(id) && (ranked.length === 0 || ranked.includes(id)));
  let best: { citation: Citation; side: number } | null = null;
  for (const analyzed of reviews) {
    const { review, text, translated, analysis } = analyzed;
    if (translated || analysis.language !== language || (positive ? review.rating < 4 : review.rating > 2)) continue;
    for (let at = 0; at < analysis.sentences.length; at++) {
      const { start, end, score, parts, words, aspects: about, private: is_private } = itemAt(analysis.sentences, at);
      const side = positive ? score : -score;
      if (is_private || parts || words < 6 || words > 24 || side < CLEAR) continue;
      const sentence = text.slice(start, end);
      if (!isQuotable(sentence) || !/[.!]$/.test(sentence) || !isSelfContained(sentence)) continue;
      if (CHATTY.test(sentence) || DETAIL.test(sentence) || !WHOLE.test(sentence)) continue;
      if (!fits(about) || isNarrow(analyzed, at, sentence)) continue;
      if (side > (best?.side ?? 0)) best = { citation: { review_id: review.id, start, end, text: sentence }, side };
    }
  }
  return best?.citation ?? null;
}
