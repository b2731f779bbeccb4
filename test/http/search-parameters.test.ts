import { describe, expect, test } from "bun:test";
import { parseSearchParameters, queryOf } from "../../src/http/search-parameters.ts";
import { searchDocument } from "../../src/model/documents.ts";
import { problem } from "../../src/model/wire/problem.ts";
import { reviewRow } from "../rows.ts";
import { openService, snapshotOf } from "../service.ts";

const parsed = (query: string) => parseSearchParameters(query);
const faults = (query: string) => {
  const result = parseSearchParameters(query);
  return "issues" in result ? result.issues.map(({ path, code }) => [path[0], code]) : [];
};

test("the query of a URL is what is between ? and #", () => {
  expect(["/a?b=c", "/a?b=c#d", "/a?b=?#", "?b", "/a", "/a#?b"].map(queryOf)).toEqual([
    "b=c",
    "b=c",
    "b=?",
    "b",
    "",
    "b",
  ]);
});

describe("search parameters", () => {
  test("none gives twenty of everything", () => {
    expect(parsed("")).toEqual({ request: { filters: {}, limit: 20, cursor: null } });
    expect(parsed("?&&")).toEqual({ request: { filters: {}, limit: 20, cursor: null } });
  });

  test("all of them are read, with their types", () => {
    expect(
      parsed(
        "rating=5&min_rating=4.5&since=2024-02-29&until=2026-12-31&query=knee+pain%21&mentions_technician=Ana%20Ruiz" +
          "&mentions_service=dry-needling&limit=100&cursor=abc",
      ),
    ).toEqual({
      request: {
        filters: {
          rating: 5,
          min_rating: 4.5,
          since: "2024-02-29",
          until: "2026-12-31",
          query: "knee pain!",
          mentions_technician: "Ana Ruiz",
          mentions_service: "dry-needling",
        },
        limit: 100,
        cursor: "abc",
      },
    });
  });

  test("bounds belong to the range", () => {
    for (const query of [
      "rating=1",
      "rating=5",
      "min_rating=1",
      "min_rating=5",
      "min_rating=5.0",
      "limit=1",
      "limit=100",
    ]) {
      expect({ query, faults: faults(query) }).toEqual({ query, faults: [] });
    }
  });

  test.each([
    ["rating=0", "rating", "too_small"],
    ["rating=6", "rating", "too_big"],
    ["rating=-1", "rating", "too_small"],
    ["rating=4.5", "rating", "invalid_type"],
    ["rating=five", "rating", "invalid_type"],
    ["rating=5e0", "rating", "invalid_type"],
    ["rating=0x5", "rating", "invalid_type"],
    ["rating=+5", "rating", "invalid_type"],
    ["rating=%205", "rating", "invalid_type"],
    ["rating=5%00", "rating", "invalid_type"],
    ["rating=%D9%A5", "rating", "invalid_type"],
    ["rating=NaN", "rating", "invalid_type"],
    ["rating=99999999999999999999", "rating", "invalid_type"],
    ["rating=", "rating", "empty"],
    ["rating", "rating", "empty"],
    ["min_rating=0.99", "min_rating", "too_small"],
    ["min_rating=5.01", "min_rating", "too_big"],
    ["min_rating=Infinity", "min_rating", "invalid_type"],
    ["min_rating=4,5", "min_rating", "invalid_type"],
    ["min_rating=", "min_rating", "empty"],
    ["limit=0", "limit", "too_small"],
    ["limit=101", "limit", "too_big"],
    ["limit=500", "limit", "too_big"],
    ["limit=-1", "limit", "too_small"],
    ["limit=1.5", "limit", "invalid_type"],
    ["limit=", "limit", "empty"],
    ["since=2026-02-30", "since", "invalid_date"],
    ["since=2025-02-29", "since", "invalid_date"],
    ["since=2026-13-01", "since", "invalid_date"],
    ["since=2026-00-10", "since", "invalid_date"],
    ["since=2026-1-1", "since", "invalid_date"],
    ["since=2026-01-01T00:00:00Z", "since", "invalid_date"],
    ["since=20260101", "since", "invalid_date"],
    ["since=yesterday", "since", "invalid_date"],
    ["since=-2026-01-01", "since", "invalid_date"],
    ["since=", "since", "empty"],
    ["until=2026-04-31", "until", "invalid_date"],
    ["until=", "until", "empty"],
    ["query=a%00b", "query", "invalid_string"],
    ["mentions_technician=%00", "mentions_technician", "invalid_string"],
    ["mentions_technician=", "mentions_technician", "empty"],
    ["mentions_service=", "mentions_service", "empty"],
    ["mentions_service=a%00", "mentions_service", "invalid_string"],
    ["cursor=", "cursor", "empty"],
    ["cursor=%00", "cursor", "invalid_string"],
    ["query=%ff", "query", "invalid_encoding"],
    ["query=%c3%28", "query", "invalid_encoding"],
    ["query=%ed%a0%80", "query", "invalid_encoding"],
    ["query=%f8%88%80%80%80", "query", "invalid_encoding"],
    ["query=%c0%af", "query", "invalid_encoding"],
    ["query=%", "query", "invalid_encoding"],
    ["query=%4", "query", "invalid_encoding"],
    ["query=%zz", "query", "invalid_encoding"],
    ["query=100%", "query", "invalid_encoding"],
    ["query=%EF%BF%BD", "query", "invalid_encoding"],
    ["%ff=1", "%ff", "invalid_encoding"],
    ["__proto__=1", "__proto__", "unrecognized_key"],
    ["constructor=1", "constructor", "unrecognized_key"],
    ["Rating=5", "Rating", "unrecognized_key"],
    ["=5", "", "unrecognized_key"],
    ["rating[]=5", "rating[]", "unrecognized_key"],
    ["rating%00=5", "rating\0", "unrecognized_key"],
  ])("%s is a fault of %p: %s", (query, name, code) => {
    expect(faults(query)).toEqual([[name, code]]);
  });

  test("a query has at most 200 characters, counted as people count them", () => {
    expect(faults(`query=${"a".repeat(200)}`)).toEqual([]);
    expect(faults(`query=${"a".repeat(201)}`)).toEqual([["query", "too_big"]]);
    expect(faults(`query=${encodeURIComponent("😀".repeat(200))}`)).toEqual([]);
    expect(faults(`query=${"a".repeat(10_000)}`)).toEqual([["query", "too_big"]]);
    expect(faults(`mentions_technician=${"a".repeat(301)}`)).toEqual([["mentions_technician", "too_big"]]);
    expect(faults(`${"n".repeat(10_000)}=1`)).toEqual([["n".repeat(100), "unrecognized_key"]]);
  });

  test("a parameter may be given only once, even with the same value", () => {
    expect(faults("rating=5&rating=5")).toEqual([["rating", "repeated"]]);
    expect(faults("rating=5&rating=4&rating=3")).toEqual([
      ["rating", "repeated"],
      ["rating", "repeated"],
    ]);
    expect(faults("query=&query=")).toEqual([["query", "repeated"]]);
    expect(faults("r%61ting=5&rating=4")).toEqual([["rating", "repeated"]]);
    expect(faults("rating=%ff&rating=5")).toEqual([
      ["rating", "invalid_encoding"],
      ["rating", "repeated"],
    ]);
  });

  test("an empty query is no filter, and a contradiction is not an error", () => {
    expect(parsed("query=")).toEqual({ request: { filters: {}, limit: 20, cursor: null } });
    expect(faults("since=2026-02-01&until=2026-01-01")).toEqual([]);
    expect(faults("rating=1&min_rating=5")).toEqual([]);
  });

  test("a message says what is expected, and an unknown parameter gets a suggestion", () => {
    const message = (query: string) => {
      const result = parsed(query);
      return "issues" in result ? result.issues[0]?.message : null;
    };
    expect(message("rating=4.5")).toBe("rating must be a whole number");
    expect(message("min_rating=four")).toBe("min_rating must be a number");
    expect(message("ratin=5")).toBe("ratin is not a parameter: did you mean rating?");
    expect(message("q=knee")).toBe("q is not a parameter: did you mean query?");
    expect(message("technician=Ana")).toBe("technician is not a parameter: did you mean mentions_technician?");
    expect(message("Limit=5")).toBe("Limit is not a parameter: did you mean limit?");
    expect(message("zzzzzz=5")).toBe(
      "zzzzzz is not a parameter: this path takes rating, min_rating, since, until, query, mentions_technician, " +
        "mentions_service, max_rating, source, verification, language, has_text, has_reply, incentivized, edited, " +
        "aspect, aspect_sentiment, topic, condition, sentiment, verification_level, updated_since, limit, cursor",
    );
  });

  test("all faults are reported at once, in their order", () => {
    expect(faults("rating=9&limit=500&since=2026-02-30&colour=red&query=%ff&until=")).toEqual([
      ["rating", "too_big"],
      ["limit", "too_big"],
      ["since", "invalid_date"],
      ["colour", "unrecognized_key"],
      ["query", "invalid_encoding"],
      ["until", "empty"],
    ]);
  });

  test("a URL full of faults is answered in a moment", () => {
    const started = performance.now();
    expect(faults("a&".repeat(4000))).toHaveLength(21);
    expect(faults(`${"mentions_technicia".repeat(2)}&`.repeat(220))).toHaveLength(21);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("GET /api/reviews/search", async () => {
  const rows = Array.from({ length: 45 }, (_, n) => reviewRow(n, { rating: 1 + (n % 5) }));
  const { ask } = openService({ snapshot: await snapshotOf({ rows }) });
  const found = async (query: string) => searchDocument.parse(await (await ask(`/api/reviews/search${query}`)).json());
  const refused = async (query: string) => {
    const answer = await ask(`/api/reviews/search${query}`);
    expect(answer.status).toBe(400);
    return problem.parse(await answer.json());
  };

  test("answers 400 with exactly this body", async () => {
    expect(await refused("?limit=500")).toEqual({
      type: "https://reviews.example/developers/errors#invalid_parameters",
      title: "Invalid query parameters",
      status: 400,
      error: "invalid_parameters",
      detail: "limit must be at most 100",
      instance: "/api/reviews/search",
      issues: [{ path: ["limit"], code: "too_big", message: "limit must be at most 100", received: "500" }],
    });
  });

  test("what was received is cut, never echoed whole", async () => {
    const body = await refused(`?rating=${"9".repeat(5000)}`);
    expect(body.issues?.[0]?.received).toBe("9".repeat(100));
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  });

  test("lists at most 20 faults, then counts the others, and stays under 80 KB", async () => {
    const body = await refused(`?${"a&".repeat(4000)}`);
    expect(body.issues).toHaveLength(21);
    expect(body.issues?.[20]).toEqual({ path: [], code: "more_issues", message: "3980 more faults not listed here" });
    expect((await refused(`?${"a&".repeat(20)}`)).issues).toHaveLength(20);
    expect((await refused(`?${"a&".repeat(21)}`)).issues?.[20]?.message).toBe("1 more fault not listed here");
    const escapes = `${"%01".repeat(100)}=${"%01".repeat(100)}&`;
    const widest = JSON.stringify(await refused(`?${escapes.repeat(13)}`));
    expect(widest.length).toBeLessThan(80_000);
    expect(Array.from(JSON.parse(widest).detail)).toHaveLength(2000);
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
  });

  test("echoes the filters that applied and counts all matches", async () => {
    const body = await found("?rating=5&limit=2&query=");
    expect(body).toMatchObject({ query: { rating: 5 }, total: 45, matched: 9, returned: 2, limit: 2 });
    expect(body.reviews).toHaveLength(2);
    expect(await found("")).toMatchObject({ query: {}, total: 45, matched: 45, returned: 20, limit: 20 });
  });

  test("next_url leads through every match once, newest first, and ends with null", async () => {
    const ids: string[] = [];
    let url: string | null = "https://reviews.example/api/reviews/search?min_rating=2&limit=7";
    while (url !== null) {
      expect(url).toStartWith("https://reviews.example/api/reviews/search?min_rating=2&limit=7");
      const page: Awaited<ReturnType<typeof found>> = await found(new URL(url).search);
      ids.push(...page.reviews.map(({ id }) => id));
      url = page.next_url;
    }
    const expected = rows.filter(({ rating }) => rating >= 2).map(({ id }) => id);
    expect(ids).toEqual(expected.reverse());
  });

  test("a page that ends exactly at the last match has no next", async () => {
    expect((await found("?rating=5&limit=9")).next_url).toBeNull();
    expect((await found("?rating=5&limit=8")).next_url).toBeString();
  });

  test("a cursor of other filters, or a made-up one, is 400 with issues", async () => {
    const cursor = new URL((await found("?rating=5&limit=1")).next_url ?? "").searchParams.get("cursor") ?? "";
    expect((await found(`?rating=5&limit=3&cursor=${cursor}`)).returned).toBe(3);
    for (const query of [
      `?rating=4&cursor=${cursor}`,
      `?cursor=${cursor}`,
      "?cursor=nonsense",
      "?cursor=%F0%9F%98%80",
    ]) {
      expect((await refused(query)).issues?.[0]).toMatchObject({ path: ["cursor"], code: "invalid_cursor" });
    }
  });

  test("contradictions are empty results", async () => {
    for (const query of ["?since=2026-01-01&until=2025-01-01", "?rating=1&min_rating=2", "?mentions_service=none"]) {
      expect(await found(query)).toMatchObject({ matched: 0, returned: 0, next_url: null, reviews: [] });
    }
  });

  test("parameters that other paths do not define are ignored there", async () => {
    expect((await ask("/reviews.json?colour=red&limit=500")).status).toBe(200);
    expect((await ask("/api/reviews/since/2024-01-01?x=%ff")).status).toBe(200);
  });
});
