import type { Business } from "../../model/business.ts";
import type { Review, Tombstone } from "../../model/review.ts";
import type { Figures } from "../../model/statistics.ts";
import { renderAtom } from "../atom.ts";
import { renderChangesFrame } from "../changes-json.ts";
import type { Feed } from "../feed-item.ts";
import { renderJsonFeed } from "../json-feed.ts";
import { renderCsvHeader, renderCsvRow } from "../reviews-csv.ts";
import { aggregateRating, renderReviewsFrame } from "../reviews-json.ts";
import type { Json } from "./schemas.ts";

const REVIEW_ID = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";
const ERASED_ID = "3F8K1T6WQ0ZRM9C5XVHJ2N7BDE";
const CHANGED_AT = "2026-03-15T09:12:44Z";
const LICENSE = "https://creativecommons.org/licenses/by/4.0/";
export const EXAMPLE_DATE = "2026-03-01";

/** A made-up clinic with one review and one removed review, used in all examples. */
export const BUSINESS: Business = {
  id: "harbor-lane",
  name: "Harbor Lane Physical Therapy",
  type: "Physiotherapy",
  description: "Physical therapy for backs, knees and balance.",
  url: "https://harborlane.example/",
  telephone: "+1 555 0100",
  email: "hello@harborlane.example",
  address: {
    street_address: "12 Harbor Lane",
    address_locality: "Port Ellis",
    address_region: "CA",
    postal_code: "90000",
    address_country: "US",
  },
  geo: { latitude: 34.01, longitude: -118.49 },
  time_zone: "America/Los_Angeles",
  opening_hours: ["Mo-Fr 08:00-18:00"],
  price_range: "$$",
  same_as: [],
  technicians: [{ id: "ana-ruiz", name: "Ana Ruiz", title: "DPT" }],
  services: [{ id: "vestibular", name: "Vestibular therapy", description: "For vertigo and balance." }],
  service_areas: [{ id: "port-ellis", name: "Port Ellis" }],
};

const exampleReview = (base_url: string): Review => ({
  id: REVIEW_ID,
  url: `${base_url}/reviews/${REVIEW_ID}`,
  author: "Maria S.",
  author_avatar_url: null,
  rating: 5,
  date: "2026-03-14",
  title: null,
  text: "Ana fixed my vertigo in three visits. Call me at [phone] if you doubt it.",
  language: "en",
  translation: null,
  published_at: "2026-03-14T17:20:00Z",
  updated_at: "2026-03-14T17:20:00Z",
  revision: 1,
  source: "google",
  source_url: null,
  owner_reply: { text: "Thank you, Maria.", date: "2026-03-15" },
  verified: true,
  verification: { method: "visit_record", level: "business", verified_at: "2026-03-14T18:00:00Z" },
  incentivized: false,
  mentions: {
    technicians: [{ id: "ana-ruiz", name: "Ana Ruiz" }],
    services: [{ id: "vestibular", name: "Vestibular therapy" }],
    service_areas: [],
  },
  redactions: [{ kind: "phone", count: 1 }],
});

const TOMBSTONE: Tombstone = {
  id: ERASED_ID,
  date: "2026-03-02",
  deleted_at: CHANGED_AT,
  reason: "erased_on_request",
};

const FIGURES: Figures = {
  count: 1,
  average_rating: 5,
  distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 },
  text_count: 1,
  text_pct: 100,
  reply_count: 1,
  reply_pct: 100,
  first_date: "2026-03-14",
  last_date: "2026-03-14",
  enough: false,
};

const parsed = (text: string): Json => JSON.parse(text);
const plain = (value: unknown): Json => parsed(JSON.stringify(value));

function reviewsExample(base_url: string, review: Review): Json {
  const frame = renderReviewsFrame(base_url, {
    updated_at: CHANGED_AT,
    license: LICENSE,
    business: BUSINESS,
    aggregate_rating: aggregateRating([0, 0, 0, 0, 1], 1, 0),
    withheld: { unverified: 2, consent: 0, duplicate: 0, legal: 0 },
    erased: 1,
    total: 1,
  });
  return parsed(frame.before + JSON.stringify(review) + frame.after);
}

const exampleFeed = (base_url: string, review: Review): Feed => ({
  base_url,
  demonstration: false,
  business: BUSINESS,
  license: LICENSE,
  language: "en",
  updated_at: CHANGED_AT,
  reviews: [review],
  deleted: [TOMBSTONE],
});

function changesExample(base_url: string, review: Review): Json {
  const place = { history: "5f0c21ab", sequence: 1482, oldest: 0, begun_at: CHANGED_AT };
  const page = { updated_at: review.updated_at, returned: 1, next_after: place.sequence };
  const frame = renderChangesFrame({ ...place, ...page, base_url, demonstration: false });
  const change = {
    sequence: place.sequence,
    at: CHANGED_AT,
    kind: "edited",
    id: review.id,
    url: review.url,
    members: ["text", "updated_at", "revision"],
    from_date: null,
    to_date: null,
    reason: null,
    review,
  };
  return parsed(frame.before + JSON.stringify(change) + frame.after);
}

/** Made by the same renderers as the real responses, so that they cannot differ. */
export function buildExamples(base_url: string) {
  const review = exampleReview(base_url);
  const feed = exampleFeed(base_url, review);
  return {
    review: plain(review),
    reviews: reviewsExample(base_url, review),
    changes: changesExample(base_url, review),
    json_feed: parsed(renderJsonFeed(feed)),
    atom_feed: renderAtom(feed),
    csv: renderCsvHeader(false) + renderCsvRow(review, false),
    search: plain({
      query: { min_rating: 4, query: "vertigo" },
      total: 1,
      matched: 1,
      returned: 1,
      limit: 20,
      next_url: null,
      suggestions: [],
      reviews: [review],
    }),
    statistics: plain({
      query: { min_rating: 4 },
      group_by: ["source", "year"],
      total: 1,
      matched: 1,
      overall: FIGURES,
      group_count: 1,
      groups: [{ source: "google", year: "2026", label: "Google, 2026", ...FIGURES }],
    }),
    since: plain({
      since: EXAMPLE_DATE,
      updated_at: CHANGED_AT,
      returned: 1,
      reviews: [review],
      deleted: [TOMBSTONE],
      moved: [],
    }),
  };
}

export const EXAMPLE_REVIEW_ID = REVIEW_ID;
export type Examples = ReturnType<typeof buildExamples>;
