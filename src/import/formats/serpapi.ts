import { parseRow } from "../record/candidate.ts";
import { parseReply, parseUpdated, parseWhen } from "../record/dates/when.ts";
import { isFields, parseSource, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat } from "./format.ts";

export const serpapi: JsonFormat = {
  name: "serpapi",
  source: "google",
  verified_by: "platform_account",
  looksLike: ({ value }) =>
    isFields(value) && "iso_date" in value && "rating" in value && ("user" in value || "snippet" in value),
  *parse({ value }, place) {
    if (!isFields(value)) return yield { place, reason: "the entry is not a review" };
    const source = parseSource(value.source);
    const named = { ...(source ? { source } : {}), source_id: textOf(value.review_id) };
    const parse = () => {
      const extracted = isFields(value.extracted_snippet) ? value.extracted_snippet : {};
      const response = isFields(value.response) ? value.response : {};
      const translated = textOf(extracted.translated);
      const original = textOf(extracted.original);
      return {
        place,
        ...named,
        author: isFields(value.user) ? textOf(value.user.name) : null,
        author_avatar_url: isFields(value.user) ? textOf(value.user.thumbnail) : null,
        rating: parseStars(value.rating),
        ...parseWhen(value.iso_date),
        ...parseUpdated(value.iso_date_of_last_edit),
        text: original ?? textOf(value.snippet),
        ...(original && translated && translated !== original
          ? { translation: { text: translated, language: null } }
          : {}),
        source_url: textOf(value.link),
        reply: parseReply(response.snippet, response.iso_date),
      };
    };
    yield parseRow(place, parse, () => named);
  },
};
