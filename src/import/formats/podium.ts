import { parseRow } from "../record/candidate.ts";
import { parseReply, parseUpdated, parseWhen } from "../record/dates/when.ts";
import { type Fields, isFields, parseSource, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat, TableFormat } from "./format.ts";

export const podiumTable: TableFormat = {
  name: "podium",
  source: "direct",
  verified_by: null,
  headers: ["site", "customer name", "stars", "comment", "date posted"],
};

/** A deleted response is not shown. If there are several, the last one counts. */
function parseResponses(value: unknown) {
  const responses = Array.isArray(value)
    ? value.filter(isFields).filter((response) => response.isDeleted !== true)
    : [];
  const last: Fields = responses.at(-1) ?? {};
  return parseReply(last.body, last.publishDate ?? last.createdAt);
}

/** The review object of Podium's API v4. A recommendation has 5 stars there, and its opposite 1. */
export const podium: JsonFormat = {
  name: "podium",
  source: "direct",
  verified_by: null,
  looksLike: ({ value }) =>
    isFields(value) && isFields(value.review) && "siteName" in value.review && "rating" in value.review,
  *parse({ value }, place) {
    if (!isFields(value) || !isFields(value.review)) return yield { place, reason: "the entry is not a review" };
    const { review } = value;
    const source = parseSource(review.siteName);
    const [listing] = Array.isArray(value.locations) ? value.locations.filter(isFields) : [];
    const location = textOf(listing?.uid);
    const named = {
      ...(source ? { source } : {}),
      source_id: textOf(review.siteReviewId) ?? textOf(value.uid),
      ...(location === null ? {} : { location, location_name: textOf(listing?.name) }),
    };
    const parse = () => ({
      place,
      ...named,
      author: isFields(value.author) ? textOf(value.author.name) : null,
      rating: parseStars(review.rating),
      ...parseWhen(review.publishDate ?? value.createdAt),
      ...parseUpdated(value.updatedAt),
      text: textOf(review.body),
      source_url: textOf(review.url),
      reply: parseResponses(value.responses),
    });
    yield parseRow(place, parse, () => named);
  },
};
