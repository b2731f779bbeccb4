import { createHash } from "node:crypto";
import { publicBusiness } from "../../model/business.ts";
import { COMMON_HEADERS } from "../../model/common-headers.ts";
import type { RespondProblem } from "../../model/problem.ts";
import type { EvidenceView } from "../../pages/parts/insights-view.ts";
import { HTML_TYPE, PAGE_HEADERS, type Site } from "../../pages/parts/site.ts";
import type { Current } from "../../snapshot/current.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { respondParts } from "../respond.ts";

export type PageContext = {
  current: Current;
  base_url: string;
  respondProblem: RespondProblem;
  /** The passages of a review that its analysis is based on. */
  evidenceOf: (snapshot: Snapshot, id: string) => EvidenceView[];
};

export const siteOf = (base_url: string, snapshot: Snapshot | null): Site => ({
  base_url,
  demonstration: snapshot?.demonstration ?? false,
  structured_data: snapshot?.profile?.structured_data ?? "business",
  business: snapshot?.profile ? publicBusiness(snapshot.profile, snapshot.demonstration) : null,
  license: snapshot?.profile?.license ?? null,
});

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

/** A page made for this request, with validators like any document. */
export function respondPage(request: Request, snapshot: Snapshot, markup: string): Response {
  return respondParts(request, {
    content_type: HTML_TYPE,
    hash: createHash("sha256").update(markup).digest("base64url").slice(0, 22),
    changed_ms: Date.parse(snapshot.changed_at),
    parts: [Buffer.from(markup)],
    headers: PAGE_HEADERS,
  });
}
