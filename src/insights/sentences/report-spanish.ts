import { capitalized } from "../../model/basics/capitalized.ts";
import { spanishTheme } from "../../model/spanish-themes.ts";
import type { Tally } from "../tally.ts";
import { type Days, ENGLISH, type HowRead, type ReportWords, readHours, type Share } from "./report-english.ts";
import { inSentence } from "./sentence-words.ts";
import { SPANISH_LANGUAGES, SPANISH_MONTHS, SPANISH_QUESTIONS, SPANISH_SUBJECTS } from "./spanish-names.ts";

const DAYS: Days = {
  Mo: "lunes",
  Tu: "martes",
  We: "miércoles",
  Th: "jueves",
  Fr: "viernes",
  Sa: "sábado",
  Su: "domingo",
};

const list = new Intl.ListFormat("es", { type: "conjunction" });
const listWords = (parts: string[]): string => list.format(parts);

/** "noviembre de 2024" for YYYY-MM-DD. */
const monthAndYear = (date: string): string =>
  `${SPANISH_MONTHS[Number(date.slice(5, 7)) - 1] ?? ""} de ${date.slice(0, 4)}`;

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
const reviews = (n: number): string => counted(n, "opinión", "opiniones");
const stars = (n: number): string => counted(n, "estrella", "estrellas");

/** A label with its article, for use inside a sentence: "la recepción". */
const subject = (label: string): string => SPANISH_SUBJECTS.get(label) ?? inSentence(spanishTheme(label));
const sinceFirst = (from: string | null): string => (from === null ? "" : `Desde ${monthAndYear(from)}, `);
const before = (from: string | null): string => `antes de ${monthAndYear(from ?? "")}`;
const reviewsSince = ({ n, from }: { n: number; from: string | null }): string => sinceFirst(from) + reviews(n);
const withQuote = (words: string, quote: string | null): string =>
  quote === null ? `${words}.` : `${words}; una dice: “${quote}”`;
const shares = (parts: Share[]): string =>
  listWords(parts.map(({ label, some, all }) => `${subject(label)} (${some} de ${all})`));
const positives = (n: number): string => (n === 0 ? "ninguna positiva" : counted(n, "positiva", "positivas"));
const negatives = (n: number): string => (n === 0 ? "ninguna negativa" : counted(n, "negativa", "negativas"));
const sidesOf = ({ positive, negative, mixed, neutral }: Tally): string =>
  listWords([
    positives(positive),
    negatives(negative),
    ...(mixed > 0 ? [counted(mixed, "mixta", "mixtas")] : []),
    ...(neutral > 0 ? [counted(neutral, "neutral", "neutrales")] : []),
  ]);

const HOW: Record<HowRead, string> = {
  words: "",
  translation: ", que se leen por su traducción",
  not: ", que aquí no se lee",
};

