import { contentHash } from "../model/basics/content-hash.ts";
import type { Asset } from "../pages/assets.ts";
import script from "./client/desk.client.js" with { type: "text" };
import style from "./style/desk.css" with { type: "text" };
import phone from "./style/phone.css" with { type: "text" };

const named = (extension: "css" | "js", text: string): Asset => ({
  path: `/assets/desk.${contentHash(text).slice(0, 12)}.${extension}`,
  content_type: extension === "css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
  text,
});

export const DESK_STYLE = named("css", style + phone);
export const DESK_SCRIPT = named("js", script);
