import widget from "../client/widget.client.js" with { type: "text" };
import { scriptJson } from "../parts/html.ts";
import type { Language } from "../parts/languages.ts";
import { inAccent } from "../style/accent.ts";
import style from "../style/embed.css" with { type: "text" };
import { type EmbedInput, embedView } from "./embed-view.ts";
import { EMBED_WORDS } from "./embed-words.ts";
import { STAR } from "./star.ts";

const PLACES = /"__(DATA|WORDS|STYLE|STAR|LANGUAGE)__"/g;

const isComment = (line: string): boolean => line.startsWith("/*");

const STYLE = style
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => !isComment(line))
  .join("");

/**
 * One script that contains its data. The browser makes one request, and a page with a strict content security policy
 * must allow only this script.
 */
export function renderWidget(input: EmbedInput, language: Language): string {
  const values: Record<string, unknown> = {
    DATA: embedView(input),
    WORDS: EMBED_WORDS,
    STYLE: inAccent(STYLE, input.site.accent_color),
    STAR,
    LANGUAGE: language,
  };
  return widget.replace(PLACES, (_, name: string) => scriptJson(values[name]).markup);
}
