import {
  ask,
  averageOf,
  count,
  from,
  groups,
  matched,
  mean,
  type Question,
  rated,
  replied,
  some,
  unanswered,
  type Wire,
} from "./ask.ts";
import type { Clinic } from "./clinics.ts";
import {
  average,
  type Data,
  highest,
  type Keep,
  month,
  names,
  quarter,
  says,
  share,
  size,
  tally,
  within,
  year,
} from "./truth.ts";

const SUMMER = ["2025-06-01", "2025-08-31"] as const;
const technicians = ({ mentions }: Data["reviews"][number]): string[] => mentions.technicians.map(({ id }) => id);
const rewarded: Keep = ({ incentivized }) => incentivized;
const edited: Keep = ({ revision }) => revision > 1;

/** Questions as patients put them: seasons, titles before names, two people, and what nobody mentions. */
export function everydayQuestions({ technician, other, service, language }: Clinic): Question[] {
  const surname = technician.id.split("-").at(-1) ?? "";
  const titled = `${language === "es" ? "la Dra." : "Dr."} ${surname}`;
  return [
    {
      who: "patient",
      asked: ["How did people like it last summer?", "¿Qué tal les fue el verano pasado?"],
      call: ask({ since: SUMMER[0], until: SUMMER[1] }),
      read: ({ overall }) => [overall.count, overall.average_rating],
      truth: (data) => [count(within(...SUMMER))(data), mean(within(...SUMMER))(data)],
    },
    {
      who: "patient",
      asked: [`Is ${titled} well rated?`, `¿Tiene buena nota ${titled}?`],
      call: ["get_technician", { technician: titled }],
      read: ({ stars }) => stars.average_rating,
      truth: mean(names("technicians", technician.id)),
    },
    {
      who: "patient",
      asked: [`Who has better stars, ${technician.said} or ${other.said}?`, `¿${technician.said} o ${other.said}?`],
      call: ask({ group_by: ["technician"] }),
      read: groups("technician", "average_rating"),
      truth: ({ reviews }) => tally(reviews, technicians, average),
    },
    {
      who: "patient",
      asked: ["Is there a password for the wifi?", "¿Cuál es la contraseña del wifi?"],
      call: ["search", { query: language === "es" ? "contraseña del wifi" : "wifi password" }],
      read: ({ results }) => results,
      truth: (data) => some(data, says("wifi")),
    },
    {
      who: "patient",
      asked: [`Did ${technician.said} do ${service.said}?`, `¿${technician.said} hizo ${service.said}?`],
      call: ask({ mentions_technician: technician.said, mentions_service: service.said }),
      read: matched,
      truth: count(names("technicians", technician.id), names("services", service.id)),
    },
  ];
}

/** How fair the stars are: unhappy people, rewarded ones, those who changed their mind, and each site. */
export function fairnessQuestions(): Question[] {
  return [
    {
      who: "journalist",
      asked: ["Do unhappy people get an answer?", "¿Contestan a los descontentos?"],
      call: ask({ max_rating: 2 }),
      read: ({ overall }) => overall.reply_pct,
      truth: (data) => share(some(data, rated(1, 2), replied).length, some(data, rated(1, 2)).length),
    },
    {
      who: "journalist",
      asked: ["Did rewarded people give five stars?", "¿Dieron cinco estrellas los recompensados?"],
      call: ask({ incentivized: true, rating: 5 }),
      read: matched,
      truth: count(rewarded, rated(5, 5)),
    },
    {
      who: "journalist",
      asked: ["Which site is harshest on them?", "¿En qué web salen peor?"],
      call: ask({ group_by: ["source"] }),
      read: ({ groups: all }) => highest(Object.fromEntries(all.map((one: Wire) => [one.source, -one.average_rating]))),
      truth: ({ reviews }) =>
        highest(
          tally(
            reviews,
            ({ source }) => [source],
            (group) => -(average(group) ?? 0),
          ),
        ),
    },
    {
      who: "journalist",
      asked: ["How do edited reviews compare?", "¿Qué nota dan las opiniones cambiadas?"],
      call: ask({ edited: true }),
      read: averageOf,
      truth: mean(edited),
    },
  ];
}

