import type { InsightReview } from "../../src/insights/insight-review.ts";
import type { Analysis, Label, Mark } from "../../src/model/analysis.ts";
import type { Profile } from "../../src/model/business.ts";
import { openRandom } from "../random.ts";
import { testProfile } from "../rows.ts";

/*
 * Reviews with their analyses written by hand: what a report makes of them depends on no trained weight. Each text is made
 * of sentences from a list that says what an engine would find in them; "#" is another number in each review.
 */
export type Sentence = {
  text: string;
  score: number;
  aspects?: string[];
  private?: true;
  marks?: string[];
  phrases?: string[];
};

/** A mark is "kind id words", a phrase "aspect or - key words"; the words are those of the sentence. */
const HARDLY_RUSHED = ["yes time-with-therapist rushed", "no time-with-therapist hardly"];
const SENTENCES: Sentence[] = [
  { text: "Ana was kind and listened to me.", score: 0.9, aspects: ["care"], phrases: ["care kind kind"] },
  { text: "Ben rushed me out of the room.", score: -0.8, aspects: ["care"], phrases: ["- rushed rushed"] },
  { text: "My knee is much better now.", score: 0.7, aspects: ["results"], marks: ["problem knee knee"] },
  { text: "My neck pain is back.", score: -0.6, aspects: ["results"], marks: ["problem neck-pain neck"] },
  { text: "The front desk was rude # times.", score: -0.9, aspects: ["front_desk"], marks: ["topic front-desk front"] },
  { text: "The desk called me back at once.", score: 0.5, aspects: ["front_desk", "communication"] },
  { text: "I waited for # minutes.", score: -0.7, aspects: ["punctuality"], marks: ["topic waiting waited"] },
  { text: "They always start on time.", score: 0.8, aspects: ["punctuality"], phrases: ["punctuality time time"] },
  { text: "Billing charged me # times.", score: -0.8, aspects: ["billing"], marks: ["topic bills charged"] },
  {
    text: "My insurance covered all of it.",
    score: 0.4,
    aspects: ["billing"],
    marks: ["yes insurance-and-cost covered"],
  },
  { text: "Parking is easy to find.", score: 0.6, aspects: ["facility"], marks: ["about parking-and-access Parking"] },
  { text: "Parking is a mess on day #.", score: -0.4, aspects: ["facility"], marks: ["topic parking Parking"] },
  { text: "I saw the same therapist each time.", score: 0.3, aspects: ["care"], marks: ["yes same-therapist same"] },
  { text: "I never saw the same person twice.", score: -0.3, aspects: ["care"], marks: ["no same-therapist never"] },
  { text: "It took six visits.", score: 0.1, aspects: ["results"], marks: ["yes how-many-visits six"] },
  {
    text: "The warm pool is a treat # times a week.",
    score: 0.85,
    aspects: ["facility"],
    phrases: ["- warm pool pool"],
  },
  { text: "My diagnosis is nobody's business.", score: -0.2, private: true },
  { text: "It was fine.", score: 0, phrases: ["- fine fine"] },
  {
    text: "The dry needling hurt for # days.",
    score: -0.1,
    aspects: ["expertise"],
    marks: ["topic dry-needling needling"],
  },
  { text: "She knows what she is doing.", score: 0.95, aspects: ["expertise"] },
  { text: "Kind and quick care.", score: 0.97, aspects: ["care"], phrases: ["care quick quick"] },
  { text: "I was hardly rushed by anyone.", score: 0.45, aspects: ["care"], marks: HARDLY_RUSHED },
  { text: "Parking is what it is.", score: 0.1, aspects: ["facility"], marks: ["about parking-and-access Parking"] },
  { text: "My shoulder is fine again.", score: 0.6, aspects: ["results"], marks: ["problem shoulder shoulder"] },
  { text: "My hip still hurts.", score: -0.5, aspects: ["results"], marks: ["problem hip hip"] },
  { text: "The headache is gone.", score: 0.8, aspects: ["results"], marks: ["problem headache headache"] },
  { text: "My back is so much better.", score: 0.9, aspects: ["results"], marks: ["problem back-pain back"] },
  { text: "Do they take my insurance?", score: 0, aspects: ["billing"] },
  { text: "Is there parking close by?", score: 0, aspects: ["facility"] },
  { text: "How long is the usual wait?", score: 0, aspects: ["punctuality"] },
  { text: "Can I see the same person?", score: 0, aspects: ["care"] },
  { text: "How soon does it help?", score: 0, aspects: ["results", "care"] },
  { text: "Where is the front desk?", score: 0, aspects: ["front_desk"] },
  { text: "What is the plan?", score: 0 },
];

const labelOf = (score: number): Label => (score > 0.2 ? "positive" : score < -0.2 ? "negative" : "neutral");
const mean = (scores: number[]): number =>
  Math.round((1000 * scores.reduce((a, b) => a + b, 0)) / scores.length) / 1000;

