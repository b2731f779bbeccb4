import type { Wire } from "../endpoint.ts";
import {
  all,
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
  some,
  within,
} from "./question.ts";

const id = ({ id: own }: Wire): string => own;
const word = (words: string) => (review: Review) => says(words)(review);

export const DEVELOPER: readonly Question[] = [
  {
    asked: "How many reviews would a full copy have?",
    answer: async (ask) => (await ask("search_reviews", { limit: 1 })).total,
    truth: ({ reviews }) => reviews.length,
  },
  {
    asked: "What does the newest review say, whole?",
    answer: async (ask) => {
      const [newest] = (await ask("search_reviews", { limit: 1 })).reviews;
      return (await ask("get_review", { id: newest.id })).review;
    },
    truth: ({ reviews }) => reviews[0],
  },
  {
    asked: "Which reviews come from Yelp? (page by page)",
    answer: async (ask) => {
      const found: string[] = [];
      for (let cursor: string | undefined; cursor !== null; ) {
        const page: Wire = await ask("search_reviews", { source: "yelp", limit: 10, cursor });
        found.push(...page.reviews.map(id));
        cursor = page.next_cursor;
      }
      return found;
    },
    truth: (data) => some(data, ({ source }) => source === "yelp").map(id),
  },
  {
    asked: "How many reviews changed since 2000?",
    answer: matched({ updated_since: "2000-01-01" }),
    truth: ({ reviews }) => reviews.length,
  },
  {
    asked: "Which reviews does a question about vertigo find? (all have the word)",
    answer: async (ask) => {
      const { results } = await ask("search", { query: "vertigo" });
      return results.map(id).sort();
    },
    truth: (data) =>
      some(data, (review) => says("vertigo")(review) || names("services", "vestibular-therapy")(review))
        .slice(0, 20)
        .map(id)
        .sort(),
  },
  {
    asked: "What is the text of the second review?",
    answer: async (ask) => {
      const { reviews } = await ask("search_reviews", { has_text: true, limit: 2 });
      return (await ask("fetch", { id: reviews[1].id })).text;
    },
    truth: (data) => some(data, ({ text }) => text !== null)[1]?.text,
  },
  {
    asked: "Which reviews are new since October 20?",
    answer: async (ask) => (await ask("get_reviews_since", { since: "2026-10-20", limit: 100 })).reviews.map(id),
    truth: (data) => some(data, within("2026-10-20")).map(id),
  },
  {
    asked: "How many texts are in English of any kind?",
    answer: matched({ lang: "EN" }),
    truth: (data) => count(data, ({ language }) => /^en(-|$)/i.test(language ?? "")),
  },
  {
    asked: "How many reviews have the word back since 2026? (with invented argument names)",
    answer: async (ask) =>
      (await ask("search_reviews", { keyword: "back", start_date: "2026-01-01", max_results: 1 })).matched,
    truth: (data) => count(data, all(word("back"), within("2026-01-01"))),
  },
  {
    asked: "How many pairs of source and year are there?",
    answer: async (ask) => (await ask("get_statistics", { group_by: "source,year" })).group_count,
    truth: ({ reviews }) => groupBy(reviews, ({ source, date }) => [`${source} ${date.slice(0, 4)}`]).size,
  },
  {
    asked: "What is the median rating?",
    answer: async (ask) => {
      const { count: n, distribution } = (await ask("get_statistics")).overall;
      let below = 0;
      return [1, 2, 3, 4, 5].find((stars) => {
        below += distribution[stars];
        return below > Math.floor(n / 2);
      });
    },
    truth: ({ reviews }) => reviews.map(({ rating }) => rating).sort()[Math.floor(reviews.length / 2)],
  },
  {
    asked: "What is the newest review that mentions Katherine?",
    answer: async (ask) => (await ask("search_reviews", { mentions_technician: "Kate", limit: 1 })).reviews[0].id,
    truth: (data) => some(data, names("technicians", "katherine-lindqvist"))[0]?.id,
  },
  {
    asked: "How many reviews did the operator check by hand?",
    answer: matched({ verification: "operator" }),
    truth: (data) => count(data, ({ verification }) => verification.method === "operator"),
  },
  {
    asked: "In which time zone are the dates?",
    answer: async (ask) => (await ask("get_business")).business.time_zone,
    truth: ({ business }) => business.time_zone,
  },
  {
    asked: "How many reviews are there in each month of 2026?",
    answer: async (ask) =>
      read((await ask("get_statistics", { since: "2026-01-01", group_by: ["month"] })).groups, "month", "count"),
    truth: (data) =>
      mapped(
        groupBy(some(data, within("2026-01-01")), ({ date }) => [date.slice(0, 7)]),
        countOf,
      ),
  },
  {
    asked: "Which technician ids exist?",
    answer: async (ask) => (await ask("get_technician")).technicians.map(id),
    truth: ({ business }) => business.technicians.map(id),
  },
  {
    asked: "Which ratings have reviews without text?",
    answer: async (ask) =>
      read((await ask("get_statistics", { has_text: false, group_by: ["rating"] })).groups, "rating", "count"),
    truth: (data) =>
      mapped(
        groupBy(
          some(data, ({ text }) => text === null),
          ({ rating }) => [String(rating)],
        ),
        countOf,
      ),
  },
  {
    asked: "How many reviews contain a dash, however it is typed?",
    answer: matched({ query: "–" }),
    truth: (data) => count(data, ({ title, text }) => /[-‐‑‒–—―−]/.test(`${title ?? ""} ${text ?? ""}`)),
  },
  {
    asked: "How many days of data are there?",
    answer: async (ask) => {
      const { first_date, last_date } = (await ask("get_statistics")).overall;
      return (Date.parse(last_date) - Date.parse(first_date)) / 86_400_000;
    },
    truth: ({ reviews }) => {
      const dates = reviews.map(({ date }) => Date.parse(date));
      return (Math.max(...dates) - Math.min(...dates)) / 86_400_000;
    },
  },
  {
    asked: "What license do the reviews have?",
    answer: async (ask) => (await ask("get_business")).license,
    truth: (data) => (data as Wire).license,
  },
];
