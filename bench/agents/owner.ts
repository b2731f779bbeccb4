import {
  ask,
  count,
  dated,
  first,
  groups,
  ids,
  idsOf,
  matched,
  type Question,
  rated,
  replied,
  some,
  THIS_YEAR,
  unanswered,
} from "./ask.ts";
import { CHANGED, type Clinic, laterChanges } from "./clinics.ts";
import { average, highest, type Keep, names, share, size, tally, within, year } from "./truth.ts";

export function ownerQuestions({ technician, service }: Clinic): Question[] {
  const who = "owner" as const;
  const low = { max_rating: 2, has_reply: false };
  return [
    {
      who,
      asked: ["How many bad reviews have no reply from us?", "¿Cuántas opiniones malas no hemos contestado?"],
      call: ask(low),
      read: matched,
      truth: count(rated(1, 2), unanswered),
    },
    {
      who,
      asked: ["Which ones?", "¿Cuáles?"],
      call: ["search_reviews", { ...low, limit: 100 }],
      read: ids("reviews"),
      truth: idsOf(rated(1, 2), unanswered),
    },
    {
      who,
      asked: ["What share do we answer?", "¿Qué porcentaje contestamos?"],
      call: ask({}),
      read: ({ overall }) => overall.reply_pct,
      truth: (data) => share(some(data, replied).length, data.reviews.length),
    },
    {
      who,
      asked: [
        `How many five-star reviews did ${technician.said} get in 2025?`,
        `¿Cuántas de cinco estrellas tuvo ${technician.said} en 2025?`,
      ],
      call: ask({ mentions_technician: technician.said, rating: 5, ...dated }),
      read: matched,
      truth: count(names("technicians", technician.id), rated(5, 5), within(...THIS_YEAR)),
    },
    {
      who,
      asked: ["Who of us is mentioned most?", "¿A quién mencionan más?"],
      call: ask({ group_by: ["technician"] }),
      read: first("technician"),
      truth: ({ reviews }) => highest(tally(reviews, ({ mentions }) => mentions.technicians.map(({ id }) => id), size)),
    },
    {
      who,
      asked: ["How were we rated in each year?", "¿Qué nota tuvimos cada año?"],
      call: ask({ group_by: ["year"] }),
      read: groups("year", "average_rating"),
      truth: ({ reviews }) => tally(reviews, (review) => [year(review)], average),
    },
    {
      who,
      asked: [`How many mention ${service.said}?`, `¿Cuántas mencionan ${service.said}?`],
      call: ask({ mentions_service: service.said }),
      read: matched,
      truth: count(names("services", service.id)),
    },
    {
      who,
      asked: [
        `Which reviews of ${technician.said} still need a reply?`,
        `¿Qué opiniones sobre ${technician.said} faltan por contestar?`,
      ],
      call: ["search_reviews", { mentions_technician: technician.said, has_reply: false, limit: 100 }],
      read: ids("reviews"),
      truth: idsOf(names("technicians", technician.id), unanswered),
    },
    {
      who,
      asked: ["What is new since October 2025?", "¿Qué hay de nuevo desde octubre de 2025?"],
      call: ["get_reviews_since", { date: "2025-10-01", limit: 100 }],
      read: matched,
      truth: count(within("2025-10-01", "9999-12-31")),
    },
  ];
}

/** Questions about what reviewers mean. The truth is what the sentences of a made clinic were written to say. */
export function meaningQuestions({ made }: Clinic): Question[] {
  if (!made) return [];
  const meant = (about: string, means: string): Keep => {
    const texts = new Set(
      made.said.filter((one) => one.about === about && one.means === means).map(({ text }) => text),
    );
    return ({ text }) => texts.has(text ?? "");
  };
  const complaints = (about: string, asked: [string, string]): Question => ({
    who: "owner",
    asked,
    call: ["get_aspect_sentiment", { aspect: about }],
    read: ({ aspect }) => aspect.negative_count,
    truth: count(meant(about, "negative")),
  });
  const { before } = laterChanges(made.reviews);
  return [
    {
      who: "owner",
      asked: ["What changed in older reviews in the last days?", "¿Qué cambió estos días en las opiniones antiguas?"],
      call: ["get_reviews_since", { date: before }],
      read: ({ changed: { edited, erased, moved } }) => ({ edited, erased, moved }),
      truth: () => CHANGED,
    },
    complaints("punctuality", ["How many complain about waiting?", "¿Cuántos se quejan de la espera?"]),
    complaints("billing", ["How many complain about billing?", "¿Cuántos se quejan de los cobros?"]),
    complaints("front_desk", ["How many complain about the front desk?", "¿Cuántos se quejan de la recepción?"]),
  ];
}
