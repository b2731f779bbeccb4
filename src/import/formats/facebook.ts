import { BadField, type Candidate, parseRow } from "../record/candidate.ts";
import { parseWhen } from "../record/dates/when.ts";
import { isFields, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat } from "./format.ts";

/** Facebook no longer has stars. A recommendation counts as 5 and its opposite as 1, and rating_basis says so. */
function parseRecommendation(value: unknown): number {
  const type = textOf(value)?.toLowerCase();
  if (type === "positive") return 5;
  if (type === "negative") return 1;
  throw new BadField("neither a rating nor a recommendation");
}

export const facebook: JsonFormat = {
  name: "facebook",
  source: "facebook",
  verified_by: "platform_account",
  looksLike: ({ value }) =>
    isFields(value) && "created_time" in value && ("recommendation_type" in value || "review_text" in value),
  *parse({ value }, place) {
    if (!isFields(value)) return yield { place, reason: "the entry is not a review" };
    const named = { source_id: isFields(value.open_graph_story) ? textOf(value.open_graph_story.id) : null };
    const parse = (): Candidate => {
      const starred = textOf(value.rating) !== null;
      return {
        place,
        ...named,
        author: isFields(value.reviewer) ? textOf(value.reviewer.name) : textOf(value.reviewer),
        rating: starred ? parseStars(value.rating) : parseRecommendation(value.recommendation_type),
        rating_basis: starred ? "stars" : "recommendation",
        ...parseWhen(value.created_time),
        text: textOf(value.review_text),
      };
    };
    yield parseRow(place, parse, () => named);
  },
};
