import { setImmediate } from "node:timers/promises";
import { constants, gzipSync, zstdCompressSync } from "node:zlib";
import { COMMON_HEADERS } from "../model/common-headers.ts";
import type { Document, Encoding } from "../snapshot/snapshot.ts";
import { acceptedEncodings } from "./accept-encoding.ts";
import { entityTag, isNotModified } from "./conditional.ts";
import { CACHE_CONTROL, httpDate } from "./headers.ts";
import { type ByteRange, parseRange } from "./range.ts";

/** Larger bodies are sent as views of the prepared bytes; for smaller ones a copy is cheaper than a stream. */
const STREAM_BYTES = 1 << 18;

/** Larger documents are streamed, too: the copy that a Blob makes would stop the server for 0.4 ms per MB (measured). */
const BLOB_BYTES = 4 << 20;

/** Accept-Encoding values remembered per document: clients send a handful, and a client that sends endless variants must not use up memory. */
const REMEMBERED = 64;

type Init = { status?: number; headers: Headers };
type Variant = { ok: Init; not_modified: Init; body: Blob | Uint8Array; changed_ms: number };
type Variants = { by_header: Map<string, Variant>; by_encoding: Map<Encoding, Variant> };
const prepared = new WeakMap<Document, Variants>();

function dataHeaders(hash: string, encoding: Encoding, changed_ms: number): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    ETag: entityTag(hash, encoding),
    "Last-Modified": httpDate(changed_ms),
    "Cache-Control": CACHE_CONTROL,
    Vary: "Accept-Encoding",
  };
}

function prepare(document: Document, encoding: Encoding): Variant {
  const body = document.bodies[encoding] ?? document.bodies.identity;
  const changed_ms = Date.parse(document.changed_at);
  const validators = new Headers(dataHeaders(document.hash, encoding, changed_ms));
  if (document.link) validators.set("Link", document.link);
  const headers = new Headers(validators);
  headers.set("Content-Type", document.content_type);
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  for (const [name, value] of Object.entries(document.headers ?? {})) headers.set(name, value);
  const not_modified = { status: 304, headers: validators };
  // A response shares a Blob and copies a typed array: 20 slow readers of 100 MB took 2 GB (measured).
  if (body.length <= BLOB_BYTES) return { ok: { headers }, not_modified, body: new Blob([body]), changed_ms };
  headers.set("Content-Length", String(body.length));
  return { ok: { headers }, not_modified, body, changed_ms };
}

function variantOf(document: Document, header: string): Variant {
  let variants = prepared.get(document);
  if (!variants) {
    variants = { by_header: new Map(), by_encoding: new Map() };
    prepared.set(document, variants);
  }
  const { by_header, by_encoding } = variants;
  const known = by_header.get(header);
  if (known) return known;
  const encoding = acceptedEncodings(header).find((accepted) => document.bodies[accepted]) ?? "identity";
  const variant = by_encoding.get(encoding) ?? prepare(document, encoding);
  by_encoding.set(encoding, variant);
  if (by_header.size < REMEMBERED) by_header.set(header, variant);
  return variant;
}

/**
 * A clock that was wrong may have stored a time to come. RFC 9110 §8.8.2.1: Last-Modified is never later than Date, which
 * the runtime makes once a second.
 */
function inTime(init: Init, changed_ms: number): Init {
  if (changed_ms <= Date.now()) return init;
  const headers = new Headers(init.headers);
  headers.set("Last-Modified", httpDate(Date.now() - 1000));
  return { ...init, headers };
}

/** One range of a body, as 206. */
function respondRange(request: Request, { ok, body }: Variant, { from, to }: ByteRange): Response {
  const length = body instanceof Blob ? body.size : body.length;
  const headers = new Headers(ok.headers);
  headers.set("Content-Range", `bytes ${from}-${to - 1}/${length}`);
  headers.set("Content-Length", String(to - from));
  const init = { status: 206, headers };
  // A Blob's slice brings its own type along, and the runtime would put it in place of ours.
  if (body instanceof Blob) return new Response(body.slice(from, to, headers.get("content-type") ?? ""), init);
  return respondLarge(request, [body.subarray(from, to)], init);
}

