import { BadField, type Candidate, parseRow, type RowPlace } from "../record/candidate.ts";
import { parseUpdated, parseWhen } from "../record/dates/when.ts";
import { decodeEntities } from "../record/html-entities.ts";
import { type Fields, isFields, parseStars, shorten, textOf } from "../record/values.ts";
import type { JsonFormat } from "./format.ts";

const MAX_DEPTH = 40;

const isType = (value: Fields, type: string): boolean =>
  [value["@type"]]
    .flat()
    .some((name) => typeof name === "string" && name.replace(/^https?:\/\/schema\.org\//, "") === type);

type Found = { review: Fields; business: string | null };

const nameOf = (value: unknown): string | null => {
  const [first] = [value].flat();
  return isFields(first) ? textOf(first.name) : null;
};

/** Finds every schema.org Review in a graph, in a list, or inside the business, with the name of the reviewed item. */
function* findReviews(value: unknown, around: string | null = null, depth = 0): Generator<Found> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const part of value) yield* findReviews(part, around, depth + 1);
  else if (isFields(value)) {
    if (isType(value, "Review") || isType(value, "UserReview")) {
      yield { review: value, business: nameOf(value.itemReviewed) ?? around };
      return;
    }
    const business = "review" in value || "reviews" in value ? (nameOf(value) ?? around) : around;
    for (const part of Object.values(value)) yield* findReviews(part, business, depth + 1);
  }
}

function parseAuthor(value: unknown): string | null {
  const [first] = [value].flat();
  return textOf(isFields(first) ? first.name : first);
}

/** Converts the rating from the scale of the review: 8 of 10 is 4 of 5. Rejects a result that is not a whole star. */
function parseScale(value: unknown): number {
  if (!isFields(value)) return parseStars(value);
  const best = Number(textOf(value.bestRating) ?? 5);
  const worst = Number(textOf(value.worstRating) ?? (best > 5 ? 0 : 1));
  if (best === 5 && worst <= 1) return parseStars(value.ratingValue);
  const stars =
    ((Number(textOf(value.ratingValue)) - worst) / (best - worst)) * (worst === 0 ? 5 : 4) + (worst === 0 ? 0 : 1);
  if (!Number.isInteger(stars))
    throw new BadField(`rating ${shorten(value.ratingValue)} of ${best} is not a whole star`);
  return stars;
}

/** Only absolute ids count, because every page may have "#review-1". */
function idOf(review: Fields): string | null {
  const id = textOf(review["@id"]);
  return id !== null && /^[a-z]+:/i.test(id) ? id : null;
}

/** A page may show the reviews of several businesses. The operator then chooses one. */
const nameReview = ({ review, business }: Found) => ({
  source_id: idOf(review),
  ...(business === null ? {} : { location: business, location_name: business }),
});

function parseReview(found: Found, place: RowPlace): Candidate {
  const { review } = found;
  const language = textOf(review.inLanguage);
  return {
    place,
    ...nameReview(found),
    author: parseAuthor(review.author),
    rating: parseScale(review.reviewRating),
    ...parseWhen(review.datePublished ?? review.dateCreated),
    ...parseUpdated(review.dateModified),
    title: textOf(review.headline) ?? textOf(review.name),
    text: textOf(review.reviewBody) ?? textOf(review.description),
    ...(language && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? { language } : {}),
    source_url: textOf(decodeEntities(textOf(review.url) ?? "")),
  };
}

export const jsonLd: JsonFormat = {
  name: "json-ld",
  source: "other",
  verified_by: null,
  looksLike: ({ value, root }) =>
    ("@context" in root || (isFields(value) && ("@context" in value || "@type" in value || "@graph" in value))) &&
    !findReviews(value).next().done,
  *parse({ value }, place) {
    for (const found of findReviews(value)) {
      yield parseRow(
        place,
        () => parseReview(found, place),
        () => nameReview(found),
      );
    }
  },
};
