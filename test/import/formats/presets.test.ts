import { expect, test } from "bun:test";
import { endOf } from "../../end-of.ts";
import { fixture, type ReadReview, readReviews, writeData } from "../read-reviews.ts";

/** Every field that a format can give, in this order. */
const fieldsOf = (row: ReadReview) => [
  [row.source, row.source_id, row.location, row.author, row.author_avatar_url, row.rating, row.rating_basis],
  [row.date, row.published_at, row.updated_at, row.title, row.text, row.language, row.translation_text, row.source_url],
  [row.reply_text, row.reply_date, row.verification_method, row.state],
];

async function read(name: string) {
  const { formats, rows, rejected, warnings } = await readReviews(fixture(name));
  return { formats, rejected, warnings, rows: rows.map(fieldsOf) };
}
const HIDDEN = [null, null, "platform_account", "published"];

test("the Business Profile API in snake_case: a reply that is not approved is not shown", async () => {
  expect(await read("google-api-snake.json")).toEqual({
    formats: ["google-api"],
    rejected: [],
    warnings: [],
    rows: [
      [
        ["google", "locations/2/reviews/s1", "locations/2", "Ann L.", null, 4, "stars"],
        ["2026-01-02", "2026-01-02T20:00:00.123Z", "2026-01-03T20:00:00Z", null, "Kind staff.", "en", null, null],
        HIDDEN,
      ],
      [
        ["google", "locations/2/reviews/s2", "locations/2", "Anonymous", null, 1, "stars"],
        ["2026-01-05", "2026-01-05T20:00:00Z", "2026-01-06T20:00:00Z", null, null, null, null, null],
        ["Sorry to hear it.", "2026-01-06", "platform_account", "published"],
      ],
    ],
  });
});

test("the answer of batchGetReviews: a rejected reply is not shown", async () => {
  expect(await read("google-api-batch.json")).toEqual({
    formats: ["google-api"],
    rejected: [],
    warnings: [],
    rows: [
      [
        ["google", "locations/2/reviews/b1", "locations/2", "Cy P.", null, 5, "stars"],
        ["2026-01-02", "2026-01-02T20:00:00Z", "2026-01-02T20:00:00Z", null, "Calm.", "en", null, null],
        HIDDEN,
      ],
    ],
  });
});

test("Bright Data with the owner's answer: the rating is the review's, not the place's", async () => {
  expect(await read("bright-data.json")).toEqual({
    formats: ["bright-data"],
    rejected: [],
    warnings: [],
    rows: [
      [
        ["google", "bd1", "P1", "Dee F.", null, 2, "stars"],
        ["2026-01-02", "2026-01-02T22:18:01.713Z", "2026-01-05T10:00:00Z", null, "Long wait.", "en", null, null],
        ["We are sorry.", "2026-01-05", "platform_account", "published"],
      ],
      [
        ["google", "bd2", "P1", "Eli G.", null, 5, "stars"],
        ["2026-01-03", "2026-01-03T22:18:01.713Z", "2026-01-03T22:18:01.713Z", null, null, null, null, null],
        HIDDEN,
      ],
    ],
  });
  const table =
    "place_general_rating,review_id,reviewer_name,review_rating,review,review_date,response_of_owner,response_date\n4.8,bd1,Dee Fox,2,Long wait.,2026-01-02T22:18:01.713Z,We are sorry.,2026-01-05T10:00:00.000Z\n";
  const { formats, rows } = await readReviews(writeData("bright.csv", table));
  expect(formats).toEqual(["bright-data"]);
  expect(rows).toMatchObject([{ rating: 2, source_id: "bd1", author: "Dee F.", reply_text: "We are sorry." }]);
});

test("DataForSEO, nested in tasks or as items", async () => {
  expect(await read("dataforseo.json")).toEqual({
    formats: ["dataforseo"],
    rejected: [],
    warnings: [],
    rows: [
      [
        ["google", "d1", "P1", "Fay H.", null, 4, "stars"],
        [
          "2026-01-09",
          "2026-01-09T20:00:00Z",
          "2026-01-10T20:00:00Z",
          null,
          "El trato fue muy bueno y la doctora me explicó todo.",
          "es",
          "Very good.",
          "https://maps.example/d1",
        ],
        ["Thanks, Fay.", "2026-01-10", "platform_account", "published"],
      ],
      [
        ["google", "d2", "P1", "Gil I.", null, 1, "stars"],
        ["2026-01-08", "2026-01-08T20:00:00Z", "2026-01-08T20:00:00Z", null, null, null, null, null],
        HIDDEN,
      ],
    ],
  });
  expect(await read("dataforseo-items.json")).toEqual({
    formats: ["dataforseo"],
    rejected: [],
    warnings: [],
    rows: [
      [
        ["google", "d3", null, "Hal J.", null, 3, "stars"],
        [
          "2026-01-07",
          "2026-01-07T20:00:00Z",
          "2026-01-07T20:00:00Z",
          null,
          "Fine place.",
          "en",
          null,
          "https://maps.example/d3",
        ],
        HIDDEN,
      ],
    ],
  });
});

