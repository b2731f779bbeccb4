import { DIMENSIONS, MOST_DIMENSIONS } from "../../model/statistics.ts";
import { type ReadStatistics, readStatistics } from "../../snapshot/meaning/narrower.ts";
import { readFilters, understoodMember } from "../../snapshot/meaning/read-filters.ts";
import { inTurns } from "../../snapshot/turns.ts";
import { costOf, ROOM_BYTES } from "../answers/answer.ts";
import { someWordsOf } from "../answers/arguments.ts";
import { FILTERS, filtersOf } from "../answers/filter-arguments.ts";
import { filterNotes } from "../answers/filter-notes.ts";
import { noteMember } from "../answers/result-page.ts";
import type { View } from "../answers/snapshot-view.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";

const BY_DATES = "use since and until, or group_by month, quarter or year";
const ALL_FIGURES = "every answer has all figures";

/**
 * As many groups, in order, as fit. A group takes about 700 bytes in both copies, so more than 100 fit in an answer.
 */
function groupsThatFit(groups: ReadStatistics["groups"], room: number): ReadStatistics["groups"] {
  let left = room;
  const end = groups.findIndex((group) => {
    left -= costOf(JSON.stringify(group)) + 2; // plus a comma in both copies
    return left < 0;
  });
  return end < 0 ? groups : groups.slice(0, end);
}

function statisticsAnswer(view: View, found: ReadStatistics): ToolAnswer {
  const notes = filterNotes(view, found.query, found.matched, found.group_by);
  const { groups: all, query, understood, ...figures } = found;
  const rest = { query, ...understoodMember(understood), ...figures };
  const groups = groupsThatFit(all, ROOM_BYTES - costOf(JSON.stringify({ ...rest, notes })));
  if (groups.length < found.group_count) {
    notes.push(
      `groups lists the first ${groups.length} of ${found.group_count}: add filters, or group by fewer dimensions`,
    );
  }
  return { structured: JSON.stringify({ ...noteMember(notes), ...rest, groups }) };
}

export const getStatistics = defineTool({
  name: "get_statistics",
  title: "Statistics",
  description:
    "Counts, average stars, distribution, share with text, share answered, first and last date, over any filters " +
    "and in groups. Use it for how many, what average, what share, which month or who most: " +
    "average by source (group_by source), complaints without a reply (max_rating 2, has_reply false). " +
    "A review with several technicians, services, aspects or topics counts in each. " +
    "Not for reading reviews: use search_reviews.",
  fields: {
    ...FILTERS,
    group_by: someWordsOf(DIMENSIONS, MOST_DIMENSIONS, {
      description: "One or two.",
      aliases: ["groupby", "group", "by", "dimensions", "dimension"],
    }),
  },
  hints: {
    limit: "all groups come at once, at most 200; use filters to have fewer",
    ...Object.fromEntries(["year", "month", "quarter", "period"].map((name) => [name, BY_DATES])),
    ...Object.fromEntries(["metric", "metrics", "measure"].map((name) => [name, ALL_FIGURES])),
  },
  output: { matched: "count", overall: "object", groups: "list" },
  answer: (view, { group_by, ...values }) => {
    const answerFound = (found: ReadStatistics): ToolAnswer => statisticsAnswer(view, found);
    const found = inTurns(readStatistics(view.index, readFilters(view.index, filtersOf(values)), group_by ?? []));
    return found instanceof Promise ? found.then(answerFound) : answerFound(found);
  },
});
