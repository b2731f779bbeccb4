import { DEMONSTRATION } from "../model/demonstration.ts";
import { escapeMarkup as xml } from "./escape-markup.ts";
import { reviewUrl } from "./links.ts";

/** sitemaps.org: at most 50,000 URLs per file. It lists the newest reviews. The explorer links to the others. */
const MAX_URLS = 50_000;

/** `updated_at` comes from the data, so the same data gives the same bytes on every server. */
export function renderSitemap(
  base_url: string,
  pages: readonly string[],
  review_ids: Iterable<string>,
  updated_at: string | null,
  demonstration: boolean,
): string {
  const lastmod = updated_at ? `<lastmod>${updated_at}</lastmod>` : "";
  const entries = pages.map((path) => `<url><loc>${xml(base_url + path)}</loc>${lastmod}</url>`);
  // An id has only letters and digits, so the text around it is escaped once.
  const before = `<url><loc>${xml(reviewUrl(base_url, ""))}`;
  for (const id of review_ids) {
    if (entries.length === MAX_URLS) break;
    entries.push(`${before}${id}</loc></url>`);
  }
  return `<?xml version="1.0" encoding="utf-8"?>
${demonstration ? `<!-- ${DEMONSTRATION} -->\n` : ""}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
}
