import { ASPECT_SENTIMENTS } from "../model/analysis.ts";
import { isCalendarDate } from "../model/basics/time.ts";
import type { FilterName } from "../model/search.ts";

/*
 * The places of an export's files. A page is the index.html of a folder, and links name that file, so that they work on
 * every host, under any path and from a disk. Each list of reviews has one filter, because combinations would be too
 * many files.
 */

/** The folder of a list by its filter. Search words and times of import have no lists. */
const LIST_FOLDERS: { [K in FilterName]?: string } = {
  rating: "rating",
  min_rating: "rating-from",
  max_rating: "rating-to",
  mentions_technician: "person",
  mentions_service: "service",
  aspect: "aspect",
  aspect_sentiment: "opinion",
  topic: "topic",
  condition: "condition",
  sentiment: "review-opinion",
  verification_level: "verification-level",
  source: "source",
  verification: "verification",
  language: "language",
  has_text: "has-text",
  has_reply: "has-reply",
  incentivized: "incentivized",
  edited: "edited",
};

/** A value that is safe as the name of a folder. */
const FOLDER_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

const MONTH_DAYS = [31, 30, 29, 28];

/** The folder of a whole month or a whole year. */
function windowFolder(since: string, until: string): string | null {
  const [month, year] = [since.slice(0, 7), since.slice(0, 4)];
  if (since === `${year}-01-01` && until === `${year}-12-31`) return `year/${year}`;
  const last = MONTH_DAYS.find((day) => isCalendarDate(`${month}-${day}`));
  return isCalendarDate(since) && since === `${month}-01` && until === `${month}-${last}` ? `month/${month}` : null;
}

/** Subjects, and the filter for what reviews say of each. */
const SAID_OF = {
  aspect: "aspect_sentiment",
  topic: "sentiment",
  mentions_technician: "sentiment",
  mentions_service: "sentiment",
} as const;

/** The folder of the reviews of a subject that say something of one kind. */
function sentimentFolder(query: URLSearchParams): string | null {
  for (const [subject, said] of Object.entries(SAID_OF)) {
    const [value, sentiment] = [query.get(subject), query.get(said)];
    if (value === null || sentiment === null) continue;
    const known = ASPECT_SENTIMENTS.some((one) => one === sentiment) && FOLDER_NAME.test(value);
    return known ? `${LIST_FOLDERS[subject as keyof typeof SAID_OF]}/${value}/${sentiment}` : null; // Object.entries returns strings
  }
  return null;
}

/**
 * The folder of the list with these filters, relative to the folder of all reviews. "" without filters, null if the
 * export has no such list.
 */
export function listFolder(query: URLSearchParams): string | null {
  const names = [...query.keys()];
  const [name = "", second] = names;
  if (names.length === 0) return "";
  if (names.length === 2) {
    const [since, until] = [query.get("since"), query.get("until")];
    if (since !== null && until !== null) return windowFolder(since, until);
    return sentimentFolder(query);
  }
  const folder = Object.hasOwn(LIST_FOLDERS, name) ? LIST_FOLDERS[name as FilterName] : undefined; // a member of it
  const value = query.get(name) ?? "";
  return folder !== undefined && second === undefined && FOLDER_NAME.test(value) ? `${folder}/${value}` : null;
}

/** The file of page `number` of a list, which begins at 1. */
export const pageFile = (folder: string, number: number): string =>
  number === 1 ? `${folder}/index.html` : `${folder}/page/${number}/index.html`;

/** The relative link from one file to another. Both paths start at the root of the export. */
export function relativeLink(from: string, to: string): string {
  const [here, there] = [from.split("/").slice(0, -1), to.split("/")];
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared += 1;
  return "../".repeat(here.length - shared) + there.slice(shared).map(encodeURIComponent).join("/");
}

/** The public URL of a file. For a page it is the URL of its folder. */
export const publicAddress = (base_url: string, file: string): string =>
  `${base_url}/${file.replace(/(^|\/)index\.html$/, "$1")}`;
