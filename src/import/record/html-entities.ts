import { parseWordLists } from "../../model/basics/word-lists.ts";
import type { Candidate } from "./candidate.ts";
import words from "./html-entities.words.txt" with { type: "text" };

const { characters, tags } = parseWordLists("html-entities.words.txt", words, ["characters", "tags"]);
const NAMES = new Map<string, string>([
  ...characters.map((name, index) => [name, String.fromCodePoint(160 + index)] as const),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", hellip: "…", ndash: "–", mdash: "—" }),
  ...Object.entries({ lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„", bull: "•", euro: "€" }),
  ...Object.entries({ trade: "™", oelig: "œ", OElig: "Œ", hearts: "♥", zwnj: "\u200c", zwj: "\u200d" }),
]);
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g;
const WINDOWS = new TextDecoder("windows-1252");

function characterOf(code: number): string {
  // HTML §13.2.5.80: 128 to 159 mean the Windows-1252 characters with these codes.
  if (code >= 0x80 && code <= 0x9f) return WINDOWS.decode(Uint8Array.of(code));
  const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return invalid ? "" : String.fromCodePoint(code);
}

/** Decodes HTML character references once: "&amp;lt;" becomes "&lt;". Everything else stays. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return characterOf(Number(decimal));
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    return NAMES.get(name ?? "") ?? whole;
  });
}

const TAG = new RegExp(String.raw`</?(?:${tags.join("|")})(?:\s[^<>]{0,2000})?/?>`, "giu");
const BREAK = /^<(?:br|\/p|\/div|\/li|\/h\d|hr|\/tr|\/blockquote)\b/i;

/** The text that a browser would show: tags go, line breaks stay, character references are decoded once. */
function htmlToText(text: string): string {
  const plain = text.includes("<") ? text.replace(TAG, (tag) => (BREAK.test(tag) ? "\n" : "")) : text;
  return decodeEntities(plain);
}

const MAY_BE_HTML = /[<&]/;

/** A candidate whose name, title, texts and reply are plain text. */
export function removeHtml(candidate: Candidate): Candidate {
  const { author, title, text, translation, reply } = candidate;
  const found = [author, title, text, translation?.text, reply?.text].some((part) => part && MAY_BE_HTML.test(part));
  if (!found) return candidate;
  return {
    ...candidate,
    author: author && htmlToText(author),
    ...(title ? { title: htmlToText(title) } : {}),
    text: text && htmlToText(text),
    ...(translation ? { translation: { ...translation, text: htmlToText(translation.text) } } : {}),
    ...(reply ? { reply: { ...reply, text: htmlToText(reply.text) } } : {}),
  };
}