/** Months, years and people side by side. */
export function comparingQuestions(): Question[] {
  return [
    {
      who: "owner",
      asked: ["Bad ones on Google that we left unanswered?", "¿Malas en Google sin contestar?"],
      call: ask({ source: "google", max_rating: 2, has_reply: false }),
      read: matched,
      truth: count(from("google"), rated(1, 2), unanswered),
    },
    {
      who: "owner",
      asked: ["How many complaints in our worst month?", "¿Cuántas quejas en el peor mes?"],
      call: ask({ max_rating: 2, group_by: ["month"] }),
      read: ({ groups: all }) => Math.max(...all.map((one: Wire) => one.count)),
      truth: (data) => Math.max(...Object.values(tally(some(data, rated(1, 2)), (review) => [month(review)], size))),
    },
    {
      who: "owner",
      asked: ["Who of us gets the complaints?", "¿De quién se quejan?"],
      call: ask({ max_rating: 2, group_by: ["technician"] }),
      read: groups("technician", "count"),
      truth: (data) => tally(some(data, rated(1, 2)), technicians, size),
    },
    {
      who: "analyst",
      asked: ["Compare 2024 with 2025.", "Compara 2024 con 2025."],
      call: ask({ since: "2024-01-01", until: "2025-12-31", group_by: ["year"] }),
      read: groups("year", "average_rating"),
      truth: (data) => tally(some(data, within("2024-01-01", "2025-12-31")), (review) => [year(review)], average),
    },
    {
      who: "analyst",
      asked: ["Stars by quarter since 2025?", "¿Estrellas por trimestre desde 2025?"],
      call: ask({ since: "2025-01-01", group_by: ["quarter"] }),
      read: groups("quarter", "average_rating"),
      truth: (data) => tally(some(data, within("2025-01-01", "9999")), (review) => [quarter(review)], average),
    },
    {
      who: "analyst",
      asked: ["What share of the fives has words?", "¿Qué parte de los cincos tiene texto?"],
      call: ask({ rating: 5 }),
      read: ({ overall }) => overall.text_pct,
      truth: (data) =>
        share(some(data, rated(5, 5), ({ text }) => text !== null).length, some(data, rated(5, 5)).length),
    },
    {
      who: "developer",
      asked: ["How many are three stars or better on Yelp?", "¿Cuántas en Yelp dan tres o más?"],
      call: ["search_reviews", { source: "yelp", min_rating: 3, limit: 1 }],
      read: matched,
      truth: count(from("yelp"), rated(3, 5)),
    },
  ];
}

/** Conditions in the words of patients, and what no review is about. Only of clinics whose sentences are known. */
export function conditionQuestions({ made, language }: Clinic): Question[] {
  if (!made) return [];
  const spanish = language === "es";
  const treated = (asked: [string, string], word: [string, string]): Question => ({
    who: "patient",
    asked: [`Anybody there with ${asked[0]}?`, `¿Alguien con ${asked[1]}?`],
    call: ["get_service", { service: asked[spanish ? 1 : 0] }],
    read: ({ stars }) => [stars.mention_count, stars.average_rating],
    truth: (data) => [count(says(word[spanish ? 1 : 0]))(data), mean(says(word[spanish ? 1 : 0]))(data)],
  });
  const rude = spanish
    ? "La recepción fue grosera conmigo por teléfono."
    : "The front desk was rude to me on the phone.";
  return [
    treated(["a torn meniscus", "el menisco roto"], ["knee", "rodilla"]),
    treated(["a frozen shoulder", "hombro congelado"], ["shoulder", "hombro"]),
    treated(["dizzy spells", "vértigos"], ["dizziness", "mareos"]),
    treated(["a bad hip", "dolor de cadera"], ["hip", "cadera"]),
    {
      who: "analyst",
      asked: ["How many about shoulders, on average how rated?", "¿Cuántas de hombros, y con qué media?"],
      call: ask({ condition: spanish ? "capsulitis adhesiva" : "adhesive capsulitis" }),
      read: ({ matched: found, overall }) => [found, overall.average_rating],
      truth: (data) =>
        [spanish ? "hombro" : "shoulder"].flatMap((word) => [count(says(word))(data), mean(says(word))(data)]),
    },
    {
      who: "patient",
      asked: ["Is it hard to get an appointment?", "¿Es difícil conseguir cita?"],
      call: ["get_aspect_sentiment", { aspect: spanish ? "citas" : "getting an appointment" }],
      read: ({ aspect }) => aspect.mention_count,
      truth: () => made.said.filter(({ about }) => about === "scheduling").length,
    },
    {
      who: "patient",
      asked: ["Complaints about the front desk?", "¿Quejas de la recepción?"],
      call: ["search", { query: spanish ? "quejas de la recepción" : "complaints about the front desk" }],
      read: ({ results }) => results.map(({ id }: Wire) => id).sort(),
      truth: (data) =>
        some(data, ({ text }) => text === rude)
          .map(({ id }) => id)
          .sort(),
    },
  ];
}
