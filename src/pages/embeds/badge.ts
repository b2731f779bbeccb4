import type { AggregateRating } from "../../model/documents.ts";
import { shownRating } from "../../model/rating.ts";
import { html, trusted } from "../parts/html.ts";
import type { Language } from "../parts/languages.ts";
import { clip, wordsOf as pageWordsOf } from "../parts/page-words.ts";
import { type Site, siteName } from "../parts/site.ts";
import { inAccent } from "../style/accent.ts";
import { embedWordsOf } from "./embed-words.ts";
import type { Theme } from "./options.ts";
import { STAR, STAR_PLACES } from "./star.ts";

export const BADGE_SIZE = { width: 264, height: 72 } as const;
const LEFT = 72;

const LIGHT = ".b{fill:#fff;stroke:#d5d1c7}.k{fill:#1d2327}.s{fill:#566068}.a{fill:#0b6a62}.e{fill:#e2dfd7}";
const DARK = ".b{fill:#1b2124;stroke:#2e373b}.k{fill:#e9e7e2}.s{fill:#a7b0b5}.a{fill:#74cfc3}.e{fill:#2e373b}";
const COLORS: Record<Theme, string> = {
  light: LIGHT,
  dark: DARK,
  auto: `${LIGHT}@media(prefers-color-scheme:dark){${DARK}}`,
};
const FONT = 'text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}';

/** The picture runs and loads nothing, even if it is opened directly. */
export const BADGE_HEADERS = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'" };

export type BadgeOptions = { theme: Theme; language: Language };

/** A rating badge for other sites. In an <img> it cannot load or run anything. */
export function renderBadge(site: Site, rating: AggregateRating, { theme, language }: BadgeOptions): string {
  const say = embedWordsOf(language);
  const { rating_count } = rating;
  const average = shownRating(rating);
  const { width, height } = BADGE_SIZE;
  const { format } = pageWordsOf(site);
  const count = say(rating_count === 1 ? "one" : "many", {
    count: format.count(rating_count),
  });
  const figure = average === null ? "–" : format.tenth(average);
  const words = average === null ? say("none") : `${say("rating", { rating: figure })}, ${count}`;
  const share = Math.round((average ?? 0) * 20);
  const stars = STAR_PLACES.map((x) => html`<path transform="translate(${x})" d="${STAR}"/>`);
  const note = site.demonstration ? say("demo") : say("honest");
  const size = html`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const full = html`<svg width="${share}" height="20"><g class="a">${stars}</g></svg>`;
  const name = html`<text class="k" y="43" font-size="12" font-weight="600">${clip(siteName(site), 28)}</text>`;
  // Text that is too long ends at the edge of the picture. The title contains all of it.
  return html`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="t d" lang="${language}">
<title id="t">${siteName(site)}: ${words}</title>
<desc id="d">${note}</desc>
<style>${trusted(inAccent(COLORS[theme], site.accent_color) + FONT)}</style>
<rect class="b" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<text class="k" x="14" y="46" font-size="28" font-weight="700">${figure}</text>
<svg x="${LEFT}" y="8" width="100" height="20"><g class="e">${stars}</g>${full}</svg>
<svg x="${LEFT}" width="${width - LEFT - 8}" height="${height}">${name}
<text class="s" y="59" font-size="11">${site.demonstration ? note : average === null ? words : count}</text></svg>
</svg>
`.markup;
}
