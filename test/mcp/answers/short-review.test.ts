import { afterAll, beforeAll, expect, test } from "bun:test";
import { shortReview } from "../../../src/mcp/answers/short-review.ts";
import { publicReview } from "../../../src/render/review.ts";
import { reviewRow, testProfile } from "../../rows.ts";
import { startHarborClinic } from "../clinic.ts";
import { callTool, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

const named = (ids: string[]) => ids.map((id) => ({ id, name: `The whole name of ${id}` }));
const FULL = reviewRow(1, {
  text: "Fine",
  title: "Good",
  revision: 2,
  incentivized: 1,
  verification_method: "visit_record",
  reply_text: "Thank you",
  reply_state: "published",
  mentions: JSON.stringify({ technicians: named(["ana", "ben"]), services: named(["knee"]), service_areas: [] }),
});
const BARE = reviewRow(2, { text: null, language: null });

test("the short form has nothing that is null, false or empty, and replies only if they are asked for", () => {
  const short = {
    id: FULL.id,
    date: FULL.date,
    rating: FULL.rating,
    author: FULL.author,
    title: "Good",
    text: "Fine",
    language: "en",
    source: "google",
    verification_level: "business",
    edited: true,
    replied: true,
    incentivized: true,
    mentions: { technicians: ["ana", "ben"], services: ["knee"] },
  };
  const whole = publicReview(FULL, "https://reviews.example");
  expect(shortReview(whole, false)).toEqual(short);
  expect(shortReview(whole, true)).toEqual({ ...short, owner_reply: { text: "Thank you", date: null } });
  const bare = shortReview(publicReview(BARE, "https://reviews.example"), true);
  expect(Object.keys(bare)).toEqual(["id", "date", "rating", "author", "source", "verification_level"]);
});

test("beside the reviewer's words it takes at most 330 bytes", () => {
  const long = "x".repeat(500);
  const mentions = JSON.stringify({
    technicians: named(["katherine-lindqvist"]),
    services: named(["post-surgical-rehab"]),
    service_areas: named(["a", "b", "c"]),
  });
  const row = { ...FULL, author: long, text: long, title: long, reply_text: long, mentions, source_url: long };
  const { text: _, title: __, ...rest } = shortReview(publicReview(row, "https://reviews.example"), false);
  expect(Buffer.byteLength(JSON.stringify(rest))).toBeLessThanOrEqual(330);
});

let harbor: Awaited<ReturnType<typeof startHarborClinic>>;
beforeAll(async () => {
  harbor = await startHarborClinic();
});
afterAll(() => harbor.stop());

test("every tool that lists reviews gives the short form and says once where they are", async () => {
  for (const [name, given, member] of [
    ["search_reviews", {}, "reviews"],
    ["get_reviews_since", { date: "2020-01-01" }, "reviews"],
    ["get_aspect_sentiment", { aspect: "punctuality" }, "example_reviews"],
    ["get_aspect_sentiment", { aspect: "punctuality", limit: 3 }, "reviews"],
    ["get_technician", { technician: "Ana Ruiz" }, "newest_reviews"],
    ["get_service", { service: "Dry needling" }, "newest_reviews"],
  ] as const) {
    for (const include of [undefined, ["replies"]]) {
      const answer = await callTool(harbor.url, name, { ...given, ...(include ? { include } : {}) });
      const shown: Wire[] = answer[member];
      expect([name, answer.review_url, shown.length > 0]).toEqual([
        name,
        expect.stringMatching(/\/reviews\/\{id\}$/),
        true,
      ]);
      for (const review of shown) {
        expect("url" in review || "verification" in review || "redactions" in review).toBe(false);
        expect(Object.values(review)).not.toContain(null);
        expect("owner_reply" in review).toBe(include !== undefined && review.replied === true);
      }
    }
  }
});

test("a summary without its FAQ has at most 8 KB, however much there is to say", async () => {
  const aspects = ["waiting", "billing", "front desk", "results", "care"];
  const rows = Array.from({ length: 400 }, (_, i) =>
    reviewRow(i + 1, {
      rating: 1 + (i % 5),
      text: `The ${aspects[i % 5]} was ${i % 2 ? "terrible" : "wonderful"}. ${"My knee pain and my shoulder hurt. ".repeat(3)}`,
    }),
  );
  const profile = testProfile({ name: "The Physical Therapy and Rehabilitation Center of the Whole Old Town" });
  const large = startEndpoint(await testSnapshot({ rows, profile, analyzed: true }));
  for (const [given, most] of [
    [{}, 8000],
    [{ since: "2020-01-01" }, 8000],
    [{ include: ["faq"] }, 40_000],
  ] as const) {
    const text = JSON.stringify(await callTool(large.url, "get_summary", given));
    expect([given, Buffer.byteLength(text) <= most]).toEqual([given, true]);
  }
  await large.stop();
});

/** Every member with this name, with the path of the objects around it. */
function* averagesIn(value: Wire, path: string): Iterable<[string, number]> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === "average_rating" || name === "rating_value") yield [path, inner as number];
    else if (!Array.isArray(inner)) yield* averagesIn(inner, `${path}.${name}`);
  }
}

test("no answer has two averages of the same thing, unless one says that it is of all time", async () => {
  for (const [name, given] of [
    ["get_technician", { technician: "Ana Ruiz" }],
    ["get_technician", { technician: "Ana Ruiz", since: "2025-01-01" }],
    ["get_service", { service: "Dry needling" }],
    ["get_summary", {}],
    ["get_summary", { since: "2025-01-01" }],
  ] as const) {
    const found = [...averagesIn(await callTool(harbor.url, name, given), "")].map(([path]) => path);
    const dated = "since" in given;
    expect([name, given, found.filter((path) => !path.includes("all_time")).length]).toEqual([name, given, 1]);
    expect([name, given, found.length <= (dated ? 2 : 1)]).toEqual([name, given, true]);
  }
});
