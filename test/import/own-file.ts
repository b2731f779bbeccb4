import { publicReview } from "../../src/render/review.ts";
import { reviewRow } from "../rows.ts";

/** A review with everything that one can have, as this program serves it, and one with the least that the manual asks for. */
const LINES = [
  publicReview(
    reviewRow(1, {
      id: "F7CJ9BZ2YWDBGJK3TX7G67Q2FG",
      author: "Omar B.",
      date: "2025-10-30",
      title: "Calm",
      text: "Call [phone] for Priya.",
      translation_text: "Llame a [phone].",
      translation_language: "es",
      published_at: "2025-10-30T16:45:02Z",
      updated_at: "2025-11-02T10:00:00Z",
      revision: 2,
      source_url: "https://maps.example/r/1",
      reply_text: "Thank you.",
      reply_date: "2025-11-01",
      reply_state: "published",
      verified_at: "2025-10-30T16:45:02Z",
      incentivized: 1,
      redactions: '[{"kind":"phone","count":1}]',
    }),
    "https://reviews.example",
  ),
  { id: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", rating: 2, date: "2025-10-31" },
];

/** A file in the format of this program. */
export const OWN_FILE = LINES.map((line) => JSON.stringify(line)).join("\n");
