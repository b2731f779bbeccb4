import { afterAll, beforeAll, expect, test } from "bun:test";
import { CLINIC, MARKED_ID } from "../browser/clinic.ts";
import { servePages } from "./serve-pages.ts";

let service: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  service = await servePages(CLINIC);
});
afterAll(() => service.stop());

test.each([
  ["/", "Harbor Physical Therapy, 3.0 out of 5 (65 reviews)"],
  ["/reviews", "All reviews of Harbor Physical Therapy, 3.0 out of 5 (65 reviews)"],
  ["/reviews?rating=5", "All reviews of Harbor Physical Therapy, 3.0 out of 5 (65 reviews)"],
  ["/insights", "What reviews say about Harbor Physical Therapy, 3.0 out of 5 (65 reviews)"],
  [`/reviews/${MARKED_ID}`, "Good care, odd bill (3 out of 5 stars)"],
  ["/policy", "How the reviews of Harbor Physical Therapy are kept honest"],
])("a shared link to %s shows the rating: %s", async (path, title) => {
  const page = await (await fetch(service.base_url + path)).text();
  expect(/<meta property="og:title" content="([^"]*)">/.exec(page)?.[1]).toBe(title);
});

test("without reviews there is no rating in a shared link", async () => {
  const empty = await servePages({ rows: [], profile: CLINIC.profile });
  const page = await (await fetch(`${empty.base_url}/`)).text();
  expect(page).toContain('<meta property="og:title" content="Harbor Physical Therapy: reviews">');
  await empty.stop();
});
