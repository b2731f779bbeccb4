import { createHash } from "node:crypto";
import { PATHS } from "../render/links.ts";
import explorer from "./client/explorer.client.js" with { type: "text" };
import reference from "./client/reference.client.js" with { type: "text" };
import base from "./style/base.css" with { type: "text" };
import charts from "./style/charts.css" with { type: "text" };
import developers from "./style/developers.css" with { type: "text" };
import explorerStyle from "./style/explorer.css" with { type: "text" };
import print from "./style/print.css" with { type: "text" };
import reviews from "./style/reviews.css" with { type: "text" };

export type Asset = { path: string; content_type: string; text: string };

function asset(name: string, extension: "css" | "js", text: string): Asset {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const content_type = extension === "css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
  return { path: `/assets/${name}.${hash}.${extension}`, content_type, text };
}

/** The path changes with the content, so a browser can cache each file forever. */
export const ASSETS = {
  style: asset("style", "css", [base, reviews, charts, explorerStyle, developers, print].join("\n")),
  explorer: asset("explorer", "js", explorer),
  reference: asset("reference", "js", reference),
} as const;

export const ASSET_HEADERS = { "Cache-Control": "max-age=31536000, immutable" } as const;

export const ICON_PATH = PATHS.icon;
export const CARD_PATH = "/card.png";

/** A star in a rounded square, for bookmarks and tabs. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Reviews</title><rect width="32" height="32" rx="7" fill="#0b6a62"/><path fill="#fff" d="M16 6.2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L16 21.4l-6.1 3.4 1.4-6.8-5.1-4.7 6.9-.8z"/></svg>`;