/** A document that can be asked for in parts. `unsatisfiable` responds to a range that it does not have. */
export function respondRanges(
  request: Request,
  document: Document,
  unsatisfiable: (length: number) => Response,
): Response {
  const whole = respondDocument(request, document);
  whole.headers.set("Accept-Ranges", "bytes");
  const wanted = request.headers.get("range");
  if (wanted === null || request.method !== "GET" || whole.status !== 200) return whole;
  const variant = variantOf(document, request.headers.get("accept-encoding") ?? "");
  const condition = request.headers.get("if-range");
  if (condition !== null && condition.trim() !== whole.headers.get("etag")) return whole;
  const range = parseRange(wanted, variant.body instanceof Blob ? variant.body.size : variant.body.length);
  if (range === "ignored") return whole;
  if (range === "unsatisfiable")
    return unsatisfiable(variant.body instanceof Blob ? variant.body.size : variant.body.length);
  const part = respondRange(request, { ...variant, ok: inTime(variant.ok, variant.changed_ms) }, range);
  part.headers.set("Accept-Ranges", "bytes");
  return part;
}

/** A prepared document: the hot path of the service. */
export function respondDocument(request: Request, document: Document): Response {
  const variant = variantOf(document, request.headers.get("accept-encoding") ?? "");
  if (isNotModified(request, document.hash, variant.changed_ms)) {
    return new Response(null, inTime(variant.not_modified, variant.changed_ms));
  }
  const { body } = variant;
  const ok = inTime(variant.ok, variant.changed_ms);
  return body instanceof Blob ? new Response(body, ok) : respondLarge(request, [body], ok);
}

function* views(parts: Uint8Array[]): Iterable<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += STREAM_BYTES) yield part.subarray(at, at + STREAM_BYTES);
  }
}

/**
 * Sends views on demand: for a slow reader nothing is kept but the position. For a fast one every view waits its turn:
 * 200 MB in one go kept other requests waiting for 200 ms (measured).
 */
function streamOf(parts: Uint8Array[]): ReadableStream<Uint8Array> {
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

/** HEAD says the length that `headers` give; on GET the runtime sends a stream in chunks and leaves it out. */
const respondLarge = (request: Request, parts: Uint8Array[], init: ResponseInit): Response =>
  new Response(request.method === "HEAD" ? null : streamOf(parts), init);

/** What is made for one request is compressed between these sizes, fast, and kept by its ETag: people share links. */
const COMPRESSED_BYTES = { min: 1024, max: 1 << 20 } as const;
const KEPT_BYTES = 16 << 20;
const kept = new Map<string, Uint8Array<ArrayBuffer>>();
let kept_bytes = 0;

/** By zstd or gzip, as the client prefers (contract §1). */
function encodingOf(request: Request, length: number): Encoding {
  if (length < COMPRESSED_BYTES.min || length > COMPRESSED_BYTES.max) return "identity";
  const accepted = acceptedEncodings(request.headers.get("accept-encoding") ?? "");
  return accepted.find((encoding) => encoding !== "br") ?? "identity";
}

/** The compressed body, kept until newer ones take its place. */
function compressed(etag: string, encoding: Encoding, parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const known = kept.get(etag);
  kept.delete(etag);
  const whole = known ? null : Buffer.concat(parts);
  const body =
    known ??
    new Uint8Array(
      encoding === "zstd"
        ? zstdCompressSync(whole ?? "", { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
        : gzipSync(whole ?? "", { level: 1 }),
    );
  kept.set(etag, body); // a Map keeps the order of insertion: the first is the one that was asked for longest ago
  if (!known) kept_bytes += body.length;
  for (const [oldest, bytes] of kept) {
    if (kept_bytes <= KEPT_BYTES) break;
    kept.delete(oldest);
    kept_bytes -= bytes.length;
  }
  return body;
}

/** A response made for this request from pieces of prepared bytes. */
export function respondParts(
  request: Request,
  answer: {
    content_type: string;
    hash: string;
    changed_ms: number;
    parts: Uint8Array[];
    /** More headers for a 200, such as a page's Content-Security-Policy. */
    headers?: Record<string, string>;
  },
): Response {
  const changed_ms = answer.changed_ms > Date.now() ? Date.now() - 1000 : answer.changed_ms;
  const length = answer.parts.reduce((sum, part) => sum + part.length, 0);
  const encoding = encodingOf(request, length);
  const headers = dataHeaders(answer.hash, encoding, changed_ms);
  if (isNotModified(request, answer.hash, answer.changed_ms)) return new Response(null, { status: 304, headers });
  headers["Content-Type"] = answer.content_type;
  Object.assign(headers, answer.headers);
  if (encoding !== "identity") {
    headers["Content-Encoding"] = encoding;
    return new Response(compressed(entityTag(answer.hash, encoding), encoding, answer.parts), { headers });
  }
  if (length <= STREAM_BYTES) return new Response(Buffer.concat(answer.parts), { headers });
  headers["Content-Length"] = String(length);
  return respondLarge(request, answer.parts, { headers });
}
