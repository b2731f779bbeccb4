import type { AggregateRating } from "../../model/documents.ts";
import { html } from "../parts/html.ts";
import { type Site, siteName } from "../parts/site.ts";
import { plural } from "../parts/words.ts";

const WIDTH = 224;
const HEIGHT = 64;
const STAR = "M10 1.6l2.5 5.4 5.9.7-4.4 4 1.2 5.8L10 14.6l-5.2 2.9L6 11.7l-4.4-4 5.9-.7z";
const FULL = 5;

/** A rating badge for other sites, light or dark as the reader prefers. In an <img> it cannot load or run anything. */
export function renderBadge(site: Site, { rating_value, rating_count }: AggregateRating): string {
  const words =
    rating_value === null
      ? "No reviews yet"
      : `${rating_value.toFixed(2)} out of ${FULL} from ${plural(rating_count, "verified review")}`;
  const share = rating_value === null ? 0 : Math.round((rating_value / FULL) * 1000) / 10;
  const stars = Array.from({ length: FULL }, (_, i) => html`<path transform="translate(${i * 20})" d="${STAR}"/>`);
  const note = site.demonstration ? "Demonstration" : "Every verified review, published";
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="t d">
<title id="t">${siteName(site)}: ${words}</title>
<desc id="d">${note}</desc>
<style>.b{fill:#fff;stroke:#d5d1c7}.k{fill:#1d2327}.s{fill:#566068}.a{fill:#0b6a62}.e{fill:#e2dfd7}text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}@media(prefers-color-scheme:dark){.b{fill:#1b2124;stroke:#2e373b}.k{fill:#e9e7e2}.s{fill:#a7b0b5}.a{fill:#74cfc3}.e{fill:#2e373b}}</style>
<rect class="b" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>
<text class="k" x="14" y="42" font-size="28" font-weight="700">${rating_value === null ? "–" : rating_value.toFixed(1)}</text>
<clipPath id="c"><rect width="${share}" height="20"/></clipPath>
<g transform="translate(70 9)"><g class="e">${stars}</g><g class="a" clip-path="url(#c)">${stars}</g></g>
<text class="k" x="70" y="43" font-size="12">${rating_value === null ? words : plural(rating_count, "verified review")}</text>
<text class="s" x="70" y="57" font-size="9.5">${note}</text>
</svg>
`.markup;
}
