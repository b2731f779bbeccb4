import { ask, ids, idsOf, type Question, rated } from "./ask.ts";
import type { Clinic } from "./clinics.ts";
import { type Data, says, within } from "./truth.ts";

/** Any review that is named in the question. */
const NAMED = 17;

export function developerQuestions({ words: [, body] }: Clinic): Question[] {
  const who = "developer" as const;
  return [
    {
      who,
      asked: [
        "Give me the ids of the reviews since November 2025.",
        "Dame los identificadores desde noviembre de 2025.",
      ],
      call: ["get_reviews_since", { date: "2025-11-01", limit: 100 }],
      read: ids("reviews"),
      truth: idsOf(within("2025-11-01", "9999-12-31")),
    },
    {
      who,
      asked: ["What is the id of the newest review?", "¿Cuál es el identificador de la más nueva?"],
      call: ["search_reviews", { limit: 1 }],
      read: ({ reviews }) => reviews[0].id,
      truth: ({ reviews }) => reviews[0]?.id,
    },
    {
      who,
      asked: [
        "Which reviews contain this word and give three stars or less?",
        "¿Qué opiniones tienen esta palabra y tres estrellas o menos?",
      ],
      call: ["search_reviews", { query: body, max_rating: 3, limit: 100 }],
      read: ids("reviews"),
      truth: idsOf(says(body), rated(1, 3)),
    },
    {
      who,
      asked: ["On which day was the last review?", "¿De qué día es la última?"],
      call: ask({}),
      read: ({ overall }) => overall.last_date,
      truth: ({ reviews }) =>
        reviews
          .map(({ date }) => date)
          .sort()
          .at(-1),
    },
  ];
}

/** A question about a review that the data names. */
export const namedQuestion = ({ reviews }: Data): Question => {
  const named = reviews[NAMED];
  return {
    who: "developer",
    asked: [`Who wrote ${named?.id}?`, `¿Quién escribió ${named?.id}?`],
    call: ["get_review", { id: named?.id }],
    read: ({ review }) => review.author,
    truth: () => named?.author,
  };
};
