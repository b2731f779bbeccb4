import { finishDocument } from "../publish/compress.ts";
import { PATHS } from "../render/links.ts";
import { reviewsLinks } from "../render/reviews-json.ts";
import { wholeBody } from "../snapshot/body.ts";
import type { Document } from "../snapshot/snapshot.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The text before the members of `links` in /reviews.json. */
const LINKS = '],"links":';

/**
 * Paths that only the server can answer and descriptions of it: the reference, agents, push, search, embeds to
 * configure, scripts.
 */
const SERVER_PATHS = new RegExp(
  [
    "^/(?:developers|embed|mcp|es/embed|es/developers)(?:$|[/.])",
    "^/\\.well-known/(?:ai-catalog|api-catalog|openapi)",
    "^/assets/.*\\.js$",
    "^/opensearch\\.xml$",
  ].join("|"),
);
/** These are written again, with the content of the export. */
const REPLACED: readonly string[] = ["/sitemap.xml", "/llms.txt", "/robots.txt"];

export const isExported = (path: string): boolean => !SERVER_PATHS.test(path) && !REPLACED.includes(path);

/** Keeps only the members of `links` that lead to a file. */
function withoutServerLinks(bytes: Uint8Array, base_url: string): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(LINKS);
  const { self, insights, json_feed, atom_feed, policy } = reviewsLinks(base_url);
  const links = { self, insights, json_feed, atom_feed, policy };
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), encoder.encode(`${LINKS}${JSON.stringify(links)}}`)]));
}

function withoutHub(text: string): string {
  const { hubs: _, ...feed } = JSON.parse(text);
  return JSON.stringify(feed);
}

/** Whoever keeps a copy of an export reads the file again, because a file has no pages that follow. */
function withoutNextPages(text: string, base_url: string): string {
  return JSON.stringify({ ...JSON.parse(text), next_url: base_url + PATHS.changes });
}

/**
 * Removes what a document says about the server: the hub, the search and so on. The bytes of its reviews do not change.
 */
export function staticDocument(path: string, document: Document, base_url: string): Document {
  const { content_type, changed_at } = document;
  const before = wholeBody(document.bodies.identity);
  const change = (bytes: Uint8Array<ArrayBuffer>) => finishDocument({ path, content_type, changed_at, body: [bytes] });
  if (path === PATHS.reviews) return change(withoutServerLinks(before, base_url));
  if (path === PATHS.json_feed) return change(encoder.encode(withoutHub(decoder.decode(before))));
  if (path === PATHS.changes) return change(encoder.encode(withoutNextPages(decoder.decode(before), base_url)));
  // The first such link is the feed's own, because the texts of reviews are escaped.
  if (path === PATHS.atom_feed)
    return change(encoder.encode(decoder.decode(before).replace(/<link rel="hub" href="[^"]*"\/>\n/, "")));
  return document;
}
