import { describe, expect, test } from "bun:test";
import { endOf } from "../../end-of.ts";
import { fixture, readReviews, writeData } from "../read-reviews.ts";

describe("generic", () => {
  test("JSON-LD is read in a graph, inside the business, on another scale and in a page", async () => {
    const { formats, rows, rejected } = await readReviews(fixture("json-ld.json"));
    expect(formats).toEqual(["json-ld"]);
    expect(rows.map(({ author, rating, title, date }) => [author, rating, title, date])).toEqual([
      ["Kay L.", 5, "Warm pool", "2025-12-01"],
      ["Lou", 4, null, "2025-12-02"],
    ]);
    expect(rejected).toEqual(["1: rating 3.5 is not a whole number from 1 to 5"]);
    const page = await readReviews(fixture("page.html"));
    expect(page.formats).toEqual(["json-ld"]);
    expect(page.rows[0]).toMatchObject({ author: "Nia", text: "Ben & Obi: <3", state: "held" });
  });

  test("a rating in JSON-LD is converted from its scale, and rejected if that gives no whole star", async () => {
    const starsOf = async (ratingValue: number, bestRating?: number, worstRating?: number) => {
      const review = { "@type": "Review", reviewRating: { ratingValue, bestRating, worstRating } };
      const { rows, rejected } = await readReviews(
        writeData("review.json", { ...review, datePublished: "2025-12-01", reviewBody: "Good." }),
      );
      return rows[0]?.rating ?? rejected[0];
    };
    expect(await starsOf(4)).toBe(4);
    expect(await starsOf(4, 5, 0)).toBe(4);
    expect(await starsOf(4, 5, 3)).toBe(3);
    expect(await starsOf(4, 4)).toBe(5);
    expect(await starsOf(80, 100)).toBe(4);
    expect(await starsOf(5.5, 10, 1)).toBe(3);
    expect(await starsOf(7, 10)).toBe("1: rating 7 of 10 is not a whole star");
    expect(await starsOf(1, 6)).toBe("1: rating 1 of 6 is not a whole star");
  });

  test("HTML entities in JSON-LD are decoded once, in texts, names and links, in a page and in a file", async () => {
    const review = {
      "@context": "https://schema.org",
      "@type": "Review",
      author: { name: "Se&aacute;n O&#39;Hara" },
      headline: "&quot;Best&quot; &#8211; ever",
      reviewBody:
        "Tom &amp;amp; Ann &lt;3, R&D, &amp;lt;b&gt;, caf&eacute;&hellip; &#x1F600; &#146;s &nosuch; &#0;&#1114112;&#xD800; 5 &lt; 6",
      reviewRating: { ratingValue: 5 },
      datePublished: "2025-12-01",
      url: "https://site.example/?a=1&amp;b=2",
    };
    const expected = {
      author: "Seán O.",
      title: '"Best" – ever',
      text: "Tom &amp; Ann <3, R&D, &lt;b>, café… 😀 ’s &nosuch;  5 < 6",
      source_url: "https://site.example/?a=1&b=2",
    };
    expect((await readReviews(writeData("review.json", review))).rows).toMatchObject([expected]);
    const script = `<script type="application/LD+JSON; charset=utf-8">${JSON.stringify(review)}</script>`;
    const page = writeData("page.html", `<!doctype html><title>x</title>${script}`);
    expect((await readReviews(page)).rows).toMatchObject([expected]);
  });

  test("HTML in any text becomes text, except in rows of Candor", async () => {
    const html = "<p>Tom &amp; Ann were <b>great</b>.</p>5 < 6 <3 <my knee><br/>Se&ntilde;or";
    const row = {
      rating: 5,
      date: "2025-12-01",
      name: "Se&aacute;n Lee",
      title: "A &lt; B",
      text: html,
      reply: "Thanks<br>all",
    };
    expect((await readReviews(writeData("rows.json", [row]))).rows).toMatchObject([
      {
        author: "Seán L.",
        title: "A < B",
        text: "Tom & Ann were great.\n5 < 6 <3 <my knee>\nSeñor",
        reply_text: "Thanks\nall",
      },
    ]);
    const own = { id: "0".repeat(26), rating: 5, date: "2025-12-01", text: html };
    expect((await readReviews(writeData("own.json", [own]))).rows).toMatchObject([{ text: html }]);
  });

  test("an own table is read by its headers, or by --map", async () => {
    expect(await endOf(readReviews(fixture("generic.csv")))).toThrow(
      "has no column that looks like date; it has Patient Name, Score, Comments, Day of visit, E-mail, Verified By. Name the column: --map date=COLUMN",
    );
    const { formats, rows } = await readReviews(fixture("generic.csv"), {
      map: { date: "day of visit" },
      dates: "month_first",
    });
    expect(formats).toEqual(["csv"]);
    expect(rows.map(({ author, rating, date, state }) => [author, rating, date, state])).toEqual([
      ["Opal R.", 4, "2026-01-05", "published"],
      ["Pete", 5, "2026-01-06", "held"],
    ]);
    expect(JSON.stringify(rows)).not.toContain("mail.example");
    expect(await endOf(readReviews(fixture("generic.csv"), { map: { date: "When" } }))).toThrow(
      "has no column When; it has Patient Name",
    );
  });

  test.each([
    ["utf-8 with a mark", ",", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["utf-16 with a mark", "\t", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["windows-1252", ";", (text: string) => Buffer.from(text, "latin1")],
    ["utf-8", "|", (text: string) => Buffer.from(text)],
  ])("a table in %s with %j between its cells is read", async (_, delimiter, encode) => {
    const lines = [
      ["Rating", "Date", "Name", "Review"],
      ["5", "2025-01-01", "Zoé Münch", `"Café, thé; lait|sucre, et 'à bientôt'"`],
    ];
    const table = `${lines.map((cells) => cells.join(delimiter)).join("\r\n")}\r\n`;
    const { rows, rejected } = await readReviews(writeData("table.csv", encode(table)));
    expect(rejected).toEqual([]);
    expect(rows).toMatchObject([{ author: "Zoé M.", text: "Café, thé; lait|sucre, et 'à bientôt'" }]);
  });

  test("an unreadable date of a reply or an edit does not reject the review", async () => {
    const path = writeData(
      "odd.csv",
      "rating,date,updated,reply,reply date\n5,2025-01-01,never,Thanks!,last week\n5,soon,,,\n",
    );
    const { rows, rejected } = await readReviews(path);
    expect(rows).toMatchObject([{ date: "2025-01-01", reply_text: "Thanks!", reply_date: null }]);
    expect(rejected).toEqual(['3: date "soon" is not understood']);
  });

  test("JSON inside cells is read", async () => {
    const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const cells = [
      cell({ ratingValue: 4 }),
      "2025-01-01",
      cell({ displayName: "Ann Bee" }),
      cell({ text: "Good." }),
      cell({ comment: "Thank you!", updateTime: "2025-01-02T20:00:00Z" }),
    ];
    const path = writeData(
      "cells.csv",
      `rating,date,reviewer,review,reply\n${cells.join(",")}\n5,2025-01-03,Cy,{not json},\n`,
    );
    expect((await readReviews(path)).rows).toMatchObject([
      { rating: 4, author: "Ann B.", text: "Good.", reply_text: "Thank you!", reply_date: "2025-01-02" },
      { rating: 5, author: "Cy", text: "{not json}" },
    ]);
  });

  test("own JSON is read with nested names, and Unix times in seconds and milliseconds", async () => {
    const { formats, rows } = await readReviews(fixture("generic.json"));
    expect(formats).toEqual(["json"]);
    expect(rows.map(({ author, source_id, published_at }) => [author, source_id, published_at])).toEqual([
      ["Quill A.", "17", "2026-01-01T00:00:00Z"],
      ["Rae", "18", "2026-01-02T00:00:00Z"],
    ]);
    const mixed = writeData("mixed.json", [{ rating: 5, date: "2025-12-01" }, 7]);
    expect(await readReviews(mixed)).toMatchObject({
      rows: [{ rating: 5 }],
      rejected: ["2: the entry is not an object"],
    });
  });
});
