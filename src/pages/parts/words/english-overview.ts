import { html, type Markup } from "../html.ts";
import type { Format } from "./locale-format.ts";

export const reviewWord = (count: number): string => (count === 1 ? "review" : "reviews");

/** The words of the overview. */
export const englishOverview = (f: Format) => ({
  title: (name: string) => `${name}: reviews`,
  untitled: "Reviews",
  heading: (name: string) => `What people say about ${name}`,
  bare_heading: "What people say",
  rating: "Rating",
  out_of: "out of 5",
  counted: (all: number) => `${f.count(all)} ${reviewWord(all)}`,
  commented: "With a comment",
  facts: "Stars, responses and sources",
  described: (name: string, rating: string, count: number) =>
    `${name}: ${rating} out of 5 from ${f.count(count)} ${reviewWord(count)}, published in full.`,
  /** The title of a shared link. */
  shared: (title: string, rating: string, count: number) =>
    `${title}, ${rating} out of 5 (${f.count(count)} ${reviewWord(count)})`,
  undescribed: (name: string) => `Reviews of ${name}, published in full.`,
  likes: "What people like and dislike",
  subject: "Reviews about",
  like: "Like",
  dislike: "Dislike",
  side: {
    positive: (count: number): string => (count === 1 ? "review likes it" : "reviews like it"),
    negative: (count: number): string => (count === 1 ? "review dislikes it" : "reviews dislike it"),
  },
  changed: "What changed",
  change: {
    fell: (theme: string) => `${theme}: fewer complaints`,
    rose: (theme: string) => `${theme}: more complaints`,
  },
  before: (month: string) => `Before ${month}`,
  since: (month: string) => `Since ${month}`,
  /** Both numbers are links. */
  critical: (some: Markup, all: Markup, mentioned: number) =>
    html`${some} of ${all} ${mentioned === 1 ? "review complains" : "reviews complain"}`,
  topics: "Topics",
  technician: "People",
  service: "Services",
  average: (rating: string) => `${rating} stars`,
  knownFor: (themes: string) => `known for ${themes}`,
  replies: "Responses from the owner",
  replied: (share: string, reviews: Markup) => html`To ${share} of all reviews (${reviews}).`,
  soon: (days: number) =>
    days < 1
      ? "Half of them came on the same day."
      : `Half of them came within ${f.count(Math.ceil(days))} ${Math.ceil(days) === 1 ? "day" : "days"}.`,
  sources: "Written on",
  all_insights: "All insights, with quotes",
  months: "Rating over time",
  newest: "Newest reviews",
  newest_rule: "The newest with a comment.",
  silent: (count: number, shown: string) => `${shown} ${count === 1 ? "review" : "reviews"} of stars only`,
  silentRule: (silent: Markup) => html`After them, the full list has ${silent}.`,
  busy: "Loading the reviews…",
  skip: "Skip to the reviews",
  readAll: (count: number) => (count === 1 ? "Read the review" : `Read all ${f.count(count)} reviews`),
  empty: "No reviews yet",
  empty_text: "The first review will appear here, in the feeds and in the data as soon as it is imported.",
});
