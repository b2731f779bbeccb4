import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { detectReviews } from "../../../src/import/formats/detect.ts";
import { newFolder } from "../../databases.ts";
import { endOf } from "../../end-of.ts";
import { buildZip } from "../../zip.ts";
import { fixture, OPTIONS, readReviews, writeData } from "../read-reviews.ts";

describe("google-api", () => {
  test("reviews have their edits, replies and listing; a null entry is rejected and an anonymous author stays anonymous", async () => {
    const { formats, rows, rejected, warnings } = await readReviews(fixture("google-api.json"));
    expect(formats).toEqual(["google-api"]);
    expect(rejected).toEqual(["2: the entry is null, not a review"]);
    expect(warnings).toEqual(["says it has 5 reviews but contains 4: it is incomplete. Fetch the other pages"]);
    expect(rows[0]).toMatchObject({
      source: "google",
      source_id: "locations/200/reviews/AbF-one",
      location: "locations/200",
      author: "Wanda F.",
      author_avatar_url: null,
      rating: 5,
      date: "2025-03-03",
      published_at: "2025-03-04T05:06:07.123Z",
      updated_at: "2025-03-06T20:00:00Z",
      reply_text: "Thank you, Wanda!",
      reply_date: "2025-03-06",
      verification_method: "platform_account",
      state: "published",
    });
    expect(rows[1]).toMatchObject({ author: "Anonymous", rating: 1, text: null, language: null });
    expect(rows[2]).toMatchObject({
      source_id: null,
      text: "Muy buena alberca, la recomiendo para todos los vecinos.",
      language: "es",
      translation_text: "Very good pool, I recommend it to everybody.",
      translation_language: "en",
    });
  });
});

test("in an array of pages or places, their reviews are the rows", async () => {
  const review = (r: string) => ({
    name: `accounts/1/locations/2/reviews/${r}`,
    starRating: "FIVE",
    createTime: "2025-01-01T00:00:00Z",
  });
  const pages = writeData("pages.json", [
    { reviews: [review("a"), null], totalReviewCount: 4, nextPageToken: "x" },
    { reviews: [review("b")], totalReviewCount: 4 },
  ]);
  const google = await readReviews(pages);
  expect(google.formats).toEqual(["google-api"]);
  expect(google.rows.map(({ source_id }) => source_id)).toEqual(["locations/2/reviews/a", "locations/2/reviews/b"]);
  expect(google.rejected).toEqual(["2: the entry is null, not a review"]);
  expect(google.warnings).toEqual(["says it has 4 reviews but contains 3: it is incomplete. Fetch the other pages"]);
  const stars = { name: "Ann", stars: 5, publishedAtDate: "2025-01-01T00:00:00Z" };
  const places = writeData("places.json", [
    { title: "Harborline", placeId: "P-1", reviews: [{ ...stars, reviewId: "a" }] },
  ]);
  const apify = await readReviews(places);
  expect(apify.formats).toEqual(["apify"]);
  expect(apify.rows).toMatchObject([{ source_id: "a", location: "P-1", title: null }]);
});

