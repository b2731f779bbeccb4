import { setImmediate } from "node:timers/promises";
import { createRecent } from "../model/basics/recent.ts";
import type { ChangePlace } from "../model/changes.ts";
import { COMMON_HEADERS } from "../model/wire/common-headers.ts";
import { type Body, bodyLength, pieceStarts, sliceBody } from "../snapshot/body.ts";
import { bodyIn, type Compression, compress, isOffered } from "../snapshot/encodings.ts";
import type { Document, Encoding } from "../snapshot/snapshot.ts";
import { acceptedEncodings } from "./accept-encoding.ts";
import { entityTag, isNotModified, isPreconditionFailed } from "./conditional.ts";
import { CACHE_CONTROL, httpDate } from "./headers.ts";
import { joinBody } from "./join-body.ts";
import { type ByteRange, parseRange } from "./range.ts";

/** Larger bodies are sent as views of the prepared bytes. For smaller ones, a copy is cheaper than a stream. */
const STREAM_BYTES = 1 << 18;

/** Larger documents are joined in a thread, because making a Blob would block the server for 0.4 ms per MB (measured). */
const BLOB_BYTES = 4 << 20;

/** Larger documents (about 300,000 reviews) are streamed without a length: a second copy would take too much memory. */
const JOINED_BYTES = 1 << 28;

/** Accept-Encoding values that are remembered per document. Endless variants must not use up memory. */
const REMEMBERED = 64;

type Init = { status?: number; headers: Headers };
type Variant = {
  ok: Init;
  not_modified: Init;
  body: Blob | Body;
  /** Set while a thread makes the Blob that replaces `body`. */
  joining: Promise<Blob> | null;
  length: number;
  changed_ms: number;
};
type Variants = { by_header: Map<string, Variant>; by_encoding: Map<Encoding, Variant> };
const prepared = new WeakMap<Document, Variants>();

/** Copying a Headers object takes half as long as creating one (measured). */
const SHARED = new Headers({ ...COMMON_HEADERS, "Cache-Control": CACHE_CONTROL, Vary: "Accept-Encoding" });

function setValidators(headers: Headers, etag: string, modified: string): void {
  headers.set("ETag", etag);
  headers.set("Last-Modified", modified);
}

function setPlace(headers: Headers, { history, sequence }: ChangePlace): void {
  headers.set("Candor-Sequence", String(sequence));
  headers.set("Candor-History", history);
}

function prepare(document: Document, encoding: Encoding, ranged: boolean): Variant {
  const body = bodyIn(document, encoding);
  const changed_ms = Date.parse(document.changed_at);
  const validators = new Headers(SHARED);
  setValidators(validators, entityTag(document.hash, encoding), httpDate(changed_ms));
  if (document.link) validators.set("Link", document.link);
  if (document.vary) validators.set("Vary", document.vary);
  if (document.place) setPlace(validators, document.place);
  if (ranged) validators.set("Accept-Ranges", "bytes");
  const headers = new Headers(validators);
  headers.set("Content-Type", document.content_type);
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  for (const [name, value] of Object.entries(document.headers ?? {})) headers.set(name, value);
  const not_modified = { status: 304, headers: validators };
  // A response shares a Blob but copies a typed array: 20 slow readers of 100 MB took 2 GB (measured).
  const length = bodyLength(body);
  const made = { ok: { headers }, not_modified, joining: null, length, changed_ms };
  if (length <= BLOB_BYTES) return { ...made, body: new Blob([...body]) };
  headers.set("Content-Length", String(length));
  return { ...made, body };
}

/** `ranged`: whether clients may ask for parts of it. It is always the same for one document. */
function variantOf(document: Document, header: string, ranged: boolean): Variant {
  let variants = prepared.get(document);
  if (!variants) {
    variants = { by_header: new Map(), by_encoding: new Map() };
    prepared.set(document, variants);
  }
  const { by_header, by_encoding } = variants;
  const known = by_header.get(header);
  if (known) return known;
  const encoding = acceptedEncodings(header).find((accepted) => isOffered(document, accepted)) ?? "identity";
  const variant = by_encoding.get(encoding) ?? prepare(document, encoding, ranged);
  by_encoding.set(encoding, variant);
  if (by_header.size < REMEMBERED) by_header.set(header, variant);
  return variant;
}

