import { count, matched, mean, type Question, rated, some, stars, type Wire } from "./ask.ts";
import type { Clinic } from "./clinics.ts";
import { highest, names, says, size, tally } from "./truth.ts";

export function patientQuestions({ technician, other, service }: Clinic): Question[] {
  const theirs = names("technicians", technician.id);
  const treated = names("services", service.id);
  const who = "patient" as const;
  return [
    {
      who,
      asked: ["What is the rating?", "¿Qué nota tiene?"],
      call: ["get_summary", {}],
      read: ({ aggregate_rating }) => aggregate_rating.rating_value,
      truth: mean(),
    },
    {
      who,
      asked: ["When are they open?", "¿Qué horario tienen?"],
      call: ["get_business", {}],
      read: ({ business }) => business.opening_hours,
      truth: ({ business }) => business.opening_hours,
    },
    {
      who,
      asked: ["Which treatments do they offer?", "¿Qué tratamientos ofrecen?"],
      call: ["get_business", {}],
      read: ({ business }) => business.services.map(({ id }: Wire) => id),
      truth: ({ business }) => business.services.map(({ id }) => id),
    },
    {
      who,
      asked: [`How do people rate ${technician.said}?`, `¿Qué nota dan a ${technician.said}?`],
      call: ["get_technician", { technician: technician.said }],
      read: stars("average_rating"),
      truth: mean(theirs),
    },
    {
      who,
      asked: [`How many reviews are about ${technician.said}?`, `¿Cuántas opiniones hablan de ${technician.said}?`],
      call: ["get_technician", { technician: technician.said }],
      read: stars("mention_count"),
      truth: count(theirs),
    },
    {
      who,
      asked: [`And how is ${other.said} rated?`, `¿Y qué nota tiene ${other.said}?`],
      call: ["get_technician", { technician: other.said }],
      read: stars("average_rating"),
      truth: mean(names("technicians", other.id)),
    },
    {
      who,
      asked: [`Is ${service.said} any good there?`, `¿Es buena la ${service.said}?`],
      call: ["get_service", { service: service.said }],
      read: stars("average_rating"),
      truth: mean(treated),
    },
    {
      who,
      asked: [`Who does ${service.said}?`, `¿Quién hace ${service.said}?`],
      call: ["get_service", { service: service.said }],
      read: ({ technicians }) => technicians[0]?.id,
      truth: (data) =>
        highest(tally(some(data, treated), ({ mentions }) => mentions.technicians.map(({ id }) => id), size)),
    },
  ];
}

export function readingQuestions({ words: [place, body, trouble] }: Clinic): Question[] {
  const word = (query: string, english: string, spanish: string): Question => ({
    who: "patient",
    asked: [english, spanish],
    call: ["search_reviews", { query, limit: 5 }],
    read: matched,
    truth: count(says(query)),
  });
  const who = "patient" as const;
  return [
    word(place, "Does anyone mention parking?", "¿Alguien habla de aparcar?"),
    word(body, "How many write about their knee?", "¿Cuántos escriben sobre la rodilla?"),
    word(trouble, "Has anybody been there for dizziness?", "¿Alguien fue por mareos?"),
    {
      who,
      asked: ["What does the newest review with words say?", "¿Qué dice la última opinión con texto?"],
      call: ["search_reviews", { has_text: true, limit: 1 }],
      read: ({ reviews }) => reviews[0].text,
      truth: (data) => some(data, ({ text }) => text !== null)[0]?.text,
    },
    {
      who,
      asked: ["Show me the last bad review.", "Enséñame la última opinión mala."],
      call: ["search_reviews", { max_rating: 2, limit: 1 }],
      read: ({ reviews }) => reviews[0].id,
      truth: (data) => some(data, rated(1, 2))[0]?.id,
    },
  ];
}
