import type { ReviewRow } from "../../src/model/review-row.ts";
import type { StoredTombstone } from "../../src/model/snapshot-source.ts";
import { reviewRow } from "../rows.ts";
import { BASE_URL, openService, snapshotOf } from "../service.ts";
import type { Receiver } from "../websub/receiver.ts";

export const ORIGIN = BASE_URL;
export const idOf = (number: number) => `0123456789ABCDEFGHJKMN${String(number).padStart(4, "0")}`;
export const review = (number: number, changes: Partial<ReviewRow> = {}): ReviewRow =>
  reviewRow(number, {
    id: idOf(number),
    author: `Person ${number}`,
    date: "2026-02-01",
    text: `Words of review ${number}, which nobody else wrote.`,
    ...changes,
  });
export const reviews = (count: number) => Array.from({ length: count }, (_, at) => review(at));
export const taken = (number: number, reason: StoredTombstone["reason"]): StoredTombstone => ({
  id: idOf(number),
  date: "2026-02-01",
  deleted_at: "2026-04-01T10:00:00Z",
  reason,
  changed_at: "2026-04-01T10:00:00Z",
});

type Played = {
  reviews: ReviewRow[];
  deleted: StoredTombstone[];
  demonstration: boolean;
  /** An older Candor does not know updated_since. */
  old: boolean;
  /** Files on a static host: its answer about any other path. */
  files: 400 | 404 | 410 | null;
  /** In place of the list of removed reviews. */
  list: string | null;
  /** Members of the document in place of its own. */
  head: object;
  /** Of the document. */
  last_modified: string | null;
};

/** The document under another path is a copy of it. */
const DOCUMENTS = ["/reviews.json", "/copy.json"];

/** Another Candor, as a mirror sees it: it serves what the test sets. */
export function playOrigin(server: Receiver): Played {
  const played: Played = {
    reviews: reviews(30),
    deleted: [],
    demonstration: false,
    old: false,
    files: null,
    list: null,
    head: {},
    last_modified: null,
  };
  const ask = async (target: string): Promise<Response> => {
    const { reviews: rows, deleted: tombstones, demonstration } = played;
    const snapshot = await snapshotOf({ rows, tombstones, source: { demonstration } });
    return openService({ snapshot }).ask(target);
  };
  server.onGet(async (response, { target }) => {
    if (DOCUMENTS.includes(target)) {
      if (played.last_modified !== null) response.setHeader("Last-Modified", played.last_modified);
      const document = await (await ask("/reviews.json")).text();
      return void response.end(JSON.stringify({ ...JSON.parse(document), ...played.head }));
    }
    if (played.files !== null) return void response.writeHead(played.files).end();
    if (played.old && target.startsWith("/api/reviews/search")) return void response.writeHead(400).end("{}");
    if (played.list !== null) return void response.end(played.list);
    const answer = await ask(target);
    response.writeHead(answer.status).end(await answer.text());
  });
  return played;
}
