import { html } from "../html.ts";
import { englishEmbed } from "./english-embed.ts";
import { englishError, englishPolicy } from "./english-policy.ts";
import type { Format } from "./locale-format.ts";

const common = (f: Format) => ({
  former: (name: string) => `${name} (former)`,
  language_name: "English",
  stars: (count: number) => `${count} ${count === 1 ? "star" : "stars"}`,
  outOfFive: (rating: string) => `${rating} out of 5 stars`,
  reviews: (count: number) => `${f.count(count)} ${count === 1 ? "review" : "reviews"}`,
  none_yet: "No reviews have been published yet.",
  all_reviews: "All reviews",
  direct: "Direct",
  other_source: "Another site",
  sentiment: { positive: "positive", negative: "negative", neutral: "neutral", mixed: "mixed" },
  /** The name of an aspect or a topic. The analysis uses English names. */
  theme: (label: string) => label,
});

const layout = () => ({
  skip: "Skip to main content",
  main: "Main",
  overview: "Overview",
  reviews: "Reviews",
  insights: "Insights",
  policy: "Policy",
  developers: "Developers",
  about: "About this site",
  demonstration: "Demonstration.",
  made_up: "This business, its people and all its reviews are made up.",
  promise: "We show every verified review, newest first, good or bad.",
  how: "How it works",
  all_data: "All data as JSON",
  license: "License:",
  card: "All verified reviews, published in full",
  feed: (name: string, kind: string) => `${name}: newest reviews (${kind})`,
});

const overview = (f: Format) => ({
  title: (name: string) => `${name}: verified reviews`,
  untitled: "Verified reviews",
  heading: (name: string) => `What people say about ${name}`,
  bare_heading: "What people say",
  rating: "Rating",
  out_of: "out of 5",
  counted: (all: number) => `${f.count(all)} verified ${all === 1 ? "review" : "reviews"}`,
  commented: (count: number) => `${f.count(count)} with a comment`,
  described: (name: string, rating: string, count: number) =>
    `${name}: ${rating} out of 5 from ${f.count(count)} verified ${count === 1 ? "review" : "reviews"}, published in full.`,
  /** The title of a shared link. */
  shared: (title: string, rating: string, count: number) =>
    `${title}, ${rating} out of 5 (${f.count(count)} verified ${count === 1 ? "review" : "reviews"})`,
  undescribed: (name: string) => `Verified reviews of ${name}, published in full.`,
  like: "What people like",
  dislike: "What people dislike",
  ofMentions: (some: number, all: number) => `${f.count(some)} of the ${f.count(all)} reviews that mention it`,
  all_insights: "All insights, with quotes",
  months: "Month by month",
  newest: "Newest reviews",
  readAll: (count: number) => (count === 1 ? "Read the review" : `Read all ${f.count(count)} reviews`),
  empty: "No reviews yet",
  empty_text: "The first verified review will appear here, in the feeds and in the data as soon as it is imported.",
});

const filters = (f: Format) => ({
  title: {
    rating: "Rating",
    technician: "Person",
    service: "Service",
    aspect: "What it is about",
    sentiment: "Opinion",
    topic: "Topic",
    year: "Year",
    source: "Where it was written",
    language: "Language",
    verification: "How it was verified",
    has_text: "Comment",
    has_reply: "Response from the owner",
    incentivized: "Reward",
    edited: "Edited",
  },
  atLeast: (stars: string) => `${stars} stars or more`,
  atMost: (stars: string) => `${stars} stars or fewer`,
  verification: {
    visit_record: "Visit record",
    invitation: "Invitation after a visit",
    platform_account: "Account on the site it comes from",
    operator: "Checked by the business",
  },
  has_text: ["With a comment", "Rating only"],
  has_reply: ["With a response", "Without a response"],
  incentivized: ["Reward offered", "No reward offered"],
  edited: ["Edited", "Never edited"],
  sentiment: { positive: "Positive", negative: "Negative", neutral: "Neutral", mixed: "Mixed" },
  from: (date: string) => `from ${f.day(date)}`,
  to: (date: string) => `to ${f.day(date)}`,
  inLanguage: (name: string) => `in ${name}`,
  about: (theme: string) => `about ${theme}`,
  changedSince: (time: string) => `changed here since ${/T/.test(time) ? time : f.day(time)}`,
  query: "Words",
  since: "From",
  until: "To",
  updated_since: "Changed since",
  limit: "Reviews per page",
  cursor: "Page",
});

