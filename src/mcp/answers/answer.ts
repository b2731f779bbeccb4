import { cut } from "../../model/basics/cut.ts";
import { DEMONSTRATION, markJson } from "../../model/demonstration.ts";
import { MAX_ERROR_CHARACTERS, type RpcResult } from "../protocol/json-rpc.ts";
import type { Piece } from "./review-texts.ts";

/** Of a whole answer, text and structured copy together, so that it fits in an agent's context. */
const MAX_ANSWER_BYTES = 80_000;
/** Reserved for the JSON-RPC envelope, `_meta`, the members around a list and ten links. */
const FRAME_BYTES = 4_200;
export const ROOM_BYTES = MAX_ANSWER_BYTES - FRAME_BYTES;

/** With less room than this, even a cut review would be too short to be useful. */
export const MIN_REVIEW_ROOM = 3000;

/** The bytes of a JSON text in an answer: once as it is, once as a string in the text block. */
export const costOf = (json: string): number => Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));

/** JSON of a tool's answer: whole, or text before and after reviews that are already bytes. */
export type Structured = string | { before: string; reviews: Piece[]; after: string };

const COMMA = Buffer.from(",");
const LIST_END = Buffer.from("]}}");
const escaped = (json: string): string => JSON.stringify(json).slice(1, -1);

function pushListed(rest: Uint8Array[], reviews: Piece[], form: "json" | "escaped"): void {
  for (const review of reviews) {
    if (review !== reviews[0]) rest.push(COMMA);
    rest.push(review[form]);
  }
}

/** After the JSON, because clients take the first text for it. */
const made_up = `,${JSON.stringify({ type: "text", text: DEMONSTRATION })}`;

/**
 * The structured value, and the same JSON as text for clients that read only text. A demonstration says so in both.
 * `links` are more blocks, each after a comma.
 */
export function answer(structured: Structured, demonstration: boolean, links = ""): { result: RpcResult } {
  const told = `${demonstration ? made_up : ""}${links}`;
  if (typeof structured === "string") {
    const json = markJson(structured, demonstration);
    const text = JSON.stringify(json);
    return { result: { json: `{"content":[{"type":"text","text":${text}}${told}],"structuredContent":${json}}` } };
  }
  const { reviews, after } = structured;
  const before = markJson(structured.before, demonstration);
  const rest: Uint8Array[] = [];
  pushListed(rest, reviews, "escaped");
  rest.push(Buffer.from(`${escaped(after)}"}${told}],"structuredContent":${before}`));
  pushListed(rest, reviews, "json");
  rest.push(after === "]}" ? LIST_END : Buffer.from(`${after}}`));
  return { result: { json: `{"content":[{"type":"text","text":"${escaped(before)}`, rest } };
}

/** An error the agent can fix: the text says what was wrong and what is allowed. */
export const answerFault = (text: string): { result: RpcResult } => ({
  result: {
    json: JSON.stringify({ content: [{ type: "text", text: cut(text, MAX_ERROR_CHARACTERS) }], isError: true }),
  },
});

/** JSON of the first value that fits. The values get smaller; if none fits, the last one is used. */
export function firstThatFits(values: Iterable<unknown>): string {
  let json = "{}";
  for (const value of values) {
    json = JSON.stringify(value);
    if (costOf(json) <= ROOM_BYTES) return json;
  }
  return json;
}
