import { parseRow } from "../record/candidate.ts";
import { parseReply, parseUpdated, parseWhen } from "../record/dates/when.ts";
import { isFields, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat, TableFormat } from "./format.ts";

/** The email column is not in FIELDS (find-columns.ts), so it is never read. */
export const trustpilotTable: TableFormat = {
  name: "trustpilot",
  source: "trustpilot",
  verified_by: "platform_account",
  headers: ["review id", "review created utc", "review stars"],
  // "Source Of Review" says how the customer was invited, not where the review was posted.
  columns: { source: "" },
  utc: true,
};

/** The public and the private API. `referralEmail` and `referenceId` are never read. */
export const trustpilot: JsonFormat = {
  name: "trustpilot",
  source: "trustpilot",
  verified_by: "platform_account",
  looksLike: ({ value }) => isFields(value) && "stars" in value && "createdAt" in value && isFields(value.consumer),
  *parse({ value }, place) {
    if (!isFields(value)) return yield { place, reason: "the entry is not a review" };
    const named = { source_id: textOf(value.id) };
    const parse = () => {
      const consumer = isFields(value.consumer) ? value.consumer : {};
      const reply = isFields(value.companyReply) ? value.companyReply : {};
      const language = textOf(value.language);
      return {
        place,
        ...named,
        author: textOf(consumer.displayName),
        rating: parseStars(value.stars),
        ...parseWhen(value.createdAt),
        ...parseUpdated(value.updatedAt),
        title: textOf(value.title),
        text: textOf(value.text),
        ...(language !== null && /^[a-z]{2,3}$/.test(language) ? { language } : {}),
        reply: parseReply(reply.text, reply.updatedAt ?? reply.createdAt),
      };
    };
    yield parseRow(place, parse, () => named);
  },
};
