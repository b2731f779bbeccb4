import { u8At } from "../model/basics/typed-array.ts";

/** What a server may send for one request, counted on the socket from the first byte. */
const RESPONSE_BUDGET = {
  /** 1xx responses before the final one. */
  informational: 16,
  /** Everything up to the end of the final response's headers. */
  head_bytes: 65_536,
  /** Everything after them, including the framing of chunks. */
  body_bytes: 65_536,
} as const;

const [CR, LF, ONE] = [0x0d, 0x0a, 0x31];
/** The position of the status in "HTTP/1.1 200 OK". */
const STATUS_AT = 9;

/** Which limit a chunk exceeds, if any. */
export type Exceeded = "head" | "body" | null;

/**
 * Returns a function that counts the socket's bytes and reports when they exceed the budget. The HTTP parser limits
 * only the size of one header block. Empty lines before a status line and 1xx responses have no limit, and 300 KB of
 * 1xx responses block the event loop for 100 ms (measured). So this must see the bytes before the parser does.
 */
export function createResponseBudget(body_bytes: number = RESPONSE_BUDGET.body_bytes): (chunk: Uint8Array) => Exceeded {
  const used = { informational: 0, head_bytes: 0, body_bytes: 0 };
  let final = false;
  /** Bytes so far in the head, without the empty lines before it, and in its current line. */
  let [in_head, in_line] = [0, 0];
  let is_informational = false;

  const takeHeadByte = (byte: number) => {
    used.head_bytes += 1;
    if (byte === CR || (byte === LF && in_head === 0)) return;
    if (byte !== LF) {
      if (in_head === STATUS_AT) is_informational = byte === ONE;
      in_head += 1;
      in_line += 1;
      return;
    }
    if (in_line === 0) {
      if (is_informational) used.informational += 1;
      else final = true;
      in_head = 0;
    }
    in_line = 0;
  };

  return (chunk) => {
    let at = 0;
    for (; at < chunk.length && !final; at++) {
      takeHeadByte(u8At(chunk, at));
      if (used.head_bytes > RESPONSE_BUDGET.head_bytes) return "head";
      if (used.informational > RESPONSE_BUDGET.informational) return "head";
    }
    used.body_bytes += chunk.length - at;
    return used.body_bytes > body_bytes ? "body" : null;
  };
}
