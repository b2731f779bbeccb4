import type { Engine } from "../engine/engine.ts";

/** What a reader must know before believing the rest. */
export type LeftOut = {
  rating_only: number;
  other_languages: number;
  opted_out: number;
  older_than_shown: number;
  operator_summary: boolean;
};

const reviews = (n: number): string => `${n} review${n === 1 ? "" : "s"}`;

/** In plain words; the figures are those the weights were measured with, on our own test split. */
export function describeLimits(engine: Engine, left: LeftOut): string[] {
  const { figures } = engine.weights.header;
  const wrong = Math.round((100 - figures.document_accuracy) * 10) / 10;
  const lines = [
    "This is read from the reviews' words by a small statistical model inside the service. Nobody checked it by hand, and it misreads irony, unusual wording and facts between the lines. Stars are never made from text.",
  ];
  if (engine.trained) {
    lines.push(
      `On ${figures.test_items} test texts, made harder than everyday reviews, the overall sentiment was wrong in ${wrong} % of them (four labels).`,
      `Of the aspects it names, ${figures.aspect_precision} % are right; of those a person names, it finds ${figures.aspect_recall} %. Aspect and sentiment together are right at an F1 of ${figures.joint_f1} %.`,
    );
  } else {
    lines.push(
      "For this trade no labelled test exists: aspects are found by the taxonomy's rules alone, and how often they err has not been measured.",
    );
  }
  lines.push(
    "A score is (positive - negative) / all reviews that mention it; below 5 reviews (`enough` is false) it says little, and a month with fewer has none.",
  );
  if (left.rating_only > 0) lines.push(`${reviews(left.rating_only)} without text count in ratings only.`);
  if (left.other_languages > 0) lines.push(`${reviews(left.other_languages)} not in English were left unread.`);
  if (left.opted_out > 0) lines.push(`${left.opted_out} of the staff asked not to be listed.`);
  if (left.older_than_shown > 0)
    lines.push(
      `per_review lists the newest; ${reviews(left.older_than_shown)} more are at /api/reviews/{id}/insights.`,
    );
  if (left.operator_summary) lines.push("The summary is the operator's own words, not taken from reviews.");
  lines.push(
    "The reviewer's stars count beside the words as one more piece of evidence, worth about one clear word: a clear complaint in a five-star review stays one.",
  );
  lines.push(
    "Where the words about a person, a service or an area take no clear side, or seem to contradict five stars or one, the reviewer's stars decide; quotes are taken only where stars and words agree.",
  );
  lines.push(
    "Health problems are counted; sentences that name a diagnosis or an operation are not quoted. This is no medical advice.",
  );
  return lines;
}
