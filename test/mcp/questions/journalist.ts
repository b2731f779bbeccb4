import type { Wire } from "../endpoint.ts";
import {
  all,
  average,
  count,
  countOf,
  groupBy,
  mapped,
  matched,
  most,
  type Question,
  read,
  share,
  some,
  within,
} from "./question.ts";

const year = ({ date }: Wire): string[] => [date.slice(0, 4)];

export const JOURNALIST: readonly Question[] = [
  {
    asked: "What is the average by source?",
    answer: async (ask) =>
      read((await ask("get_statistics", { group_by: ["source"] })).groups, "source", "average_rating"),
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ source }) => [source]),
        average,
      ),
  },
  {
    asked: "What share of reviews did the owner answer?",
    answer: async (ask) => (await ask("get_statistics")).overall.reply_pct,
    truth: (data) =>
      share(
        count(data, ({ owner_reply }) => owner_reply !== null),
        data.reviews.length,
      ),
  },
  {
    asked: "How were the reviews verified?",
    answer: async (ask) =>
      read((await ask("get_statistics", { group_by: ["verification"] })).groups, "verification", "count"),
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ verification }) => [verification.method]),
        countOf,
      ),
  },
  {
    asked: "How many reviewers were rewarded?",
    answer: matched({ incentivized: true }),
    truth: (data) => count(data, ({ incentivized }) => incentivized),
  },
  {
    asked: "Do rewarded reviewers give more stars?",
    answer: async (ask) =>
      read((await ask("get_statistics", { group_by: ["incentivized"] })).groups, "incentivized", "average_rating"),
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ incentivized }) => [String(incentivized)]),
        average,
      ),
  },
  {
    asked: "How are the stars distributed?",
    answer: async (ask) => (await ask("get_statistics")).overall.distribution,
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ rating }) => [String(rating)]),
        countOf,
      ),
  },
  {
    asked: "How many one-star reviews were there in 2025?",
    answer: matched({ rating: 1, since: "2025-01-01", until: "2025-12-31" }),
    truth: (data) =>
      count(
        data,
        all(({ rating }) => rating === 1, within("2025-01-01", "2025-12-31")),
      ),
  },
  {
    asked: "How many reviews were edited later?",
    answer: matched({ edited: true }),
    truth: (data) => count(data, ({ revision }) => revision > 1),
  },
  {
    asked: "How many reviews are not published, and why?",
    answer: async (ask) => (await ask("get_business")).withheld,
    truth: ({ withheld }) => withheld,
  },
  {
    asked: "How many were erased?",
    answer: async (ask) => (await ask("get_business")).erased,
    truth: ({ erased }) => erased,
  },
  {
    asked: "When was the first review written?",
    answer: async (ask) => (await ask("get_statistics")).overall.first_date,
    truth: ({ reviews }) => reviews.map(({ date }) => date).sort()[0],
  },
  {
    asked: "Which year had the most reviews?",
    answer: async (ask) => {
      const { groups } = await ask("get_statistics", { group_by: ["year"] });
      return groups.sort((a: Wire, b: Wire) => b.count - a.count)[0].year;
    },
    truth: ({ reviews }) => most(groupBy(reviews, year)),
  },
  {
    asked: "How did the average change over the years?",
    answer: async (ask) => read((await ask("get_statistics", { group_by: ["year"] })).groups, "year", "average_rating"),
    truth: ({ reviews }) => mapped(groupBy(reviews, year), average),
  },
  {
    asked: "In which languages do people write?",
    answer: async (ask) => read((await ask("get_statistics", { group_by: ["language"] })).groups, "language", "count"),
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ language }) => (language === null ? [] : [language])),
        countOf,
      ),
  },
  {
    asked: "How many reviews came from each source in each year?",
    answer: async (ask) => {
      const { groups } = await ask("get_statistics", { group_by: ["source", "year"] });
      return Object.fromEntries(groups.map((group: Wire) => [`${group.source} ${group.year}`, group.count]));
    },
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ source, date }) => [`${source} ${date.slice(0, 4)}`]),
        countOf,
      ),
  },
  {
    asked: "How many one-star reviews come from Google?",
    answer: matched({ rating: 1, source: "google" }),
    truth: (data) => count(data, ({ rating, source }) => rating === 1 && source === "google"),
  },
  {
    asked: "How many five-star reviews have a record of the visit?",
    answer: matched({ rating: 5, verification: "visit_record" }),
    truth: (data) => count(data, ({ rating, verification }) => rating === 5 && verification.method === "visit_record"),
  },
  {
    asked: "Are bad reviews answered more often than good ones?",
    answer: async (ask) => read((await ask("get_statistics", { group_by: ["rating"] })).groups, "rating", "reply_pct"),
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ rating }) => [String(rating)]),
        (group) => share(group.filter(({ owner_reply }) => owner_reply !== null).length, group.length),
      ),
  },
  {
    asked: "Which month of 2025 had the most reviews?",
    answer: async (ask) => {
      const { groups } = await ask("get_statistics", { since: "2025-01-01", until: "2025-12-31", group_by: ["month"] });
      return groups.sort((a: Wire, b: Wire) => b.count - a.count || (a.month < b.month ? -1 : 1))[0].month;
    },
    truth: (data) => most(groupBy(some(data, within("2025-01-01", "2025-12-31")), ({ date }) => [date.slice(0, 7)])),
  },
  {
    asked: "Do people who write nothing give more stars?",
    answer: async (ask) => [
      (await ask("get_statistics", { has_text: true })).overall.average_rating,
      (await ask("get_statistics", { has_text: false })).overall.average_rating,
    ],
    truth: (data) => [
      average(some(data, ({ text }) => text !== null)),
      average(some(data, ({ text }) => text === null)),
    ],
  },
];
