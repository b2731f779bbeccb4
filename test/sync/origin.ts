import type { Receiver } from "../websub/receiver.ts";

export const ORIGIN = "https://origin.example.net";
export const idOf = (number: number) => `0123456789ABCDEFGHJKMN${String(number).padStart(4, "0")}`;
export const review = (number: number, more: object = {}) => ({
  id: idOf(number),
  url: `${ORIGIN}/reviews/${idOf(number)}`,
  author: `Person ${number}`,
  rating: 5,
  date: "2026-02-01",
  text: `Words of review ${number}, which nobody else wrote.`,
  published_at: "2026-02-01T10:00:00Z",
  updated_at: "2026-02-01T10:00:00Z",
  revision: 1,
  source: "google",
  verification: { method: "platform_account", verified_at: "2026-02-01T10:00:00Z" },
  ...more,
});
export const reviews = (count: number) => Array.from({ length: count }, (_, at) => review(at));
export const taken = (number: number, reason: string) => ({
  id: idOf(number),
  date: "2026-02-01",
  deleted_at: "2026-04-01T10:00:00Z",
  reason,
});

type Played = {
  reviews: object[];
  deleted: object[];
  /** An older Candor does not know updated_since. */
  old: boolean;
  /** Files on a static host: its answer about any other path. */
  files: 400 | 404 | 410 | null;
  head: object;
  /** Of the document. */
  last_modified: string | null;
};

/** Another Candor, as a mirror sees it: the server answers with what the test sets. */
export function playOrigin(server: Receiver): Played {
  const played: Played = { reviews: reviews(30), deleted: [], old: false, files: null, head: {}, last_modified: null };
  server.onGet((response, { target }) => {
    const send = (body: unknown) => void response.end(JSON.stringify(body));
    if (target === "/reviews.json") {
      const total = played.reviews.length;
      if (played.last_modified !== null) response.setHeader("Last-Modified", played.last_modified);
      const head = { schema_version: "1.0", aggregate_rating: {}, total, ...played.head };
      return send({ ...head, reviews: played.reviews, links: { self: `${ORIGIN}/reviews.json` } });
    }
    if (played.files !== null) return void response.writeHead(played.files).end();
    if (target.startsWith("/api/reviews/search")) {
      return played.old ? void response.writeHead(400).end("{}") : send({ reviews: [], deleted: played.deleted });
    }
    return send({ reviews: [], deleted: played.deleted });
  });
  return played;
}
