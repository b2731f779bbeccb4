import type { Result } from "../protocol/json-rpc.ts";
import type { Piece } from "./review-texts.ts";

/** Of a whole answer, text and structured copy together: what still fits an agent's context well. */
const MAX_ANSWER_BYTES = 80_000;
/** Kept for the JSON-RPC frame, `_meta` and the members around a list. */
const FRAME_BYTES = 1_500;
export const ROOM_BYTES = MAX_ANSWER_BYTES - FRAME_BYTES;

/** Below this a cut review would say nothing. */
export const MIN_REVIEW_ROOM = 3000;

/** What a JSON text costs in an answer: once as it is, once as a string inside the text block. */
export const costOf = (json: string): number => Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));

/** JSON of a tool's answer: whole, or a beginning, reviews that are bytes already, and an end. */
export type Structured = string | { before: string; reviews: Piece[]; after: string };

const COMMA = Buffer.from(",");
const escaped = (json: string): string => JSON.stringify(json).slice(1, -1);

function pushListed(rest: Uint8Array[], reviews: Piece[], form: keyof Piece): void {
  for (let i = 0; i < reviews.length; i++) {
    const review = reviews[i];
    if (i > 0) rest.push(COMMA);
    if (review) rest.push(review[form]);
  }
}

/** A tool's answer: the structured value, and its exact compact JSON as text for clients that know only text. */
export function answer(structured: Structured): { result: Result } {
  if (typeof structured === "string") {
    const text = JSON.stringify(structured);
    return { result: { json: `{"content":[{"type":"text","text":${text}}],"structuredContent":${structured}}` } };
  }
  const { before, reviews, after } = structured;
  const rest: Uint8Array[] = [];
  pushListed(rest, reviews, "escaped");
  rest.push(Buffer.from(`${escaped(after)}"}],"structuredContent":${before}`));
  pushListed(rest, reviews, "json");
  rest.push(Buffer.from(`${after}}`));
  return { result: { json: `{"content":[{"type":"text","text":"${escaped(before)}`, rest } };
}

/** Something the agent can mend: the text says what was wrong and what is allowed. */
export const answerFault = (text: string): { result: Result } => ({
  result: { json: JSON.stringify({ content: [{ type: "text", text }], isError: true }) },
});

/** The first of ever smaller values whose JSON fits; the last one is taken as it is. */
export function fitting(values: Iterable<unknown>): string {
  let json = "{}";
  for (const value of values) {
    json = JSON.stringify(value);
    if (costOf(json) <= ROOM_BYTES) return json;
  }
  return json;
}
