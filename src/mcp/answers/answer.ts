import { cut } from "../../model/basics/cut.ts";
import { DEMONSTRATION, markJson } from "../../model/demonstration.ts";
import { MAX_ERROR_CHARACTERS, type RpcResult } from "../protocol/json-rpc.ts";
import type { Piece } from "./review-texts.ts";

/** The limit of a whole answer (its text and its structured copy), so that it fits in an agent's context. */
const MAX_ANSWER_BYTES = 80_000;
/** Reserved for the JSON-RPC envelope, `_meta`, the members around a list and ten links. */
const FRAME_BYTES = 4_200;
export const ROOM_BYTES = MAX_ANSWER_BYTES - FRAME_BYTES;

/** With less room than this, even a cut review would be too short to be useful. */
export const MIN_REVIEW_ROOM = 3000;

/** The bytes that a JSON text takes in an answer: it is there as JSON, and again as a string in the text block. */
export const costOf = (json: string): number => Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));

/** The JSON of a tool's answer: one string, or the text before and after reviews that are already bytes. */
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

/** It comes after the JSON, because clients expect JSON in the first text block. */
const made_up = `,${JSON.stringify({ type: "text", text: DEMONSTRATION })}`;

/**
 * The structured value, and the same JSON as text for clients that read only text. In a demonstration, both say so.
 * `links` are further content blocks, each after a comma.
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
const fitsAnswer = (json: string): boolean => costOf(json) <= ROOM_BYTES;

export function firstThatFits(values: Iterable<unknown>, fits = fitsAnswer): string {
  let json = "{}";
  for (const value of values) {
    json = JSON.stringify(value);
    if (fits(json)) return json;
  }
  return json;
}
