import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openReviews, type ReadOptions } from "../../../src/import/formats/detect.ts";
import { openPreparation } from "../../../src/import/prepare/prepare.ts";
import { prepareRow } from "../../../src/import/run/stage.ts";
import { profile } from "../../../src/model/business.ts";
import type { StoredReview } from "../../../src/store/reviews.ts";
import { newFolder } from "../../databases.ts";
import { buildZip } from "../../zip.ts";

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const CLINIC = profile.parse({ name: "Clinic", time_zone: "America/Los_Angeles" });
const OPTIONS: ReadOptions = { format: null, location: null, map: {} };

/** What a file gives, up to where it would be compared with what is stored. */
async function read(path: string, options: Partial<ReadOptions> = {}) {
  const rows: StoredReview[] = [];
  const rejected: string[] = [];
  const formats: string[] = [];
  const warnings: string[] = [];
  for (const file of await openReviews(path, { ...OPTIONS, ...options })) {
    formats.push(file.format);
    const preparation = { ...file, ...openPreparation(CLINIC, Date.parse("2026-05-01T00:00:00Z")) };
    for await (const batch of file.rows) {
      for (const parsed of batch) {
        const prepared = await prepareRow(parsed, preparation, ({ place, reason }) =>
          rejected.push(`${place.row}: ${reason}`),
        );
        if (prepared) rows.push(prepared.row);
      }
    }
    const warning = file.warning();
    if (warning !== null) warnings.push(warning);
  }
  return { formats, rows, rejected, warnings };
}