const explorer = (f: Format) => ({
  title: (name: string) => `All reviews of ${name}`,
  searchTitle: (query: string, name: string) => `“${query}” in reviews of ${name}`,
  described: (count: number, name: string) =>
    `${f.count(count)} verified ${count === 1 ? "review" : "reviews"} of ${name}, newest first, by rating, person, service, topic, year and source.`,
  heading: "Reviews",
  search_label: "Search reviews",
  from: "From",
  to: "To",
  search: "Search",
  filters: "Filters",
  filterCount: (count: number) => (count > 0 ? `Filters (${count})` : "Filters"),
  more: (count: number) => `${f.count(count)} more`,
  selected: "(selected; click to remove)",
  active: "Active filters",
  remove: "Remove",
  clear_all: "Clear all",
  fault: "We cannot run this search",
  faultOf: (label: string, value: string) => `${label}: “${value}” is not a value that we know.`,
  show_all: "Show all reviews",
  newestFirst: (count: number) => `${f.count(count)} verified ${count === 1 ? "review" : "reviews"}, newest first`,
  matching: (matched: number, total: number) =>
    `${f.count(matched)} of ${f.count(total)} ${total === 1 ? "review" : "reviews"} match${matched === 1 ? "es" : ""}`,
  showing: (from: number, to: number, of: number) => `showing ${f.count(from)}–${f.count(to)} of ${f.count(of)}`,
  range: (from: number, to: number, of: number) => `${f.count(from)}–${f.count(to)} of ${f.count(of)}`,
  readOf: (read: number, total: number) =>
    `Aspects and topics are known for the newest ${f.count(read)} of ${f.count(total)} reviews.`,
  results: "Results",
  pages: "Pages",
  newest: "Newest",
  newer: "Newer reviews",
  older: "Older reviews",
  suggestions: "These searches find something:",
  advice: "Try fewer filters or different words.",
});

const review = (f: Format) => ({
  label: (author: string, rating: number) => `Review by ${author}, ${rating} out of 5 stars`,
  titled: (rating: number, author: string) => `${rating} out of 5 stars from ${author}`,
  rating_only: "Rating only, no comment.",
  noComment: (rating: number) => `${rating} out of 5 stars, no comment.`,
  read_more: "Read the full review",
  readReview: (author: string) => `Read the review by ${author},`,
  proof: {
    visit_record: "Verified by a visit record",
    invitation: "Verified by an invitation after a visit",
    operator: "Verified by the business",
  },
  accountProof: (place: string) => `Verified by ${place} account`,
  reward: "Reward offered",
  edited: "Edited",
  edits: (times: number, date: string) => `${f.count(times)} ${times === 1 ? "time" : "times"}, last on ${f.day(date)}`,
  reply: "Response from the owner",
  others: "Other reviews",
  newer: "Newer review",
  older: "Older review",
  translation: "Translation",
  translationInto: (language: string) => `Translation (${language})`,
  removed: (kinds: string) => `Removed for privacy: ${kinds}.`,
  redaction: {
    phone: ["phone number", "phone numbers"],
    email: ["email address", "email addresses"],
    url: ["web address", "web addresses"],
    address: ["street address", "street addresses"],
    birth_date: ["date of birth", "dates of birth"],
    record_number: ["record number", "record numbers"],
    insurance_number: ["insurance number", "insurance numbers"],
    name: ["name", "names"],
    plate: ["license plate", "license plates"],
    handle: ["social media handle", "social media handles"],
    card: ["payment card number", "payment card numbers"],
  },
  insights: "Insights from this review",
  insightsNote: (insights: string) =>
    html`A program found these passages, and it makes mistakes. The <a href="${insights}">insights page</a> explains them.`,
  source: "Source",
  mentions: "Mentions",
  data: "Data",
  as_json: "This review as JSON",
});

