import type { Wire } from "../endpoint.ts";
import {
  all,
  average,
  averageOf,
  count,
  groupBy,
  matched,
  most,
  names,
  type Question,
  says,
  some,
  within,
} from "./question.ts";

const id = ({ id: own }: Wire): string => own;

export const PATIENT: readonly Question[] = [
  { asked: "How many reviews are there?", answer: matched({}), truth: ({ reviews }) => reviews.length },
  {
    asked: "What is the rating?",
    answer: async (ask) => (await ask("get_business")).aggregate_rating.rating_value,
    truth: ({ reviews }) => average(reviews),
  },
  {
    asked: "How many people write about vertigo?",
    answer: matched({ query: "vertigo" }),
    truth: (data) => count(data, says("vertigo")),
  },
  {
    asked: "Who is mentioned most for hand therapy?",
    answer: async (ask) => {
      const { groups } = await ask("get_statistics", { mentions_service: "hand therapy", group_by: ["technician"] });
      return groups.find(({ technician }: Wire) => technician !== null).technician;
    },
    truth: (data) =>
      most(groupBy(some(data, names("services", "hand-therapy")), ({ mentions }) => mentions.technicians.map(id))),
  },
  {
    asked: "When are they open?",
    answer: async (ask) => (await ask("get_business")).business.opening_hours,
    truth: ({ business }) => business.opening_hours,
  },
  {
    asked: "Does anyone mention parking?",
    answer: matched({ query: "parking" }),
    truth: (data) => count(data, says("parking")),
  },
  {
    asked: "How do people rate Priya?",
    answer: averageOf({ mentions_technician: "Priya" }),
    truth: (data) => average(some(data, names("technicians", "priya-raman"))),
  },
  {
    asked: "How many reviews are about needling?",
    answer: matched({ mentions_service: "needling" }),
    truth: (data) => count(data, names("services", "dry-needling")),
  },
  {
    asked: "How many reviews are in Spanish?",
    answer: matched({ language: "es" }),
    truth: (data) => count(data, ({ language }) => language === "es"),
  },
  {
    asked: "Which therapist has the most reviews?",
    answer: async (ask) => (await ask("get_technician")).technicians.sort(byMentions)[0].id,
    truth: ({ reviews }) => most(groupBy(reviews, ({ mentions }) => mentions.technicians.map(id))),
  },
  {
    asked: "What is the newest review?",
    answer: async (ask) => (await ask("search_reviews", { limit: 1 })).reviews[0].id,
    truth: ({ reviews }) => reviews[0]?.id,
  },
  {
    asked: "What is the newest bad review?",
    answer: async (ask) => (await ask("search_reviews", { max_rating: 2, limit: 1 })).reviews[0].id,
    truth: (data) => some(data, ({ rating }) => rating <= 2)[0]?.id,
  },
  {
    asked: "What is their phone number?",
    answer: async (ask) => (await ask("get_business")).business.telephone,
    truth: ({ business }) => business.telephone,
  },
  {
    asked: "How many five-star reviews are there this year?",
    answer: matched({ stars: 5, since: "2026-01-01" }),
    truth: (data) =>
      count(
        data,
        all(({ rating }) => rating === 5, within("2026-01-01")),
      ),
  },
  {
    asked: "How many reviews mention a knee?",
    answer: matched({ query: "knee" }),
    truth: (data) => count(data, says("knee")),
  },
  {
    asked: "Who says don’t? (as a phone types it)",
    answer: matched({ query: "don’t" }),
    truth: (data) => count(data, says("don't")),
  },
  {
    asked: "How many reviews mention Rosalia? (without the accent)",
    answer: matched({ therapist: "rosalia" }),
    truth: (data) => count(data, names("technicians", "rosalia-montes")),
  },
  {
    asked: "How many gave stars without a word?",
    answer: matched({ has_text: false }),
    truth: (data) => count(data, ({ text }) => text === null),
  },
  {
    asked: "How many reviews are about the pool?",
    answer: matched({ service: "pool" }),
    truth: (data) => count(data, names("services", "aquatic-therapy")),
  },
  {
    asked: "Which treatments do they list?",
    answer: async (ask) => (await ask("get_service")).services.map(({ name }: Wire) => name),
    truth: ({ business }) => business.services.map(({ name }: Wire) => name),
  },
];

function byMentions(a: Wire, b: Wire): number {
  return b.mention_count - a.mention_count || (a.id < b.id ? -1 : 1);
}
