import type { Label } from "../../model/analysis.ts";
import { capitalized } from "../../model/basics/capitalized.ts";
import { counted } from "../../spelling.ts";
import type { Tally } from "../tally.ts";
import { inSentence, languageName, listWords, monthAndYear } from "./sentence-words.ts";

/** A subject, and how many of the reviews that mention it praise or criticize it. */
export type Share = { label: string; some: number; all: number };
/** `from` is the first day of the covered time. Null if all reviews count. */
type Counted = { n: number; from: string | null };

const DAYS = {
  Mo: "Monday",
  Tu: "Tuesday",
  We: "Wednesday",
  Th: "Thursday",
  Fr: "Friday",
  Sa: "Saturday",
  Su: "Sunday",
};
export type Days = Record<keyof typeof DAYS, string>;

/** "Mo-Th 07:00-19:00" in a readable form. Other forms stay as they are. */
export const readHours = (hours: string, days: Days, to: string): string =>
  hours
    .replace(/\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b/g, (day) => days[day as keyof Days]) // one of the seven
    .replace(/(\p{Ll})-(\p{L})/gu, `$1 ${to} $2`)
    .replace(/(\d\d:\d\d)-(\d\d:\d\d)/g, `$1 ${to} $2`);

const isAre = (n: number): string => (n === 1 ? "is" : "are");
const withQuote = (words: string, quote: string | null): string =>
  quote === null ? `${words}.` : `${words}; one says, “${quote}”`;
const shares = (parts: Share[]): string =>
  listWords(parts.map(({ label, some, all }) => `${inSentence(label)} (${some} of ${all})`));
/** "Since November 2024, "; "" if all reviews count. */
const sinceFirst = (from: string | null): string => (from === null ? "" : `Since ${monthAndYear(from)}, `);
/** "Since November 2024, 9 reviews". */
const reviewsSince = ({ n, from }: Counted): string => sinceFirst(from) + counted(n, "review");
const before = (from: string | null): string => `before ${monthAndYear(from ?? "")}`;

/** "5 positive, 3 negative and 1 mixed". Both sides are always named. */
const sidesOf = ({ positive, negative, mixed, neutral }: Tally): string =>
  listWords([
    `${positive || "none"} positive`,
    `${negative || "none"} negative`,
    ...(mixed > 0 ? [`${mixed} mixed`] : []),
    ...(neutral > 0 ? [`${neutral} neutral`] : []),
  ]);

type Praise = Share & { strong: boolean; critics: number; quote: string | null };
/** `praised`: the subject is also the one with the most praise. `steady`: as much criticism as before. */
type Complaint = Share & {
  praised: boolean;
  steady: Omit<Share, "label"> | null;
  quote: string | null;
  from: string | null;
};
type Change = Share & { before: Omit<Share, "label">; change: "fell" | "rose"; from: string | null };
type Rated = Counted & { business: string; average: string };
type Certainty = { rating_only: number; unread: number; wrong_pct: number | null };

/** How texts in a language are analyzed: by their own words, by a translation that came with them, or not at all. */
export type HowRead = "words" | "translation" | "not";
const HOW: Record<HowRead, string> = {
  words: "",
  translation: ", read in translation",
  not: ", which is not read here",
};

