import { analyze } from "../../insights/engine/analyze.ts";
import { createEngine, type Engine } from "../../insights/engine/engine.ts";
import { RESTAURANT } from "../../insights/engine/taxonomies/taxonomies.ts";
import { publishedAnalysis } from "../../insights/engine/verdicts/published.ts";
import { wordsToRead } from "../../insights/engine/words-to-read.ts";
import { engine } from "../../insights/test/loaded-engine.ts";
import { readCorpus } from "../../insights/train/corpus.ts";
import type { InsightReview } from "../../src/insights/insight-review.ts";
import { buildInsightsDocument } from "../../src/insights/insights-document.ts";
import { type Profile, profile } from "../../src/model/business.ts";
import type { ToldReports } from "../../src/model/insights-document.ts";
import { demoProfile, demoReviews } from "./clinic.ts";

/** Reviews of one business, with what is needed to build its insights. */
export type DataSet = { name: string; engine: Engine; profile: Profile; reviews: InsightReview[] };

const NOBODY = { technicians: [], services: [], service_areas: [] };
const restaurantEngine = createEngine(RESTAURANT, engine.weights);

/** One review per week, newest first. */
const weekly = (
  prefix: string,
  texts: (string | null)[],
  rating: (at: number) => number,
  language: (at: number) => string | null = () => "en",
): InsightReview[] =>
  texts.map((text, at) => ({
    id: `${prefix}${String(at).padStart(26 - prefix.length, "0")}`,
    rating: rating(at),
    date: new Date(Date.UTC(2026, 9, 30) - at * 7 * 86_400_000).toISOString().slice(0, 10),
    text,
    language: text === null ? null : language(at),
    translation: null,
    reply: null,
    mentions: NOBODY,
  }));

const business = (name: string, more: object = {}): Profile => profile.parse({ name, time_zone: "UTC", ...more });

const corpus = (await readCorpus({ batches: ["b1"] })).filter(({ text }) => text.length > 60);
const textsOf = (sentiment: string, n: number) =>
  corpus.flatMap((item) => (item.sentiment === sentiment ? item.text : [])).slice(0, n);

const MEALS = [
  "The pizza was delicious and our waiter was friendly.",
  "Great pasta, and the service was quick and attentive.",
  "We waited an hour for a table, and the waiter never came back.",
  "The burger was bland and the fries were cold.",
  "Lovely patio, and the wine list is excellent.",
  "Too loud to talk, but the steak was perfect.",
  "Our server was rude and the bill was wrong.",
  "The dessert was wonderful and the price was fair.",
  "The pizza came out burnt, and they took forever.",
  "Friendly staff and fresh salad, we will come back.",
  "The cocktails were great and the music was nice.",
  "Overpriced for small portions, and the soup was cold.",
];
const SPANISH = [
  "Excelente trato, muy profesionales. Ya no me duele el hombro.",
  "Me atendieron a tiempo y la terapeuta fue muy amable conmigo.",
  "Me cobraron dos veces la misma consulta y nadie me explica la factura.",
  "La doctora me explicó todo en español, con mucha paciencia.",
  "Siempre hay que esperar más de media hora para entrar.",
];

const eight = [5, 5, 4, 2, 5, 5, 3, 5];
const repeated = (texts: string[], n: number) => Array.from({ length: n }, (_, at) => texts[at % texts.length] ?? "");

export const dataSets: DataSet[] = [
  { name: "the demonstration", engine, profile: demoProfile, reviews: demoReviews },
  {
    name: "eight reviews",
    engine,
    profile: business("Eight Street Physical Therapy"),
    reviews: weekly("8", [...textsOf("positive", 4), ...textsOf("negative", 2), null, null], (at) => eight[at] ?? 5),
  },
  {
    name: "five stars without text",
    engine,
    profile: business("Quiet Corner Physical Therapy"),
    reviews: weekly(
      "Q",
      Array.from({ length: 60 }, () => null),
      () => 5,
    ),
  },
  {
    name: "a bad clinic",
    engine,
    profile: business("Turnstile Physical Therapy"),
    reviews: weekly("B", [...textsOf("negative", 60), ...textsOf("positive", 8)], (at) => (at < 60 ? 1 + (at % 2) : 4)),
  },
  {
    name: "a restaurant",
    engine: restaurantEngine,
    profile: business("Trattoria Ponte", { aspects: "restaurant", opening_hours: ["Tu-Su 17:00-23:00"] }),
    reviews: weekly("R", repeated(MEALS, 60), (at) => [5, 5, 2, 2, 5, 4, 1, 5, 2, 5, 5, 2][at % 12] ?? 3),
  },
  {
    name: "mostly Spanish",
    engine,
    profile: business("Clínica del Puente"),
    reviews: weekly(
      "E",
      [...repeated(SPANISH, 30), ...textsOf("positive", 8)],
      (at) => (at < 30 ? ([5, 5, 2, 5, 2][at % 5] ?? 5) : 5),
      (at) => (at < 30 ? "es" : "en"),
    ),
  },
];

const analysesOf = ({ engine: by, reviews }: DataSet) =>
  new Map(
    reviews.flatMap((review) => {
      const words = wordsToRead(review);
      if (!words) return [];
      return [[review.id, publishedAnalysis(by, analyze(by, words.text, words.language), review.rating)] as const];
    }),
  );

export const documentOf = (set: DataSet, toldFor: (reports: ToldReports) => void = () => {}) =>
  buildInsightsDocument({
    engine: set.engine,
    profile: set.profile,
    base_url: "https://reviews.example",
    generated_at: "2026-11-01T00:00:00Z",
    reviews: set.reviews,
    analyses: analysesOf(set),
    toldFor,
  });
