import type { Mentions, Redaction, Review } from "../model/review.ts";
import { levelOf } from "../model/review-kinds.ts";
import type { ShownRow } from "../model/review-row.ts";

/** The public form of a stored row. The order of the members is part of the contract. */
export function publicReview(row: ShownRow, base_url: string): Review {
  const mentions: Mentions = JSON.parse(row.mentions);
  const redactions: Redaction[] = JSON.parse(row.redactions);
  const method = row.verification_method ?? "operator";
  return {
    id: row.id,
    url: `${base_url}/reviews/${row.id}`,
    author: row.author,
    author_avatar_url: row.author_avatar_url,
    rating: row.rating,
    date: row.date,
    title: row.title,
    text: row.text,
    language: row.language,
    translation:
      row.translation_text === null ? null : { text: row.translation_text, language: row.translation_language },
    published_at: row.published_at,
    updated_at: row.updated_at,
    revision: row.revision,
    source: row.source,
    source_url: row.source_url,
    owner_reply:
      row.reply_text !== null && row.reply_state === "published"
        ? { text: row.reply_text, date: row.reply_date }
        : null,
    verified: true,
    verification: {
      method,
      level: levelOf(method),
      verified_at: row.verified_at ?? row.published_at,
    },
    incentivized: row.incentivized === 1,
    mentions,
    redactions,
    ...(row.corrections ? { corrections: JSON.parse(row.corrections) } : {}),
  };
}