const summary = {
  none: "There are no reviews yet.",
  business: (name: string | null, noun: string) => name ?? `the ${noun}`,
  one: ({ business, stars, from }: { business: string; stars: number; from: string | null }) =>
    `${capitalized(business)} has one review${from === null ? "" : ` since ${monthAndYear(from)}`}, of ${counted(stars, "star")}.`,
  same: ({ n, business, stars, from }: Counted & { business: string; stars: number }) =>
    `${sinceFirst(from) || "So far, "}${n === 2 ? "both" : `all ${n}`} reviews of ${business} give ${counted(stars, "star")}.`,
  rated: ({ n, business, average, from }: Rated) =>
    `${sinceFirst(from)}${n} reviews ${from === null ? "rate" : "have rated"} ${business} ${average} out of 5 stars on average.`,
  unreadable: (texts: number) =>
    `${counted(texts, "review")} ${texts === 1 ? "has" : "have"} a text, but in no language that is read here.`,
  no_texts: "None of them has a text, so nothing here says what people liked or did not like.",
  oneText: (label: Label) => `One text could be read, and it is ${label}.`,
  allTexts: (n: number, label: "positive" | "negative") =>
    `${n === 2 ? "Both" : `All ${n}`} texts that could be read are ${label}.`,
  texts({ positive, negative, mixed, neutral }: Tally): string {
    const between = mixed + neutral;
    const lead = `Of the ${positive + negative + between} texts that could be read`;
    const rest = between > 0 ? `, and ${between} ${isAre(between)} mixed or neutral` : "";
    if (negative > positive)
      return `${lead}, ${negative} ${isAre(negative)} critical and ${positive === 0 ? "none is" : `only ${positive}`} positive${rest}.`;
    if (negative === 0) return `${lead}, ${positive} ${isAre(positive)} positive and none is negative${rest}.`;
    return `${lead}, ${positive} ${isAre(positive)} positive and ${negative} negative${rest}.`;
  },
  praise({ label, some, all, strong, critics, quote }: Praise): string {
    const lead = strong ? "What people praise most is" : "What people praise most, though not all of them, is";
    const whom = critics > 0 ? `, ${critics} of them by people who gave three stars or fewer` : "";
    const words = `${lead} ${inSentence(label)}: ${some} of the ${all} reviews that mention it are positive${whom}`;
    return withQuote(words, quote);
  },
  morePraise: (parts: Share[]) => `Most reviews also speak well of ${shares(parts)}.`,
  complaint({ label, some, all, praised, steady, quote, from }: Complaint): string {
    const subject = inSentence(label);
    const lead = praised
      ? `But ${subject} also gets the most complaints`
      : `The most common complaint is about ${subject}`;
    const as_before = steady ? `, much as ${before(from)} (${steady.some} of ${steady.all})` : "";
    return withQuote(`${lead}: ${some} of the ${all} reviews that mention it are critical${as_before}`, quote);
  },
  changed: ({ label, some, all, before: then, change, from }: Change) =>
    `Complaints about ${inSentence(label)} ${change} from ${then.some} of ${then.all} mentions ${before(from)} to ${some} of ${all} since.`,
  moreComplaints: (parts: Share[]) =>
    `Many who mention ${parts.length === 1 ? "it" : "them"} also criticize ${shares(parts)}.`,
  no_complaint: "None of these reviews complains about anything that several others mention.",
  few_complaints: "No subject is criticized by as many as a third of the reviews that mention it.",
  reasons: (parts: { name: string; n: number }[]) =>
    `The reasons for coming that reviews mention most are ${listWords(parts.map(({ name, n }) => `${inSentence(name)} (${n})`))}.`,
  named: (parts: { name: string; n: number }[]) =>
    `${listWords(parts.map(({ name, n }) => `${name} (${counted(n, "review")})`))} ${isAre(parts.length)} named most often.`,
  span: (oldest: string, newest: string) =>
    monthAndYear(oldest) === monthAndYear(newest)
      ? `They are from ${monthAndYear(newest)}.`
      : `The first is from ${monthAndYear(oldest)} and the newest from ${monthAndYear(newest)}.`,
  stars_alone: "Stars alone show how satisfied people were, not why.",
  too_little: "That is too little to say what most people think of any one subject.",
  language: ({ n, texts, tag, read }: { n: number; texts: number; tag: string; read: HowRead }) =>
    `Of the ${texts} texts, ${n} ${isAre(n)} in ${languageName(tag) ?? `another language (${tag})`}${HOW[read]}.`,
  certainty({ rating_only, unread, wrong_pct }: Certainty): string {
    const parts = [
      ...(rating_only > 0
        ? [`${counted(rating_only, "review")} ${rating_only === 1 ? "has" : "have"} stars only`]
        : []),
      ...(unread > 0 ? [`${counted(unread, "text")} could not be read`] : []),
      wrong_pct === null
        ? "how often the program is wrong has not been measured for this trade"
        : `about ${wrong_pct} in 100 of the subjects that the program finds are wrong`,
    ];
    return `A program counted all this: ${listWords(parts)}.`;
  },
};

const faq = {
  question: (question: string) => question,
  mentioned: (counts: Counted, tally: Tally) =>
    `${reviewsSince(counts)} mention${counts.n === 1 ? "s" : ""} it: ${sidesOf(tally)}.`,
  spoken: (counts: Counted, answer: string) =>
    `${reviewsSince(counts)} speak${counts.n === 1 ? "s" : ""} of this${answer}.`,
  sides: (tally: Tally) => `: ${sidesOf(tally)}`,
  yesAndNo: ({ positive, negative, mixed, neutral }: Tally) =>
    `: ${positive} say${positive === 1 ? "s" : ""} yes and ${negative} no${mixed + neutral > 0 ? `, ${mixed + neutral} both` : ""}`,
  condition: (name: string) => `${name}: what do people who come for this say?`,
  ofCondition: (counts: Counted, tally: Tally) => `${reviewsSince(counts)} mention it. As a whole, ${sidesOf(tally)}.`,
  open: (hours: string[]) => `Open ${hours.map((one) => readHours(one, DAYS, "to")).join(", ")}.`,
  address: (parts: string[]) => `The address is ${parts.join(", ")}.`,
  reply: (date: string, text: string) => `The business wrote under a review of ${monthAndYear(date)}: “${text}”`,
};

/** Every sentence that the report composes. `/insights.json` has them in English. */
export const ENGLISH = { summary, faq, tenth: (value: number): string => value.toFixed(1) };

export type ReportWords = typeof ENGLISH;

/** A text that can be composed in each language. */
export type Told = (words: ReportWords) => string;