/** A wrong clock may have stored a future time. Last-Modified is never later than Date (RFC 9110 §8.8.2.1). */
function lastModified(changed_ms: number): string {
  const now = Date.now();
  return httpDate(changed_ms > now ? now - 1000 : changed_ms);
}

function inTime(init: Init, changed_ms: number): Init {
  if (changed_ms <= Date.now()) return init;
  const headers = new Headers(init.headers);
  headers.set("Last-Modified", lastModified(changed_ms));
  return { ...init, headers };
}

/** Every response to GET has a length. The runtime omits it for streams, so only the largest bodies are streamed. */
function respondBody(
  request: Request,
  variant: Variant,
  init: Init,
  { from, to }: ByteRange = { from: 0, to: variant.length },
): Response | Promise<Response> {
  const { body, length } = variant;
  // A slice of a Blob has its own type, and the runtime would send that instead of ours.
  const respond = (blob: Blob): Response =>
    new Response(to - from === length ? blob : blob.slice(from, to, init.headers.get("content-type") ?? ""), init);
  if (body instanceof Blob) return respond(body);
  if (length <= JOINED_BYTES && request.method === "GET") return joined(variant, body).then(respond);
  return respondLarge(request, sliceBody(body, pieceStarts(body), from, to), init);
}

/** One thread for all requests that arrive before it is done. */
function joined(variant: Variant, body: Body): Promise<Blob> {
  variant.joining ??= joinBody(body)
    .then((blob) => {
      variant.body = blob;
      return blob;
    })
    .finally(() => {
      variant.joining = null;
    });
  return variant.joining;
}

/** One range of a body, with status 206. */
function respondRange(request: Request, variant: Variant, range: ByteRange): Response | Promise<Response> {
  const headers = new Headers(inTime(variant.ok, variant.changed_ms).headers);
  headers.set("Content-Range", `bytes ${range.from}-${range.to - 1}/${variant.length}`);
  headers.set("Content-Length", String(range.to - range.from));
  return respondBody(request, variant, { status: 206, headers }, range);
}

/** A document whose parts can be requested. `unsatisfiable` responds to a range outside of it. */
export function respondRanges(
  request: Request,
  document: Document,
  unsatisfiable: (length: number) => Response,
): Response | Promise<Response> {
  const wanted = request.headers.get("range");
  if (wanted === null || request.method !== "GET") return respondDocument(request, document, true);
  const variant = variantOf(document, request.headers.get("accept-encoding") ?? "", true);
  const range = rangeOf(wanted, request, document, variant);
  if (range === "unsatisfiable") return unsatisfiable(variant.length);
  return range === "ignored" ? respondDocument(request, document, true) : respondRange(request, variant, range);
}

/** A range counts only for a 200 (RFC 9110 §14.2), and if the client's part is of this version (§13.1.5). */
function rangeOf(wanted: string, request: Request, { hash }: Document, { ok, length, changed_ms }: Variant) {
  if (isNotModified(request, hash, changed_ms)) return "ignored";
  // §13.2.2: conditions come first. The server responds to a failed one.
  if (isPreconditionFailed(request, ok)) return "ignored";
  const condition = request.headers.get("if-range");
  if (condition !== null && condition.trim() !== ok.headers.get("etag")) return "ignored";
  return parseRange(wanted, length);
}

/** Responds with a prepared document. This is the hot path of the service. */
export function respondDocument(request: Request, document: Document, ranged = false): Response | Promise<Response> {
  const variant = variantOf(document, request.headers.get("accept-encoding") ?? "", ranged);
  if (isNotModified(request, document.hash, variant.changed_ms)) {
    return new Response(null, inTime(variant.not_modified, variant.changed_ms));
  }
  return respondBody(request, variant, inTime(variant.ok, variant.changed_ms));
}

function* views(parts: Iterable<Uint8Array>): Iterable<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += STREAM_BYTES) yield part.subarray(at, at + STREAM_BYTES);
  }
}

/**
 * Sends views on demand, so that a slow reader needs no memory except its position. For a fast reader, each view waits
 * for its turn: sending 200 MB at once delayed other requests by 200 ms (measured).
 */
