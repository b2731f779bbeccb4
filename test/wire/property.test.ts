import { afterAll, beforeAll, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import type { JsonObject } from "../../src/render/openapi/schemas.ts";
import { startDemo } from "../clinic-store.ts";
import { repeats } from "../length.ts";
import { SEED } from "../seed.ts";
import type { ServerProcess } from "../server-process.ts";
import { exchange, statusesIn } from "./exchange.ts";
import { openResponseCheck, type ResponseCheck } from "./openapi-check.ts";

let server: ServerProcess;
let check: ResponseCheck;
let ids: string[] = [];
beforeAll(async () => {
  server = await startDemo();
  const description: JsonObject = JSON.parse(await (await server.get("/.well-known/openapi.json")).text());
  check = openResponseCheck(description);
  const found = await (await server.get("/api/reviews/search?limit=5")).text();
  ids = Array.from(found.matchAll(/"id":"([0-9A-Z]{26})"/g), ([, id = ""]) => id);
});
afterAll(() => server.stop());

const escaped = fc.string({ unit: "grapheme", maxLength: 40 }).map(encodeURIComponent);
/** What is left of an escape when it is cut or bent. */
const broken = fc.string({
  unit: fc.constantFrom(
    "%",
    "%f",
    "%ff",
    "%00",
    "%c3%28",
    "%ED%A0%80",
    "+",
    "&",
    "=",
    ";",
    "?",
    "/",
    ".",
    "a",
    "5",
    "-",
    "[",
    "'",
    "~",
  ),
  maxLength: 30,
});
const long = fc.integer({ min: 1, max: 12_000 }).map((length) => "a".repeat(length));
const date = fc.oneof(
  fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  fc.constantFrom("2026-02-30", "2024-02-29", "0000-00-00", "2026-1-1", "today", ""),
);
const value = fc.oneof(
  escaped,
  broken,
  date,
  long,
  fc.constantFrom("1", "5", "0", "6", "4.5", "-1", "1e9", "NaN", "100", "101", ""),
);
const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "rating",
      "min_rating",
      "since",
      "until",
      "query",
      "mentions_technician",
      "mentions_service",
      "limit",
      "cursor",
    ),
  },
  { weight: 1, arbitrary: fc.oneof(escaped, broken, fc.constantFrom("__proto__", "Rating", "page")) },
);
const query = fc
  .array(fc.tuple(name, value), { maxLength: 6 })
  .map((pairs) => pairs.map((pair) => pair.join("=")).join("&"));
const segment = fc.oneof(escaped, broken, date).map((text) => text.replaceAll(/[/?#]/g, "x"));
/** The runtime itself refuses a head over 16 KB, with 431 and without words. */
const path = fc
  .oneof(
    { weight: 4, arbitrary: query.map((text) => `/api/reviews/search?${text}`) },
    { weight: 2, arbitrary: fc.oneof(date, segment).map((text) => `/api/reviews/since/${text}`) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          segment,
          fc.nat(4).map((n) => ids[n] ?? ""),
        )
        .map((text) => `/api/reviews/${text}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            "/reviews.json",
            "/api/feed.json",
            "/insights.json",
            "/llms.txt",
            "/robots.txt",
            "/sitemap.xml",
            "/badge.svg",
            "/widget.js",
            "/.well-known/api-catalog",
            "/.well-known/security.txt",
            "/feed.xml",
            "/.well-known/openapi.json",
            "/healthz",
            "/readyz",
          ),
          query,
        )
        .map(([known, text]) => (text === "" ? known : `${known}?${text}`)),
    },
    { weight: 1, arbitrary: fc.array(segment, { maxLength: 4 }).map((parts) => `/nowhere/${parts.join("/")}`) },
  )
  .filter((text) => text.length < 14_000);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant("GET") },
  { weight: 2, arbitrary: fc.constant("HEAD") },
  { weight: 1, arbitrary: fc.constantFrom("POST", "PUT", "DELETE", "PATCH", "OPTIONS") },
);
const header = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const headers = fc.record(
  {
    "If-None-Match": fc.oneof(header, fc.constantFrom("*", 'W/"x"', '"x", "y"', '"')),
    "If-Modified-Since": fc.oneof(header, fc.constantFrom("Sun, 01 Mar 2026 10:00:00 GMT", "Sun Mar  1 10:00:00 2026")),
    "Accept-Encoding": fc.oneof(header, fc.constantFrom("gzip", "br;q=0.5, *;q=0", "identity;q=0", "zstd")),
    Accept: header,
    Authorization: header,
    "X-Forwarded-For": header,
    Range: fc.constantFrom("bytes=0-1", "bytes=-1", "nonsense"),
    Expect: fc.constant("nothing"),
  },
  { requiredKeys: [] },
);

const DECODERS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

async function textOf(answer: Response, encoded: boolean): Promise<string> {
  const decode = DECODERS[answer.headers.get("content-encoding") ?? ""];
  if (!encoded || !decode) return answer.text();
  const bytes = await answer.bytes();
  return bytes.length === 0 ? "" : new TextDecoder().decode(decode(bytes));
}

async function faultsOf(method: string, path: string, headers: Record<string, string>): Promise<string[]> {
  // A range of a compressed document cannot be decompressed by itself.
  const answer = await server.get(path, { method, headers, decompress: headers.Range === undefined });
  const body = answer.status === 206 ? "" : await textOf(answer, headers.Range !== undefined);
  const faults = check(method, new URL(path, "http://localhost").pathname, answer, body);
  if (answer.status >= 500) faults.push(`status ${answer.status}`);
  if (answer.status === 400 && method === "GET" && !(JSON.parse(body).issues?.length > 0))
    faults.push("400 without issues");
  if (answer.headers.get("access-control-allow-origin") !== "*") faults.push("not open to other origins");
  return faults;
}

test("no request, valid or bent, gets a 5xx, an undocumented answer, or a 400 that does not say why", async () => {
  await fc.assert(
    fc.asyncProperty(method, path, headers, async (method, path, headers) => {
      expect(await faultsOf(method, path, headers)).toEqual([]);
    }),
    { numRuns: repeats(600, 20_000), seed: SEED },
  );
});

test("no bytes, sent raw, get a 5xx but 505, or stop it serving", async () => {
  const line = fc
    .tuple(method, path)
    .map(([verb, target]) => `${verb} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const bent = fc
    .tuple(line, fc.nat(200), fc.uint8Array({ maxLength: 4 }), fc.boolean())
    .map(([text, at, noise, cut]) => {
      const bytes = Buffer.from(text, "latin1");
      const place = Math.min(at, bytes.length);
      return Buffer.concat([bytes.subarray(0, place), noise, cut ? Buffer.from("\r\n\r\n") : bytes.subarray(place)]);
    });
  await fc.assert(
    fc.asyncProperty(bent, async (payload) => {
      const { text } = await exchange(server.port, payload, 1);
      for (const status of statusesIn(text))
        expect([200, 204, 304, 400, 404, 405, 410, 413, 414, 431, 505]).toContain(status);
    }),
    { numRuns: repeats(60, 1000), seed: SEED },
  );
  expect((await server.get("/readyz")).status).toBe(200);
  expect(server.events().filter(({ level }) => level === "error")).toEqual([]);
});
