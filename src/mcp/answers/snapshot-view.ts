import { f64At } from "../../model/basics/typed-array.ts";
import type { ReviewsDocument } from "../../model/documents.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { PATHS } from "../../render/links.ts";
import { sliceBody, wholeBody } from "../../snapshot/body.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { firstThatFits } from "./answer.ts";
import { cleanJson } from "./clean-json.ts";
import { createKeptAnswers, type KeptAnswers } from "./kept-answers.ts";

/** What the tools read: one snapshot, and the values that are parsed from it once. */
export type View = {
  snapshot: Snapshot;
  index: ReviewIndex;
  base_url: string;
  /**
   * /reviews.json without its reviews and links. `demonstration` is omitted because each answer of a demonstration says
   * it.
   */
  head: Omit<ReviewsDocument, "demonstration" | "reviews" | "links">;
  /** Null until the snapshot has an analysis. */
  insights: InsightsDocument | null;
  /** Cached answers of tools that take no arguments. */
  answers: Map<string, string>;
  kept: KeptAnswers;
};

const views = new WeakMap<Snapshot, View>();

const utf8 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

/** The index contains the bytes of /reviews.json. The bytes before its first review are the head of the document. */
function parseHead({ reviews }: Snapshot): View["head"] {
  const before = utf8(wholeBody(sliceBody(reviews.json, reviews.json_piece, 0, f64At(reviews.json_start, 0))));
  const { reviews: _, demonstration: __, ...head }: ReviewsDocument = JSON.parse(`${before}]}`);
  return head;
}

/** The quotes are customers' words, so the document is cleaned before it is parsed. */
function parseInsights(snapshot: Snapshot): InsightsDocument | null {
  const document = snapshot.documents.get(PATHS.insights);
  if (!document) return null;
  const { demonstration: _, ...insights }: InsightsDocument = JSON.parse(
    cleanJson(utf8(wholeBody(document.bodies.identity))),
  );
  return Array.isArray(insights.aspects) ? insights : null;
}

export function viewOf(snapshot: Snapshot, base_url: string): View {
  const known = views.get(snapshot);
  if (known) return known;
  const view: View = {
    snapshot,
    index: snapshot.reviews,
    base_url,
    head: parseHead(snapshot),
    insights: parseInsights(snapshot),
    answers: new Map(),
    kept: createKeptAnswers(),
  };
  views.set(snapshot, view);
  return view;
}

/** Builds an answer that depends only on the snapshot, once per snapshot. */
export function cachedAnswer(
  view: View,
  key: string,
  values: () => Iterable<unknown>,
  fits?: (json: string) => boolean,
): string {
  const json = view.answers.get(key) ?? firstThatFits(values(), fits);
  view.answers.set(key, json);
  return json;
}
