import type { AggregateRating } from "../../model/documents.ts";
import type { Review } from "../../model/review.ts";
import widget from "../client/widget.client.js" with { type: "text" };
import { scriptJson } from "../parts/html.ts";
import { type Site, siteName } from "../parts/site.ts";
import { clip, plural, renderDay } from "../parts/words.ts";

const SHOWN_REVIEWS = 5;
const SHOWN_CHARACTERS = 280;
const DATA = '"__DATA__"';

export type WidgetInput = { site: Site; aggregate_rating: AggregateRating; newest: Review[] };

/**
 * One script that contains its data. The browser makes one request, and a page with a strict content security policy
 * has to allow this script only.
 */
export function renderWidget({ site, aggregate_rating, newest }: WidgetInput): string {
  const data = {
    url: `${site.base_url}/`,
    name: clip(siteName(site), 120),
    demonstration: site.demonstration,
    rating: aggregate_rating.rating_value,
    count: plural(aggregate_rating.rating_count, "verified review"),
    reviews: newest.slice(0, SHOWN_REVIEWS).map((review) => ({
      url: review.url,
      author: clip(review.author, 60),
      rating: review.rating,
      date: review.date,
      day: renderDay(review.date),
      text: review.text === null ? null : clip(review.text, SHOWN_CHARACTERS),
      language: review.language,
    })),
  };
  return widget.replace(DATA, () => scriptJson(data).markup);
}
