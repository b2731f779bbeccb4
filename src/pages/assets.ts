import { PATHS } from "../render/links.ts";
import chart from "./client/chart.client.js" with { type: "text" };
import explorer from "./client/explorer.client.js" with { type: "text" };
import overview from "./client/overview.client.js" with { type: "text" };
import reference from "./client/reference.client.js" with { type: "text" };
import { FIVE_STARS, STAR } from "./embeds/star.ts";
import { inAccent, renderAccent } from "./style/accent.ts";
import base from "./style/base.css" with { type: "text" };
import charts from "./style/charts.css" with { type: "text" };
import configurator from "./style/configurator.css" with { type: "text" };
import developers from "./style/developers.css" with { type: "text" };
import embed from "./style/embed.css" with { type: "text" };
import explorerStyle from "./style/explorer.css" with { type: "text" };
import forcedColors from "./style/forced-colors.css" with { type: "text" };
import frame from "./style/frame.css" with { type: "text" };
import overviewStyle from "./style/overview.css" with { type: "text" };
import print from "./style/print.css" with { type: "text" };
import reviews from "./style/reviews.css" with { type: "text" };
import screens from "./style/screens.css" with { type: "text" };
import stars from "./style/stars.css" with { type: "text" };

export type Asset = { path: string; content_type: string; text: string };

function asset(name: string, extension: "css" | "js", text: string): Asset {
  const hash = new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 12);
  const content_type = extension === "css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
  return { path: `/assets/${name}.${hash}.${extension}`, content_type, text };
}

/** The path changes with the content, so a browser can cache each file forever. */
export const ASSETS = {
  chart: asset("chart", "js", chart),
  explorer: asset("explorer", "js", explorer),
  overview: asset("overview", "js", `${overview}${chart}`),
  reference: asset("reference", "js", reference),
} as const;

const starStyle = stars.replace("FIVE_STARS", FIVE_STARS);
/** The star of the badge and the frame, here in a data URL. */
const forcedStyle = forcedColors.replaceAll("STAR", STAR);

const styles = new Map<string | null, Asset>();

/** The stylesheet in the color of the business. */
export function styleFor(accent_color: string | null): Asset {
  const known = styles.get(accent_color);
  if (known) return known;
  const accent = accent_color === null ? "" : renderAccent(accent_color);
  const pages = [reviews, charts, overviewStyle, explorerStyle, developers, configurator];
  const parts = [base, frame, starStyle, ...pages, screens, print, accent, forcedStyle];
  const made = asset("style", "css", parts.join("\n"));
  styles.set(accent_color, made);
  return made;
}

/** The stylesheet of the frame in the color of the business. */
export const embedStyleFor = (accent_color: string | null): Asset =>
  asset("embed", "css", inAccent(embed, accent_color));

export const ASSET_HEADERS = { "Cache-Control": "max-age=31536000, immutable" } as const;

export const ICON_PATH = PATHS.icon;
export const CARD_PATH = "/card.png";

/** The color of links and bars if the profile has no color. */
const ACCENT = "#0b6a62";

/** A star in a rounded square, for bookmarks and tabs. */
export const renderIcon = (accent_color: string | null): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Reviews</title>' +
  `<rect width="32" height="32" rx="7" fill="${accent_color ?? ACCENT}"/>` +
  '<path fill="#fff" d="M16 6.2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L16 21.4l-6.1 3.4 1.4-6.8-5.1-4.7 6.9-.8z"/></svg>';
