import type { Question, Wire } from "./ask.ts";
import {
  av,
  G,
  IDS,
  idsOf,
  M,
  n,
  no,
  own,
  re,
  replyPct,
  rt,
  SA,
  since,
  some,
  TOP,
  tal,
  tech,
  text,
} from "./reading.ts";
import { average, highest, size, year } from "./truth.ts";

const [o] = ["owner"] as const;
const [S, R, T] = ["get_statistics", "search_reviews", "get_technician"] as const;

/** What the owner of the demonstration asks. */
export const harborOwner: readonly Question[] = [
  own(
    o,
    "Which bad reviews of the last two years have we not answered?",
    S,
    { max_rating: 2, has_reply: false, since: "2024-11-01" },
    M,
    n(rt(1, 2), no, since("2024-11-01")),
  ),
  own(o, "Show me these unanswered one-star reviews.", R, { rating: 1, has_reply: false, limit: 5 }, IDS, (dd) =>
    some(dd, rt(1), no)
      .slice(0, 5)
      .map((r) => r.id)
      .sort(),
  ),
  own(
    o,
    "How often do we answer on each site?",
    S,
    { group_by: ["source"] },
    G("source", "reply_pct"),
    tal((r) => r.source, replyPct),
  ),
  own(o, "Who is named most?", S, { group_by: ["technician"] }, TOP("technician"), (dd) =>
    highest(tal((r) => r.mentions.technicians.map((t) => t.id), size)(dd)),
  ),
  own(o, "Who complains about debt collectors?", R, { query: "collections" }, IDS, idsOf(re(/collections/i))),
  own(o, "What did Fay do?", R, { query: "Fay" }, IDS, idsOf(re(/fay/i))),
  own(
    o,
    "In which year did we get the most one-star reviews?",
    S,
    { rating: 1, group_by: ["year"] },
    (x) => x.groups.toSorted((y: Wire, z: Wire) => z.count - y.count || (y.year < z.year ? -1 : 1))[0].year,
    (dd) => highest(tal(year, size, rt(1))(dd)),
  ),
  own(
    o,
    "How is Marcus rated since 2025?",
    T,
    { technician: "Marcus", since: "2025-01-01" },
    SA,
    av(tech("marcus-teller"), since("2025-01-01")),
  ),
  own(
    o,
    "How many reviews name Priya with one or two stars?",
    S,
    { mentions_technician: "Priya", max_rating: 2 },
    M,
    n(tech("priya-raman"), rt(1, 2)),
  ),
  own(
    o,
    "How many name nobody?",
    S,
    { group_by: ["technician"] },
    (x) => x.groups.find((g: Wire) => g.technician === null)?.count,
    n((r) => r.mentions.technicians.length === 0),
  ),
  own(
    o,
    "How do reviews of Wexley Heights rate us?",
    S,
    { group_by: ["service_area"] },
    (x) => x.groups.find((g: Wire) => g.service_area === "wexley-heights")?.average_rating,
    (dd) => average(some(dd, (r: Wire) => r.mentions.service_areas.some((s: Wire) => s.id === "wexley-heights"))),
  ),
  own(
    o,
    "Is billing getting better?",
    "get_trends",
    { aspect: "billing" },
    (x) => typeof x.aspects?.find((y: Wire) => y.id === "billing")?.direction,
    () => "string",
  ),
  own(o, "What came in since October 2026?", "get_reviews_since", { date: "2026-10-01" }, M, n(since("2026-10-01"))),
  own(o, "How many complaints about no-show fees?", R, { query: "no show" }, IDS, idsOf(re(/no[- ]show/i))),
  own(o, "How many five-star reviews have words?", S, { rating: 5, has_text: true }, M, n(rt(5), text)),
  own(
    o,
    "Which reviews did people change afterwards?",
    R,
    { edited: true, limit: 30 },
    IDS,
    idsOf((r) => r.revision > 1),
  ),
  own(
    o,
    "Did anybody complain about cancelled appointments?",
    "search",
    { query: "they cancelled my appointment" },
    (x) => x.results.length > 0 && /cancel/i.test(x.results[0].snippet),
    () => true,
  ),
  own(
    o,
    "What is our weak point?",
    "get_summary",
    {},
    (x) => x.concerns.some((c: Wire) => /billing|pric|insur/i.test(JSON.stringify(c))),
    () => true,
  ),
  own(
    o,
    "Which treatment is named most?",
    S,
    { group_by: ["service"] },
    (x) => x.groups.find((g: Wire) => g.service !== null).count,
    (dd) => Math.max(...(Object.values(tal((r) => r.mentions.services.map((t) => t.id), size)(dd)) as number[])),
  ),
];
