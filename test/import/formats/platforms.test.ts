import { describe, expect, test } from "bun:test";
import { endOf } from "../../end-of.ts";
import { fixture, readReviews, writeData } from "../read-reviews.ts";

describe("scrapes", () => {
  test("SerpApi JSON is read with edits, translations and replies", async () => {
    const { formats, rows } = await readReviews(fixture("serpapi.json"));
    expect(formats).toEqual(["serpapi"]);
    expect(rows[0]).toMatchObject({
      source_id: "ChZDSUhN-one",
      author: "Carmen O.",
      text: "Muy buen trato, volví caminando.",
      translation_text: "Very good treatment, I came back walking.",
      updated_at: "2025-06-04T08:00:00Z",
      reply_text: "¡Gracias, Carmen!",
      source_url: "https://www.google.com/maps/reviews/data=1",
    });
    expect(rows[1]).toMatchObject({ rating: 2, text: "Waited 40 minutes, twice.", reply_text: null });
  });

  test("Outscraper JSON and tables give the same reviews", async () => {
    const json = await readReviews(fixture("outscraper.json"));
    expect(json.formats).toEqual(["outscraper"]);
    expect(json.rows[0]).toMatchObject({ author: "Ingrid S.", published_at: "2025-05-02T14:30:00Z", rating: 5 });
    expect(json.rows[1]).toMatchObject({ author: "Old F.", text: null, reply_text: "Thank you for the stars." });
    const review = { review_id: "o1", review_rating: 5, review_datetime_utc: "05/02/2025 14:30:00" };
    const place = { name: "Harborline", place_id: "P-1", reviews_data: [review] };
    expect((await readReviews(writeData("place.json", place))).rows).toMatchObject([{ location: "P-1" }]);
    expect((await readReviews(writeData("data.json", { place_id: "P-1", data: [review] }))).rows).toMatchObject([
      { location: null },
    ]);
    const table = await readReviews(fixture("outscraper.csv"));
    expect(table.formats).toEqual(["outscraper"]);
    expect(table.rows[0]?.id).toBe(json.rows[0]?.id ?? "");
    expect(table.rows[1]).toMatchObject({
      author: "Pim B.",
      location: "Harborline Physical Therapy",
      text: "Fair price,\nclean gym.",
      published_at: "2024-12-31T23:30:00Z",
      reply_text: "Thanks, Pim",
    });
  });

  test("Apify JSON is read with translations and replies", async () => {
    const { formats, rows } = await readReviews(fixture("apify.json"));
    expect(formats).toEqual(["apify"]);
    expect(rows[0]).toMatchObject({
      source_id: null,
      title: null,
      author: "Jean-Luc M.",
      language: "fr",
      translation_text: "Very good team, a bit of waiting.",
      translation_language: "en",
      reply_date: "2025-07-02",
    });
    expect(rows[1]).toMatchObject({ source_id: "ChZ-apify-2", text: null });
  });
});

