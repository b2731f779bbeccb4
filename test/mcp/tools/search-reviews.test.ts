import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startClinic } from "../clinic.ts";
import { callTool, idNumbers } from "../endpoint.ts";

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
    [{ rating: null, query: "", mentions_technician: "" }, [5, 4, 3, 2, 1]],
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
    [{ rating: 1, stars: 2 }, "rating is given twice; give it only once"],
    [
      { color: "red" },
      "color is not an argument of this tool; it takes: rating, min_rating, since, until, query, mentions_technician, mentions_service, limit, cursor",
    ],
    [
      { rating: 9, limit: 0 },
      "rating must be a whole number from 1 to 5; received 9\nlimit must be a whole number from 1 to 100; received 0",
    ],
    [[], "arguments must be an object"],
    [
      { constructor: 1 },
      "constructor is not an argument of this tool; it takes: rating, min_rating, since, until, query, mentions_technician, mentions_service, limit, cursor",
    ],
  ])("refuses %j and names the argument", async (given, fault) => {
    expect(await call(given)).toEqual({ fault });
  });

  test("counts characters of a query, not UTF-16 units", async () => {
    expect((await call({ query: "🙂".repeat(200) })).matched).toBe(0);
    expect((await call({ query: "🙂".repeat(201) })).fault).toStartWith("query must have at most 200 characters");
  });

  test("finds nothing if since is after until", async () => {
    expect(await call({ since: "2024-02-01", until: "2024-01-01" })).toMatchObject({
      matched: 0,
      reviews: [],
    });
  });
});
