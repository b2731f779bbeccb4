import { PATHS } from "../links.ts";
import { EXAMPLE_DATE, type Examples } from "./examples.ts";
import { insightsExample, reviewInsightsExample } from "./insights-examples.ts";
import { parameterRef, readPath } from "./operation.ts";
import { jsonContent, responseRef, textContent } from "./responses.ts";
import type { Json, JsonObject } from "./schemas.ts";

const ONE_REVIEW: JsonObject = {
  "400": responseRef("BadRequest"),
  "404": responseRef("NotFound"),
  "410": responseRef("Gone"),
};
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

const documents = (base_url: string, examples: Examples): JsonObject => ({
  [PATHS.reviews]: readPath({
    id: "getReviews",
    tag: "Reviews",
    summary: "The whole dataset",
    description:
      "The business, the aggregate rating and every published review, newest first. A WebSub topic. What is held back is counted in `withheld`, by a reason that is never the rating.",
    content: jsonContent("ReviewsDocument", examples.reviews),
    topic: true,
  }),
  [PATHS.insights]: readPath({
    id: "getInsights",
    tag: "Insights",
    summary: "What reviewers say",
    description:
      "Aspects, people, services, areas, topics, questions and a summary, derived from the reviews. Everything is extracted and cited; nothing is generated.",
    content: jsonContent("InsightsDocument", plain(insightsExample(base_url))),
    statuses: { "404": responseRef("NotFound") },
  }),
  [PATHS.json_feed]: readPath({
    id: "getJsonFeed",
    tag: "Feeds",
    summary: "The 50 newest reviews as JSON Feed 1.1",
    description: "A WebSub topic. `_candor.deleted` lists the 50 newest reviews that were taken back.",
    content: jsonContent("FeedDocument", examples.json_feed),
    topic: true,
  }),
  [PATHS.atom_feed]: readPath({
    id: "getAtomFeed",
    tag: "Feeds",
    summary: "The 50 newest reviews as Atom 1.0",
    description: "A WebSub topic. Reviews that were taken back are `at:deleted-entry` elements (RFC 6721).",
    content: textContent("application/atom+xml", examples.atom_feed),
    topic: true,
  }),
});

const queries = (examples: Examples, search_parameters: JsonObject[]): JsonObject => ({
  [PATHS.search]: readPath({
    id: "searchReviews",
    tag: "Reviews",
    summary: "Reviews that match filters",
    description:
      "Filters combine with AND; a contradiction is an empty result. A parameter that is unknown, repeated, malformed or, but for `query`, empty is 400, with every fault in `issues`.",
    parameters: search_parameters,
    content: jsonContent("SearchDocument", examples.search),
    statuses: { "400": responseRef("BadRequest") },
  }),
  [PATHS.since]: readPath({
    id: "getReviewsSince",
    tag: "Reviews",
    summary: "Reviews on or after a date",
    description:
      "All of them, without a limit, and those of these dates that were taken back. The validators depend on what is shown alone: a change to an older review leaves them as they were.",
    parameters: [
      {
        name: "date",
        in: "path",
        required: true,
        description: "A real calendar date.",
        schema: { type: "string", format: "date" },
        example: EXAMPLE_DATE,
      },
    ],
    content: jsonContent("SinceDocument", examples.since),
    statuses: { "400": responseRef("BadRequest") },
  }),
});

const oneReview = (base_url: string, examples: Examples): JsonObject => ({
  "/api/reviews/{id}": readPath({
    id: "getReview",
    tag: "Reviews",
    summary: "One review",
    description: "404 where no review has the id, 410 where it was taken back.",
    parameters: [parameterRef("ReviewId")],
    content: jsonContent("Review", examples.review),
    statuses: ONE_REVIEW,
  }),
  // The path is /api/reviews/{id}/insights. Written whole it has the shape of /api/reviews/since/{date}, which
  // the Paths Object of OpenAPI 3.1 calls ambiguous; a server of its own tells the two apart.
  "/reviews/{id}/insights": {
    servers: [{ url: `${base_url}/api`, description: "The API below /api." }],
    ...readPath({
      id: "getReviewInsights",
      tag: "Insights",
      summary: "The analysis of one review",
      description: "Its sentiment, its aspects and who is mentioned, each with the words that decided.",
      parameters: [parameterRef("ReviewId")],
      content: jsonContent("ReviewInsights", plain(reviewInsightsExample)),
      statuses: ONE_REVIEW,
    }),
  },
});

export const dataPaths = (base_url: string, examples: Examples, search_parameters: JsonObject[]): JsonObject => ({
  ...documents(base_url, examples),
  ...queries(examples, search_parameters),
  ...oneReview(base_url, examples),
});