describe("google-api", () => {
  test("reviews come with edits, replies and listing; what is null or anonymous is told apart", async () => {
    const { formats, rows, rejected, warnings } = await read(fixture("google-api.json"));
    expect(formats).toEqual(["google-api"]);
    expect(rejected).toEqual(["2: the entry is null, not a review"]);
    expect(warnings).toEqual(["says that there are 5 reviews and holds 4: it is not whole, fetch the other pages"]);
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

test("pages and places in an array are opened: their reviews are the rows", async () => {
  const path = join(newFolder(), "pages.json");
  const review = (r: string) => ({
    name: `accounts/1/locations/2/reviews/${r}`,
    starRating: "FIVE",
    createTime: "2025-01-01T00:00:00Z",
  });
  writeFileSync(
    path,
    JSON.stringify([
      { reviews: [review("a"), null], totalReviewCount: 4, nextPageToken: "x" },
      { reviews: [review("b")], totalReviewCount: 4 },
    ]),
  );
  const google = await read(path);
  expect(google.formats).toEqual(["google-api"]);
  expect(google.rows.map(({ source_id }) => source_id)).toEqual(["locations/2/reviews/a", "locations/2/reviews/b"]);
  expect(google.rejected).toEqual(["2: the entry is null, not a review"]);
  expect(google.warnings).toEqual([
    "says that there are 4 reviews and holds 3: it is not whole, fetch the other pages",
  ]);
  const stars = { name: "Ann", stars: 5, publishedAtDate: "2025-01-01T00:00:00Z" };
  writeFileSync(
    path,
    JSON.stringify([{ title: "Harborline", placeId: "P-1", reviews: [{ ...stars, reviewId: "a" }] }]),
  );
  const apify = await read(path);
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
  const writeZip = (entries: Parameters<typeof buildZip>[0]) => {
    const path = join(newFolder(), "takeout.zip");
    writeFileSync(path, buildZip(entries));
    return path;
  };

  test("a loose file is read, but holds not the whole listing", async () => {
    const [file] = await openReviews(fixture("takeout-reviews.json"), OPTIONS);
    expect(file).toMatchObject({ format: "google-takeout", complete: false });
    const { rows, rejected } = await read(fixture("takeout-reviews.json"));
    expect(rows.map(({ rating, text }) => [rating, text])).toEqual([
      [5, "Obi got me running again."],
      [3, null],
    ]);
    expect(rejected).toEqual(["3: no rating (STAR_RATING_UNSPECIFIED)"]);
  });
  test("a zip's files of one listing come together, whatever their account, name or byte-order mark", async () => {
    const path = writeZip([
      entry("account-100/location-200/reviews.json", [review("a")], "\ufeff"),
      entry("account-100/location-200/reviews-abc.json", [review("b")]),
      entry("account-101/location-200/reviews_001.json", [review("a", "101")]),
      { name: "Takeout/archive_browser.html", data: "<html>" },
    ]);
    const files = await openReviews(path, OPTIONS);
    expect(files[0]?.file).toBe(`${path}: Takeout/Google Business Profile/account-100/location-200/reviews.json`);
    expect(files.map(({ complete, location }) => [complete, location])).toEqual(Array(3).fill([true, "locations/200"]));
    const { rows } = await read(path);
    expect(rows.map(({ source_id }) => source_id)).toEqual([
      "locations/200/reviews/a",
      "locations/200/reviews/b",
      "locations/200/reviews/a",
    ]);
    expect(rows[0]?.id).toBe(rows[2]?.id ?? "");
  });

  test("several listings are asked about, and one is chosen by id or name", async () => {
    const path = writeZip([
      entry("account-1/location-200/reviews.json", [review("a"), review("b")]),
      entry("account-2/location-200/reviews.json", [review("a", "2")]),
      listing("account-1/location-200", "Harborline North"),
      entry("account-1/location-300/reviews.json", [review("c", "1", "300")]),
      listing("account-1/location-300", "Harborline South"),
    ]);
    await expect(read(path)).rejects.toThrow(
      "holds several listings: choose one with --location: 200 (Harborline North, 2 reviews), 300 (Harborline South, 1 review)",
    );
    expect((await read(path, { location: "harborline south" })).rows[0]?.source_id).toBe("locations/300/reviews/c");
    expect((await read(path, { location: "200" })).rows[0]?.source_id).toBe("locations/200/reviews/a");
    await expect(read(path, { location: "400" })).rejects.toThrow(
      "has no listing 400; it has 200 (Harborline North), 300 (Harborline South)",
    );
  });

  test("the reviews a person wrote about others are the wrong file", async () => {
    await expect(read(fixture("maps-your-places.json"))).rejects.toThrow("holds reviews that you wrote about others");
    const zip = writeZip([{ name: "Takeout/Maps (your places)/Reviews.json", data: "{}" }]);
    await expect(read(zip)).rejects.toThrow('export "Google Business Profile" from Takeout instead');
  });
});

describe("a loose file with several listings", () => {
  const write = (name: string, data: unknown) => {
    const path = join(newFolder(), name);
    writeFileSync(path, typeof data === "string" ? data : JSON.stringify(data));
    return path;
  };
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
    (await read(path, { location, ...options })).rows.map(({ source_id }) => source_id);

  test("of the Google API is asked about by the ids in the names", async () => {
    const path = write("api.json", { reviews: [google("7", "a"), google("8", "b"), google("7", "c")] });
    await expect(read(path)).rejects.toThrow(
      "api.json holds several listings: choose one with --location: 7 (2 reviews), 8 (1 review)",
    );
    expect(await ids(path, "7")).toEqual(["locations/7/reviews/a", "locations/7/reviews/c"]);
    expect(await ids(path, "locations/8")).toEqual(["locations/8/reviews/b"]);
    await expect(read(path, { location: "9" })).rejects.toThrow("has no listing 9; it has 7 (2 reviews), 8 (1 review)");
  });

  test("whose branches share a name is asked about by their ids", async () => {
    const apify = write("apify.json", [scraped(NORTH, "a"), scraped(SOUTH, "b"), scraped(NORTH, "c")]);
    const choices = "choose one with --location: P-north (Harborline, 2 reviews), P-south (Harborline, 1 review)";
    await expect(read(apify)).rejects.toThrow(choices);
    await expect(read(apify, { location: "harborline" })).rejects.toThrow(choices);
    expect(await ids(apify, "p-south")).toEqual(["b"]);
    const review = (id: string) => ({ review_id: id, review_rating: 5, review_datetime_utc: "05/02/2025 14:30:00" });
    const outscraper = write("outscraper.json", {
      data: [
        { name: "Harborline", place_id: "P-north", reviews_data: [review("a"), review("c")] },
        { name: "Harborline", place_id: "P-south", reviews_data: [review("b")] },
      ],
    });
    await expect(read(outscraper)).rejects.toThrow(choices);
    expect(await ids(outscraper, "P-north")).toEqual(["a", "c"]);
    const table = write(
      "outscraper.csv",
      "name,place_id,review_id,review_rating,review_datetime_utc\nHarborline,P-north,a,5,05/02/2025 14:30:00\nHarborline,P-south,b,5,05/02/2025 14:30:00\nHarborline,P-north,c,5,05/02/2025 14:30:00\n",
    );
    await expect(read(table)).rejects.toThrow(choices);
    expect(await ids(table, "P-south")).toEqual(["b"]);
  });

  test("that is a preset's table is asked about by name, and what does not say where it belongs is left out", async () => {
    const yelp = write(
      "yelp.csv",
      "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\na,A,5,x,2025-01-01,,North\nb,B,5,y,2025-01-02,,South\nc,C,5,z,2025-01-03,,\nd,D,9,bad,2025-01-04,,South\n",
    );
    await expect(read(yelp)).rejects.toThrow("choose one with --location: North (1 review), South (2 reviews)");
    const { rows, rejected } = await read(yelp, { location: "north" });
    expect(rows.map(({ source_id, location }) => [source_id, location])).toEqual([["a", "North"]]);
    expect(rejected).toEqual(["4: does not say which of the file's listings it is of"]);
    const podium = write(
      "podium.csv",
      "Location,Site,Customer Name,Stars,Comment,Date Posted\nNorth,Google,A,5,x,2025-01-01\nSouth,Google,B,5,y,2025-01-02\n",
    );
    await expect(read(podium)).rejects.toThrow("choose one with --location: North (1 review), South (1 review)");
  });

  test("of one's own is asked about when --map says that a column names listings", async () => {
    const path = write("own.csv", "rating,date,location\n5,2025-01-01,Portland\n4,2025-01-02,Salem\n");
    expect((await read(path)).rows.map(({ location }) => location)).toEqual([null, null]);
    await expect(read(path, { map: { location: "Location" } })).rejects.toThrow(
      "choose one with --location: Portland (1 review), Salem (1 review)",
    );
    expect((await read(path, { location: "salem" })).rows.map(({ rating }) => rating)).toEqual([4]);
    const json = write("own.json", [
      { rating: 5, date: "2025-01-01", location: "Portland" },
      { rating: 4, date: "2025-01-02", location: "Salem" },
    ]);
    expect((await read(json)).rows.map(({ location }) => location)).toEqual([null, null]);
    expect((await read(json, { location: "Salem" })).rows.map(({ rating }) => rating)).toEqual([4]);
  });

  test("and one that names none takes --location for all of its rows", async () => {
    const path = write("own.csv", "rating,date\n5,2025-01-01\n");
    const [file] = await openReviews(path, { ...OPTIONS, location: "Harborline" });
    expect(file?.location).toBe("Harborline");
    expect((await read(path, { location: "Harborline" })).rows).toHaveLength(1);
  });

  test("Judge.me's location is where the reviewer lives, and is not read", async () => {
    const path = write(
      "judgeme.csv",
      "title,body,rating,review_date,source,curated,reviewer_name,location\nA,b,5,2025-01-01,web,ok,Ann,Salem\nB,c,5,2025-01-02,web,ok,Ben,Bend\n",
    );
    expect((await read(path)).rows.map(({ location }) => location)).toEqual([null, null]);
  });
});

describe("dates with slashes", () => {
  const table = (...dates: string[]) => {
    const path = join(newFolder(), "dates.csv");
    writeFileSync(path, `rating,date\n${dates.map((date) => `5,${date}\n`).join("")}`);
    return path;
  };
  const datesIn = async (path: string) => {
    const { rows, warnings } = await read(path);
    return { dates: rows.map(({ date }) => date), warnings };
  };

  test("are read as the one that can be read one way only says, wherever it stands in the file", async () => {
    expect(await datesIn(table("03/04/2025", "5/6/2025 10:30", "25/12/2025"))).toEqual({
      dates: ["2025-04-03", "2025-06-05", "2025-12-25"],
      warnings: [],
    });
    expect(await datesIn(table("12/25/2025", "03/04/2025"))).toEqual({
      dates: ["2025-12-25", "2025-03-04"],
      warnings: [],
    });
    const many = Array.from({ length: 5000 }, () => "03-04-2025");
    const { dates } = await datesIn(table(...many, "13-04-2025"));
    expect(dates[0]).toBe("2025-04-03");
    expect(dates).toHaveLength(5001);
  });

  test("that none settles have the month first, and the report says what was assumed", async () => {
    expect(await datesIn(table("2025-01-31", "03/04/2025", "05/05/2025"))).toEqual({
      dates: ["2025-01-31", "2025-03-04", "2025-05-05"],
      warnings: [
        "has dates that can be read two ways (row 3: 03/04/2025), and none that tells which: the month was taken to come first. If the day does, write them as YYYY-MM-DD and import again",
      ],
    });
    expect((await datesIn(table("05/05/2025", "2025-03-04", "4.3.2025"))).warnings).toEqual([]);
  });

  test("of both orders in one file are named", async () => {
    expect(await datesIn(table("03/04/2025", "25/12/2025", "12/25/2025"))).toEqual({
      dates: ["2025-04-03", "2025-12-25", "2025-12-25"],
      warnings: [
        "mixes dates with the day first (row 3: 25/12/2025) and the month first (row 4: 12/25/2025): those that can be read both ways (row 2: 03/04/2025) were read with the day first. Write them as YYYY-MM-DD and import again",
      ],
    });
  });

  test("of JSON follow the same rule, and a reply's date follows its file", async () => {
    const path = join(newFolder(), "dates.json");
    const rows = [
      { rating: 5, date: "03/04/2025", text: "a", reply: "Thanks", reply_date: "04/04/2025" },
      { rating: 5, date: "2025-05-01", text: "b", reply: "Thanks", reply_date: "05/06/2025" },
      { rating: 5, date: "25/04/2025", text: "c" },
    ];
    writeFileSync(path, JSON.stringify(rows));
    const found = await read(path);
    expect(found.rows.map(({ date, reply_date }) => [date, reply_date])).toEqual([
      ["2025-04-03", "2025-04-04"],
      ["2025-05-01", "2025-06-05"],
      ["2025-04-25", null],
    ]);
    expect(found.warnings).toEqual([]);
  });

  test("of Outscraper have the month first, by its format", async () => {
    const path = join(newFolder(), "outscraper.csv");
    writeFileSync(path, "review_id,review_rating,review_datetime_utc\na,5,03/04/2025 14:30:00\n");
    expect(await datesIn(path)).toEqual({ dates: ["2025-03-04"], warnings: [] });
  });
});

describe("scrapes", () => {
  test("serpapi", async () => {
    const { formats, rows } = await read(fixture("serpapi.json"));
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

  test("outscraper, JSON and table", async () => {
    const json = await read(fixture("outscraper.json"));
    expect(json.formats).toEqual(["outscraper"]);
    expect(json.rows[0]).toMatchObject({ author: "Ingrid S.", published_at: "2025-05-02T14:30:00Z", rating: 5 });
    expect(json.rows[1]).toMatchObject({ author: "Old F.", text: null, reply_text: "Thank you for the stars." });
    const table = await read(fixture("outscraper.csv"));
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

  test("apify", async () => {
    const { formats, rows } = await read(fixture("apify.json"));
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
  test("yelp, table and API", async () => {
    const table = await read(fixture("yelp.csv"));
    expect(table.formats).toEqual(["yelp"]);
    expect(table.rows[0]).toMatchObject({
      source: "yelp",
      source_id: "yx-1",
      text: 'Best balance class, "bar none".',
      date: "2025-08-14",
      published_at: "2025-08-14T07:00:00Z",
      verification_method: "platform_account",
    });
    const api = await read(fixture("yelp.json"));
    expect(api.formats).toEqual(["yelp"]);
    expect(api.rows[0]).toMatchObject({ source_id: "yapi-1", author: "Ella A.", date: "2025-08-29" });
  });

  test("facebook's recommendations count as 5 and 1, and the row says so", async () => {
    const { formats, rows, rejected } = await read(fixture("facebook.json"));
    expect(formats).toEqual(["facebook"]);
    expect(rows.map(({ rating, rating_basis }) => [rating, rating_basis])).toEqual([
      [5, "recommendation"],
      [1, "recommendation"],
      [4, "stars"],
    ]);
    expect(rows[0]).toMatchObject({ published_at: "2025-09-01T10:00:00Z", author: "Fay T." });
    expect(rejected).toEqual(["4: neither a rating nor a recommendation"]);
  });

  test("trustpilot, with semicolons; its e-mail column is never read", async () => {
    const { formats, rows } = await read(fixture("trustpilot.csv"));
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

  test("birdeye, podium and judgeme are presets without a default verification", async () => {
    const birdeye = await read(fixture("birdeye.csv"));
    expect(birdeye.formats).toEqual(["birdeye"]);
    expect(birdeye.rows.map(({ source, date, held_reason }) => [source, date, held_reason])).toEqual([
      ["google", "2026-01-05", "unverified"],
      ["healthgrades", "2026-01-06", "unverified"],
      ["direct", "2026-01-07", "unverified"],
    ]);
    const podium = await read(fixture("podium.csv"));
    expect(podium.formats).toEqual(["podium"]);
    expect(podium.rows.map(({ rating, source }) => [rating, source])).toEqual([
      [4, "google"],
      [5, "direct"],
    ]);
    const judgeme = await read(fixture("judgeme.csv"));
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

describe("generic", () => {
  test("json-ld in a graph, under the business, on another scale, in a page", async () => {
    const { formats, rows, rejected } = await read(fixture("json-ld.json"));
    expect(formats).toEqual(["json-ld"]);
    expect(rows.map(({ author, rating, title, date }) => [author, rating, title, date])).toEqual([
      ["Kay L.", 5, "Warm pool", "2025-12-01"],
      ["Lou", 4, null, "2025-12-02"],
    ]);
    expect(rejected).toEqual(["1: rating 3.5 is not a whole number from 1 to 5"]);
    const page = await read(fixture("page.html"));
    expect(page.formats).toEqual(["json-ld"]);
    expect(page.rows[0]).toMatchObject({ author: "Nia", text: "Ben & Obi: <3", state: "held" });
  });

  test("json-ld's entities are decoded once, in texts, names and links, in a page and in a file", async () => {
    const review = {
      "@context": "https://schema.org",
      "@type": "Review",
      author: { name: "Se&aacute;n O&#39;Hara" },
      headline: "&quot;Best&quot; &#8211; ever",
      reviewBody:
        "Tom &amp;amp; Ann &lt;3, R&D, &amp;lt;b&gt;, caf&eacute;&hellip; &#x1F600; &#146;s &nosuch; &#0; 5 &lt; 6",
      reviewRating: { ratingValue: 5 },
      datePublished: "2025-12-01",
      url: "https://site.example/?a=1&amp;b=2",
    };
    const expected = {
      author: "Seán O.",
      title: '"Best" – ever',
      text: "Tom &amp; Ann <3, R&D, &lt;b>, café… 😀 ’s &nosuch; \ufffd 5 < 6",
      source_url: "https://site.example/?a=1&b=2",
    };
    const file = join(newFolder(), "review.json");
    writeFileSync(file, JSON.stringify(review));
    expect((await read(file)).rows).toMatchObject([expected]);
    const page = join(newFolder(), "page.html");
    const script = `<script type="application/LD+JSON; charset=utf-8">${JSON.stringify(review)}</script>`;
    writeFileSync(page, `<!doctype html><title>x</title>${script}`);
    expect((await read(page)).rows).toMatchObject([expected]);
  });

  test("a table of one's own, with and without --map", async () => {
    await expect(read(fixture("generic.csv"))).rejects.toThrow(
      "has no column that looks like date; it has Patient Name, Score, Comments, Day of visit, E-mail, Verified By. Say which: --map date=COLUMN",
    );
    const { formats, rows } = await read(fixture("generic.csv"), { map: { date: "day of visit" } });
    expect(formats).toEqual(["csv"]);
    expect(rows.map(({ author, rating, date, state }) => [author, rating, date, state])).toEqual([
      ["Opal R.", 4, "2026-01-05", "published"],
      ["Pete", 5, "2026-01-06", "held"],
    ]);
    expect(JSON.stringify(rows)).not.toContain("mail.example");
    await expect(read(fixture("generic.csv"), { map: { date: "When" } })).rejects.toThrow(
      "has no column When; it has Patient Name",
    );
  });

  test.each([
    ["utf-8 with a mark", ",", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["utf-16 with a mark", "\t", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["windows-1252", ";", (text: string) => Buffer.from(text, "latin1")],
    ["utf-8", "|", (text: string) => Buffer.from(text)],
  ])("a table in %s with %j between its cells", async (_, delimiter, encode) => {
    const path = join(newFolder(), "table.csv");
    const lines = [
      ["Rating", "Date", "Name", "Review"],
      ["5", "2025-01-01", "Zoé Münch", `"Café, thé; lait|sucre, et 'à bientôt'"`],
    ];
    writeFileSync(path, encode(`${lines.map((cells) => cells.join(delimiter)).join("\r\n")}\r\n`));
    const { rows, rejected } = await read(path);
    expect(rejected).toEqual([]);
    expect(rows).toMatchObject([{ author: "Zoé M.", text: "Café, thé; lait|sucre, et 'à bientôt'" }]);
  });

  test("a reply's date or an edit's time that nobody understands costs no review", async () => {
    const path = join(newFolder(), "odd.csv");
    writeFileSync(path, "rating,date,updated,reply,reply date\n5,2025-01-01,never,Thanks!,last week\n5,soon,,,\n");
    const { rows, rejected } = await read(path);
    expect(rows).toMatchObject([{ date: "2025-01-01", reply_text: "Thanks!", reply_date: null }]);
    expect(rejected).toEqual(['3: date "soon" is not understood']);
  });

  test("JSON inside cells is opened", async () => {
    const path = join(newFolder(), "cells.csv");
    const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const cells = [
      cell({ ratingValue: 4 }),
      "2025-01-01",
      cell({ displayName: "Ann Bee" }),
      cell({ text: "Good." }),
      cell({ comment: "Thank you!", updateTime: "2025-01-02T20:00:00Z" }),
    ];
    writeFileSync(path, `rating,date,reviewer,review,reply\n${cells.join(",")}\n5,2025-01-03,Cy,{not json},\n`);
    expect((await read(path)).rows).toMatchObject([
      { rating: 4, author: "Ann B.", text: "Good.", reply_text: "Thank you!", reply_date: "2025-01-02" },
      { rating: 5, author: "Cy", text: "{not json}" },
    ]);
  });

  test("JSON of one's own, with nested names and unix times in seconds and milliseconds", async () => {
    const { formats, rows } = await read(fixture("generic.json"));
    expect(formats).toEqual(["json"]);
    expect(rows.map(({ author, source_id, published_at }) => [author, source_id, published_at])).toEqual([
      ["Quill A.", "17", "2026-01-01T00:00:00Z"],
      ["Rae", "18", "2026-01-02T00:00:00Z"],
    ]);
  });
});
