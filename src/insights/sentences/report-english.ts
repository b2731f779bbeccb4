import { counted } from "../../spelling.ts";
import { type Tally, total } from "../tally.ts";
import { criticizedAs, inSentence, languageName, listWords, monthAndYear, praisedAs } from "./sentence-words.ts";

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

const withQuote = (words: string, quote: string | null): string =>
  quote === null ? `${words}.` : `${words}; one says, “${quote}”`;

/** "5 positive, 3 negative and 1 mixed". Both sides are always named. */
const sidesOf = ({ positive, negative, mixed, neutral }: Tally): string =>
  listWords([
    `${positive || "none"} positive`,
    `${negative || "none"} negative`,
    ...(mixed > 0 ? [`${mixed} mixed`] : []),
    ...(neutral > 0 ? [`${neutral} neutral`] : []),
  ]);

/** A subject, how many of the reviews that mention it praise or criticize it, and what one of them says. */
type Opinion = { label: string; some: number; all: number; quote: string | null };
type Change = { label: string; change: "fell" | "rose"; from: string };
type Rated = { n: number; business: string; average: string };
type Voices = { praise: string[]; criticism: string[]; quotes: string[] };

const summary = {
  none: "There are no reviews yet.",
  business: (name: string | null, noun: string) => name ?? `the ${noun}`,
  rated: ({ n, business, average }: Rated) =>
    n === 1
      ? `One review gives ${business} ${average} of 5 stars.`
      : `${n} reviews give ${business} ${average} of 5 stars on average.`,
  stars_alone: "None of them has a text, so nothing here says what people liked or did not like.",
  unreadable: "Their texts are in no language that is read here.",
  praise: ({ label, some, all, quote }: Opinion) =>
    withQuote(
      `People praise ${praisedAs(label)} most: ${some} of the ${all} reviews that mention ${praisedAs(label) === inSentence(label) ? "it" : inSentence(label)} do`,
      quote,
    ),
  complaint: ({ label, some, all, quote }: Opinion) =>
    withQuote(`They complain most about ${inSentence(label)}: ${some} of ${all} reviews`, quote),
  changed: ({ label, change, from }: Change) =>
    `Complaints about ${inSentence(label)} have become ${change === "fell" ? "rarer" : "more common"} since ${monthAndYear(from)}.`,
  voices({ praise, criticism, quotes }: Voices): string {
    if (praise.length + criticism.length === 0)
      return "Too few reviews say the same to name what people like or dislike.";
    const parts = [
      ...(praise.length > 0 ? [`praise ${listWords(praise.map(praisedAs))}`] : []),
      ...(criticism.length > 0 ? [`criticize ${listWords(criticism.map(inSentence))}`] : []),
    ];
    const said = quotes.length === 0 ? "." : `: ${quotes.map((quote) => `“${quote}”`).join(" ")}`;
    return `Too few to say what most people think; single voices ${parts.join(" or ")}${said}`;
  },
  /** For a trade without aspects. */
  overall(tally: Tally): string {
    const { positive, negative } = tally;
    const praise = `${positive} praise${positive === 1 ? "s" : ""}`;
    return `Of ${counted(total(tally), "text")}, ${praise} and ${negative} criticize${negative === 1 ? "s" : ""}.`;
  },
  unread: (tag: string) =>
    `Some texts are in ${languageName(tag) ?? `another language (${tag})`} and are not read here.`,
  counted: "A program counted this.",
};

type Finding = { likes: string[]; dislikes: string[]; critical: boolean; mostly: "positive" | "divided" };

/** A headline has at most so many words. */
const HEADLINE_WORDS = 12;
export const firstShortEnough = (lines: readonly string[]): string =>
  lines.find((line) => line.split(/\s+/).length <= HEADLINE_WORDS) ?? lines.at(-1) ?? "";

const headline = {
  none: "No reviews yet",
  one: "One review so far",
  stars_alone: "Stars only: nobody has written why",
  unreadable: "No summary: the program cannot read these comments",
  /** For a trade without aspects. */
  overall: (mostly: "positive" | "negative" | "divided"): string =>
    ({ positive: "Mostly praise", negative: "Mostly criticism", divided: "Opinions are divided" })[mostly],
  finding({ likes, dislikes, critical, mostly }: Finding): string {
    const [like, also] = likes.map(praisedAs);
    const dislike = dislikes.map(criticizedAs)[0];
    if (like && dislike) {
      const both = critical
        ? `Criticized for ${dislike}, praised for ${like}`
        : `Praised for ${like}, criticized for ${dislike}`;
      return firstShortEnough([
        both,
        critical ? `Criticized for ${dislike}` : `Praised for ${like}`,
        "Praised and criticized",
      ]);
    }
    if (like)
      return firstShortEnough([
        ...(also ? [`Praised for ${like} and ${also}`] : []),
        `Praised for ${like}`,
        "Praised by most",
      ]);
    if (dislike) return firstShortEnough([`Criticized for ${dislike}`, "Criticized by many"]);
    return mostly === "positive"
      ? "Mostly praise, but too few agree on what"
      : "Too few agree to say what people think";
  },
};

const faq = {
  question: (question: string) => question,
  mentioned: (n: number, tally: Tally) => `${counted(n, "review")} mention${n === 1 ? "s" : ""} it: ${sidesOf(tally)}.`,
  spoken: (n: number, answer: string) => `${counted(n, "review")} speak${n === 1 ? "s" : ""} of this${answer}.`,
  sides: (tally: Tally) => `: ${sidesOf(tally)}`,
  yesAndNo({ positive, negative, mixed, neutral }: Tally): string {
    const both = mixed + neutral > 0 ? `, ${mixed + neutral} both` : "";
    return `: ${positive || "none"} say${positive === 1 ? "s" : ""} yes and ${negative || "none"} no${both}`;
  },
  condition: (name: string) => `${name}: what do people who come for this say?`,
  ofCondition: (n: number, tally: Tally) => `${counted(n, "review")} mention it. As a whole, ${sidesOf(tally)}.`,
  open: (hours: string[]) => `Open ${hours.map((one) => readHours(one, DAYS, "to")).join(", ")}.`,
  address: (parts: string[]) => `The address is ${parts.join(", ")}.`,
  reply: (date: string, text: string) => `The business wrote under a review of ${monthAndYear(date)}: “${text}”`,
};

/** Every sentence that the report composes. `/insights.json` has them in English. */
export const ENGLISH = { headline, summary, faq, tenth: (value: number): string => value.toFixed(1) };

export type ReportWords = typeof ENGLISH;

/** A text that can be composed in each language. */
export type Told = (words: ReportWords) => string;
