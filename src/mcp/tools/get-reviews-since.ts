import { dayNumber, renderTime } from "../../model/basics/time.ts";
import { f64At, i32At } from "../../model/basics/typed-array.ts";
import { SEARCH_LIMIT, type SearchRequest } from "../../model/search.ts";
import type { TombstoneIndex } from "../../snapshot/review-index.ts";
import { newestOf } from "../../snapshot/running-values.ts";
import { costOf, ROOM_BYTES } from "../answers/answer.ts";
import { date } from "../answers/arguments.ts";
import { changedSince } from "../answers/changed-since.ts";
import { BAD_CURSOR, cursor, cutNote, limit, noteMember, pageOf } from "../answers/result-page.ts";
import { formOf, includeReplies, type ReviewForm, reviewUrlMember } from "../answers/short-review.ts";
import type { View } from "../answers/snapshot-view.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";

const MAX_DELETED = 100;

type Deleted = { count: number; json: string; updated_ms: number };

/** Deleted reviews that are dated `day` or later, newest date first. `json` has the first 100. */
function deletedSince(tombstones: TombstoneIndex, day: number): Deleted {
  let count = 0;
  while (count < tombstones.count && i32At(tombstones.day, count) >= day) count++;
  if (count === 0) return { count, json: "[]", updated_ms: 0 };
  const end = f64At(tombstones.json_start, Math.min(count, MAX_DELETED)) - 1; // without the last comma
  return {
    count,
    json: `[${Buffer.from(tombstones.json.subarray(0, end)).toString("utf8")}]`,
    updated_ms: newestOf(tombstones, count).updated_ms,
  };
}

function sinceAnswer(view: View, first_date: string, request: SearchRequest, form: ReviewForm): ToolAnswer {
  const { index } = view;
  const { changed, notes } = changedSince(view, first_date);
  const changed_json = JSON.stringify(changed);
  const deleted = deletedSince(index.tombstones, dayNumber(first_date));
  const page = pageOf(index, request, ROOM_BYTES - costOf(deleted.json) - costOf(changed_json), { form });
  if (!page) return { fault: BAD_CURSOR };
  const updated_ms = Math.max(newestOf(index, page.matched).updated_ms, deleted.updated_ms);
  const head = JSON.stringify({
    since: first_date,
    ...noteMember([
      ...(page.matched === 0 ? ["no published review is dated on or after this date"] : []),
      ...cutNote(page, request.limit),
      ...notes,
    ]),
    updated_at: updated_ms === 0 ? null : renderTime(updated_ms),
    matched: page.matched,
    returned: page.reviews.length,
    next_cursor: page.next_cursor,
    deleted_count: deleted.count,
    ...(page.reviews.length > 0 ? reviewUrlMember(view.base_url) : {}),
  });
  return {
    structured: {
      before: `${head.slice(0, -1)},"reviews":[`,
      reviews: page.reviews,
      after: `],"deleted":${deleted.json},"changed":${changed_json}}`,
    },
  };
}

export const getReviewsSince = defineTool({
  name: "get_reviews_since",
  title: "Since a date",
  description:
    "What is new: reviews since a date, newest first, deleted ones, and changes of older ones. " +
    "Use it to report on a recent period. To filter, use search_reviews with since; for a copy with updated_since.",
  fields: {
    date: date({
      description: "First date to include, YYYY-MM-DD.",
      aliases: ["since", "from", "from_date", "start_date", "after"],
      required: true,
    }),
    limit,
    cursor,
    include: includeReplies,
  },
  hints: Object.fromEntries(
    ["days", "weeks", "months", "period"].map((name) => [name, "give the first date itself as date, YYYY-MM-DD"]),
  ),
  output: { matched: "count", reviews: "list", deleted: "list", changed: "object" },
  answer: (view, values): ToolAnswer => {
    const first_date = values.date ?? "";
    const most = values.limit ?? SEARCH_LIMIT.fallback;
    const request = { filters: { since: first_date }, limit: most, cursor: values.cursor ?? null };
    return sinceAnswer(view, first_date, request, formOf(values.include));
  },
});