const charts = (f: Format) => ({
  asTable: (caption: string) => `${caption} as a table`,
  by_stars: "Ratings by stars",
  starsSpoken: (rows: string) => `Ratings by number of stars. ${rows}.`,
  stars: "Stars",
  reviews: "Reviews",
  share: "Share",
  month: "Month",
  average: "Average rating",
  by_month: "Ratings by month",
  trend: "Average rating and number of reviews by month",
  trendSpoken: (count: number, first: string, last: string) =>
    `${f.count(count)} ${count === 1 ? "review" : "reviews"} from ${f.month(first)} to ${f.month(last)}. Each month links to its reviews. The table below has all the numbers.`,
  ofMonth: (month: string, count: number, average: string) =>
    `${f.month(month)}: ${f.count(count)} ${count === 1 ? "review" : "reviews"}, ${average} stars`,
  written: "Reviews written",
  few: "Lighter: fewer than 5 reviews",
  none: "none",
  too_few: "There are too few reviews for a chart.",
  positive: "Positive",
  between: "Neutral or mixed",
  negative: "Negative",
  opinion: {
    positive: (n: number) => `${f.count(n)} positive`,
    neutral: (n: number) => `${f.count(n)} neutral`,
    mixed: (n: number) => `${f.count(n)} mixed`,
    negative: (n: number) => `${f.count(n)} negative`,
  },
});

const insights = (f: Format) => ({
  title: (name: string) => `What reviews say about ${name}`,
  described: (name: string) => `What reviewers like and dislike about ${name}, with quotes from their reviews.`,
  heading: "Insights",
  lead: (count: number) =>
    `A program on this server analyzed ${f.count(count)} ${count === 1 ? "review" : "reviews"}. Every claim links to the reviews behind it.`,
  bare_lead: "What the ratings show over time.",
  summary: "Summary",
  aspects: "What reviews talk about",
  aspect: "Aspect",
  neutral: "Neutral",
  mixed: "Mixed",
  averageHere: (rating: string) => `Average rating in these reviews: ${rating}.`,
  trend: (better: boolean, months: number) =>
    `Opinions were ${better ? "better" : "worse"} in the last ${months} months than in the ${months} months before.`,
  few: "These are too few reviews to draw a conclusion.",
  unread: (count: number) => `The program could not read ${f.count(count)} of them.`,
  quotes: "Quotes",
  people: "People",
  services: "Services",
  topics: "Topics",
  ratings: "Ratings",
  months: "Month by month",
  overall: {
    improving: "Ratings are getting better.",
    steady: "Ratings have hardly changed.",
    declining: "Ratings are getting worse.",
  },
  questions: "Questions and answers",
  untranslated: "Answers that the business wrote are in its own language.",
  from: "From",
  behind: (count: number) => (count === 1 ? "The review behind it" : `The ${f.count(count)} reviews behind it`),
  numbered: (number: number) => `review ${number}`,
  source: {
    operator: "Answer from the business.",
    profile: "From the profile of the business, with what reviews say.",
    replies: "From a response of the owner to a review.",
  },
  read: "Read the review",
  limits: "Keep in mind",
  limit_lines: [
    "A small program on this server reads the reviews and sorts what they say. Nobody checks its work by hand. It misreads irony, unusual wording and what is only implied.",
    "Stars always come from the reviewer. The program never changes them.",
    "A review counts once for each thing it talks about, however long it is. Fewer than five reviews say little, so we show words instead of bars.",
    "Health problems are counted but not quoted with a name. Nothing here is medical advice.",
  ],
  withoutText: (count: number) =>
    count === 1
      ? "1 review has stars but no comment, and counts in the ratings only."
      : `${f.count(count)} reviews have stars but no comment, and count in the ratings only.`,
  all_data: "All insights as JSON, with how often the program is wrong",
});

/** Every visible word of the pages in English. */
export const english = (f: Format) => ({
  common: common(f),
  layout: layout(),
  overview: overview(f),
  filters: filters(f),
  explorer: explorer(f),
  review: review(f),
  charts: charts(f),
  insights: insights(f),
  policy: englishPolicy(f),
  embed: englishEmbed(),
  error: englishError(),
});

export type Words = ReturnType<typeof english>;
