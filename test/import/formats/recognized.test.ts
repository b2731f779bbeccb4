import { describe, expect, test } from "bun:test";
import { detectReviews } from "../../../src/import/formats/detect.ts";
import { endOf } from "../../end-of.ts";
import { fixture, OPTIONS, readReviews, writeData } from "../read-reviews.ts";

/** The format of some JSON; null if it is refused. */
const formatOf = (data: unknown): Promise<string | null> =>
  detectReviews(writeData("rows.json", data), OPTIONS).then(
    ([file]) => file?.format ?? null,
    () => null,
  );

/** The fewest members that a row of each format has. */
const ROWS = {
  candor: { id: "0".repeat(26), rating: 5, date: "2025-12-01" },
  "google-api": { starRating: "FIVE", reviewId: "g" },
  "google-takeout": { starRating: "FIVE", createTime: "2025-12-01T00:00:00Z" },
  serpapi: { iso_date: "2025-12-01", rating: 5, user: {} },
  "bright-data": { review_rating: 5, review_date: "2025-12-01", reviewer_name: "Ann" },
  outscraper: { review_rating: 5, review_datetime_utc: "12/01/2025 00:00:00" },
  dataforseo: { timestamp: "2025-12-01 00:00:00 +00:00", rating: { value: 5 }, review_text: "Good." },
  apify: { stars: 5, publishedAtDate: "2025-12-01T00:00:00Z" },
  trustpilot: { stars: 5, createdAt: "2025-12-01T00:00:00Z", consumer: {} },
  birdeye: { reviewer: {}, reviewDate: "2025-12-01", comments: "Good.", rating: 5 },
  yelp: { time_created: "2025-12-01 00:00:00", rating: 5, text: "Good." },
  facebook: { created_time: "2025-12-01T00:00:00+0000", review_text: "Good." },
  "json-ld": { "@type": "Review" },
  json: { rating: 5, date: "2025-12-01" },
} as const;
const without = (row: object, missing: string) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== missing));

describe("a row is recognized by its members, and not if one is missing", () => {
  test.each(Object.entries(ROWS))("%s", async (name, row) => {
    expect(await formatOf([row])).toBe(name);
    for (const missing of Object.keys(row)) {
      expect([missing, await formatOf([without(row, missing)])]).not.toEqual([missing, name]);
    }
  });

  test("podium, whose review is inside", async () => {
    expect(await formatOf([{ review: { siteName: "Google", rating: 5 } }])).toBe("podium");
    expect(await formatOf([{ review: { siteName: "Google" } }])).toBeNull();
    expect(await formatOf([{ review: { rating: 5 } }])).toBeNull();
  });
});

test("a format may write the same in several ways", async () => {
  expect(await formatOf([{ ...without(ROWS.serpapi, "user"), snippet: "Good." }])).toBe("serpapi");
  expect(await formatOf([{ ...without(ROWS.dataforseo, "review_text"), review_id: "d" }])).toBe("dataforseo");
  expect(await formatOf([{ created_time: "2025-12-01", recommendation_type: "positive" }])).toBe("facebook");
  expect(await formatOf([{ review: { star_rating: "FIVE" } }])).toBe("google-api");
  for (const total of ["totalReviewCount", "averageRating", "total_review_count", "average_rating"])
    expect(await formatOf({ [total]: 1, reviews: [{ starRating: "FIVE" }] })).toBe("google-api");
  expect(await formatOf({ "@context": "https://schema.org", data: [{ review: ROWS["json-ld"] }] })).toBe("json-ld");
  expect(await formatOf({ "@graph": [ROWS["json-ld"]] })).toBe("json-ld");
});

test("the first five rows decide", async () => {
  const after = (count: number) => [...Array(count).fill({ a: 1 }), ROWS.yelp];
  expect(await formatOf(after(4))).toBe("yelp");
  expect(await formatOf(after(5))).toBeNull();
});

test.each([
  ...["google-takeout", "serpapi", "bright-data", "outscraper", "apify", "trustpilot", "podium", "birdeye", "yelp"],
  "facebook",
])("an entry of %s that is no object is rejected", async (format) => {
  expect(await readReviews(writeData("rows.json", [7]), { format })).toMatchObject({
    formats: [format],
    rejected: ["1: the entry is not a review"],
  });
});

const PICTURE = "https://pictures.example/ann";

test.each([
  ["google-api", { reviewer: { profilePhotoUrl: PICTURE }, createTime: "2025-12-01T00:00:00Z" }],
  ["serpapi", { user: { thumbnail: PICTURE } }],
  ["bright-data", { profile_pic_url: PICTURE }],
  ["outscraper", { author_image: PICTURE }],
  ["dataforseo", { profile_image_url: PICTURE }],
  ["apify", { reviewerPhotoUrl: PICTURE }],
  ["yelp", { user: { image_url: PICTURE } }],
] as const)("the picture of the author is read from %s", async (name, members) => {
  const [file] = await detectReviews(writeData("rows.json", [{ ...ROWS[name], ...members }]), OPTIONS);
  const batches = file ? await Array.fromAsync(file.rows) : [];
  expect(batches.flat()).toMatchObject([{ author_avatar_url: PICTURE }]);
});

test("--scale is for ratings of no known format", async () => {
  expect(await endOf(readReviews(fixture("yelp.json"), { scale: 10 }))).toThrow(
    "yelp.json has the format yelp, whose ratings are out of five: remove --scale",
  );
  expect(await endOf(readReviews(fixture("yelp.csv"), { scale: 10 }))).toThrow("remove --scale");
  expect((await readReviews(fixture("yelp.json"), { scale: 5 })).formats).toEqual(["yelp"]);
  const own = writeData("own.json", [{ rating: 8, date: "2025-12-01" }]);
  expect((await readReviews(own, { scale: 10 })).rows).toMatchObject([{ rating: 4 }]);
});

test("the path - is standard input, which is named so; any other path is the file", async () => {
  const opened = async (path: string, standard_input: string) => {
    const [file] = await detectReviews(path, { ...OPTIONS, standard_input });
    return [file?.format, file?.file];
  };
  expect(await opened("-", fixture("yelp.json"))).toEqual(["yelp", "standard input"]);
  expect(await opened(fixture("yelp.csv"), fixture("serpapi.json"))).toEqual(["yelp", fixture("yelp.csv")]);
});