test("Apify's CSV: stars, not the score of the place; its title is the place", async () => {
  expect(await read("apify.csv")).toEqual({
    formats: ["apify"],
    rejected: [],
    warnings: [],
    rows: [
      [
        ["google", "a1", "P1", "Ida K.", null, 1, "stars"],
        [
          "2026-01-02",
          "2026-01-02T20:00:00Z",
          "2026-01-03T20:00:00Z",
          null,
          "Waited, and waited.",
          "en",
          null,
          "https://maps.example/a1",
        ],
        ["Sorry.", "2026-01-03", "platform_account", "published"],
      ],
      [
        ["google", "a2", "P1", "Jo L.", null, 5, "stars"],
        ["2026-01-04", "2026-01-04T20:00:00Z", "2026-01-04T20:00:00Z", null, null, null, null, null],
        HIDDEN,
      ],
    ],
  });
});

test("Trustpilot's API, without the email and the reference", async () => {
  const found = await read("trustpilot-api.json");
  expect(found).toEqual({
    formats: ["trustpilot"],
    rejected: [],
    warnings: [],
    rows: [
      [
        ["trustpilot", "507f", null, "Cy P.", null, 4, "stars"],
        [
          "2026-01-05",
          "2026-01-05T20:00:00Z",
          "2026-01-08T20:00:00Z",
          "Good work",
          "My knee is better.",
          "en",
          null,
          null,
        ],
        ["Thank you, Cy.", "2026-01-08", "platform_account", "published"],
      ],
      [
        ["trustpilot", "508a", null, "Kim M.", null, 2, "stars"],
        ["2026-01-09", "2026-01-09T20:00:00Z", "2026-01-09T20:00:00Z", "Late", null, null, null, null],
        HIDDEN,
      ],
    ],
  });
  expect(JSON.stringify(found)).not.toContain("private");
});

test("Podium's API: the site is the source, and a deleted answer is not shown", async () => {
  expect(await read("podium.json")).toEqual({
    formats: ["podium"],
    rejected: [],
    warnings: [],
    rows: [
      [
        ["google", "g-1", "L1", "Lee N.", null, 5, "stars"],
        [
          "2026-01-05",
          "2026-01-05T20:00:00Z",
          "2026-01-07T20:00:00Z",
          null,
          "Clear plan.",
          "en",
          null,
          "https://maps.example/l",
        ],
        ["Thank you.", "2026-01-07", null, "held"],
      ],
      [
        ["direct", "u2", "L1", "Max O.", null, 3, "stars"],
        ["2026-01-08", "2026-01-08T20:00:00Z", "2026-01-08T20:00:00Z", null, null, null, null, null],
        [null, null, null, "held"],
      ],
    ],
  });
});

test("Outscraper's flat CSV: the review's rating, never the place's", async () => {
  const table =
    "name,rating,review_id,author_title,review_rating,review_datetime_utc,review_text\nHarborline,5,o1,Ann Lee,1,01/02/2026 20:00:00,Bad.\n";
  expect((await readReviews(writeData("o.csv", table))).rows).toMatchObject([{ rating: 1, author: "Ann L." }]);
});

test("the Places API is refused with the reason, old and new", async () => {
  const reason =
    "comes from the Google Places API, which gives at most five reviews of a place and does not allow storing them";
  expect(await endOf(readReviews(fixture("google-places.json")))).toThrow(reason);
  const old = {
    result: { reviews: [{ author_name: "Ann", rating: 5, relative_time_description: "a week ago", time: 1 }] },
  };
  expect(await endOf(readReviews(writeData("old.json", old)))).toThrow(reason);
});

test("JSON-LD with several businesses asks for --location", async () => {
  const business = (name: string, body: string) => ({
    "@type": "LocalBusiness",
    name,
    review: [
      {
        "@type": "Review",
        author: "Ann",
        reviewRating: { ratingValue: 5 },
        datePublished: "2026-01-02",
        reviewBody: body,
      },
    ],
  });
  const page = { "@context": "https://schema.org", "@graph": [business("North", "Kind."), business("South", "Calm.")] };
  const path = writeData("page.json", page);
  expect(await endOf(readReviews(path))).toThrow(
    "contains several listings: choose one with --location: North (1 review), South (1 review)",
  );
  expect((await readReviews(path, { location: "South" })).rows).toMatchObject([{ text: "Calm.", location: "South" }]);
});
