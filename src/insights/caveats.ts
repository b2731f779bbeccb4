import type { Engine } from "../../insights/engine/engine.ts";
import { MEASURED_WITH_STARS } from "../../insights/engine/verdicts/published.ts";

/** What the insights leave out, as numbers of reviews or people. */
export type LeftOut = {
  rating_only: number;
  other_languages: number;
  /** Reviews that were read by their translation. */
  translated: number;
  opted_out: number;
  older_than_shown: number;
  operator_summary: boolean;
};

const reviews = (n: number): string => `${n} review${n === 1 ? "" : "s"}`;

/**
 * `limits` of the insights document. The figures come from the header of the weights and were measured on our test
 * split.
 */
export function describeCaveats(engine: Engine, left: LeftOut): string[] {
  const { figures } = engine.weights.header;
  const { texts, right_pct, found_pct, against_stars_found_pct } = MEASURED_WITH_STARS;
  const wrong = Math.round((100 - figures.document_accuracy) * 10) / 10;
  const lines = [
    "A small statistical model inside the service reads these insights from the words of the reviews. " +
      "Nobody checks them by hand. It misreads irony, unusual wording and what is only implied. " +
      "Star ratings never come from text.",
  ];
  if (engine.trained) {
    lines.push(
      `On ${figures.test_items} test texts, which are harder than everyday reviews, the overall sentiment was wrong in ${wrong} % (four labels).`,
      `On ${texts} other reviews with stars, ${right_pct} % of what it publishes about aspects is right. Of what a person ` +
        `finds there, it publishes ${found_pct} %; of criticism with four or five stars and praise with one or two, ` +
        `${against_stars_found_pct} %.`,
    );
  } else {
    lines.push(
      engine.learned
        ? "A net that learned from few texts of this trade finds the aspects. How often what is published of them is wrong has not been measured."
        : "There is no labeled test for this trade: only the taxonomy's rules find aspects, and how often they are wrong has not been measured.",
    );
  }
  lines.push(
    "A score is (positive - negative) / all reviews that mention it. With fewer than 5 reviews (`enough` is false) it means little, and a month with fewer than 5 has no score.",
  );
  if (left.rating_only > 0)
    lines.push(
      `${reviews(left.rating_only)} without text ${left.rating_only === 1 ? "counts" : "count"} in ratings only.`,
    );
  if (left.other_languages > 0)
    lines.push(
      `${reviews(left.other_languages)} in a language that is not read ${left.other_languages === 1 ? "was" : "were"} not analyzed.`,
    );
  if (left.translated > 0) {
    const [were, they] = left.translated === 1 ? ["was", "It is"] : ["were", "They are"];
    lines.push(
      `${reviews(left.translated)} in another language ${were} read in translation. ${they} counted, and never quoted.`,
    );
  }
  if (left.opted_out > 0) lines.push(`${left.opted_out} of the staff asked not to be listed.`);
  if (left.older_than_shown > 0) {
    const more = `${reviews(left.older_than_shown)} more ${left.older_than_shown === 1 ? "is" : "are"}`;
    lines.push(`per_review lists the newest reviews; ${more} at /api/reviews/{id}/insights.`);
  }
  if (left.operator_summary) lines.push("The business wrote the summary; it does not come from reviews.");
  lines.push(
    "The reviewer's stars change how certain a finding must be: less if they say the same, more if they say the opposite. They never turn around what the words say.",
  );
  lines.push(
    "Words about a person, a service or an area that take no clear side count as neutral. Reviews whose stars agree " +
      "with their words are quoted first; praise against the stars only if a fifth of the reviews praise.",
  );
  const { problems, private: hidden } = engine.taxonomy.taxonomy;
  const treats = problems.length > 0 && hidden.length > 0;
  if (treats)
    lines.push(
      "Health problems are counted; sentences that name a diagnosis or an operation are not quoted. This is not medical advice.",
    );
  else if (hidden.length > 0) lines.push("Sentences that tell of somebody's health are not quoted.");
  return lines;
}
