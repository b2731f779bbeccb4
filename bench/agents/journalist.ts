import { ask, count, groups, matched, type Question, rated } from "./ask.ts";
import { size, tally } from "./truth.ts";

export function journalistQuestions(): Question[] {
  const who = "journalist" as const;
  return [
    {
      who,
      asked: ["How many reviews are there in all?", "¿Cuántas opiniones hay en total?"],
      call: ["get_business", {}],
      read: ({ total }) => total,
      truth: count(),
    },
    {
      who,
      asked: ["How many give one star?", "¿Cuántas dan una estrella?"],
      call: ask({ rating: 1 }),
      read: matched,
      truth: count(rated(1, 1)),
    },
    {
      who,
      asked: ["How are the stars distributed?", "¿Cómo se reparten las estrellas?"],
      call: ask({}),
      read: ({ overall }) => overall.distribution,
      truth: ({ reviews }) => ({
        ...{ "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 },
        ...tally(reviews, ({ rating }) => [String(rating)], size),
      }),
    },
    {
      who,
      asked: ["Did anybody get something for a review?", "¿Alguien recibió algo por opinar?"],
      call: ask({ incentivized: true }),
      read: matched,
      truth: count(({ incentivized }) => incentivized),
    },
    {
      who,
      asked: ["How many were changed later?", "¿Cuántas se cambiaron después?"],
      call: ask({ edited: true }),
      read: matched,
      truth: count(({ revision }) => revision > 1),
    },
    {
      who,
      asked: ["How many did the business itself check?", "¿Cuántas comprobó la propia clínica?"],
      call: ask({ verification_level: "business" }),
      read: matched,
      truth: count(({ verification }) => verification.level === "business"),
    },
    {
      who,
      asked: ["How many of each kind of verification?", "¿Cuántas de cada tipo de verificación?"],
      call: ask({ group_by: ["verification"] }),
      read: groups("verification", "count"),
      truth: ({ reviews }) => tally(reviews, ({ verification }) => [verification.method], size),
    },
    {
      who,
      asked: ["How many reviews are stars without a word?", "¿Cuántas son solo estrellas?"],
      call: ask({ has_text: false }),
      read: matched,
      truth: count(({ text }) => text === null),
    },
    {
      who,
      asked: ["When was the first review?", "¿De cuándo es la primera?"],
      call: ask({}),
      read: ({ overall }) => overall.first_date,
      truth: ({ reviews }) => reviews.map(({ date }) => date).sort()[0],
    },
    {
      who,
      asked: ["Were there any reviews in 2001?", "¿Hubo alguna en 2001?"],
      call: ask({ since: "2001-01-01", until: "2001-12-31" }),
      read: matched,
      truth: () => 0,
    },
  ];
}
