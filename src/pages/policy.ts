import { type HeldReason, VERIFICATION_LEVELS, type VerificationLevel } from "../model/review-kinds.ts";
import { PATHS } from "../render/links.ts";
import { html, type Markup } from "./parts/html.ts";
import type { AccuracyView } from "./parts/insights-view.ts";
import { renderPage } from "./parts/layout.ts";
import { pageLink, reviewsLink } from "./parts/page-links.ts";
import { wordsOf } from "./parts/page-words.ts";
import { isWebAddress, type Site, siteName } from "./parts/site.ts";

export type PolicyInput = {
  site: Site;
  published: number;
  verification_levels: Record<VerificationLevel, number>;
  withheld: Record<HeldReason, number>;
  erased: number;
  /** In how many published reviews the business hid words. */
  words_hidden: number;
  accuracy: AccuracyView;
};

/** `href` links to the reviews that a row counts. */
type Row = { label: Markup | string; count: number; href?: string };

function countTable(site: Site, caption: string, title: string, rows: Row[]): Markup {
  const { policy, format } = wordsOf(site);
  return html`<table class="counts"><caption class="hidden">${caption}</caption>
<thead><tr><th scope="col">${title}</th><th scope="col">${policy.reviews}</th></tr></thead><tbody>${rows.map(
    ({ label, count, href }) => {
      const shown = format.count(count);
      return html`<tr><th scope="row">${label}</th><td>${href && count > 0 ? html`<a href="${href}">${shown}</a>` : shown}</td></tr>`;
    },
  )}</tbody></table>`;
}

function counts({ site, published, withheld, erased, words_hidden }: PolicyInput): Markup {
  const { policy } = wordsOf(site);
  return countTable(site, policy.counts, policy.status, [
    { label: policy.published, count: published, href: reviewsLink(site) },
    { label: policy.unverified, count: withheld.unverified },
    { label: policy.consent, count: withheld.consent },
    { label: policy.duplicate, count: withheld.duplicate },
    { label: policy.legal, count: withheld.legal },
    { label: policy.erased, count: erased },
    { label: policy.words_hidden, count: words_hidden },
  ]);
}

function levels({ site, verification_levels }: PolicyInput): Markup {
  const { policy, filters } = wordsOf(site);
  const rows = VERIFICATION_LEVELS.map((verification_level) => ({
    label: html`<strong>${filters.verification_level[verification_level]}</strong>
<span class="note">${policy.levels[verification_level]}</span>`,
    count: verification_levels[verification_level],
    href: reviewsLink(site, { verification_level }),
  }));
  return html`${countTable(site, policy.methods, policy.method, rows)}<p class="note">${policy.private_reason}</p>`;
}

function contactOf(site: Site): Markup {
  if (site.business?.email) return html`<a href="mailto:${site.business.email}">${site.business.email}</a>`;
  return isWebAddress(site.business?.url)
    ? html`<a href="${site.business.url}">${site.business.url}</a>`
    : html`${wordsOf(site).policy.the_business}`;
}

/** The figures in `limits`, as whole numbers out of a hundred. */
function accuracyText({ site, accuracy }: PolicyInput): string {
  if (accuracy === null) return "";
  const { overall_right_pct, aspects_right_pct, aspects_found_pct, against_stars_found_pct, test_texts } = accuracy;
  return ` ${wordsOf(site).policy.accuracy({
    texts: wordsOf(site).format.count(test_texts),
    overall: Math.round(overall_right_pct),
    right: Math.round(aspects_right_pct),
    found: Math.round(aspects_found_pct),
    against: Math.round(against_stars_found_pct),
  })}`;
}

export function renderPolicy(input: PolicyInput): string {
  const { site } = input;
  const { policy } = wordsOf(site);
  const [origin, ...others] = policy.sections.map(
    ({ title, text }) => html`<section><h2>${title}</h2><p>${text}</p></section>`,
  );
  const body = html`<h1>${policy.heading}</h1>
<p class="lead">${policy.lead}</p>
<section><h2>${policy.counted}</h2>${counts(input)}</section>
<div class="prose policy">
${origin ?? null}
<section><h2>${policy.verification}</h2><p>${policy.verification_text}</p>
${levels(input)}
<p>${policy.reward}</p></section>
${others}
<section><h2>${policy.erase}</h2><p>${policy.eraseText(contactOf(site))}</p></section>
<section id="insights"><h2>${policy.insights}</h2><p>${policy.insightsText(pageLink(site, "/insights"))}${accuracyText(input)}</p></section>
<section><h2>${policy.engines}</h2><p>${policy.search_engines[site.structured_data]} ${policy.enginesText(PATHS.reviews)}</p></section>
</div>`;
  return renderPage({
    site,
    path: "/policy",
    title: policy.title(siteName(site)),
    description: policy.described(input.published),
    twin: true,
    body,
  });
}
