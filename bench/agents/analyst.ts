import {
  ask,
  averageOf,
  count,
  dated,
  from,
  groups,
  matched,
  mean,
  type Question,
  replied,
  THIS_YEAR,
  type Wire,
} from "./ask.ts";
import type { Clinic } from "./clinics.ts";
import { type Keep, month, quarter, share, size, tally, within, year } from "./truth.ts";

export function analystQuestions({ language }: Clinic): Question[] {
  const who = "analyst" as const;
  const own: Keep = (review) => review.language?.split("-")[0] === language;
  return [
    {
      who,
      asked: ["How many reviews came from each platform?", "¿Cuántas llegaron de cada plataforma?"],
      call: ask({ group_by: ["source"] }),
      read: groups("source", "count"),
      truth: ({ reviews }) => tally(reviews, ({ source }) => [source], size),
    },
    {
      who,
      asked: ["What is the average on Google?", "¿Cuál es la media en Google?"],
      call: ask({ source: "google" }),
      read: averageOf,
      truth: mean(from("google")),
    },
    {
      who,
      asked: ["What was the average in 2025?", "¿Cuál fue la media en 2025?"],
      call: ask(dated),
      read: averageOf,
      truth: mean(within(...THIS_YEAR)),
    },
    {
      who,
      asked: ["How many reviews per quarter?", "¿Cuántas por trimestre?"],
      call: ask({ group_by: ["quarter"] }),
      read: groups("quarter", "count"),
      truth: ({ reviews }) => tally(reviews, (review) => [quarter(review)], size),
    },
    {
      who,
      asked: ["How many per source and year?", "¿Cuántas por plataforma y año?"],
      call: ask({ group_by: ["source", "year"] }),
      read: ({ groups: all }) => Object.fromEntries(all.map((one: Wire) => [`${one.source} ${one.year}`, one.count])),
      truth: ({ reviews }) => tally(reviews, (review) => [`${review.source} ${year(review)}`], size),
    },
    {
      who,
      asked: ["How many are in the language of the clinic?", "¿Cuántas están en el idioma de la clínica?"],
      call: ask({ language }),
      read: matched,
      truth: count(own),
    },
    {
      who,
      asked: ["How many reviews in each of the last months?", "¿Cuántas en cada uno de los últimos meses?"],
      call: ["get_trends", { months: 1 }],
      read: ({ monthly }) => [monthly[0].month, monthly[0].review_count],
      truth: ({ reviews }) => {
        const last = reviews.map(month).sort().at(-1);
        return [last, reviews.filter((review) => month(review) === last).length];
      },
    },
    {
      who,
      asked: ["Which share has words?", "¿Qué porcentaje tiene texto?"],
      call: ask({}),
      read: ({ overall }) => overall.text_pct,
      truth: ({ reviews }) => share(reviews.filter(({ text }) => text !== null).length, reviews.length),
    },
    {
      who,
      asked: ["What do the answered reviews average?", "¿Qué media tienen las contestadas?"],
      call: ask({ has_reply: true }),
      read: averageOf,
      truth: mean(replied),
    },
  ];
}
