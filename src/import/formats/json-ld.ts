import { BadField, type Candidate, type Place, parseRow } from "../record/candidate.ts";
import { decodeEntities } from "../record/html-entities.ts";
import { type Fields, isFields, parseStars, parseUpdated, parseWhen, shorten, textOf } from "../record/values.ts";
import type { JsonFormat } from "./format.ts";

const MAX_DEPTH = 40;

const isType = (value: Fields, type: string): boolean =>
  [value["@type"]]
    .flat()
    .some((name) => typeof name === "string" && name.replace(/^https?:\/\/schema\.org\//, "") === type);

/** Every schema.org Review, wherever it stands: a graph, a list, or under the business. */
function* findReviews(value: unknown, depth = 0): Generator<Fields> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const part of value) yield* findReviews(part, depth + 1);
  else if (isFields(value)) {
    if (isType(value, "Review") || isType(value, "UserReview")) yield value;
    else for (const part of Object.values(value)) yield* findReviews(part, depth + 1);
  }
}

/** Sites put what they wrote for HTML into their JSON-LD, entities and all; nothing else takes them off a script. */
function wordsOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : textOf(decodeEntities(text));
}

function parseAuthor(value: unknown): string | null {
  const [first] = [value].flat();
  return wordsOf(isFields(first) ? first.name : first);
}

/** On the review's own scale: 8 of 10 is 4 of 5; what gives no whole star is refused. */
function parseScale(value: unknown): number {
  if (!isFields(value)) return parseStars(value);
  const best = Number(textOf(value.bestRating) ?? 5);
  const worst = Number(textOf(value.worstRating) ?? (best > 5 ? 0 : 1));
  if (best === 5 && worst <= 1) return parseStars(value.ratingValue);
  const stars =
    ((Number(textOf(value.ratingValue)) - worst) / (best - worst)) * (worst === 0 ? 5 : 4) + (worst === 0 ? 0 : 1);
  if (!Number.isInteger(stars)) throw new BadField(`rating ${shorten(value.ratingValue)} of ${best} is no whole star`);
  return stars;
}

/** Absolute alone: "#review-1" stands on every page. */
function idOf(review: Fields): string | null {
  const id = textOf(review["@id"]);
  return id !== null && /^[a-z]+:/i.test(id) ? id : null;
}

function parseReview(review: Fields, place: Place): Candidate {
  const language = textOf(review.inLanguage);
  return {
    place,
    source_id: idOf(review),
    author: parseAuthor(review.author),
    rating: parseScale(review.reviewRating),
    ...parseWhen(review.datePublished ?? review.dateCreated),
    ...parseUpdated(review.dateModified),
    title: wordsOf(review.headline) ?? wordsOf(review.name),
    text: wordsOf(review.reviewBody) ?? wordsOf(review.description),
    ...(language && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? { language } : {}),
    source_url: wordsOf(review.url),
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
    for (const review of findReviews(value)) {
      yield parseRow(
        place,
        () => parseReview(review, place),
        () => ({ source_id: idOf(review) }),
      );
    }
  },
};

/** The JSON-LD blocks of a saved page. A block that is no JSON is passed over, as browsers and search engines do. */
export function readPage(html: string): unknown[] {
  const blocks: string[] = [];
  let text = "";
  new HTMLRewriter()
    .on('script[type^="application/ld+json" i]', {
      text(chunk) {
        text += chunk.text;
        if (!chunk.lastInTextNode) return;
        blocks.push(text);
        text = "";
      },
    })
    .transform(html);
  return blocks.flatMap((block) => {
    try {
      return [JSON.parse(block) as unknown];
    } catch {
      return [];
    }
  });
}
