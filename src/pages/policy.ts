import { type HeldReason, VERIFICATION_METHODS, type VerificationMethod } from "../model/review.ts";
import { PATHS } from "../render/links.ts";
import { html, type Markup } from "./parts/html.ts";
import { renderPage } from "./parts/layout.ts";
import { isWebAddress, type Site, siteName } from "./parts/site.ts";
import { plural, renderCount } from "./parts/words.ts";

export type PolicyInput = {
  site: Site;
  published: number;
  verified_by: Record<VerificationMethod, number>;
  withheld: Record<HeldReason, number>;
  erased: number;
};

const HELD: Record<HeldReason, string> = {
  unverified: "Not verified: we have no proof yet that the author was a customer",
  duplicate: "Duplicate: the same review was also imported from another source",
  legal: "Withheld for a legal reason",
};

const VERIFIED: Record<VerificationMethod, string> = {
  visit_record: "It matches a record of the visit",
  invitation: "The author was invited to write it after a visit",
  platform_account:
    "It was written from a signed-in account on the site it comes from. This proves the account, not a visit",
  operator: "The business checked it by hand",
};

const SEARCH_ENGINES: Record<Site["structured_data"], string> = {
  business: "The schema.org data in these pages describes the business alone, without its rating and reviews.",
  direct:
    "The schema.org data in these pages has the rating and the reviews that the business collected itself, and none from other sites.",
  all: "The schema.org data in these pages has the rating and the reviews of every source, copied one to one.",
};

function methods({ verified_by }: PolicyInput): Markup {
  const rows = VERIFICATION_METHODS.map(
    (method) => html`<tr><th scope="row">${VERIFIED[method]}</th><td>${renderCount(verified_by[method])}</td></tr>`,
  );
  return html`<table class="counts"><caption class="hidden">Published reviews by how they were verified</caption>
<thead><tr><th scope="col">How it was verified</th><th scope="col">Reviews</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function counts({ published, withheld, erased }: PolicyInput): Markup {
  const row = (label: string, count: number) =>
    html`<tr><th scope="row">${label}</th><td>${renderCount(count)}</td></tr>`;
  return html`<table class="counts"><caption class="hidden">All stored reviews by status</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Reviews</th></tr></thead><tbody>
${row("Published", published)}
${row(HELD.unverified, withheld.unverified)}
${row(HELD.duplicate, withheld.duplicate)}
${row(HELD.legal, withheld.legal)}
${row("Erased: on request, for a legal reason, or because it was removed from its source", erased)}
</tbody></table>`;
}

export function renderPolicy(input: PolicyInput): string {
  const { site } = input;
  const name = siteName(site);
  const contact = site.business?.email
    ? html`<a href="mailto:${site.business.email}">${site.business.email}</a>`
    : isWebAddress(site.business?.url)
      ? html`<a href="${site.business.url}">${site.business.url}</a>`
      : html`the business`;
  const body = html`<h1>How we keep these reviews honest</h1>
<p class="lead">We publish every verified review: good, bad and in between. There is no setting that hides a review because of its rating or its words.</p>
<section><h2>All reviews, counted</h2>${counts(input)}</section>
<div class="prose">
<section><h2>Where reviews come from</h2><p>We import reviews from the sites where they were written and from the business’s own records. The words are the author’s. Each review names its source.</p></section>
<section><h2>How reviews are verified</h2><p>We publish a review only if something confirms that its author is real. Each review says what that is:</p>
${methods(input)}
<p>If the author was offered a reward, the review says so.</p></section>
<section><h2>How reviews are sorted</h2><p>Newest first, everywhere. No review is pinned, promoted or ranked. Every published review counts the same in the average.</p></section>
<section><h2>What we change</h2><p>We shorten authors’ names. We replace phone numbers, email addresses and other private details with a label such as [phone], and the review says how many were replaced. We change nothing else. If the author edited a review later, the review says so.</p></section>
<section><h2>What we withhold</h2><p>We withhold a review for only three reasons: it is not verified, it is a duplicate, or the law requires it. The table above counts all of them.</p></section>
<section><h2>How to erase your review</h2><p>You can have your review erased: write to ${contact}. We then remove it from every page, feed, count and insight at once. Its address returns “410 Gone”, and subscribers are notified.</p></section>
<section><h2>Insights</h2><p>A program on this server reads the reviews and finds the <a href="/insights">insights</a>. Every claim links to the reviews behind it. The program makes mistakes, and the insights page says how often.</p></section>
<section><h2>For search engines</h2><p>${SEARCH_ENGINES[site.structured_data]} All reviews are in <a href="${PATHS.reviews}">the public data</a>. Google does not show stars in its results for ratings that a business publishes about itself, and we do not try to make it.</p></section>
</div>`;
  return renderPage({
    site,
    path: "/policy",
    title: `How the reviews of ${name} are kept honest`,
    description: `How reviews are collected, verified, ordered, withheld and erased: ${plural(input.published, "review")} published.`,
    body,
  });
}
