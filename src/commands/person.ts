import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hashName } from "../import/prepare/identity.ts";
import { createNameTest, type Named } from "../import/recognize/named-in.ts";
import { eraseReviews } from "../import/run/erase-reviews.ts";
import { parseDoubtful } from "../model/doubtful-words.ts";
import { messageOf, OperatorError, usageError } from "../operator-error.ts";
import { keepStored, readLookAlikes } from "../owner/look-alikes.ts";
import { ANONYMOUS, minimizeName } from "../privacy/people/minimize-name.ts";
import { parseSettings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import { createPrivateFile } from "../store/connection/private-file.ts";
import { readProfile } from "../store/dataset/business.ts";
import { readIdentityKey } from "../store/erasure/identity-key.ts";
import { parseRevisions, readAllFormerPages } from "../store/imports/former-reviews.ts";
import { type EarlierWords, readEarlierWords, readReviewPages, type StoredReview } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";
import { type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { listLookAlikes } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";
import { keepLedger } from "../upkeep/erasure-ledger.ts";
import { listBackups } from "../upkeep/kept-backups.ts";
import { backupPlan } from "../upkeep/scheduled-backup.ts";

const FORMER = "kept for candor undo";

/** author: imported with this full name. short_name: shown with this name. */
type Match = "author" | "short_name" | Named;
type Found = Pick<
  StoredReview,
  "id" | "date" | "rating" | "source" | "source_url" | "author" | "title" | "text" | "translation_text" | "reply_text"
> & { match: Match; state: string; doubtful: string[]; earlier: Omit<EarlierWords, "sketch">[] };

const wordsOf = (review: Pick<StoredReview, "title" | "text" | "reply_text">, more: (string | null)[]): string[] =>
  [review.title, review.text, review.reply_text, ...more].filter((part) => part !== null);

/** Words that were hidden in doubt and wait for the owner. */
const doubtfulOf = ({ doubtful }: StoredReview): string[] => parseDoubtful(doubtful).map(({ words }) => words);

/** How a stored review matches a name. Null if it does not. */
function createMatcher(name: string, shown: string, key: string | null) {
  const person = key === null ? null : hashName(key, name);
  const namedIn = createNameTest(name, key);
  return (review: StoredReview, earlier: readonly EarlierWords[]): Match | null => {
    if (person !== null && review.person === person) return "author";
    // If another full name is known, the author is somebody else with the same short name.
    if (shown !== ANONYMOUS && review.author.toLowerCase() === shown.toLowerCase() && review.person === null)
      return "short_name";
    if (review.author.toLowerCase() === name.toLowerCase()) return "author";
    const named = [
      namedIn(wordsOf(review, [review.translation_text, ...doubtfulOf(review)]), review.sketch),
      ...earlier.map((old) => namedIn(wordsOf(old, []), old.sketch)),
    ];
    return named.find((how) => how === "words") ?? named.find((how) => how !== null) ?? null;
  };
}

type Matcher = ReturnType<typeof createMatcher>;

function describe(review: StoredReview, match: Matcher, earlier: EarlierWords[], gone: boolean): Found[] {
  const how = match(review, earlier);
  if (how === null) return [];
  const { id, date, rating, source, source_url, author, title, text, translation_text, reply_text } = review;
  const state = review.held_reason === null ? review.state : `held: ${review.held_reason}`;
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
      state: gone ? FORMER : state,
      earlier: before,
    },
  ];
}

/** Reviews that are kept for `candor undo`, as they were before an import changed or removed them. */
async function findFormer(store: Store, match: Matcher, stored: readonly Found[]): Promise<Found[]> {
  const listed = new Set(stored.flatMap((one) => wordsListed(one).map((text) => `${one.id} ${text}`)));
  const found: Found[] = [];
  for await (const page of readAllFormerPages(store)) {
    for (const one of page.flatMap((former) => describe(former, match, parseRevisions(former.revisions), true))) {
      // Words that are already listed with the review itself are not repeated.
      const isNew = wordsListed(one).some((text) => !listed.has(`${one.id} ${text}`));
      if (isNew || !stored.some(({ id }) => id === one.id)) found.push(one);
    }
  }
  return found;
}
const wordsListed = (found: Found): string[] =>
  wordsOf(found, [found.translation_text, ...found.doubtful, ...found.earlier.flatMap((old) => wordsOf(old, []))]);

/** What is stored about a person: reviews by them, and reviews whose words name them. */
async function findPerson(store: Store, name: string): Promise<Found[]> {
  const key = await readIdentityKey(store);
  const mode = (await readProfile(store))?.privacy.names ?? "first_initial";
  const match = createMatcher(name, minimizeName(name, mode), key);
  const found: Found[] = [];
  for await (const page of readReviewPages(store)) {
    for (const review of page) {
      const earlier = review.revision > 1 ? await readEarlierWords(store, review.id) : [];
      found.push(...describe(review, match, earlier, false));
    }
  }
  return [...found, ...(await findFormer(store, match, found))];
}

