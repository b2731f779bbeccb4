import { parseRow } from "../record/candidate.ts";
import { parseReply, parseWhen } from "../record/dates/when.ts";
import { isFields, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat, TableFormat } from "./format.ts";

/**
 * Google Maps reviews from Bright Data. `place_general_rating` is the place's average, `timestamp` the time of the
 * scrape.
 */
export const brightData: JsonFormat = {
  name: "bright-data",
  source: "google",
  verified_by: "platform_account",
  looksLike: ({ value }) =>
    isFields(value) && "review_rating" in value && "review_date" in value && "reviewer_name" in value,
  *parse({ value }, place) {
    if (!isFields(value)) return yield { place, reason: "the entry is not a review" };
    const location_name = textOf(value.place_name);
    const named = {
      source_id: textOf(value.review_id),
      location: textOf(value.place_id) ?? location_name,
      location_name,
    };
    const parse = () => ({
      place,
      ...named,
      author: textOf(value.reviewer_name),
      author_avatar_url: textOf(value.profile_pic_url),
      rating: parseStars(value.review_rating),
      ...parseWhen(value.review_date),
      text: textOf(value.review),
      reply: parseReply(value.response_of_owner, value.response_date),
    });
    yield parseRow(place, parse, () => named);
  },
};

export const brightDataTable: TableFormat = {
  name: "bright-data",
  source: "google",
  verified_by: "platform_account",
  headers: ["review id", "reviewer name", "review rating", "review date", "response of owner"],
  columns: {
    rating: "review rating",
    date: "review date",
    author: "reviewer name",
    text: "review",
    reply: "response of owner",
    reply_date: "response date",
    source_url: "",
    location_name: "place name",
  },
};