describe("google-takeout", () => {
  const review = (r: string, account = "100", location = "200", updateTime = "2025-01-02T00:00:00Z") => ({
    name: `accounts/${account}/locations/${location}/reviews/${r}`,
    reviewer: { displayName: "Ann B" },
    starRating: "FOUR",
    createTime: "2025-01-01T00:00:00Z",
    updateTime,
  });
  const entry = (path: string, reviews: unknown[], bom = "") => ({
    name: `Takeout/Google Business Profile/${path}`,
    data: bom + JSON.stringify({ reviews }),
  });
  const listing = (path: string, name: string) => ({
    name: `Takeout/Google Business Profile/${path}/additionalData.json`,
    data: JSON.stringify({ additionalData: [{ name: "LISTING_NAME", value: name }] }),
  });
  const writeZip = (entries: Parameters<typeof buildZip>[0]) => writeData("takeout.zip", buildZip(entries));

  test("a loose file is read, but does not count as the whole listing", async () => {
    const [file] = await detectReviews(fixture("takeout-reviews.json"), OPTIONS);
    expect(file).toMatchObject({ format: "google-takeout", complete: false });
    const { rows, rejected } = await readReviews(fixture("takeout-reviews.json"));
    expect(rows.map(({ rating, text }) => [rating, text])).toEqual([
      [5, "Obi got me running again."],
      [3, null],
    ]);
    expect(rejected).toEqual(["3: no rating (STAR_RATING_UNSPECIFIED)"]);
  });
  test("the files of one listing in a zip belong together, whatever their account, name or byte-order mark", async () => {
    const path = writeZip([
      entry("account-100/location-200/reviews.json", [review("a")], "\ufeff"),
      entry("account-100/location-200/reviews-abc.json", [review("b")]),
      entry("account-101/location-200/reviews_001.json", [review("a", "101")]),
      { name: "Takeout/archive_browser.html", data: "<html>" },
    ]);
    const files = await detectReviews(path, OPTIONS);
    expect(files[0]?.file).toBe(`${path}: Takeout/Google Business Profile/account-100/location-200/reviews.json`);
    expect(files.map(({ complete, location }) => [complete, location])).toEqual(Array(3).fill([true, "locations/200"]));
    const { rows } = await readReviews(path);
    expect(rows.map(({ source_id }) => source_id)).toEqual([
      "locations/200/reviews/a",
      "locations/200/reviews/b",
      "locations/200/reviews/a",
    ]);
    expect(rows[0]?.id).toBe(rows[2]?.id ?? "");
  });

  test("without a name in its reviews, a file belongs to the listing of its folder", async () => {
    const { name: _, ...nameless } = review("a");
    const files = await detectReviews(writeZip([entry("account-1/location-200/reviews.json", [nameless])]), OPTIONS);
    expect(files.map(({ location }) => location)).toEqual(["locations/200"]);
  });

  test("with several listings the operator must choose one, by id or name", async () => {
    const path = writeZip([
      entry("account-1/location-200/reviews.json", [review("a"), review("b")]),
      entry("account-2/location-200/reviews.json", [review("a", "2")]),
      listing("account-1/location-200", "Harborline North"),
      entry("account-1/location-300/reviews.json", [review("c", "1", "300")]),
      listing("account-1/location-300", "Harborline South"),
    ]);
    expect(await endOf(readReviews(path))).toThrow(
      "contains several listings: choose one with --location: 200 (Harborline North, 2 reviews), 300 (Harborline South, 1 review)",
    );
    expect((await readReviews(path, { location: "harborline south" })).rows[0]?.source_id).toBe(
      "locations/300/reviews/c",
    );
    expect((await readReviews(path, { location: "200" })).rows[0]?.source_id).toBe("locations/200/reviews/a");
    expect(await endOf(readReviews(path, { location: "400" }))).toThrow(
      "has no listing 400; it has 200 (Harborline North), 300 (Harborline South)",
    );
  });

  test("a name is found without its accents, however they are written, unless another listing has it so", async () => {
    const path = (...names: string[]) =>
      writeZip(
        names.flatMap((name, at) => [
          entry(`account-1/location-${at}00/reviews.json`, [review("a", "1", `${at}00`)]),
          listing(`account-1/location-${at}00`, name),
        ]),
      );
    const find = async (file: string, location: string) =>
      (await readReviews(file, { location })).rows[0]?.source_id?.split("/")[1];
    const two = path("Clínica São Bento".normalize("NFD"), "Clínica Norte");
    for (const name of ["Clínica São Bento", "clinica sao bento", "CLÍNICA SÃO BENTO"])
      expect(await find(two, name)).toBe("000");
    const alike = path("Café Lee", "Cafe Lee", "Cafè Lee");
    expect(await find(alike, "café lee")).toBe("000");
    expect(await find(alike, "Cafe Lee")).toBe("100");
    expect(await endOf(readReviews(alike, { location: "Cafê Lee" }))).toThrow("contains several listings");
  });

  test("a damaged file with the listing's name does not stop a folder: the name is only for display", async () => {
    const folder = newFolder();
    const listed = join(folder, "Takeout/Google Business Profile/account-1/location-200");
    mkdirSync(listed, { recursive: true });
    writeFileSync(join(listed, "reviews.json"), JSON.stringify({ reviews: [review("a")] }));
    for (const damaged of ["", "{", Uint8Array.of(0x7b, 0xff, 0xfe)]) {
      writeFileSync(join(listed, "additionalData.json"), damaged);
      expect((await readReviews(folder)).rows.map(({ source_id }) => source_id)).toEqual(["locations/200/reviews/a"]);
    }
  });

  test("the name of a listing is found up to six levels deep, as a member or beside its value", async () => {
    const nest = (value: unknown, levels: number): unknown => (levels === 0 ? value : { in: nest(value, levels - 1) });
    const chosen = async (...names: unknown[]) => {
      const [one, two] = names.map((data, index) => ({
        name: `Takeout/Google Business Profile/account-1/location-${index + 2}00/data.json`,
        data: JSON.stringify(data),
      }));
      const path = writeZip([
        entry("account-1/location-200/reviews.json", [review("a")]),
        entry("account-1/location-300/reviews.json", [review("c", "1", "300")]),
        ...(one && two ? [one, two] : []),
      ]);
      return readReviews(path).then(
        () => "",
        (error: Error) => error.message.split("--location: ")[1],
      );
    };
    const member = { LISTING_NAME: "North" };
    const beside = { name: "LISTING_NAME", stringValue: "South" };
    expect(await chosen(nest(member, 6), [nest(beside, 5)])).toBe("200 (North, 1 review), 300 (South, 1 review)");
    expect(await chosen(nest(member, 7), [nest(beside, 6)])).toBe("200 (1 review), 300 (1 review)");
  });

  test("reviews that the owner wrote about other businesses are refused", async () => {
    expect(await endOf(readReviews(fixture("maps-your-places.json")))).toThrow(
      "contains reviews that you wrote about other businesses",
    );
    const zip = writeZip([{ name: "Takeout/Maps (your places)/Reviews.json", data: "{}" }]);
    expect(await endOf(readReviews(zip))).toThrow('export "Google Business Profile" from Takeout instead');
    const folder = newFolder();
    mkdirSync(join(folder, "Maps (your places)"));
    writeFileSync(join(folder, "Maps (your places)/Reviews.json"), "{}");
    expect(await endOf(readReviews(folder))).toThrow('export "Google Business Profile" from Takeout instead');
  });
});