const HOW: Record<Match, string> = {
  author: "written under this full name",
  short_name: "written under the short name, maybe by somebody else",
  words: "the name is in the words, or was before it was hidden there",
  short_words: "the short name is in the words, maybe of somebody else",
};

function render(found: readonly Found[]): string {
  const lines = found.flatMap(({ id, date, rating, source, author, match, state, earlier, ...words }) => [
    `${id}  ${date}  ${counted(rating, "star")}  ${source}  ${author}  ${state}`,
    `  ${HOW[match]}`,
    ...wordsOf(words, [words.translation_text]).map((text) => `  ${text.replaceAll("\n", "\n  ")}`),
    ...words.doubtful.map((text) => `  hidden there in doubt: ${text}`),
    ...earlier.flatMap((old) => wordsOf(old, []).map((text) => `  before edit ${old.revision}: ${text}`)),
    "",
  ]);
  return `${lines.join("\n")}\n`;
}

function exportTo(file: string, name: string, found: readonly Found[]): void {
  createPrivateFile(file);
  try {
    writeFileSync(file, `${JSON.stringify({ name, reviews: found }, null, 2)}\n`);
  } catch (error) {
    throw new OperatorError(`${file} cannot be written (${messageOf(error)})`);
  }
}

const idsByAuthor = (found: readonly Found[]): string[] => [
  ...new Set(found.filter(({ match }) => match === "author").map(({ id }) => id)),
];

/** Files beside the database, and backups by schedule, that still hold the words. */
function filesWithWords({ env }: Terminal): string[] {
  const settings = parseSettings(env);
  const path = sqlitePath(settings.DATABASE_URL);
  const folder = path === null ? null : dirname(path);
  const beside = folder === null || path === null || !existsSync(folder) ? [] : readdirSync(folder);
  const replaced = beside.filter(
    (name) => path !== null && /\.replaced-\d{8}T\d{6}Z?$/.test(name) && name.startsWith(basename(path)),
  );
  const plan = backupPlan(settings);
  const backups = plan && existsSync(plan.folder) ? listBackups(plan.folder).map(({ file }) => file) : [];
  return [...replaced.map((name) => join(folder ?? "", name)), ...backups];
}

async function erase(store: Store, found: readonly Found[], terminal: Terminal): Promise<number> {
  const ids = idsByAuthor(found);
  if (ids.length === 0) return 0;
  const erased = await eraseReviews({ store, now: terminal.now }, ids, "erased_on_request");
  await keepLedger(terminal, store);
  return erased;
}

export const personCommand: Command = {
  usage: `Usage: candor person NAME [--export FILE] [--erase --yes] [--json]

Shows what is stored of a person, to answer a request for access or erasure (GDPR, CCPA):
reviews that were written under the full name, reviews under the short name that may be
somebody else's, and reviews whose words or owner reply name the person or show the short
name, each with its earlier versions, and with what is kept for candor undo of reviews that
an import removed. --export writes them to FILE, as JSON, for the person. --erase --yes
erases those that were written under the full name; for the others, use candor erase ID.
Nothing of this is ever served.

Examples:
  candor person "Ann Bee"
`,
  options: {
    export: { type: "string" },
    erase: { type: "boolean" },
    yes: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(args, terminal) {
    const name = args.positionals.join(" ").trim();
    if (name === "") throw usageError('name a person: candor person "Maria Sanchez"');
    if (args.flag("erase") && !args.flag("yes")) throw usageError("--erase cannot be undone: add --yes");
    const file = args.text("export");
    await withExistingStore(terminal, async (store) => {
      const reviews = await findPerson(store, name);
      if (file !== null) exportTo(file, name, reviews);
      const alike = (await readLookAlikes(store, idsByAuthor(reviews))).filter(
        ({ id }) => !reviews.some((one) => one.id === id),
      );
      const erased = args.flag("erase") ? await erase(store, reviews, terminal) : null;
      const left = await keepStored(store, alike);
      const files = erased === null ? [] : filesWithWords(terminal);
      const look_alikes = left.map(({ id }) => id);
      if (args.flag("json")) return writeJson(terminal, { name, reviews, look_alikes, files, erased });
      terminal.out(reviews.length === 0 ? `nothing is stored of ${name}\n` : render(reviews));
      if (file !== null) terminal.out(`${counted(reviews.length, "review")} written to ${file}\n`);
      if (erased !== null) terminal.out(`${erased} erased\n`);
      if (left.length > 0) terminal.out(`look-alikes of these that are stored, too:\n${listLookAlikes(left)}`);
      if (files.length > 0)
        terminal.out(
          `these files still hold the words; delete them when you no longer need them:\n${files.map((one) => `  ${one}\n`).join("")}`,
        );
    });
    return 0;
  },
};
