import { contentHash } from "../../model/basics/content-hash.ts";
import type { AggregateRating } from "../../model/documents.ts";
import { COMMON_HEADERS } from "../../model/wire/common-headers.ts";
import type { RespondProblem } from "../../model/wire/problem.ts";
import type { EvidenceView } from "../../pages/parts/insights-view.ts";
import { inLanguage, type Language, type Spoken } from "../../pages/parts/languages.ts";
import { describeSite, HTML_TYPE, PAGE_HEADERS, type Site } from "../../pages/parts/site.ts";
import { aggregateRating } from "../../render/reviews-json.ts";
import type { Current } from "../../snapshot/current.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { respondParts } from "../respond.ts";

export type PageContext = {
  current: Current;
  base_url: string;
  respondProblem: RespondProblem;
  /** The passages of a review on which its analysis is based. */
  evidenceOf: (snapshot: Snapshot, id: string) => EvidenceView[];
};

const siteOf = (base_url: string, snapshot: Snapshot | null): Site => ({
  ...describeSite(base_url, snapshot?.demonstration ?? false, snapshot ?? { profile: null, profile_changed_at: null }),
  original_url: snapshot?.canonical?.site ?? base_url,
});

/** The site in one of the languages that pages are offered in. */
export const siteIn = (base_url: string, snapshot: Snapshot | null, language?: Language): Site =>
  inLanguage(siteOf(base_url, snapshot), spokenIn(snapshot), language);

/** The page of a review from another Candor server names the page there as the original. */
export function siteOfReview(site: Site, { canonical }: Snapshot, id: string): Site {
  const origin = canonical?.reviews.get(id);
  return origin === undefined ? site : { ...site, original_url: origin };
}

export const spokenIn = (snapshot: Snapshot | null): Spoken => ({
  profile: snapshot?.profile ?? null,
  by_language: snapshot?.reviews.by_language ?? new Map(),
});

/** The rating of all reviews. It does not count how many have a text. */
export const ratingOf = ({ by_rating, by_verification }: ReviewIndex): AggregateRating =>
  aggregateRating(
    by_rating.map(({ length }) => length),
    0,
    by_verification.get("platform_account")?.length ?? 0,
  );

/** An error page. It is never cached. */
export const respondFault = (status: number, markup: string, headers: Record<string, string> = {}): Response =>
  new Response(markup, {
    status,
    headers: {
      ...COMMON_HEADERS,
      ...PAGE_HEADERS,
      "Content-Type": HTML_TYPE,
      "Cache-Control": "no-store",
      ...headers,
    },
  });

/** A page rendered for this request, with validators like any document. */
export function respondPage(
  request: Request,
  { changed_at }: Snapshot,
  markup: string,
  headers: Record<string, string> = PAGE_HEADERS,
  forms: { link?: string; vary?: string } = {},
): Response {
  return respondParts(request, {
    content_type: HTML_TYPE,
    hash: contentHash(markup),
    changed_ms: Date.parse(changed_at),
    parts: [Buffer.from(markup)],
    headers,
    ...forms,
  });
}
