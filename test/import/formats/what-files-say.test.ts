import { describe, expect, test } from "bun:test";
import { parseMap } from "../../../src/import/record/find-columns.ts";
import { endOf } from "../../end-of.ts";
import { buildZip } from "../../zip.ts";
import { readReviews, writeData } from "../read-reviews.ts";

const datesOf = async (data: string) => (await readReviews(writeData("o.csv", data))).rows.map(({ date }) => date);
const OUTSCRAPER = "name,review_id,review_rating,review_text,review_datetime_utc";

describe("what a file says outranks what its format usually is", () => {
  test("an Outscraper table with the day first is read so, because its timestamps tell", async () => {
    const rows = ["Clinic,a,5,Good,03/04/2025 10:00:00,1743674400", "Clinic,b,4,Fine,05/06/2025 10:00:00,1749117600"];
    expect(await datesOf([`${OUTSCRAPER},review_timestamp`, ...rows].join("\n"))).toEqual(["2025-04-03", "2025-06-05"]);
    expect(await datesOf([OUTSCRAPER, "Clinic,a,5,Good,03/04/2025 20:00:00"].join("\n"))).toEqual(["2025-03-04"]);
    expect(await datesOf([OUTSCRAPER, "Clinic,a,5,Good,03/04/2025", "Clinic,b,4,Fine,25/04/2025"].join("\n"))).toEqual([
      "2025-04-03",
      "2025-04-25",
    ]);
    const json = [
      { review_id: "a", review_rating: 5, review_datetime_utc: "03/04/2025 18:00:00", review_timestamp: 1743674400 },
    ];
    expect((await readReviews(writeData("o.json", json))).rows.map(({ date }) => date)).toEqual(["2025-04-03"]);
  });

  test("JSON-LD whose summary says that the best is ten is out of ten", async () => {
    const review = (ratingValue: string, more = {}) => ({
      "@type": "Review",
      author: "Ann Lee",
      datePublished: "2025-03-04",
      reviewBody: `Words ${ratingValue}`,
      reviewRating: { "@type": "Rating", ratingValue, ...more },
    });
    const business = {
      "@context": "https://schema.org",
      "@type": "LocalBusiness",
      name: "Clinic",
      aggregateRating: { "@type": "AggregateRating", ratingValue: "8.4", bestRating: "10", ratingCount: 12 },
      review: [review("4"), review("9"), review("4", { bestRating: "5" })],
    };
    const { rows, rejected } = await readReviews(writeData("a.json", business));
    expect([rows.map(({ rating }) => rating), rejected]).toEqual([[2, 4], ['1: rating "9" of 10 is not a whole star']]);
    const average = { ...business, aggregateRating: { "@type": "AggregateRating", ratingValue: 9.1 } };
    expect((await readReviews(writeData("b.json", average))).rows.map(({ rating }) => rating)).toEqual([2, 4]);
    const { review: reviews, ...alone } = business;
    const block = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
    const page = writeData(
      "p.html",
      `<html><body>${block(alone)}${block({ "@context": "https://schema.org", "@graph": reviews })}</body></html>`,
    );
    expect((await readReviews(page)).rows.map(({ rating }) => rating)).toEqual([2, 4]);
  });

  test("a row of a scrape that names another platform is from there", async () => {
    const serpapi = { rating: 5, iso_date: "2025-03-04T10:00:00Z", snippet: "Good", user: { name: "Ann Lee" } };
    const rows = [
      { ...serpapi, review_id: "a", source: "Tripadvisor" },
      { ...serpapi, review_id: "b", source: "Google" },
      { ...serpapi, review_id: "c" },
    ];
    expect((await readReviews(writeData("s.json", rows))).rows.map(({ source }) => source)).toEqual([
      "other",
      "google",
      "google",
    ]);
    const apify = [
      { name: "Ann", stars: 5, publishedAtDate: "2025-03-04T10:00:00Z", text: "Good", reviewOrigin: "Tripadvisor" },
    ];
    expect((await readReviews(writeData("s.json", apify))).rows.map(({ source }) => source)).toEqual(["other"]);
  });

  test("an Apify table keeps its translation", async () => {
    const head = "reviewId,name,stars,text,textTranslated,originalLanguage,translatedLanguage,publishedAtDate";
    const path = writeData(
      "a.csv",
      `${head}\nr1,Jean Petit,5,Très bien,Very good,fr,en,2025-03-04T10:00:00Z\nr2,Ann Lee,4,Good,,,,2025-03-05T10:00:00Z\n`,
    );
    expect((await readReviews(path)).rows).toMatchObject([
      { text: "Très bien", language: "fr", translation_text: "Very good", translation_language: "en" },
      { text: "Good", translation_text: null },
    ]);
  });

  test.each([
    ["2025/10/03 1:22:11 PM GMT-7", "2025-10-03T20:22:11Z"],
    ["2025/10/03 1:22:11 AM GMT+5:30", "2025-10-02T19:52:11Z"],
    ["10/3/2025 13:22:11 UTC+02", "2025-10-03T11:22:11Z"],
    ["2025-10-03 13:22:11 +0200", "2025-10-03T11:22:11Z"],
  ])("a time of a form is read with its offset: %s", async (time, published_at) => {
    const path = writeData("f.csv", `Timestamp,Your rating (1-5),Rating,Comments\n${time},5,5,Good\n`);
    const { rows } = await readReviews(path, { dates: "month_first", map: { rating: "Rating" } });
    expect(rows.map((row) => row.published_at)).toEqual([published_at]);
  });

  test.each([
    ['<?xml version="1.0"?><rss version="2.0"><channel/></rss>', "is an RSS feed"],
    ['<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel/></rss>', "is a WordPress export"],
    ['<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"/>', "is an Atom feed"],
    ['<?xml version="1.0"?><reviews/>', "is an XML file"],
    ["<html><body>Hello</body></html>", "is a web page without JSON-LD"],
  ])("a file without reviews is named for what it is: %s", async (data, message) => {
    expect(await endOf(readReviews(writeData("a.xml", data)))).toThrow(message);
  });

  test("the listings of a Takeout have the names that are in it, and --location takes them", async () => {
    const folder = (id: string) => `Takeout/Google Business Profile/account-1/location-${id}`;
    const review = (id: string) => ({
      name: `accounts/1/locations/${id}/reviews/r${id}`,
      reviewer: { displayName: "Ann Lee" },
      starRating: "FIVE",
      createTime: "2025-03-04T10:00:00Z",
    });
    const files = [
      ["200", "Harbor Dental: Downtown"],
      ["300", "Harbor Dental: East"],
    ].flatMap(([id = "", title]) => [
      { name: `${folder(id)}/reviews.json`, data: JSON.stringify({ reviews: [review(id)] }) },
      {
        name: `${folder(id)}/data.json`,
        data: JSON.stringify({ name: `locations/${id}`, title, websiteUri: "https://example.com" }),
      },
    ]);
    const path = writeData("takeout.zip", new Uint8Array(buildZip(files)));
    expect(await endOf(readReviews(path))).toThrow(
      "200 (Harbor Dental: Downtown, 1 review), 300 (Harbor Dental: East, 1 review)",
    );
    for (const location of ["harbor dental downtown", "200", "Harbor Dental: Downtown"])
      expect((await readReviews(path, { location })).rows.map((row) => row.location)).toEqual(["locations/200"]);
  });
});

