import { describe, expect, test } from "bun:test";
import { detectReviews } from "../../../src/import/formats/detect.ts";
import type { ReadOptions } from "../../../src/import/formats/opened-reviews.ts";
import type { CandidateRows } from "../../../src/import/record/candidate.ts";
import { pickListing } from "../../../src/import/record/listings.ts";
import { endOf } from "../../end-of.ts";
import { OPTIONS, readReviews, writeData } from "../read-reviews.ts";

describe("a file with several listings", () => {
  const google = (location: string, r: string) => ({
    name: `accounts/1/locations/${location}/reviews/${r}`,
    reviewId: r,
    starRating: "FIVE",
    createTime: "2025-01-01T00:00:00Z",
  });
  const scraped = (place: object, id: string) => ({
    ...place,
    reviewId: id,
    name: "Ann",
    stars: 5,
    publishedAtDate: "2025-01-01T00:00:00Z",
  });
  const NORTH = { placeId: "P-north", title: "Harborline" };
  const SOUTH = { placeId: "P-south", title: "Harborline" };
  const ids = async (path: string, location: string, options: Partial<ReadOptions> = {}) =>
    (await readReviews(path, { location, ...options })).rows.map(({ source_id }) => source_id);

  test("from the Google API: the choice is by the ids in the names", async () => {
    const path = writeData("api.json", { reviews: [google("7", "a"), google("8", "b"), google("7", "c")] });
    expect(await endOf(readReviews(path))).toThrow(
      "api.json contains several listings: choose one with --location: 7 (2 reviews), 8 (1 review)",
    );
    expect(await ids(path, "7")).toEqual(["locations/7/reviews/a", "locations/7/reviews/c"]);
    expect(await ids(path, "locations/8")).toEqual(["locations/8/reviews/b"]);
    expect(await endOf(readReviews(path, { location: "9" }))).toThrow(
      "has no listing 9; it has 7 (2 reviews), 8 (1 review)",
    );
  });

  test("whose branches share a name: the choice is by their ids", async () => {
    const apify = writeData("apify.json", [scraped(NORTH, "a"), scraped(SOUTH, "b"), scraped(NORTH, "c")]);
    const choices = "choose one with --location: P-north (Harborline, 2 reviews), P-south (Harborline, 1 review)";
    expect(await endOf(readReviews(apify))).toThrow(choices);
    expect(await endOf(readReviews(apify, { location: "harborline" }))).toThrow(choices);
    expect(await ids(apify, "p-south")).toEqual(["b"]);
    const review = (id: string) => ({ review_id: id, review_rating: 5, review_datetime_utc: "05/02/2025 14:30:00" });
    const outscraper = writeData("outscraper.json", {
      data: [
        { name: "Harborline", place_id: "P-north", reviews_data: [review("a"), review("c")] },
        { name: "Harborline", place_id: "P-south", reviews_data: [review("b")] },
      ],
    });
    expect(await endOf(readReviews(outscraper))).toThrow(choices);
    expect(await ids(outscraper, "P-north")).toEqual(["a", "c"]);
    const table = writeData(
      "outscraper.csv",
      "name,place_id,review_id,review_rating,review_datetime_utc\nHarborline,P-north,a,5,05/02/2025 14:30:00\nHarborline,P-south,b,5,05/02/2025 14:30:00\nHarborline,P-north,c,5,05/02/2025 14:30:00\n",
    );
    expect(await endOf(readReviews(table))).toThrow(choices);
    expect(await ids(table, "P-south")).toEqual(["b"]);
  });

  test("in a platform's table: the choice is by name, and a row that names no listing is rejected", async () => {
    const yelp = writeData(
      "yelp.csv",
      "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\na,A,5,x,2025-01-01,,North\nb,B,5,y,2025-01-02,,South\nc,C,5,z,2025-01-03,,\nd,D,9,bad,2025-01-04,,South\n",
    );
    expect(await endOf(readReviews(yelp))).toThrow("choose one with --location: North (1 review), South (2 reviews)");
    const { rows, rejected } = await readReviews(yelp, { location: "north" });
    expect(rows.map(({ source_id, location }) => [source_id, location])).toEqual([["a", "North"]]);
    expect(rejected).toEqual(["4: does not say which listing it belongs to"]);
    const podium = writeData(
      "podium.csv",
      "Location,Site,Customer Name,Stars,Comment,Date Posted\nNorth,Google,A,5,x,2025-01-01\nSouth,Google,B,5,y,2025-01-02\n",
    );
    expect(await endOf(readReviews(podium))).toThrow("choose one with --location: North (1 review), South (1 review)");
  });

  test("in an own table or JSON: the column counts when --map or --location says so", async () => {
    const path = writeData("own.csv", "rating,date,location\n5,2025-01-01,Portland\n4,2025-01-02,Salem\n");
    expect((await readReviews(path)).rows.map(({ location }) => location)).toEqual([null, null]);
    expect(await endOf(readReviews(path, { map: { location: "Location" } }))).toThrow(
      "choose one with --location: Portland (1 review), Salem (1 review)",
    );
    expect(await endOf(readReviews(path, { map: { location_name: "Location" } }))).toThrow(
      "choose one with --location",
    );
    expect((await readReviews(path, { location: "salem" })).rows.map(({ rating }) => rating)).toEqual([4]);
    const json = writeData("own.json", [
      { rating: 5, date: "2025-01-01", location: "Portland" },
      { rating: 4, date: "2025-01-02", location: "Salem" },
    ]);
    expect((await readReviews(json)).rows.map(({ location }) => location)).toEqual([null, null]);
    expect((await readReviews(json, { location: "Salem" })).rows.map(({ rating }) => rating)).toEqual([4]);
  });

  test("gives no row from where the second one begins", async () => {
    async function* rows(): CandidateRows {
      for (const location of ["north", "north", "south"])
        yield [{ place: { file: "a.csv", row: 2 }, author: null, rating: 5, text: null, location }];
    }
    const opened = { file: "a.csv", location: null, rows: rows() };
    const seen: unknown[] = [];
    const read = async () => {
      for await (const batch of (await pickListing(opened, null, async () => opened)).rows) seen.push(...batch);
    };
    expect(await endOf(read())).toThrow("choose one with --location: north (2 reviews), south (1 review)");
    expect(seen).toMatchObject([{ location: "north" }, { location: "north" }]);
  });

  test("with many or long names: the message stays short", async () => {
    const rows = Array.from({ length: 21 }, (_, at) => `5,2025-01-01,${at === 0 ? "x".repeat(81) : `L${at}`}`);
    const path = writeData("own.csv", `rating,date,location\n${rows.join("\n")}\n`);
    expect(await endOf(readReviews(path, { map: { location: "location" } }))).toThrow(
      new RegExp(`--location: ${"x".repeat(79)}… \\(1 review\\), L1 .* L19 \\(1 review\\) and 1 more$`),
    );
  });

  test("in an own table or JSON, a branch, a store or a business is a listing without being asked for", async () => {
    for (const header of ["Branch", "store", "Business Name", "placeId"]) {
      const path = writeData(
        "own.csv",
        `rating,date,${header},location\n5,2025-01-01,North,Bend\n4,2025-01-02,South,Salem\n`,
      );
      expect(await endOf(readReviews(path))).toThrow("choose one with --location: North (1 review), South (1 review)");
      expect((await readReviews(path, { location: "south" })).rows.map(({ rating }) => rating)).toEqual([4]);
      expect((await readReviews(path, { map: { location: "none" } })).rows).toHaveLength(2);
    }
    const json = writeData("own.json", [
      { rating: 5, date: "2025-01-01", business: { name: "North" } },
      { rating: 4, date: "2025-01-02", business: { name: "South" } },
    ]);
    expect(await endOf(readReviews(json))).toThrow("choose one with --location: North (1 review), South (1 review)");
    const one = writeData("one.csv", "rating,date,Business Name\n5,2025-01-01,North\n4,2025-01-02,North\n");
    expect((await readReviews(one)).rows.map(({ location }) => location)).toEqual(["North", "North"]);
  });

  test("a file that names no listing takes --location for all of its rows", async () => {
    const path = writeData("own.csv", "rating,date\n5,2025-01-01\n");
    const [file] = await detectReviews(path, { ...OPTIONS, location: "Harborline" });
    expect(file?.location).toBe("Harborline");
    expect((await readReviews(path, { location: "Harborline" })).rows).toHaveLength(1);
  });

  test("the location in a Judge.me table is where the reviewer lives, and is not read", async () => {
    const path = writeData(
      "judgeme.csv",
      "title,body,rating,review_date,source,curated,reviewer_name,location\nA,b,5,2025-01-01,web,ok,Ann,Salem\nB,c,5,2025-01-02,web,ok,Ben,Bend\n",
    );
    expect((await readReviews(path)).rows.map(({ location }) => location)).toEqual([null, null]);
  });
});