const summary: ReportWords["summary"] = {
  none: "Todavía no hay opiniones.",
  business: (name) => name ?? "este negocio",
  one: ({ business, stars: given, from }) =>
    `${capitalized(business)} tiene una opinión${from === null ? "" : ` desde ${monthAndYear(from)}`}, de ${stars(given)}.`,
  same: ({ n, business, stars: given, from }) =>
    `${sinceFirst(from) || "Hasta ahora, "}las ${n === 2 ? "dos" : n} opiniones sobre ${business} dan ${stars(given)}.`,
  rated: ({ n, business, average, from }) =>
    `${sinceFirst(from)}${n} opiniones dan a ${business} ${average} de 5 estrellas en promedio.`,
  unreadable: (texts) =>
    `${counted(texts, "opinión tiene", "opiniones tienen")} texto, pero en un idioma que aquí no se lee.`,
  no_texts: "Ninguna tiene texto, así que nada aquí dice qué gustó y qué no.",
  oneText: (label) =>
    `Se pudo leer un texto, y es ${{ positive: "positivo", negative: "negativo", neutral: "neutral", mixed: "mixto" }[label]}.`,
  allTexts: (n, label) =>
    `Los ${n === 2 ? "dos" : n} textos que se pudieron leer son ${label === "positive" ? "positivos" : "negativos"}.`,
  texts({ positive, negative, mixed, neutral }) {
    const between = mixed + neutral;
    const lead = `De los ${positive + negative + between} textos que se pudieron leer`;
    const rest = between > 0 ? `, y ${between} ${between === 1 ? "es mixto o neutral" : "son mixtos o neutrales"}` : "";
    const are = (n: number) => (n === 1 ? "es" : "son");
    if (negative > positive) {
      return (
        `${lead}, ${negative} ${are(negative)} ${negative === 1 ? "crítico" : "críticos"} y ` +
        `${positive === 0 ? "ninguno es positivo" : `solo ${counted(positive, "positivo", "positivos")}`}${rest}.`
      );
    }
    const good = `${lead}, ${positive} ${are(positive)} ${positive === 1 ? "positivo" : "positivos"}`;
    return negative === 0
      ? `${good} y ninguno es negativo${rest}.`
      : `${good} y ${counted(negative, "negativo", "negativos")}${rest}.`;
  },
  praise({ label, some, all, strong, critics, quote }) {
    const about = subject(label);
    const is = /^l[oa]s | y /.test(about) ? "son" : "es";
    const lead = strong ? `Lo que más se elogia ${is}` : `Lo que más se elogia, aunque no todos lo hacen, ${is}`;
    const whom = critics > 0 ? `, ${critics} de ellas de personas que dieron tres estrellas o menos` : "";
    const words = `${lead} ${about}: ${some} de las ${all} opiniones que lo mencionan son positivas${whom}`;
    return withQuote(words, quote);
  },
  morePraise: (parts) => `La mayoría también elogia ${shares(parts)}.`,
  complaint({ label, some, all, praised, steady, quote, from }) {
    const about = subject(label);
    const lead = praised
      ? `Pero las quejas más comunes son también sobre ${about}`
      : `La queja más común es sobre ${about}`;
    const as_before = steady ? `, más o menos como ${before(from)} (${steady.some} de ${steady.all})` : "";
    return withQuote(`${lead}: ${some} de las ${all} opiniones que lo mencionan son críticas${as_before}`, quote);
  },
  changed: ({ label, some, all, before: then, change, from }) =>
    `Las quejas sobre ${subject(label)} ${change === "fell" ? "bajaron" : "subieron"} ` +
    `de ${then.some} de ${then.all} menciones ${before(from)} a ${some} de ${all} desde entonces.`,
  moreComplaints: (parts) => `También se critica bastante ${shares(parts)}.`,
  no_complaint: "Ninguna de estas opiniones se queja de algo que mencionen varias.",
  few_complaints: "Ningún asunto recibe críticas de una tercera parte de las opiniones que lo mencionan.",
  reasons(parts) {
    const themes = parts.map(({ name, n }) => `${inSentence(spanishTheme(name))} (${n})`);
    return `Los motivos para venir que más se mencionan son: ${listWords(themes)}.`;
  },
  named(parts) {
    const lead = parts.length === 1 ? "La persona más nombrada es" : "Las personas más nombradas son";
    return `${lead} ${listWords(parts.map(({ name, n }) => `${name} (${reviews(n)})`))}.`;
  },
  span: (oldest, newest) =>
    monthAndYear(oldest) === monthAndYear(newest)
      ? `Son de ${monthAndYear(newest)}.`
      : `La primera es de ${monthAndYear(oldest)} y la más reciente, de ${monthAndYear(newest)}.`,
  stars_alone: "Las estrellas solas muestran si la gente quedó contenta, no por qué.",
  too_little: "Es muy poco para saber qué piensa la mayoría de cada asunto.",
  language: ({ n, texts, tag, read }) =>
    `De los ${texts} textos, ${n} ${n === 1 ? "está" : "están"} en ${SPANISH_LANGUAGES.get(tag) ?? `otro idioma (${tag})`}${HOW[read]}.`,
  certainty({ rating_only, unread, wrong_pct }) {
    const parts = [
      ...(rating_only > 0 ? [`${counted(rating_only, "opinión tiene", "opiniones tienen")} solo estrellas`] : []),
      ...(unread > 0 ? [`${counted(unread, "texto no se pudo leer", "textos no se pudieron leer")}`] : []),
      wrong_pct === null
        ? "no se ha medido cuánto se equivoca el programa en este tipo de negocio"
        : `unos ${wrong_pct} de cada 100 asuntos que encuentra el programa son errores`,
    ];
    return `Todo esto lo contó un programa: ${listWords(parts)}.`;
  },
};

const faq: ReportWords["faq"] = {
  question: (question) => SPANISH_QUESTIONS.get(question) ?? question,
  mentioned: (counts, tally) =>
    `${reviewsSince(counts)} lo ${counts.n === 1 ? "menciona" : "mencionan"}: ${sidesOf(tally)}.`,
  spoken: (counts, answer) => `${reviewsSince(counts)} ${counts.n === 1 ? "habla" : "hablan"} de esto${answer}.`,
  sides: (tally) => `: ${sidesOf(tally)}`,
  yesAndNo: ({ positive, negative, mixed, neutral }) =>
    `: ${counted(positive, "dice", "dicen")} que sí y ${negative} que no${mixed + neutral > 0 ? `, ${mixed + neutral} las dos cosas` : ""}`,
  condition: (name) => `${spanishTheme(name)}: ¿qué dicen las personas que vienen por esto?`,
  ofCondition: (counts, tally) => `${reviewsSince(counts)} lo mencionan. En conjunto, ${sidesOf(tally)}.`,
  open: (hours) => `Abierto: ${hours.map((one) => readHours(one, DAYS, "a")).join(", ")}.`,
  address: (parts) => `La dirección es ${parts.join(", ")}.`,
  reply: (date, text) => `El negocio escribió en una opinión de ${monthAndYear(date)}: “${text}”`,
};

/** The same sentences for the pages in Spanish. The words of reviewers and owners are not translated. */
export const SPANISH: ReportWords = { summary, faq, tenth: ENGLISH.tenth };
