import { expect, test } from "bun:test";
import { rewritePage } from "../../src/static-site/rewrite-page.ts";

const BASE_URL = "https://reviews.example.net";
const page = (origin: string) =>
  `<head><link rel="canonical" href="${origin}/reviews/1"><meta property="og:url" content="${origin}/reviews/1"></head>`;
const rewrite = (origin: string) =>
  rewritePage(page(origin), {
    base_url: BASE_URL,
    addressed: true,
    file: "reviews/1/index.html",
    fileOf: () => "reviews/1/index.html",
    paging: "",
  });

test("an exported page names its own address as the original, and that of a mirror the origin's", () => {
  expect(rewrite(BASE_URL)).toContain(`rel="canonical" href="${BASE_URL}/reviews/1/"`);
  const mirrored = page("https://origin.example.net");
  expect(rewrite("https://origin.example.net")).toBe(mirrored);
});
