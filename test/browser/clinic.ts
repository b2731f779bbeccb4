import type { ReviewRow } from "../../src/model/review-row.ts";
import type { PagesData } from "../pages/serve-pages.ts";
import { reviewRow, testProfile } from "../rows.ts";

const ANA = { technicians: [{ id: "ana-ruiz", name: "Ana Ruiz" }], services: [], service_areas: [] };
const NEEDLING = { technicians: [], services: [{ id: "dry-needling", name: "Dry needling" }], service_areas: [] };
const MENTIONS = [ANA, NEEDLING, { technicians: [], services: [], service_areas: [] }];
const WORDS = ["My knee is fine again.", "The shoulder took longer.", "Friendly front desk."];
export const ERASED_ID = "3F8K1T6WQ0ZRM9C5XVHJ2N7BDE";
export const MARKED_ID = reviewRow(65).id;

/** 64 simple reviews over two years, and one that has everything a review can have. */
function rows(): ReviewRow[] {
  const plain = Array.from({ length: 64 }, (_, i) =>
    reviewRow(i + 1, {
      date: new Date(Date.UTC(2024, 0, 1) + i * 11 * 86_400_000).toISOString().slice(0, 10),
      rating: 5 - (i % 5),
      text: i % 10 === 9 ? null : `${WORDS[i % 3]} Visit ${i + 1}.`,
      mentions: JSON.stringify(MENTIONS[i % 3]),
      source: i % 4 === 0 ? "yelp" : "google",
    }),
  );
  const full = reviewRow(65, {
    date: "2025-12-20",
    rating: 3,
    title: "Good care, odd bill",
    text: "Ana was kind and listened to me. Billing charged me twice. Call me: [phone].",
    translation_text: "Ana fue amable.",
    translation_language: "es",
    reply_text: "We are sorry about the bill.",
    reply_date: "2025-12-21",
    reply_state: "published",
    revision: 2,
    incentivized: 1,
    source: "direct",
    source_url: "https://example.org/review/65",
    mentions: JSON.stringify(ANA),
    redactions: '[{"kind":"phone","count":1}]',
    verification_method: "visit_record",
  });
  return [...plain, full];
}

export const CLINIC: PagesData = {
  rows: rows(),
  demonstration: true,
  profile: testProfile({
    description: "A clinic near the harbor.",
    url: "https://www.harbor.example",
    email: "hello@harbor.example",
    telephone: "+1-541-555-0100",
    license: "https://creativecommons.org/licenses/by/4.0/",
  }),
  analyzed: true,
  tombstones: [
    {
      id: ERASED_ID,
      date: "2024-01-05",
      deleted_at: "2026-01-01T00:00:00Z",
      reason: "erased_on_request",
      changed_at: "2026-01-01T00:00:00Z",
    },
  ],
};

export const PAGES = [
  "/",
  "/reviews",
  "/reviews?query=knee&rating=5",
  "/reviews?query=nothing-at-all",
  `/reviews/${MARKED_ID}`,
  "/insights",
  "/policy",
  "/developers",
  "/developers/reference",
  "/developers/errors",
  "/developers/websub",
  "/developers/mcp",
  "/developers/embedding",
  "/embed",
  "/developers/compatibility",
];