describe("answers of a survey", () => {
  const survey =
    "Date,Name,How satisfied are you?,What was good?,What could be better?\n2026-03-10,Ann Lee,Very satisfied,The kind staff,The long waiting\n2026-03-11,Bo Ek,dissatisfied,,Nobody called me back\n2026-03-12,Cy Dee,Sehr zufrieden,Alles war gut,\n";
  const rowsOf = async (data: string, map: object) =>
    (await readReviews(writeData("s.csv", data), { map })).rows.map(({ rating, rating_basis, text }) => [
      rating,
      rating_basis,
      text,
    ]);

  test("in two columns are a question, and are joined without losing the criticism", async () => {
    const text = '--map text="What was good?" --map text="What could be better?"';
    expect(await endOf(rowsOf(survey, {}))).toThrow(`To join them, use ${text}`);
    expect(await rowsOf(survey, parseMap(["text=What was good?", "text=What could be better?"], Error))).toEqual([
      [5, "stars", "What was good? The kind staff\nWhat could be better? The long waiting"],
      [2, "stars", "What could be better? Nobody called me back"],
      [5, "stars", "What was good? Alles war gut"],
    ]);
  });

  test("about what could be better are a question, although the text is known", async () => {
    const data =
      "Date,Name,Rating,Comments,Was könnten wir verbessern?\n2026-03-10,Ann Lee,4,Very kind,Weniger lange warten bitte\n";
    expect(await endOf(rowsOf(data, {}))).toThrow('--map text=Comments --map text="Was könnten wir verbessern?"');
    const path = writeData("s.csv", data);
    expect((await readReviews(path, { ignore: ["Was könnten wir verbessern?"] })).rows[0]?.text).toBe("Very kind");
  });

  test("that only say positive or negative count as recommendations", async () => {
    const data = "Date,Name,Rating,Comments\n2026-03-10,Ann Lee,Positive,Kind\n2026-03-11,Bo Ek,negative,Slow\n";
    expect(await rowsOf(data, {})).toEqual([
      [5, "recommendation", "Kind"],
      [1, "recommendation", "Slow"],
    ]);
  });
});
