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
  most,
  names,
  type Question,
  type Review,
  read,
  says,
  share,
  some,
  within,
} from "./question.ts";

const id = ({ id: own }: Wire): string => own;
const low = ({ rating }: Review): boolean => rating <= 2;
const unanswered = ({ owner_reply }: Review): boolean => owner_reply === null;
const quarterOf = ({ date }: Review): string[] => [`${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`];
const technicians = ({ mentions }: Review): string[] => mentions.technicians.map(id);
const services = ({ mentions }: Review): string[] => mentions.services.map(id);

export const MANAGER: readonly Question[] = [
  {
    asked: "How many low ratings of this quarter have no answer?",
    answer: matched({ max_rating: 2, has_reply: false, since: "2026-10-01" }),
    truth: (data) => count(data, all(low, unanswered, within("2026-10-01"))),
  },
  {
    asked: "How many low ratings have no answer at all?",
    answer: matched({ max_rating: 2, has_reply: false }),
    truth: (data) => count(data, all(low, unanswered)),
  },
  {
    asked: "Which one-star reviews must I still answer?",
    answer: async (ask) => (await ask("search_reviews", { rating: 1, has_reply: false, limit: 100 })).reviews.map(id),
    truth: (data) =>
      some(
        data,
        all(({ rating }) => rating === 1, unanswered),
      ).map(id),
  },
  {
    asked: "What share did we answer in each quarter of 2026?",
    answer: async (ask) =>
      read(
        (await ask("get_statistics", { since: "2026-01-01", group_by: ["quarter"] })).groups,
        "quarter",
        "reply_pct",
      ),
    truth: (data) =>
      mapped(groupBy(some(data, within("2026-01-01")), quarterOf), (group) =>
        share(group.filter((review) => !unanswered(review)).length, group.length),
      ),
  },
  {
    asked: "What is the average of each therapist?",
    answer: async (ask) =>
      read((await ask("get_statistics", { group_by: ["technician"] })).groups, "technician", "average_rating"),
    truth: ({ reviews }) => mapped(groupBy(reviews, technicians), average),
  },
  {
    asked: "What is the average of each service?",
    answer: async (ask) =>
      read((await ask("get_statistics", { group_by: ["service"] })).groups, "service", "average_rating"),
    truth: ({ reviews }) => mapped(groupBy(reviews, services), average),
  },
  {
    asked: "How many reviews came in October 2026?",
    answer: matched({ since: "2026-10-01", until: "2026-10-31" }),
    truth: (data) => count(data, within("2026-10-01", "2026-10-31")),
  },
  {
    asked: "Is 2026 better than 2025?",
    answer: async (ask) =>
      read((await ask("get_statistics", { since: "2025-01-01", group_by: ["year"] })).groups, "year", "average_rating"),
    truth: (data) =>
      mapped(
        groupBy(some(data, within("2025-01-01")), ({ date }) => [date.slice(0, 4)]),
        average,
      ),
  },
  {
    asked: "How many three-star reviews do we have?",
    answer: matched({ rating: 3 }),
    truth: (data) => count(data, ({ rating }) => rating === 3),
  },
  {
    asked: "Which service has the lowest average? (with enough reviews)",
    answer: async (ask) => {
      const { services: listed } = await ask("get_service");
      return listed
        .filter(({ enough }: Wire) => enough)
        .sort((a: Wire, b: Wire) => a.average_rating - b.average_rating)[0].average_rating;
    },
    truth: ({ reviews }) =>
      Math.min(
        ...[...groupBy(reviews, services).values()]
          .filter(({ length }) => length >= 5)
          .map((group) => average(group) ?? 5),
      ),
  },
  {
    asked: "How many reviews of 2026 have the word bill?",
    answer: matched({ query: "bill", since: "2026-01-01" }),
    truth: (data) => count(data, all(says("bill"), within("2026-01-01"))),
  },
  {
    asked: "How many reviews name Priya and dry needling?",
    answer: matched({ technician: "priya-raman", service: "dry-needling" }),
    truth: (data) => count(data, all(names("technicians", "priya-raman"), names("services", "dry-needling"))),
  },
  {
    asked: "How many low ratings speak of waiting?",
    answer: matched({ max_rating: 2, keyword: "wait" }),
    truth: (data) => count(data, all(low, says("wait"))),
  },
  {
    asked: "Which quarter had the most reviews?",
    answer: async (ask) => {
      const { groups } = await ask("get_statistics", { group_by: ["quarter"] });
      return groups.sort((a: Wire, b: Wire) => b.count - a.count || (a.quarter < b.quarter ? -1 : 1))[0].quarter;
    },
    truth: ({ reviews }) => most(groupBy(reviews, quarterOf)),
  },
  {
    asked: "How many reviews name no therapist?",
    answer: async (ask) => {
      const { groups } = await ask("get_statistics", { group_by: ["technician"] });
      return groups.find(({ technician }: Wire) => technician === null).count;
    },
    truth: (data) => count(data, ({ mentions }) => mentions.technicians.length === 0),
  },
  {
    asked: "How was Marcus rated in 2026?",
    answer: averageOf({ technician: "Marcus", since: "2026-01-01", until: "2026-12-31" }),
    truth: (data) =>
      average(some(data, all(names("technicians", "marcus-teller"), within("2026-01-01", "2026-12-31")))),
  },
  {
    asked: "From which areas do our reviewers come?",
    answer: async (ask) =>
      read((await ask("get_statistics", { group_by: ["service_area"] })).groups, "service_area", "count"),
    truth: ({ reviews }) =>
      mapped(
        groupBy(reviews, ({ mentions }) => mentions.service_areas.map(id)),
        countOf,
      ),
  },
  {
    asked: "How many reviews are new since mid-October?",
    answer: async (ask) => (await ask("get_reviews_since", { date: "2026-10-15", limit: 1 })).matched,
    truth: (data) => count(data, within("2026-10-15")),
  },
  {
    asked: "How many reviews that were edited have an answer?",
    answer: matched({ edited: true, has_reply: true }),
    truth: (data) => count(data, (review) => review.revision > 1 && !unanswered(review)),
  },
  {
    asked: "How many people mentioned Obinna in each of the last months?",
    answer: async (ask) =>
      Object.fromEntries(
        (await ask("get_trends", { technician: "Obinna", months: 3 })).monthly.map(({ month, review_count }: Wire) => [
          month,
          review_count,
        ]),
      ),
    truth: (data) =>
      Object.fromEntries(
        ["2026-08", "2026-09", "2026-10"].map((month) => [
          month,
          count(
            data,
            all(names("technicians", "obinna-okafor"), ({ date }) => date.startsWith(month)),
          ),
        ]),
      ),
  },
];
