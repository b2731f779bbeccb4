import { expect, test } from "bun:test";
import { listFolder, publicAddress, relativeLink } from "../../src/static-site/static-paths.ts";

test.each([
  ["", ""],
  ["rating=5", "rating/5"],
  ["mentions_technician=ana-ruiz", "person/ana-ruiz"],
  ["mentions_service=dry_needling", "service/dry_needling"],
  ["aspect=billing", "aspect/billing"],
  ["aspect=billing&aspect_sentiment=negative", "aspect/billing/negative"],
  ["aspect_sentiment=negative&aspect=billing", "aspect/billing/negative"],
  ["mentions_technician=ana-ruiz&sentiment=positive", "person/ana-ruiz/positive"],
  ["topic=pool&sentiment=negative", "topic/pool/negative"],
  ["aspect_sentiment=mixed", "opinion/mixed"],
  ["min_rating=4", "rating-from/4"],
  ["max_rating=3", "rating-to/3"],
  ["topic=home-exercises", "topic/home-exercises"],
  ["source=google", "source/google"],
  ["language=pt-BR", "language/pt-BR"],
  ["has_reply=true", "has-reply/true"],
  ["since=2025-01-01&until=2025-12-31", "year/2025"],
  ["since=2024-02-01&until=2024-02-29", "month/2024-02"],
  ["since=2025-01-01&until=2025-01-31", "month/2025-01"],
  ["since=2023-02-01&until=2023-02-28", "month/2023-02"],
  ["until=2025-04-30&since=2025-04-01", "month/2025-04"],
])("the list with %j is in the folder %j", (query, folder) => {
  expect(listFolder(new URLSearchParams(query))).toBe(folder);
});

test.each([
  "query=knee",
  "updated_since=2025-01-01",
  "rating=5&source=google",
  "rating=5&cursor=abc",
  "cursor=abc",
  "limit=50",
  "since=2025-01-01",
  "since=2025-01-02&until=2025-01-31",
  "since=2025-01-01&until=2025-06-30",
  "since=2025-07-01&until=2025-12-31",
  "since=2023-02-01&until=2023-02-29",
  "since=2025-13-01&until=2025-13-31",
  "aspect=billing&aspect_sentiment=sour",
  "topic=pool&sentiment=sour",
  "rating=5&sentiment=positive",
  "aspect=billing&rating=1",
  "topic=../../etc",
  "topic=a/b",
  "topic=",
  "topic=a.b",
  "min_rating=4.5",
  "constructor=x",
  "rating=5&rating=4",
])("%j has no list", (query) => {
  expect(listFolder(new URLSearchParams(query))).toBeNull();
});

test.each([
  ["index.html", "index.html", "index.html"],
  ["index.html", "reviews/index.html", "reviews/index.html"],
  ["reviews/index.html", "index.html", "../index.html"],
  ["reviews/page/2/index.html", "reviews/index.html", "../../index.html"],
  ["reviews/page/2/index.html", "reviews/page/3/index.html", "../3/index.html"],
  ["reviews/rating/5/index.html", "assets/style.0.css", "../../../assets/style.0.css"],
  ["policy/index.html", "policy/index.html", "index.html"],
])("from %s to %s is %s", (from, to, link) => {
  expect(relativeLink(from, to)).toBe(link);
  expect(new URL(link, `https://h.example/a/b/${from}`).pathname).toBe(`/a/b/${to}`);
});

test("the address of a page is that of its folder", () => {
  expect(publicAddress("https://h.example/a", "index.html")).toBe("https://h.example/a/");
  expect(publicAddress("https://h.example", "reviews/page/2/index.html")).toBe("https://h.example/reviews/page/2/");
  expect(publicAddress("https://h.example", "feed.xml")).toBe("https://h.example/feed.xml");
});
