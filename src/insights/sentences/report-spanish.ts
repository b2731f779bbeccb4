import { spanishTheme } from "../../model/spanish-themes.ts";
import { type Tally, total } from "../tally.ts";
import { type Days, ENGLISH, firstShortEnough, type ReportWords, readHours } from "./report-english.ts";
import { inSentence } from "./sentence-words.ts";
import {
  SPANISH_LANGUAGES,
  SPANISH_MONTHS,
  SPANISH_PRAISED,
  SPANISH_QUESTIONS,
  SPANISH_SUBJECTS,
} from "./spanish-names.ts";

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

/** A label with its article, for use inside a sentence: "la recepción". */
const subject = (label: string): string => SPANISH_SUBJECTS.get(label) ?? inSentence(spanishTheme(label));
const praisedAs = (label: string): string => SPANISH_PRAISED.get(label) ?? subject(label);
const withQuote = (words: string, quote: string | null): string =>
  quote === null ? `${words}.` : `${words}; una dice: “${quote}”`;
const positives = (n: number): string => (n === 0 ? "ninguna positiva" : counted(n, "positiva", "positivas"));
const negatives = (n: number): string => (n === 0 ? "ninguna negativa" : counted(n, "negativa", "negativas"));
const sidesOf = ({ positive, negative, mixed, neutral }: Tally): string =>
  listWords([
    positives(positive),
    negatives(negative),
    ...(mixed > 0 ? [counted(mixed, "mixta", "mixtas")] : []),
    ...(neutral > 0 ? [counted(neutral, "neutral", "neutrales")] : []),
  ]);

const summary: ReportWords["summary"] = {
  none: "Todavía no hay opiniones.",
  business: (name) => name ?? "este negocio",
  rated: ({ n, business, average }) =>
    n === 1
      ? `La única opinión sobre ${business} le da ${average} de 5 estrellas.`
      : `${business} recibe ${average} de 5 estrellas en promedio, según ${n} opiniones.`,
  stars_alone: "Ninguna tiene texto, así que nada aquí dice qué gustó y qué no.",
  unreadable: "Sus textos están en un idioma que aquí no se lee.",
  praise: ({ label, some, all, quote }) =>
    withQuote(`Lo más elogiado: ${praisedAs(label)}, en ${some} de ${all} opiniones`, quote),
  complaint: ({ label, some, all, quote }) =>
    withQuote(`Lo más criticado: ${subject(label)}, en ${some} de ${all} opiniones`, quote),
  changed: ({ label, change, from }) =>
    `Desde ${monthAndYear(from)}, hay ${change === "fell" ? "menos" : "más"} quejas sobre ${subject(label)}.`,
  voices({ praise, criticism, quotes }) {
    if (praise.length + criticism.length === 0) return "Muy pocas coinciden como para decir qué gusta y qué no.";
    const parts = [
      ...(praise.length > 0 ? [`elogian ${listWords(praise.map(praisedAs))}`] : []),
      ...(criticism.length > 0 ? [`critican ${listWords(criticism.map(subject))}`] : []),
    ];
    const said = quotes.length === 0 ? "." : `: ${quotes.map((quote) => `“${quote}”`).join(" ")}`;
    return `Son pocas para saber qué piensa la mayoría; voces sueltas ${parts.join(" o ")}${said}`;
  },
  overall(tally) {
    const { positive, negative } = tally;
    const all = total(tally);
    const praise = counted(positive, "elogia", "elogian");
    return `De ${all} ${all === 1 ? "texto" : "textos"}, ${praise} y ${counted(negative, "critica", "critican")}.`;
  },
  unread: (tag) => `Algunos textos están en ${SPANISH_LANGUAGES.get(tag) ?? `otro idioma (${tag})`} y aquí no se leen.`,
  counted: "El recuento lo hizo un programa.",
};

const headline: ReportWords["headline"] = {
  none: "Todavía no hay opiniones",
  one: "Una opinión hasta ahora",
  stars_alone: "Solo estrellas: nadie ha escrito por qué",
  unreadable: "Sin resumen: el programa no lee estos comentarios",
  overall: (mostly) =>
    ({
      positive: "Casi todo son elogios",
      negative: "Casi todo son críticas",
      divided: "Las opiniones están divididas",
    })[mostly],
  finding({ likes, dislikes, critical, mostly }) {
    const [like, also] = likes.map(praisedAs);
    const dislike = dislikes.map(subject)[0];
    if (like && dislike) {
      const both = critical ? `Critican ${dislike}; elogian ${like}` : `Elogian ${like}; critican ${dislike}`;
      return firstShortEnough([both, critical ? `Critican ${dislike}` : `Elogian ${like}`, "Hay elogios y quejas"]);
    }
    if (like)
      return firstShortEnough([...(also ? [`Elogian ${like} y ${also}`] : []), `Elogian ${like}`, "La mayoría elogia"]);
    if (dislike) return firstShortEnough([`Critican ${dislike}`, "Muchos critican"]);
    return mostly === "positive"
      ? "Casi todo son elogios, pero pocos coinciden"
      : "Muy pocos coinciden para sacar conclusiones";
  },
};

const faq: ReportWords["faq"] = {
  question: (question) => SPANISH_QUESTIONS.get(question) ?? question,
  mentioned: (n, tally) => `${reviews(n)} lo ${n === 1 ? "menciona" : "mencionan"}: ${sidesOf(tally)}.`,
  spoken: (n, answer) => `${reviews(n)} ${n === 1 ? "habla" : "hablan"} de esto${answer}.`,
  sides: (tally) => `: ${sidesOf(tally)}`,
  yesAndNo({ positive, negative, mixed, neutral }) {
    const yes = positive === 0 ? "ninguna dice" : counted(positive, "dice", "dicen");
    const both = mixed + neutral > 0 ? `, ${mixed + neutral} las dos cosas` : "";
    return `: ${yes} que sí y ${negative || "ninguna"} que no${both}`;
  },
  condition: (name) => `${spanishTheme(name)}: ¿qué dicen las personas que vienen por esto?`,
  ofCondition: (n, tally) => `${reviews(n)} lo mencionan. En conjunto, ${sidesOf(tally)}.`,
  open: (hours) => `Abierto: ${hours.map((one) => readHours(one, DAYS, "a")).join(", ")}.`,
  address: (parts) => `La dirección es ${parts.join(", ")}.`,
  reply: (date, text) => `El negocio escribió en una opinión de ${monthAndYear(date)}: “${text}”`,
};

/** The same sentences for the pages in Spanish. The words of reviewers and owners are not translated. */
export const SPANISH: ReportWords = { headline, summary, faq, tenth: ENGLISH.tenth };