describe("other platforms", () => {
  test("Yelp tables and API JSON are read", async () => {
    const table = await readReviews(fixture("yelp.csv"));
    expect(table.formats).toEqual(["yelp"]);
    expect(table.rows[0]).toMatchObject({
      source: "yelp",
      source_id: "yx-1",
      text: 'Best balance class, "bar none".',
      date: "2025-08-14",
      published_at: "2025-08-14T07:00:00Z",
      verification_method: "platform_account",
    });
    const api = await readReviews(fixture("yelp.json"));
    expect(api.formats).toEqual(["yelp"]);
    expect(api.rows[0]).toMatchObject({ source_id: "yapi-1", author: "Ella A.", date: "2025-08-29" });
  });

  test("a Facebook recommendation counts as 5 or 1, and the row says so", async () => {
    const { formats, rows, rejected } = await readReviews(fixture("facebook.json"));
    expect(formats).toEqual(["facebook"]);
    expect(rows.map(({ rating, rating_basis }) => [rating, rating_basis])).toEqual([
      [5, "recommendation"],
      [1, "recommendation"],
      [4, "stars"],
    ]);
    expect(rows[0]).toMatchObject({ published_at: "2025-09-01T10:00:00Z", author: "Fay T." });
    expect(rejected).toEqual(["4: neither a rating nor a recommendation"]);
  });

  test("Trustpilot tables with semicolons are read, except their email column", async () => {
    const { formats, rows } = await readReviews(fixture("trustpilot.csv"));
    expect(formats).toEqual(["trustpilot"]);
    expect(rows[0]).toMatchObject({
      source: "trustpilot",
      title: "Patient people",
      text: "They took time; I never felt rushed.",
      published_at: "2025-10-01T22:10:00Z",
      author: "Olga P.",
    });
    expect(rows[1]).toMatchObject({ text: null, rating: 2, reply_text: "Sorry, Sven." });
    expect(JSON.stringify(rows)).not.toContain("private");
  });

  test("Birdeye, Podium and Judge.me tables are read and held as unverified", async () => {
    const birdeye = await readReviews(fixture("birdeye.csv"), { dates: "month_first" });
    expect(birdeye.formats).toEqual(["birdeye"]);
    expect(birdeye.rows.map(({ source, date, held_reason }) => [source, date, held_reason])).toEqual([
      ["google", "2026-01-05", "unverified"],
      ["healthgrades", "2026-01-06", "unverified"],
      ["direct", "2026-01-07", "unverified"],
    ]);
    const podium = await readReviews(fixture("podium.csv"));
    expect(podium.formats).toEqual(["podium"]);
    expect(podium.rows.map(({ rating, source }) => [rating, source])).toEqual([
      [4, "google"],
      [5, "direct"],
    ]);
    const judgeme = await readReviews(fixture("judgeme.csv"));
    expect(judgeme.formats).toEqual(["judgeme"]);
    expect(judgeme.rows[0]).toMatchObject({
      source: "direct",
      title: "Great band",
      reply_date: "2025-11-06",
      date: "2025-11-05",
    });
    expect(JSON.stringify([birdeye.rows, judgeme.rows])).not.toMatch(/private|203\.0\.113/);
  });
});

test("a translation that equals the text, and a language that is not a tag, are left out", async () => {
  const apify = {
    reviewId: "a",
    stars: 5,
    publishedAtDate: "2025-01-01T00:00:00Z",
    text: "Good.",
    textTranslated: "Good.",
  };
  const [scraped] = (await readReviews(writeData("a.json", [{ ...apify, originalLanguage: "not a tag" }]))).rows;
  expect(scraped).toMatchObject({ translation_text: null, language: "en" });
  const snippet = { original: "Good.", translated: "Good." };
  const serpapi = { review_id: "b", rating: 5, iso_date: "2025-01-01T00:00:00Z", user: {}, extracted_snippet: snippet };
  expect((await readReviews(writeData("b.json", [serpapi]))).rows).toMatchObject([{ translation_text: null }]);
});

test("a JSON-LD id counts only if it is absolute", async () => {
  const review = { "@context": "https://schema.org", "@type": "Review", reviewRating: 5, datePublished: "2025-01-01" };
  const idOf = async (id: string) =>
    (await readReviews(writeData("r.json", { ...review, "@id": id }))).rows[0]?.source_id;
  expect(await idOf("https://site.example/r/1")).toBe("https://site.example/r/1");
  expect(await idOf("#review-1")).toBeNull();
});

test("a wrong --format is refused", async () => {
  expect(await endOf(readReviews(fixture("apify.json"), { format: "judgeme" }))).toThrow(
    "apify.json is JSON, not judgeme: remove --format",
  );
  expect(await endOf(readReviews(fixture("yelp.csv"), { format: "serpapi" }))).toThrow(
    "yelp.csv is a table, not serpapi: remove --format",
  );
});
