import type { AggregateRating } from "../../model/documents.ts";
import { shownRating } from "../../model/rating.ts";
import type { Review } from "../../model/review.ts";
import type { VerificationLevel } from "../../model/review-kinds.ts";
import { type Language, languageOfTag, twinOf } from "../parts/languages.ts";
import { pageLink, reviewsLink } from "../parts/page-links.ts";
import { clip, wordsOf } from "../parts/page-words.ts";
import { firstSentences } from "../parts/sentences.ts";
import { type Site, siteName } from "../parts/site.ts";
import type { EmbedFilters } from "./options.ts";

const SHOWN_CHARACTERS = 280;
const NAME_CHARACTERS = 120;

export type EmbedInput = {
  site: Site;
  aggregate_rating: AggregateRating;
  /** The reviews to show: the newest with a text, then the newest without one. */
  reviews: Review[];
  /** How many match the filters, and how many of these have no text. */
  matched: number;
  silent: number;
  filters: EmbedFilters;
  /** The name of the technician or service in the filters. */
  filter_name: string | null;
};

type EmbedText = {
  text: string;
  /** False if there is more to read. */
  whole: boolean;
  language: string | null;
};

/** What the widget and the frame show, in both languages. The widget contains this data. */
export type EmbedView = {
  base_url: string;
  name: string;
  demonstration: boolean;
  /** For each language: the locale of numbers and dates, and the prefix of its page paths. */
  languages: Record<Language, { locale: string; prefix: string }>;
  /** With one decimal, for people. Null without reviews. */
  rating: string | null;
  /** The filled part of the stars, in percent. */
  share: number;
  count: number;
  levels: AggregateRating["verification_levels"];
  /** Reviews without a text that the filter matches, and the page with them. */
  silent: { count: number; url: string };
  filter: (EmbedFilters & { name: string; matched: number }) | null;
  /** The page with all reviews that the filter matches, or with all reviews if it matches none. */
  all_url: string;
  reviews: {
    url: string;
    author: string;
    /** Shown in place of a picture. Empty if the name has no letters. */
    initials: string;
    rating: number;
    level: VerificationLevel;
    date: string;
    original: EmbedText | null;
    /** A translation that came with the review, if its language is one of ours. */
    translation: (EmbedText & { language: Language }) | null;
  }[];
};

/** Never cuts a text inside a sentence. */
function embedText(text: string, language: string | null): EmbedText {
  const { shown, whole } = firstSentences(text, SHOWN_CHARACTERS, language);
  return { text: shown, whole, language };
}

const FIRST_LETTER = /^\p{L}\p{M}*/u;

/** The first letters of the first and the last word of a name. */
function initialsOf(author: string): string {
  const letters = author.split(" ").flatMap((word) => FIRST_LETTER.exec(word)?.[0] ?? []);
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join("").toUpperCase();
}

function reviewView(review: Review): EmbedView["reviews"][number] {
  const { url, author, rating, date, language, translation, verification } = review;
  const text = review.text ?? review.title;
  const translated = translation && /^(en|es)\b/i.test(translation.language ?? "") ? translation : null;
  return {
    url,
    author: clip(author, 60),
    initials: initialsOf(author),
    rating,
    level: verification.level,
    date,
    original: text === null ? null : embedText(text, language),
    translation: translated && {
      ...embedText(translated.text, translated.language),
      language: languageOfTag(translated.language),
    },
  };
}

function languageView(site: Site, language: Language): EmbedView["languages"][Language] {
  const home = pageLink(twinOf(site, language), "/");
  return { locale: language + (site.locale ?? "en-US").slice(language.length), prefix: home === "/" ? "" : home };
}

/** The URL of a page of this service in another language. */
export const addressIn = ({ base_url, languages }: EmbedView, language: Language, url: string): string =>
  base_url + languages[language].prefix + url.slice(base_url.length);

export function embedView(input: EmbedInput): EmbedView {
  const { site, aggregate_rating, reviews, matched, silent, filters, filter_name } = input;
  const average = shownRating(aggregate_rating);
  return {
    base_url: site.base_url,
    name: clip(siteName(site), NAME_CHARACTERS),
    demonstration: site.demonstration,
    languages: { en: languageView(site, "en"), es: languageView(site, "es") },
    rating: average === null ? null : wordsOf(site).format.tenth(average),
    share: Math.round((average ?? 0) * 20),
    count: aggregate_rating.rating_count,
    levels: aggregate_rating.verification_levels,
    silent: { count: silent, url: site.base_url + reviewsLink(site, { ...filters, has_text: false }) },
    filter: filter_name === null ? null : { ...filters, name: clip(filter_name, NAME_CHARACTERS), matched },
    all_url: site.base_url + reviewsLink(site, matched === 0 ? {} : filters),
    reviews: reviews.map(reviewView),
  };
}
