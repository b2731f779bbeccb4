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

/** What the ratings of a document are out of, if their summary says so and they do not. */
type Bounds = { best: number; worst: number | null };

function* findBests(value: unknown, depth = 0): Generator<Bounds> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const part of value) yield* findBests(part, depth + 1);
  else if (isFields(value)) {
    const best = Number(textOf(value.bestRating) ?? Number.NaN);
    const average = Number(textOf(value.ratingValue) ?? Number.NaN);
    const worst = textOf(value.worstRating);
    if (isType(value, "AggregateRating") && (best > 0 || average > 5))
      yield { best: best > 0 ? best : average > 10 ? 100 : 10, worst: worst === null ? null : Number(worst) };
    for (const part of Object.values(value)) yield* findBests(part, depth + 1);
  }
}

/** Null if the summaries say nothing or different things. */
function statedBounds(value: unknown): Bounds | null {
  const [first, ...others] = [...findBests(value)];
  return first && others.every(({ best }) => best === first.best) ? first : null;
}

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
function parseScale(value: unknown, stated: Bounds | null): number {
  if (!isFields(value)) return parseScale({ ratingValue: value }, stated);
  const own = textOf(value.bestRating);
  const best = Number(own ?? stated?.best ?? 5);
  const worst = Number(textOf(value.worstRating) ?? (own === null ? stated?.worst : null) ?? (best > 5 ? 0 : 1));
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

function parseReview(found: Found, place: RowPlace, stated: Bounds | null): Candidate {
  const { review } = found;
  const language = textOf(review.inLanguage);
  return {
    place,
    ...nameReview(found),
    author: parseAuthor(review.author),
    rating: parseScale(review.reviewRating, stated),
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
    ("@context" in root ||
      [value].flat().some((one) => isFields(one) && ("@context" in one || "@type" in one || "@graph" in one))) &&
    !findReviews(value).next().done,
  reviews: (value) => Array.from(findReviews(value), ({ review }) => review),
  *parse({ value, root }, place) {
    const stated = statedBounds(value) ?? statedBounds(root);
    for (const found of findReviews(value)) {
      yield parseRow(
        place,
        () => parseReview(found, place, stated),
        () => nameReview(found),
      );
    }
  },
};
