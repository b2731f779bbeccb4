import type { AggregateRating } from "../../model/documents.ts";
import { shownRating } from "../../model/rating.ts";
import { html, type Markup, trusted } from "../parts/html.ts";
import type { Language } from "../parts/languages.ts";
import { clip, wordsOf as pageWordsOf } from "../parts/page-words.ts";
import { type Site, siteName } from "../parts/site.ts";
import { inAccent } from "../style/accent.ts";
import { embedWordsOf } from "./embed-words.ts";
import type { Theme } from "./options.ts";
import { STAR, STAR_PLACES } from "./star.ts";

export const BADGE_SIZE = { width: 264, height: 72 } as const;
const LEFT = 72;
const NAME_CHARACTERS = 50;
const NAME_SIZE = 12;
/** The width of the text beside the figure, with room for fonts that are wider than usual. */
const TEXT_WIDTH = BADGE_SIZE.width - LEFT - 8;

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

const wholeName = (name: string): string =>
  Array.from(name).length <= NAME_CHARACTERS ? name : clip(name, NAME_CHARACTERS);

/** About how wide a character is, in parts of the size of the letters. */
const widthOf = (character: string): number => {
  if (/[ilj.,:;'’|!()[\] ]/.test(character)) return 0.36;
  if (/[a-zß-öø-ÿ0-9-]/.test(character)) return character === "m" || character === "w" ? 0.95 : 0.64;
  return /[A-ZÀ-ÖØ-Þ]/.test(character) && !/[MW]/.test(character) ? 0.78 : 1.02;
};
const widthOfText = (text: string): number => Array.from(text).reduce((sum, character) => sum + widthOf(character), 0);

/** One line if it fits, or two of about the same length, that break at a space if there is one. */
function linesOf(name: string): string[] {
  if (widthOfText(name) * NAME_SIZE <= TEXT_WIDTH) return [name];
  const characters = Array.from(name);
  const cutsAt = (i: number): [string, string] => [characters.slice(0, i).join(""), characters.slice(i).join("")];
  const spaces = characters.flatMap((character, i) => (character === " " ? [i] : []));
  const cuts = (spaces.length > 0 ? spaces : [Math.ceil(characters.length / 2)]).map(cutsAt);
  const widest = (cut: string[]) => Math.max(...cut.map(widthOfText));
  const best = cuts.reduce((found, cut) => (widest(cut) < widest(found) ? cut : found));
  return best.map((line) => line.trim());
}

/** The whole name: in smaller letters if it is wide, and pressed together if even these are too wide. */
function nameText(lines: string[]): Markup {
  const size = Math.min(NAME_SIZE, ...lines.map((line) => Math.floor((TEXT_WIDTH / widthOfText(line)) * 10) / 10));
  const tops = lines.length === 1 ? [43] : [39, 52];
  return html`${lines.map((line, i) => {
    const tight = size < NAME_SIZE && widthOfText(line) * size > TEXT_WIDTH - 2;
    const pressed = tight ? html` textLength="${TEXT_WIDTH}" lengthAdjust="spacingAndGlyphs"` : null;
    return html`<text class="k" y="${tops[i] ?? 0}" font-size="${size}" font-weight="600"${pressed}>${line}</text>`;
  })}`;
}

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
  const { business, account } = rating.verification_levels;
  const levels = `${say("business")}: ${format.count(business)}. ${say("account")}: ${format.count(account)}.`;
  const note = site.demonstration ? `${say("demo")}. ${levels}` : levels;
  const size = html`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const full = html`<svg width="${share}" height="20"><g class="a">${stars}</g></svg>`;
  const lines = linesOf(wholeName(siteName(site)));
  const below = average === null ? words : site.demonstration ? `${say("demo")} · ${count}` : count;
  return html`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="t d" lang="${language}">
<title id="t">${siteName(site)}: ${words}</title>
<desc id="d">${note}</desc>
<style>${trusted(inAccent(COLORS[theme], site.accent_color) + FONT)}</style>
<rect class="b" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<text class="k" x="14" y="46" font-size="28" font-weight="700">${figure}</text>
<svg x="${LEFT}" y="8" width="100" height="20"><g class="e">${stars}</g>${full}</svg>
<g transform="translate(${LEFT})">${nameText(lines)}<text class="s" y="${lines.length === 1 ? 59 : 65}" font-size="11">${below}</text></g>
</svg>
`.markup;
}
