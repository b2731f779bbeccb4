import { PATHS } from "../links.ts";
import { insightsExample, reviewInsightsExample } from "./insights-examples.ts";
import { EXAMPLE_DATE, type Examples } from "./openapi-examples.ts";
import { parameterRef, readPath } from "./operation.ts";
import type { QueryParameterRefs } from "./parameters.ts";
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
      "The business, the aggregate rating and all published reviews, newest first. A WebSub topic. `withheld` counts the reviews that are not published, by reason. The reason is never the rating.",
    content: jsonContent("ReviewsDocument", examples.reviews),
    topic: true,
    ranges: true,
  }),
  [PATHS.csv]: readPath({
    id: "getReviewsTable",
    tag: "Reviews",
    summary: "All reviews as a table",
    description:
      "RFC 4180, newest first: one column per member. Members of nested objects have both names, as in " +
      "`owner_reply_text`; lists are IDs with a semicolon between two. A cell that a spreadsheet would take for a " +
      "formula begins with an apostrophe.",
    content: textContent("text/csv", examples.csv),
  }),
  [PATHS.insights]: readPath({
    id: "getInsights",
    tag: "Insights",
    summary: "What reviewers say",
    description:
      "Aspects, people, services, areas, topics, questions and a summary, extracted from the reviews. Every claim has a citation; no text is generated.",
    content: jsonContent("InsightsDocument", plain(insightsExample(base_url))),
    statuses: { "404": responseRef("NotFound") },
    ranges: true,
  }),
  [PATHS.json_feed]: readPath({
    id: "getJsonFeed",
    tag: "Feeds",
    summary: "The 50 newest reviews as JSON Feed 1.1",
    description: "A WebSub topic. `_candor.deleted` lists the 50 most recently removed reviews.",
    content: jsonContent("FeedDocument", examples.json_feed),
    topic: true,
    ranges: true,
  }),
  [PATHS.atom_feed]: readPath({
    id: "getAtomFeed",
    tag: "Feeds",
    summary: "The 50 newest reviews as Atom 1.0",
    description: "A WebSub topic. Removed reviews are `at:deleted-entry` elements (RFC 6721).",
    content: textContent("application/atom+xml", examples.atom_feed),
    topic: true,
    ranges: true,
  }),
});

const queries = (examples: Examples, parameters: QueryParameterRefs): JsonObject => ({
  [PATHS.search]: readPath({
    id: "searchReviews",
    tag: "Reviews",
    summary: "Reviews that match filters",
    description:
      "All filters must match. With `Accept: text/csv`, the response is a table like /reviews.csv, and its `Link` " +
      "header has the next page. Filters that contradict each other give an empty result. " +
      "A parameter that is unknown, repeated or malformed returns 400, with everything that is wrong in `issues`. " +
      "So does an empty parameter, except `query`.",
    parameters: parameters.search,
    content: jsonContent("SearchDocument", examples.search),
    statuses: { "400": responseRef("BadRequest") },
  }),
  [PATHS.statistics]: readPath({
    id: "getReviewStatistics",
    tag: "Reviews",
    summary: "Figures of reviews that match filters",
    description:
      "How many reviews match, their average rating, distribution and dates, and how many have a text and a " +
      "response; the same for each group, if `group_by` is given. " +
      "A review with several values of a dimension counts in each of its groups. " +
      "The filters are those of the search, with the same rules.",
    parameters: parameters.statistics,
    content: jsonContent("StatisticsDocument", examples.statistics),
    statuses: { "400": responseRef("BadRequest") },
  }),
  [PATHS.since]: readPath({
    id: "getReviewsSince",
    tag: "Reviews",
    summary: "Reviews on or after a date",
    description:
      "All reviews on or after the date, without a limit, those of these dates that were removed, and in `moved` " +
      "those whose date an edit moved to before it. The ETag depends only on what is shown: " +
      "a change to an older review does not change it.",
    parameters: [
      {
        name: "date",
        in: "path",
        required: true,
        description: "A real calendar date, YYYY-MM-DD.",
        schema: { type: "string", format: "date" },
        example: EXAMPLE_DATE,
      },
    ],
    content: jsonContent("SinceDocument", examples.since),
    statuses: { "400": responseRef("BadRequest") },
  }),
});

const changes = (examples: Examples): JsonObject => ({
  [PATHS.changes]: readPath({
    id: "getChanges",
    tag: "Reviews",
    summary: "Which reviews changed",
    description:
      "The newest 200 changes, newest first; with `after`, the 200 that follow this place, oldest first. " +
      "To keep a copy: read /reviews.json, continue after its `Candor-Sequence`, and follow `next_url`. " +
      "The last 10,000 changes are kept, and all of 30 days. Returns 410 if the place is gone. " +
      "A WebSub topic without parameters.",
    parameters: [
      {
        name: "after",
        in: "query",
        description: "The place to continue from.",
        schema: { type: "integer", minimum: 0 },
        example: 1482,
      },
      {
        name: "history",
        in: "query",
        description: "The history of that place. `next_url` has it.",
        schema: { type: "string" },
        example: "5f0c21ab",
      },
    ],
    content: jsonContent("ChangesDocument", examples.changes),
    statuses: { "400": responseRef("BadRequest"), "410": responseRef("ChangesGone") },
    topic: true,
  }),
});

const oneReview = (examples: Examples): JsonObject => ({
  "/api/reviews/{id}": readPath({
    id: "getReview",
    tag: "Reviews",
    summary: "One review",
    description: "Returns 404 if no review has the ID, and 410 if the review was removed.",
    parameters: [parameterRef("ReviewId")],
    content: jsonContent("Review", examples.review),
    statuses: ONE_REVIEW,
  }),
  // A linter calls this ambiguous with /api/reviews/since/{date}, but no id is "since". A separate server entry would
  // keep the two apart, but client generators ignore it.
  "/api/reviews/{id}/insights": readPath({
    id: "getReviewInsights",
    tag: "Insights",
    summary: "The analysis of one review",
    description:
      "The sentiment of the review, its aspects, and what it mentions, with the words that determined each score.",
    parameters: [parameterRef("ReviewId")],
    content: jsonContent("ReviewInsights", plain(reviewInsightsExample)),
    statuses: ONE_REVIEW,
  }),
});

export const dataPaths = (base_url: string, examples: Examples, parameters: QueryParameterRefs): JsonObject => ({
  ...documents(base_url, examples),
  ...queries(examples, parameters),
  ...changes(examples),
  ...oneReview(examples),
});
