import type { Wire } from "../endpoint.ts";
import {
  all,
  average,
  averageOf,
  count,
  countOf,
  groupBy,
  mapped,
  matched,
  names,
  type Question,
  type Review,
  read,
  says,
  share,
  some,
  within,
} from "./question.ts";

const low = ({ rating }: Review): boolean => rating <= 2;
const month = ({ date }: Review): string[] => [date.slice(0, 7)];

/** A competitor, or an insurer who decides whom to list. */
export const COMPETITOR: readonly Question[] = [
  {
    asked: "What share of the reviews of 2026 has one or two stars?",
    answer: async (ask) => {
      const { distribution, count: n } = (await ask("get_statistics", { since: "2026-01-01" })).overall;
      return share(distribution["1"] + distribution["2"], n);
    },
    truth: (data) => {
      const recent = some(data, within("2026-01-01"));
      return share(recent.filter(low).length, recent.length);
    },
  },
  { asked: "How many mention bills?", answer: matched({ query: "bill" }), truth: (data) => count(data, says("bill")) },
  {
    asked: "How many mention insurance?",
    answer: matched({ query: "insurance" }),
    truth: (data) => count(data, says("insurance")),
  },
  {
    asked: "How many mention a refund?",
    answer: matched({ query: "refund" }),
    truth: (data) => count(data, says("refund")),
  },
  {
    asked: "How many mention a copay?",
    answer: matched({ query: "copay" }),
    truth: (data) => count(data, says("copay")),
  },
  {
    asked: "How is pelvic health rated?",
    answer: averageOf({ mentions_service: "pelvic-health" }),
    truth: (data) => average(some(data, names("services", "pelvic-health"))),
  },
  {
    asked: "How is vestibular therapy rated?",
    answer: averageOf({ treatment: "Vestibular therapy" }),
    truth: (data) => average(some(data, names("services", "vestibular-therapy"))),
  },
  {
    asked: "How many reviews are about rehabilitation after surgery?",
    answer: matched({ mentions_service: "post-op" }),
    truth: (data) => count(data, names("services", "post-surgical-rehab")),
  },
  {
    asked: "How many therapists do they have?",
    answer: async (ask) => (await ask("get_business")).business.technicians.length,
    truth: ({ business }) => business.technicians.length,
  },
  {
    asked: "Does anyone speak of a lawsuit? (a zero says so)",
    answer: async (ask) => {
      const { matched: found, note } = await ask("get_statistics", { query: "lawsuit" });
      return [found, typeof note];
    },
    truth: (data) => [count(data, says("lawsuit")), "string"],
  },
  {
    asked: "How is rehabilitation after knee surgery rated?",
    answer: averageOf({ mentions_service: "post-surgical-rehab", query: "knee" }),
    truth: (data) => average(some(data, all(names("services", "post-surgical-rehab"), says("knee")))),
  },
  {
    asked: "How did the average develop from 2024 to 2026?",
    answer: async (ask) =>
      read((await ask("get_statistics", { since: "2024-01-01", group_by: ["year"] })).groups, "year", "average_rating"),
    truth: (data) =>
      mapped(
        groupBy(some(data, within("2024-01-01")), ({ date }) => [date.slice(0, 4)]),
        average,
      ),
  },
  {
    asked: "What is the average of the last twelve months?",
    answer: averageOf({ since: "2025-11-01", until: "2026-10-31" }),
    truth: (data) => average(some(data, within("2025-11-01", "2026-10-31"))),
  },
  {
    asked: "How many one-star reviews did Google get in 2025?",
    answer: matched({ rating: 1, source: "google", since: "2025-01-01", until: "2025-12-31" }),
    truth: (data) =>
      count(
        data,
        all(({ rating, source }) => rating === 1 && source === "google", within("2025-01-01", "2025-12-31")),
      ),
  },
  {
    asked: "What share of the reviews is proven by a visit?",
    answer: async (ask) => {
      const { matched: found, total } = await ask("get_statistics", { verification: "visit_record" });
      return share(found, total);
    },
    truth: (data) =>
      share(
        count(data, ({ verification }) => verification.method === "visit_record"),
        data.reviews.length,
      ),
  },
  {
    asked: "Where do their reviews come from?",
    answer: async (ask) => read((await ask("get_statistics", { group_by: ["source"] })).groups, "source", "count"),
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ source }) => [source]),
        countOf,
      ),
  },
  {
    asked: "What was the worst month with enough reviews?",
    answer: async (ask) => {
      const { groups } = await ask("get_statistics", { group_by: ["month"] });
      const enough = groups.filter((group: Wire) => group.enough);
      return enough.sort((a: Wire, b: Wire) => a.average_rating - b.average_rating || (a.month < b.month ? -1 : 1))[0]
        .month;
    },
    truth: ({ reviews }) =>
      [...groupBy(reviews, month)]
        .filter(([, group]) => group.length >= 5)
        .sort(([a, x], [b, y]) => (average(x) ?? 5) - (average(y) ?? 5) || (a < b ? -1 : 1))[0]?.[0],
  },
  {
    asked: "How many reviewers name Wexley Heights?",
    answer: async (ask) => {
      const { groups } = await ask("get_statistics", { group_by: ["service_area"] });
      return groups.find(({ service_area }: Wire) => service_area === "wexley-heights").count;
    },
    truth: (data) => count(data, names("service_areas", "wexley-heights")),
  },
  {
    asked: "What share of bad reviews do they answer?",
    answer: async (ask) => (await ask("get_statistics", { max_rating: 2 })).overall.reply_pct,
    truth: (data) =>
      share(
        count(data, (review) => low(review) && review.owner_reply !== null),
        count(data, low),
      ),
  },
  {
    asked: "Do they list shockwave therapy?",
    answer: async (ask) =>
      (await ask("get_business")).business.services.some(({ name }: Wire) => /shockwave/i.test(name)),
    truth: ({ business }) => business.services.some(({ name }: Wire) => /shockwave/i.test(name)),
  },
];
