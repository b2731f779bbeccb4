import { z } from "zod";
import { decode, detectKind, fileInput } from "../import/read/input.ts";
import { readJsonElements } from "../import/read/json-elements.ts";
import { type Tombstone, tombstone } from "../model/review.ts";
import { OperatorError } from "../operator-error.ts";
import { readSyncMembers, releaseSyncLegal } from "../store/sync/sync-reviews.ts";
import { SyncFault } from "./fault.ts";
import { type FetchCall, fetchToFile } from "./fetch.ts";
import type { SyncRun } from "./run-types.ts";

const PATH = /\/reviews\.json$/;

const reviewsDocument = z.object({
  schema_version: z.union([z.string(), z.number()]),
  aggregate_rating: z.object({}),
  total: z.int(),
});
const shownReview = z.object({ id: z.string(), url: z.string() });
const links = z.object({ links: z.object({ self: z.string() }) });

/** The public origin of the document, from the URL of its first review. Null if that is not an origin. */
function originOf(first: unknown, root: unknown): string | null {
  const review = shownReview.safeParse(first);
  const self = links.safeParse(root);
  const url = review.success ? review.data.url : self.success ? self.data.links.self : "";
  const tail = review.success ? `/reviews/${review.data.id}` : "/reviews.json";
  const base = url.endsWith(tail) ? url.slice(0, -tail.length) : "";
  return /^https?:\/\//.test(base) && URL.parse(base)?.origin === base ? base : null;
}

/** If a document cannot be read, that is a fault of its source. */
function unreadable(error: unknown): never {
  if (error instanceof OperatorError) throw new SyncFault({ code: "not_recognized", text: error.message });
  throw error;
}

export type MirrorOrigin = { base: string | null; empty: boolean };

/**
 * If the document is the /reviews.json of another Candor server, what it says about itself. Otherwise null. A copy of
 * such a document under another path may be incomplete, so it does not count.
 */
export async function readOrigin(url: string, file: string): Promise<MirrorOrigin | null> {
  return PATH.test(url.replace(/[?#].*$/s, "")) ? findOrigin(file).catch(unreadable) : null;
}

async function findOrigin(file: string): Promise<MirrorOrigin | null> {
  const input = fileInput(file);
  if (detectKind(input) !== "json") return null;
  for await (const { value, member, root } of readJsonElements(decode(input, "utf-8"), file)) {
    if (member === "reviews" && reviewsDocument.safeParse(root).success)
      return { base: originOf(value, root), empty: false };
    // A document without reviews arrives as a single value.
    const whole = member === null ? reviewsDocument.safeParse(value) : null;
    return whole?.success && whole.data.total === 0 ? { base: originOf(null, value), empty: true } : null;
  }
  return null;
}

const deletions = z.object({ deleted: z.array(tombstone) });

/** Converts an HTTP date to RFC 3339, which `updated_since` needs. */
const asTime = (last_modified: string | null): string => {
  const ms = Date.parse(last_modified ?? "");
  return Number.isNaN(ms) ? "1970-01-01" : new Date(ms).toISOString().replace(".000Z", "Z");
};

/**
 * The reviews that the origin removed since the last read. This list is read after the document. A review is always in
 * exactly one of the two, so a review in both was removed between the two reads.
 */
export async function fetchTombstones(run: SyncRun, call: FetchCall, whole: boolean): Promise<Tombstone[]> {
  const base = call.url.replace(/[?#].*$/s, "").replace(PATH, "");
  const since = whole ? "1970-01-01" : asTime(run.source.last_modified);
  const ask = (path: string) =>
    fetchToFile(
      run.deps.fetching,
      { ...call, url: `${base}${path}`, conditions: {}, file: `${call.file}.deleted` },
      [400, 404, 410],
    );
  let answer = await ask(`/api/reviews/search?updated_since=${encodeURIComponent(since)}&limit=1`);
  // An older Candor does not know the parameter.
  if (answer.status === 400) answer = await ask("/api/reviews/since/0001-01-01");
  // A static host has only files. Missing reviews were removed there, but it does not say why.
  if (answer.status === 404 || answer.status === 410) return [];
  if (answer.status !== 200) throw notRead(`answered ${answer.status}`);
  return readDeleted(`${call.file}.deleted`);
}

/** Row by row, with the limits of an import: anybody can be the origin, and an older Candor sends all its reviews. */
async function readDeleted(file: string): Promise<Tombstone[]> {
  let document: unknown = null;
  try {
    for await (const { value, member, root } of readJsonElements(decode(fileInput(file), "utf-8"), file))
      document = member === null ? value : root;
    return deletions.parse(document).deleted;
  } catch (error) {
    if (error instanceof OperatorError) throw notRead("is not JSON, or too large");
    if (error instanceof z.ZodError) throw notRead("has no list that can be read");
    throw error;
  }
}

const notRead = (why: string) =>
  new SyncFault({ code: "not_recognized", text: `the origin's list of removed reviews ${why}: nothing was changed` });

/** If the origin shows reviews again that were removed because it withheld them, they may return. */
export async function releaseReturned(run: SyncRun, file: string, taken: readonly Tombstone[]): Promise<void> {
  const { store } = run.deps;
  const members = await readSyncMembers(store, run.source.name);
  const withheld = new Set(members.filter(({ legal }) => legal === 1).map(({ review_id }) => review_id));
  for (const { id } of taken) withheld.delete(id);
  if (withheld.size === 0 || run.options.dry_run) return;
  const back = await findShown(file, withheld).catch(unreadable);
  await releaseSyncLegal(store, run.source.name, back);
}

/** Which of these reviews the document contains. */
async function findShown(file: string, ids: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const { value } of readJsonElements(decode(fileInput(file), "utf-8"), file)) {
    const review = shownReview.safeParse(value);
    if (review.success && ids.has(review.data.id)) found.push(review.data.id);
  }
  return found;
}
