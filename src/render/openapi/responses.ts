import type { Problem } from "../../model/wire/problem.ts";
import { PROBLEMS, type ProblemCode } from "../../model/wire/problem.ts";
import { JSON_TYPE } from "../media-types.ts";
import { type Json, type JsonObject, schemaRef } from "./schemas.ts";

/** A header that is always sent. The wire tests check every header that is required here. */
const always = (description: string, example: string): JsonObject => ({
  description,
  required: true,
  schema: { type: "string" },
  example,
});

/** `components.headers`. */
export const buildHeaders = (base_url: string): JsonObject => ({
  ETag: always("Strong validator. Each encoding has its own, and any of them matches.", '"Zk3vXo0aQ1mC7yP9sT2wLd"'),
  LastModified: always("When an import last changed what is shown.", "Sun, 15 Mar 2026 09:12:44 GMT"),
  CacheControl: always(
    "How long caches may keep the response.",
    "max-age=60, stale-while-revalidate=600, stale-if-error=86400",
  ),
  Vary: always("Request headers that change the response.", "Accept-Encoding"),
  TopicLink: always(
    "The topic and its hub (WebSub §4).",
    `<${base_url}/feed.xml>; rel="self", <${base_url}/api/websub/hub>; rel="hub"`,
  ),
  CandorSequence: {
    description: "The place in the changes that this version shows. Within one history, a higher one is newer.",
    schema: { type: "string" },
    example: "1482",
  },
  CandorHistory: {
    description: "The history of that place. Read the document of another history as new.",
    schema: { type: "string" },
    example: "5f0c21ab",
  },
  RetryAfter: {
    description: "Seconds to wait.",
    required: true,
    schema: { type: "integer", minimum: 1 },
    example: 20,
  },
  ContentRange: always("Which bytes these are, and how many there are.", "bytes 0-999/24310"),
  RateLimit: always("Requests left, and the seconds until the limit resets.", '"read";r=0;t=20'),
  RateLimitPolicy: always("The limit: the number of requests per window, in seconds.", '"read";q=3000;w=60'),
  McpSessionId: {
    description: "Returned by initialize (2025 revisions). Send it with every later request.",
    schema: { type: "string" },
    example: "v1.m8Zq.4fKd0w.c2lnbmVk",
  },
});

export const headerRefs = (names: Record<string, string>): JsonObject =>
  Object.fromEntries(Object.entries(names).map(([name, of]) => [name, { $ref: `#/components/headers/${of}` }]));

export const VALIDATORS = headerRefs({
  ETag: "ETag",
  "Last-Modified": "LastModified",
  "Cache-Control": "CacheControl",
  Vary: "Vary",
});
export const TOPIC_VALIDATORS = {
  ...VALIDATORS,
  ...headerRefs({ Link: "TopicLink", "Candor-Sequence": "CandorSequence", "Candor-History": "CandorHistory" }),
};
export const CONTENT_RANGE = headerRefs({ "Content-Range": "ContentRange" });
export const RETRY = headerRefs({ "Retry-After": "RetryAfter" });

type ProblemExample = { code: ProblemCode; detail: string; instance: string } & Pick<
  Problem,
  "issues" | "id" | "reviews_url"
>;

function problemExample(base_url: string, { code, ...members }: ProblemExample): JsonObject {
  const { status, title } = PROBLEMS[code];
  const body: Problem = {
    type: `${base_url}/developers/errors#${code}`,
    title,
    status,
    error: code,
    ...members,
  };
  return JSON.parse(JSON.stringify(body));
}

export const mediaContent = (media_type: string, schema: Json, example: Json): JsonObject => ({
  [media_type]: { schema, example },
});

export const jsonContent = (schema: string, example: Json): JsonObject =>
  mediaContent(JSON_TYPE, schemaRef(schema), example);

export const textContent = (media_type: string, example: string): JsonObject =>
  mediaContent(media_type, { type: "string" }, example);

/** `components.responses`: the responses that more than one operation uses. */
export function buildResponses(base_url: string): JsonObject {
  const problem = (description: string, example: ProblemExample, headers?: JsonObject): JsonObject => ({
    description,
    ...(headers ? { headers } : {}),
    content: jsonContent("Problem", problemExample(base_url, example)),
  });
  const path = "/api/reviews/search";
  const too_big = "limit must be at most 100";
  return {
    NotModified: { description: "The client's copy is current. Empty body.", headers: VALIDATORS },
    TopicNotModified: { description: "The client's copy is current. Empty body.", headers: TOPIC_VALIDATORS },
    BadRequest: problem("The request is invalid. `issues` lists everything that is wrong.", {
      code: "invalid_parameters",
      detail: too_big,
      instance: path,
      issues: [{ path: ["limit"], code: "too_big", message: too_big, received: "500" }],
    }),
    NotFound: problem("Nothing is served here.", {
      code: "not_found",
      detail: "no review has this id",
      instance: "/api/reviews/00000000000000000000000000",
    }),
    Gone: problem("The review was removed.", {
      code: "gone",
      detail: "this review was removed",
      instance: "/api/reviews/3F8K1T6WQ0ZRM9C5XVHJ2N7BDE",
    }),
    ChangesGone: problem("The changes after this place are not kept.", {
      code: "gone",
      detail: `the changes after this place are not kept: read ${base_url}/reviews.json as new, and continue after its candor-sequence`,
      instance: "/api/changes.json",
      reviews_url: `${base_url}/reviews.json`,
    }),
    PreconditionFailed: problem("The data is not what If-Match names.", {
      code: "precondition_failed",
      detail: "the data is not in the state that the request asks for: get it again without the condition",
      instance: path,
    }),
    RangeNotSatisfiable: problem(
      "The range begins after the end.",
      {
        code: "range_not_satisfiable",
        detail: "the document has 24310 bytes in this encoding",
        instance: "/reviews.json",
      },
      CONTENT_RANGE,
    ),
    BodyOnRead: problem("The request has a large body, but a read takes none.", {
      code: "content_too_large",
      detail: "a read takes no body",
      instance: path,
    }),
    UriTooLong: problem("The URL is over 8 KB.", {
      code: "uri_too_long",
      detail: "a URL may have at most 8192 bytes",
      instance: path,
    }),
    RateLimited: problem(
      "Too many requests from this IP address.",
      { code: "rate_limited", detail: "too many requests: try again in 20 s", instance: path },
      { ...RETRY, ...headerRefs({ RateLimit: "RateLimit", "RateLimit-Policy": "RateLimitPolicy" }) },
    ),
    InternalError: problem("An error in the service. The same `id` is in its log.", {
      code: "internal_error",
      detail: "something went wrong on the server; it was logged",
      instance: path,
      id: "6f7a1c52-0b7e-4c1e-9d62-8a1f3be0c4d9",
    }),
    NotReady: problem(
      "The first snapshot is being built.",
      { code: "not_ready", detail: "the first snapshot is being built", instance: path },
      RETRY,
    ),
  };
}

export const responseRef = (name: string): JsonObject => ({ $ref: `#/components/responses/${name}` });
