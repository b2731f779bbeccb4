import { html, type Markup } from "../html.ts";
import type { Format } from "./locale-format.ts";

/** Figures out of a hundred, except `texts`. */
export type Accuracy = { texts: string; overall: number; right: number; found: number; against: number };

/** What each level of verification means. */
const levels = () => ({
  business:
    "The business stands behind it: it matched the review with its own records, invited its customers to write, or checked the review by hand.",
  account:
    "The author was signed in to an account on the site where the review was written. This proves the account, and nothing more.",
});

const searchEngines = () => ({
  business: "The schema.org data in these pages describes the business alone, without its rating and reviews.",
  direct:
    "The schema.org data in these pages has the rating and the reviews that the business collected itself, and none from other sites.",
  all: "The schema.org data in these pages has the rating and the reviews of every source, copied one to one.",
});

/** The promises of the policy page. The page adds the links. */
const sections = (): { title: string; text: string }[] => [
  {
    title: "Where reviews come from",
    text: "We import reviews from the sites where they were written and from the business’s own records. The words are the author’s. Each review names its source.",
  },
  {
    title: "How reviews are sorted",
    text:
      "Newest first. The overview shows the newest with a comment first, because stars alone say little. No review is " +
      "pinned, promoted or ranked. Every published review counts the same in the average.",
  },
  {
    title: "What we change",
    text:
      "We shorten authors’ names. We replace phone numbers, email addresses and other private details with a label " +
      "such as [phone], and the review says how many were replaced. A detail that the rules missed is replaced by hand, " +
      "with a label such as [phone hidden by the business]. We change nothing else. " +
      "If the author edited a review later, the review says so.",
  },
  {
    title: "What we withhold",
    text: "We withhold a review for only four reasons: nothing verifies it, its author did not agree, it is a duplicate, or the law requires it. The table above counts all of them.",
  },
];

export const englishPolicy = (f: Format) => ({
  title: (name: string) => `How the reviews of ${name} are kept honest`,
  described: (count: number) =>
    `How reviews are collected, verified, ordered, withheld and erased: ${f.count(count)} ${count === 1 ? "review" : "reviews"} published.`,
  heading: "How we keep these reviews honest",
  lead:
    "We publish every review that the business checked or that comes from a signed-in account: good, bad and in between. " +
    "There is no setting that hides a review because of its rating or its words.",
  counted: "All reviews, counted",
  counts: "All stored reviews by status",
  status: "Status",
  reviews: "Reviews",
  published: "Published",
  unverified: "Waiting: neither checked by the business nor from a signed-in account",
  consent: "Not agreed: its author did not clearly agree to publication",
  duplicate: "Duplicate: the same review was also imported from another source",
  legal: "Withheld for a legal reason",
  erased: "Erased: on request, for a legal reason, or because it was removed from its source",
  words_hidden: "Published, with words that the business hid because they reveal a private detail",
  sections: sections(),
  levels: levels(),
  methods: "Published reviews by how they were verified",
  method: "Verified by",
  private_reason: "We do not show why the business checked a review, because that could reveal who was its customer.",
  verification: "How reviews are verified",
  verification_text: "We publish a review only if it is verified in one of two ways. Each review says which:",
  reward: "If the author was offered a reward, the review says so.",
  erase: "How to erase your review",
  eraseText: (contact: Markup) =>
    html`You can have your review erased: write to ${contact}. We then remove it from every page, feed, count and insight at once. Its address returns “410 Gone”, and subscribers are notified.`,
  the_business: "the business",
  insights: "Insights",
  insightsText: (insights: string) =>
    html`A program on this server reads the reviews and finds the <a href="${insights}">insights</a>. Every claim links to the reviews behind it. The program makes mistakes.`,
  accuracy: ({ texts, overall, right, found, against }: Accuracy) =>
    `We tested it with ${texts} labeled texts of our own, harder ones than everyday reviews. ` +
    `It understood the overall opinion of ${overall} in 100. In other texts, which have stars, ${right} of 100 remarks ` +
    `on a subject that it published were really there. Of 100 that were there, it published ${found}; of 100 against the stars ` +
    `of their author, such as criticism in a review with five, ${against}.`,
  engines: "For search engines",
  search_engines: searchEngines(),
  enginesText: (data: string) =>
    html`All reviews are in <a href="${data}">the public data</a>. Google does not show stars in its results for ratings that a business publishes about itself, and we do not try to make it.`,
});

type Told = { headline: string; text: string };

export const englishError = () => ({
  told: new Map<number, Told>([
    [404, { headline: "Page not found", text: "Check the address for typos, or start from one of the pages below." }],
    [
      410,
      {
        headline: "This review was removed",
        text: "It was published here once. Then the author asked us to erase it, the law required its removal, or it was removed from the site where it was written. We no longer keep its text.",
      },
    ],
    [429, { headline: "Too many requests", text: "Please wait a minute, then reload the page." }],
    [
      500,
      {
        headline: "Something went wrong",
        text: "This is our mistake, not yours, and we have logged it. Reloading the page may help.",
      },
    ],
    [
      503,
      {
        headline: "We are starting up",
        text: "We are loading the reviews. This page reloads by itself in a few seconds.",
      },
    ],
  ]),
  id: "If you contact us about this error, please include this ID:",
});
