import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startClinic, TOMBSTONE } from "../clinic.ts";
import { callTool, idNumbers, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "search_reviews", given);

describe("search_reviews", () => {
  test("has the members of the HTTP answer, and a cursor with the url", async () => {
    expect(await call({ rating: 5, limit: 2 })).toMatchObject({
      query: { rating: 5 },
      total: 5,
      matched: 3,
      returned: 2,
      limit: 2,
      next_url: expect.stringMatching(/^http:\/\/localhost:8080\/api\/reviews\/search\?rating=5&limit=2&cursor=/),
    });
  });

  test.each([
    [{ technician: "ana" }, [2, 1]],
    [{ therapist: "Ana Ruiz" }, [2, 1]],
    [{ service: "Dry needling" }, [3, 1]],
    [{ keyword: "VERTIGO" }, [3]],
    [{ max_results: 1 }, [5]],
    [{ "max-results": "1" }, [5]],
    [{ stars: 2 }, [2]],
    [{ minimum_rating: 4.5, to_date: "2024-01-04" }, [1]],
    [{ start_date: "2024-01-05" }, [5, 4]],
    [{ max_stars: 4 }, [3, 2]],
    [{ has_text: false }, [4]],
    [{ has_text: "true", max_rating: 3 }, [2]],
    [{ replied: true }, []],
    [{ aspect: "care", sentiment: "positive" }, [1]],
    [{ sentiment: "negative" }, [2]],
    [{ query: " \u3000", lang: "EN" }, [5, 4, 3, 2, 1]],
    [{ rating: null, query: "", mentions_technician: null }, [5, 4, 3, 2, 1]],
  ])("understands %j", async (given, expected) => {
    expect(idNumbers((await call(given)).reviews)).toEqual(expected);
  });

  test("pages by cursor, and a cursor fits only its own filters", async () => {
    const first = await call({ limit: 3 });
    const second = await call({ limit: 3, cursor: first.next_cursor });
    expect([idNumbers(first.reviews), idNumbers(second.reviews), second.next_cursor]).toEqual([
      [5, 4, 3],
      [2, 1],
      null,
    ]);
    expect([first.note, second.note]).toEqual([undefined, undefined]);
    expect((await call({ rating: 5, cursor: first.next_cursor })).fault).toStartWith(
      "cursor does not belong to this search",
    );
  });

  test.each([
    [{ rating: 6 }, "rating must be a whole number from 1 to 5; received 6"],
    [{ rating: 4.5 }, "rating must be a whole number from 1 to 5; received 4.5"],
    [{ rating: "five" }, 'rating must be a whole number from 1 to 5; received "five"'],
    [{ min_rating: 0 }, "min_rating must be a number from 1 to 5; received 0"],
    [{ limit: 101 }, "limit must be a whole number from 1 to 100; received 101"],
    [{ since: "2024-02-30" }, 'since must be a real calendar date, YYYY-MM-DD; received "2024-02-30"'],
    [{ query: 5 }, "query must be a string; received 5"],
    [{ query: "x".repeat(201) }, `query must have at most 200 characters; received "${"x".repeat(99)}`],
    [{ query: "a\0b" }, 'query must not contain NUL; received "a\\u0000b"'],
    // As over HTTP: what is empty is no filter that somebody meant.
    [{ condition: "" }, 'condition must not be empty: leave it out; received ""'],
    [
      { technician: "", rating: "" },
      'mentions_technician must not be empty: leave it out; received ""\nrating must not be empty: leave it out; received ""',
    ],
    [{ rating: 1, stars: 2 }, "rating is given twice; give it only once"],
    [
      { color: "red" },
      "color is not an argument of this tool; it takes: rating, min_rating, since, until, query, mentions_technician, mentions_service, max_rating, source, verification, language, has_text, has_reply, incentivized, edited, aspect, aspect_sentiment, topic, condition, sentiment, verification_level, updated_since, limit, cursor, include",
    ],
    [
      { rating: 9, limit: 0 },
      "rating must be a whole number from 1 to 5; received 9\nlimit must be a whole number from 1 to 100; received 0",
    ],
    [{ has_reply: "yes" }, 'has_reply must be true or false; received "yes"'],
    [{ edited: 1 }, "edited must be true or false; received 1"],
    [{ language: "en_US" }, 'language must be a language tag, such as en or pt-BR; received "en_US"'],
    [
      { source: "twitter" },
      'source must be one of google, yelp, facebook, trustpilot, healthgrades, direct, other; received "twitter"',
    ],
    [
      { updated_since: "2024-01-01T00:00:00" },
      'updated_since must be a date, YYYY-MM-DD, or an RFC 3339 time with offset; received "2024-01-01T00:00:00"',
    ],
    [[], "arguments must be an object"],
    [
      { constructor: 1 },
      "constructor is not an argument of this tool; it takes: rating, min_rating, since, until, query, mentions_technician, mentions_service, max_rating, source, verification, language, has_text, has_reply, incentivized, edited, aspect, aspect_sentiment, topic, condition, sentiment, verification_level, updated_since, limit, cursor, include",
    ],
  ])("refuses %j and names the argument", async (given, fault) => {
    expect(await call(given)).toEqual({ fault });
  });

  test("counts characters of a query, not UTF-16 units", async () => {
    expect((await call({ query: "🙂".repeat(200) })).matched).toBe(0);
    expect((await call({ query: "🙂".repeat(201) })).fault).toStartWith("query must have at most 200 characters");
  });

  test("says what would match where nothing does, as HTTP does", async () => {
    const given = { query: "vertgo", limit: 3 };
    const { suggestions, note } = await call(given);
    expect(suggestions).toEqual([
      {
        kind: "spelling",
        query: { query: "vertigo" },
        matched: 1,
        url: "http://localhost:8080/api/reviews/search?query=vertigo&limit=3",
      },
    ]);
    expect(note).toBe("no published review matches all of these filters");
    const http = await (await fetch(`${clinic.origin}/api/reviews/search?query=vertgo&limit=3`)).json();
    expect(suggestions).toEqual((http as Wire).suggestions);
  });

  test("with updated_since also lists what was deleted", async () => {
    expect((await call({ updated_since: "2024-02-01T00:00:00Z" })).deleted).toEqual([
      {
        id: "00000000000000000000000009",
        date: "2024-01-10",
        deleted_at: "2024-02-01T00:00:00Z",
        reason: "erased_on_request",
      },
    ]);
    expect((await call({ updated_since: "2024-02-01T00:00:01Z" })).deleted).toEqual([]);
    expect((await call({})).deleted).toBeUndefined();
  });

  test("lists at most 100 of what was deleted, and says so if there are more", async () => {
    const deletedOf = async (count: number) => {
      const tombstones = Array.from({ length: count }, (_, i) => ({
        ...TOMBSTONE,
        id: String(2000 + i).padStart(26, "0"),
      }));
      const other = startEndpoint(await testSnapshot({ tombstones }));
      const { deleted, note } = await callTool(other.url, "search_reviews", { updated_since: "2024-01-01" });
      await other.stop();
      return [deleted.length, note];
    };
    expect(await deletedOf(100)).toEqual([100, undefined]);
    expect(await deletedOf(101)).toEqual([100, "deleted lists the first 100 of 101"]);
  });

  test("finds nothing if since is after until", async () => {
    expect(await call({ since: "2024-02-01", until: "2024-01-01" })).toMatchObject({
      matched: 0,
      reviews: [],
    });
  });

  test("says which languages there are, and that a question is no substring", async () => {
    expect((await call({ language: "Spanish" })).note).toBe(
      'nothing matches: no review has the language "Spanish"; the languages are: en',
    );
    expect(await call({ language: "EN" })).not.toHaveProperty("note");
    expect((await call({ query: "how long did they wait" })).note).toBe(
      "no published review matches all of these filters; query is one substring, not a question: give one word of it, or ask the tool search",
    );
  });

  test("says what to do instead of sorting and paging by number", async () => {
    expect((await call({ sort_by: "rating" })).fault).toStartWith(
      "sort_by is not an argument of this tool: reviews always come newest first; for the worst or the best use max_rating or min_rating; it takes: rating,",
    );
    expect((await call({ page: 2 })).fault).toStartWith(
      "page is not an argument of this tool: for the next page give next_cursor as cursor; it takes: rating,",
    );
  });
});
