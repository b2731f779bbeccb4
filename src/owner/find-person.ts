import { hashName } from "../import/prepare/identity.ts";
import { createContactTest } from "../import/recognize/contact-in.ts";
import { createNameTest, type Named } from "../import/recognize/named-in.ts";
import { parseDoubtful } from "../model/doubtful-words.ts";
import { ANONYMOUS, minimizeName } from "../privacy/people/minimize-name.ts";
import { readProfile } from "../store/dataset/business.ts";
import { readIdentityKey } from "../store/erasure/identity-key.ts";
import { parseRevisions, readAllFormerPages } from "../store/imports/former-reviews.ts";
import { type EarlierWords, readEarlierWords, readReviewPages, type StoredReview } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";

/** The state of a review that is no longer stored, but whose words are kept to take an import back. */
export const KEPT_FOR_UNDO = "kept for candor undo";
/** Before the reason why a review is held, in its state. */
export const HELD_STATE = "held: ";

/** author: imported with this full name. short_name: shown with this name. contact: the mail or phone is in the words. */
export type PersonMatch = "author" | "short_name" | "contact" | Named;
export type PersonReview = Pick<
  StoredReview,
  "id" | "date" | "rating" | "source" | "source_url" | "author" | "title" | "text" | "translation_text" | "reply_text"
> & { match: PersonMatch; state: string; doubtful: string[]; earlier: Omit<EarlierWords, "sketch">[] };

export const personWords = (
  review: Pick<StoredReview, "title" | "text" | "reply_text">,
  more: (string | null)[],
): string[] => [review.title, review.text, review.reply_text, ...more].filter((part) => part !== null);

/** Words that were hidden in doubt and wait for the owner. */
const doubtfulOf = ({ doubtful }: StoredReview): string[] => parseDoubtful(doubtful).map(({ words }) => words);

/** How words name or reach a person. */
function createWordsTest(given: string, key: string | null): WordsTest {
  const hasContact = createContactTest(given, key);
  return hasContact ? (words, sketch) => (hasContact(words, sketch) ? "contact" : null) : createNameTest(given, key);
}
type WordsTest = (words: readonly string[], sketch: string | null) => PersonMatch | null;

/** How a stored review matches what a person gave: a name, a mail address or a telephone number. Null if it does not. */
function createMatcher(given: string, shown: string, key: string | null) {
  const person = key === null ? null : hashName(key, given);
  const foundIn = createWordsTest(given, key);
  return (review: StoredReview, earlier: readonly EarlierWords[]): PersonMatch | null => {
    if (person !== null && review.person === person) return "author";
    // If another full name is known, the author is somebody else with the same short name.
    if (shown !== ANONYMOUS && review.author.toLowerCase() === shown.toLowerCase() && review.person === null)
      return "short_name";
    // Whoever is anonymous may be anybody, and of a short name the full one is another.
    if (review.author !== ANONYMOUS && review.author.toLowerCase() === given.toLowerCase())
      return review.person === null ? "author" : "short_name";
    const found = [
      foundIn(personWords(review, [review.translation_text, ...doubtfulOf(review)]), review.sketch),
      ...earlier.map((old) => foundIn(personWords(old, []), old.sketch)),
    ];
    return found.find((how) => how === "words") ?? found.find((how) => how !== null) ?? null;
  };
}

type Matcher = ReturnType<typeof createMatcher>;

function describe(review: StoredReview, match: Matcher, earlier: EarlierWords[], gone: boolean): PersonReview[] {
  const how = match(review, earlier);
  if (how === null) return [];
  const { id, date, rating, source, source_url, author, title, text, translation_text, reply_text } = review;
  const state = review.held_reason === null ? review.state : HELD_STATE + review.held_reason;
  const words = { title, text, translation_text, reply_text };
  const before = earlier.map(({ sketch: _, ...old }) => old);
  return [
    {
      match: how,
      id,
      date,
      rating,
      source,
      source_url,
      author,
      ...words,
      doubtful: doubtfulOf(review),
      state: gone ? KEPT_FOR_UNDO : state,
      earlier: before,
    },
  ];
}

/** Reviews that are kept for `candor undo`, as they were before an import changed or removed them. */
async function findFormer(store: Store, match: Matcher, stored: readonly PersonReview[]): Promise<PersonReview[]> {
  const listed = new Set(stored.flatMap((one) => wordsListed(one).map((text) => `${one.id} ${text}`)));
  const found: PersonReview[] = [];
  for await (const page of readAllFormerPages(store)) {
    for (const one of page.flatMap((former) => describe(former, match, parseRevisions(former.revisions), true))) {
      // Words that are already listed with the review itself are not repeated.
      const isNew = wordsListed(one).some((text) => !listed.has(`${one.id} ${text}`));
      if (isNew || !stored.some(({ id }) => id === one.id)) found.push(one);
    }
  }
  return found;
}
const wordsListed = (found: PersonReview): string[] =>
  personWords(found, [
    found.translation_text,
    ...found.doubtful,
    ...found.earlier.flatMap((old) => personWords(old, [])),
  ]);

/** What is stored about a person: reviews by them, and reviews whose words name or reach them. */
export async function findPerson(store: Store, given: string): Promise<PersonReview[]> {
  const key = await readIdentityKey(store);
  const mode = (await readProfile(store))?.privacy.names ?? "first_initial";
  const match = createMatcher(given, minimizeName(given, mode), key);
  const found: PersonReview[] = [];
  for await (const page of readReviewPages(store)) {
    for (const review of page) {
      const earlier = review.revision > 1 ? await readEarlierWords(store, review.id) : [];
      found.push(...describe(review, match, earlier, false));
    }
  }
  return [...found, ...(await findFormer(store, match, found))];
}

/** What a person gets who asks what is stored. */
export const exportPerson = (name: string, reviews: readonly PersonReview[]): string =>
  `${JSON.stringify({ name, reviews }, null, 2)}\n`;

/** Those that were surely written by the person. */
export const idsByAuthor = (found: readonly PersonReview[]): string[] => [
  ...new Set(found.filter(({ match }) => match === "author").map(({ id }) => id)),
];
