import { type HeldReason, VERIFICATION_METHODS, type VerificationMethod } from "../model/review.ts";
import { PATHS } from "../render/links.ts";
import { html, type Markup } from "./html.ts";
import { renderPage } from "./layout.ts";
import { isWebAddress, type Site, siteName } from "./site.ts";
import { plural, renderCount } from "./words.ts";

export type PolicyInput = {
  site: Site;
  published: number;
  verified_by: Record<VerificationMethod, number>;
  withheld: Record<HeldReason, number>;
  erased: number;
};

const HELD: Record<HeldReason, string> = {
  unverified: "Not verified: nothing shows yet that its author was a customer",
  duplicate: "The same review, imported from a second place",
  legal: "Held for a legal reason",
};

const VERIFIED: Record<VerificationMethod, string> = {
  visit_record: "A record of the visit matches it",
  invitation: "It was written on an invitation that followed a visit",
  platform_account:
    "It was written from a signed-in account at its source, which vouches for the account, not for a visit",
  operator: "The business checked it by hand",
};

function methods({ verified_by }: PolicyInput): Markup {
  const rows = VERIFICATION_METHODS.map(
    (method) => html`<tr><th scope="row">${VERIFIED[method]}</th><td>${renderCount(verified_by[method])}</td></tr>`,
  );
  return html`<table class="counts"><caption class="hidden">Published reviews, by how each was verified</caption>
<thead><tr><th scope="col">Verified how</th><th scope="col">How many</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function counts({ published, withheld, erased }: PolicyInput): Markup {
  const row = (label: string, count: number) =>
    html`<tr><th scope="row">${label}</th><td>${renderCount(count)}</td></tr>`;
  return html`<table class="counts"><caption class="hidden">Every review that is stored, by what is done with it</caption>
<thead><tr><th scope="col">Reviews</th><th scope="col">How many</th></tr></thead><tbody>
${row("Published", published)}
${row(HELD.unverified, withheld.unverified)}
${row(HELD.duplicate, withheld.duplicate)}
${row(HELD.legal, withheld.legal)}
${row("Erased: taken back by their author, or on request", erased)}
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
  const body = html`<h1>How these reviews are kept honest</h1>
<p class="lead">Every review that passes verification is published: good, bad and in between. There is no switch that hides a review by its rating or its words.</p>
<section><h2>The count</h2>${counts(input)}</section>
<div class="prose">
<section><h2>Collected</h2><p>Reviews are imported from the places where they were written and from the business’s own records. The words are the author’s own. Each review says where it comes from.</p></section>
<section><h2>Verified</h2><p>A review is published only when something vouches for its author, and it says what:</p>
${methods(input)}
<p>A review that was rewarded in any way says so.</p></section>
<section><h2>Ordered</h2><p>Newest first, everywhere. Nothing is pinned, promoted or ranked, and the average counts every published review alike.</p></section>
<section><h2>Edited</h2><p>Authors’ names are shortened. Phone numbers, e-mail addresses and other private details are replaced by a mark such as [phone], and the review says how many. Nothing else is changed. An edited review says that it was edited.</p></section>
<section><h2>Withheld</h2><p>A review is held back for one of three reasons only: it is not verified, it is a duplicate, or the law demands it. The counts above are complete.</p></section>
<section><h2>Erased</h2><p>Authors may have their review erased. It then disappears from every page, feed, count and insight at once, its address answers “410 Gone”, and subscribers are told. To have yours erased, write to ${contact}.</p></section>
<section><h2>Insights</h2><p>What the <a href="/insights">insights</a> say is derived from the reviews by a program that runs here. Every claim links to the words it comes from, and the page says how often it errs.</p></section>
<section><h2>For search engines</h2><p>The pages carry schema.org data (AggregateRating, Review), mapped one to one from <a href="${PATHS.reviews}">the public data</a>. Google does not show stars in its results for ratings that a business publishes about itself, and nothing here tries to make it.</p></section>
</div>`;
  return renderPage({
    site,
    path: "/policy",
    title: `How the reviews of ${name} are kept honest`,
    description: `How reviews are collected, verified, ordered, withheld and erased: ${plural(input.published, "review")} published.`,
    body,
  });
}