/** What an engine would find in a text of these sentences. */
export function analysisOf(sentences: readonly Sentence[], language: "en" | "es" = "en"): Analysis {
  let at = 0;
  const placed = sentences.map((sentence, number) => {
    const start = at;
    at += sentence.text.length + 1;
    return { ...sentence, number, start, end: start + sentence.text.length };
  });
  const find = ({ text, start, number }: (typeof placed)[number], words: string) => {
    const from = start + text.indexOf(words);
    return { start: from, end: from + words.length, sentence: number };
  };
  const aspects = [...new Set(sentences.flatMap((sentence) => sentence.aspects ?? []))].map((aspect) => {
    const about = placed.filter((sentence) => sentence.aspects?.includes(aspect));
    const score = mean(about.map((sentence) => sentence.score));
    const sides = new Set(about.map((sentence) => labelOf(sentence.score)));
    const [{ start, end } = { start: 0, end: 0 }] = about;
    const sentiment: Label = sides.has("positive") && sides.has("negative") ? "mixed" : labelOf(score);
    const evidence = [...about, ...about.slice(0, 1)].map((one) => {
      return { start: one.start, end: one.start + 3, weight: one.score };
    });
    return { aspect, sentiment, score, start, end, evidence };
  });
  const marks = placed.flatMap((sentence) =>
    (sentence.marks ?? []).map((mark): Mark => {
      const [kind = "", id = "", words = ""] = mark.split(" ");
      return { kind: kind as Mark["kind"], id, ...find(sentence, words) }; // the list above has no other kinds
    }),
  );
  const score = mean(sentences.map((sentence) => sentence.score));
  return {
    language,
    sentiment: { score, label: labelOf(score) },
    aspects,
    certainty: aspects.map((_, place) => 0.9 - place / 10),
    sentences: placed.map(({ text, start, end, score, aspects = [], private: is_private = false }) => {
      const [words, carries] = [text.split(" ").length, text.startsWith("She ")];
      return { start, end, score, words, aspects, carries, private: is_private };
    }),
    problems: marks.filter(({ kind }) => kind === "problem").map(({ id }) => id),
    marks,
    phrases: placed.flatMap((sentence) =>
      (sentence.phrases ?? []).map((phrase) => {
        const [aspect = "", ...words] = phrase.split(" ");
        const place = find(sentence, words.at(-1) ?? "");
        return { key: words.slice(0, -1).join(" "), aspect: aspect === "-" ? null : aspect, ...place };
      }),
    ),
  };
}

const REPLIES = [
  null,
  "Thank you, Maria!",
  "You can park behind the house. We open at seven on weekdays.",
  "Do you take walk-ins on Saturdays? Yes, we take walk-ins until noon.",
];

export const MADE_UP_PROFILE: Profile = testProfile({
  technicians: [
    { id: "ana-ruiz", name: "Ana Ruiz", title: "PT, DPT", aliases: ["Ana"], insights: true },
    { id: "ben-ortiz", name: "Ben Ortiz", title: null, aliases: ["Ben"], insights: true },
  ],
  opening_hours: ["Mo-Fr 07:00-19:00"],
  faq: [{ question: "Do I need a referral?", answer: "No." }],
  address: {
    street_address: "1 Main St",
    address_locality: "Springfield",
    address_region: "OR",
    postal_code: null,
    address_country: "US",
  },
});

/** `count` reviews, newest first, about one in five days, with their analyses. One complaint in `rare` is left. */
export function makeUpClinic(count: number, rare: number, seed = 7) {
  const random = openRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const analyses = new Map<string, Analysis>();
  const reviews = Array.from({ length: count }, (_, number): InsightReview => {
    const id = String(count - number).padStart(26, "0");
    const date = new Date(Date.UTC(2026, 9, 20) - number * 5 * 86_400_000).toISOString().slice(0, 10);
    const chosen = SENTENCES.filter(({ score }) => below(score < 0 ? 8 * rare : 8) === 0).map((sentence) => {
      return { ...sentence, text: sentence.text.replace("#", String(2 + number)) };
    });
    const [text, language] = [chosen.map((sentence) => sentence.text).join(" "), below(8) === 0 ? "es" : "en"] as const;
    if (text !== "") analyses.set(id, analysisOf(chosen, language));
    const average = chosen.length === 0 ? 1 : mean(chosen.map(({ score }) => score));
    // One in ten is read in a translation.
    const is_foreign = text !== "" && number % 10 === 7;
    const named = (name: string) => text.includes(name);
    return {
      id,
      rating: Math.max(1, Math.min(5, Math.round(3 + 2.4 * average))),
      date,
      text: text === "" ? null : is_foreign ? `Traduire: ${text}` : text,
      language: is_foreign ? "fr" : below(9) === 0 ? null : language,
      translation: is_foreign ? { text, language: "en" } : null,
      reply: REPLIES[below(REPLIES.length)] ?? null,
      mentions: {
        technicians: [
          ...(named("Ana") ? [{ id: "ana-ruiz", name: "Ana Ruiz" }] : []),
          ...(named("Ben") ? [{ id: "ben-ortiz", name: "Ben Ortiz" }] : []),
        ],
        services: named("needling") ? [{ id: "dry-needling", name: "Dry needling" }] : [],
        service_areas: [],
      },
    };
  });
  return { reviews, analyses };
}