function streamOf(parts: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = views(parts)[Symbol.iterator]();
  let ended = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await setImmediate();
        if (ended) return;
        const next = pieces.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel() {
        ended = true;
      },
    },
    { highWaterMark: 0 },
  );
}

/** A response to HEAD has the length from `headers`. For GET, the runtime sends a stream in chunks without a length. */
const respondLarge = (request: Request, parts: Iterable<Uint8Array>, init: ResponseInit): Response =>
  new Response(request.method === "HEAD" ? null : streamOf(parts), init);

/** The sizes between which a response made for one request is compressed, and kept by its ETag: people share links. */
const COMPRESSED_BYTES = { min: 1024, max: 1 << 20 } as const;
const MOST_KEPT = { entries: 1 << 14, weight: 16 << 20 } as const;
const kept = createRecent<string, Uint8Array<ArrayBuffer>>(MOST_KEPT, ({ length }) => length);

/** zstd or gzip, whichever the client prefers. */
function encodingOf(request: Request, length: number): Exclude<Encoding, "br"> {
  if (length < COMPRESSED_BYTES.min || length > COMPRESSED_BYTES.max) return "identity";
  const accepted = acceptedEncodings(request.headers.get("accept-encoding") ?? "");
  return accepted.find((encoding) => encoding !== "br") ?? "identity";
}

/** The compressed body. It is kept until newer ones replace it. */
function compressed(etag: string, encoding: Compression, parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const known = kept.get(etag);
  if (known) return known;
  const whole = Buffer.concat(parts);
  const body = compress(whole, encoding, 1);
  kept.set(etag, body);
  return body;
}

type Answer<Parts = Uint8Array[]> = {
  content_type: string;
  hash: string;
  changed_ms: number;
  parts: Parts;
  /** Headers of a 200 and of a 304. */
  link?: string;
  vary?: string;
  /** For a topic. */
  place?: ChangePlace;
  /** More headers for a 200, such as a page's Content-Security-Policy. */
  headers?: Record<string, string>;
};

const NOT_MODIFIED = { status: 304, headers: SHARED };
const by_type = new Map<string, Init>();

function initOf(content_type: string): Init {
  let init = by_type.get(content_type);
  if (!init) {
    init = { headers: new Headers(SHARED) };
    init.headers.set("Content-Type", content_type);
    by_type.set(content_type, init);
  }
  return init;
}

function respondPieces(request: Request, answer: Answer, encoding: Encoding, length: number): Response {
  const init = initOf(answer.content_type);
  if (encoding !== "identity") {
    const body = compressed(entityTag(answer.hash, encoding), encoding, answer.parts);
    const response = new Response(body, init);
    response.headers.set("Content-Encoding", encoding);
    return response;
  }
  // A Blob needs one copy of the pieces; joining the bytes first would need two (measured).
  if (length <= STREAM_BYTES) return new Response(new Blob(answer.parts), init);
  const response = respondLarge(request, answer.parts, init);
  response.headers.set("Content-Length", String(length));
  return response;
}

/** A response for this request, made of pieces of prepared bytes. */
export function respondParts(request: Request, answer: Answer): Response {
  const length = bodyLength(answer.parts);
  const encoding = encodingOf(request, length);
  return respondAnswer(request, answer, encoding, () => respondPieces(request, answer, encoding, length));
}

/** A response that is made while it is sent, because the whole would take too much memory or time. */
export const respondLong = (request: Request, answer: Answer<Iterable<Uint8Array>>): Response =>
  respondAnswer(request, answer, "identity", () => respondLarge(request, answer.parts, initOf(answer.content_type)));

function respondAnswer(
  request: Request,
  answer: Answer<unknown>,
  encoding: Exclude<Encoding, "br">,
  respond: () => Response,
): Response {
  const validated = (response: Response): Response => {
    setValidators(response.headers, entityTag(answer.hash, encoding), lastModified(answer.changed_ms));
    if (answer.vary) response.headers.set("Vary", answer.vary);
    if (answer.link) response.headers.set("Link", answer.link);
    if (answer.place) setPlace(response.headers, answer.place);
    return response;
  };
  if (isNotModified(request, answer.hash, answer.changed_ms)) return validated(new Response(null, NOT_MODIFIED));
  const response = validated(respond());
  for (const name in answer.headers) response.headers.set(name, answer.headers[name] ?? "");
  return response;
}
