import { reviewUrl } from "./links.ts";
import { escapeMarkup as xml } from "./xml.ts";

/** sitemaps.org: at most 50,000 addresses a file. The newest reviews are in it; the explorer leads to the rest. */
const MAX_URLS = 50_000;

export function renderSitemap(
  base_url: string,
  pages: { path: string; changed_at: string }[],
  reviews: Iterable<{ id: string; changed_at: string }>,
): string {
  const entry = (url: string, changed_at: string) =>
    `<url><loc>${xml(url)}</loc><lastmod>${changed_at}</lastmod></url>`;
  const entries = pages.map(({ path, changed_at }) => entry(base_url + path, changed_at));
  for (const { id, changed_at } of reviews) {
    if (entries.length === MAX_URLS) break;
    entries.push(entry(reviewUrl(base_url, id), changed_at));
  }
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
}
