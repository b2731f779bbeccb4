import { parseRow } from "../record/candidate.ts";
import { parseWhen } from "../record/dates/when.ts";
import { isFields, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat, TableFormat } from "./format.ts";

export const yelp: JsonFormat = {
  name: "yelp",
  source: "yelp",
  verified_by: "platform_account",
  looksLike: ({ value }) => isFields(value) && "time_created" in value && "rating" in value && "text" in value,
  *parse({ value }, place) {
    if (!isFields(value)) return yield { place, reason: "the entry is not a review" };
    const named = { source_id: textOf(value.id) };
    const parse = () => ({
      place,
      ...named,
      author: isFields(value.user) ? textOf(value.user.name) : null,
      author_avatar_url: isFields(value.user) ? textOf(value.user.image_url) : null,
      rating: parseStars(value.rating),
      // No time zone is given, so the date is in the time zone of the business.
      ...parseWhen(value.time_created),
      text: textOf(value.text),
      source_url: textOf(value.url),
    });
    yield parseRow(place, parse, () => named);
  },
};

export const yelpTable: TableFormat = {
  name: "yelp",
  source: "yelp",
  verified_by: "platform_account",
  headers: ["review id", "reviewer", "rating", "review", "review date", "review url"],
};
