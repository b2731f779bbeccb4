import { CONTENT_RANGE, responseRef, TOPIC_VALIDATORS, VALIDATORS } from "./responses.ts";
import type { Json, JsonObject } from "./schemas.ts";

export const TAGS = {
  Reviews: "All reviews, filtered reviews, or one review.",
  Insights: "What reviewers say, with the words that support each claim.",
  Feeds: "The newest reviews, for feed readers and WebSub subscribers.",
  MCP: "The same data for AI agents, through the Model Context Protocol.",
  WebSub: "Changes pushed to subscribers (W3C WebSub).",
  Discovery: "Machine-readable descriptions of this service.",
  Embeds: "A badge and a widget for other sites.",
  Pages: "Pages for people.",
  Health: "For load balancers and monitors. Not rate limited.",
} as const;

export type OperationText = { id: string; tag: keyof typeof TAGS; summary: string; description: string };

/** Generators write a file for each component, so no parameter has the name of a schema, whatever the case. */
const OWN_KEYS: Record<string, string> = {
  ReviewId: "ReviewIdInPath",
  topic: "topic_filter",
  verification: "verification_filter",
};
export const parameterKey = (name: string): string => OWN_KEYS[name] ?? name;

export const parameterRef = (name: string): JsonObject => ({ $ref: `#/components/parameters/${parameterKey(name)}` });

const CONDITIONS: JsonObject[] = ["IfMatch", "IfNoneMatch", "IfModifiedSince"].map(parameterRef);

/** Problems that every read can return, except the health checks. */
const READ_PROBLEMS: JsonObject = {
  "412": responseRef("PreconditionFailed"),
  "413": responseRef("BodyOnRead"),
  "414": responseRef("UriTooLong"),
  "429": responseRef("RateLimited"),
  "500": responseRef("InternalError"),
};

export function operation(text: OperationText, rest: JsonObject): JsonObject {
  const { id, tag, summary, description } = text;
  return { operationId: id, tags: [tag], summary, description, ...rest };
}

export type ReadOperation = OperationText & {
  content: JsonObject;
  parameters?: JsonObject[];
  /** Responses in addition to 200, 304, 413, 414, 429, 500 and 503. */
  statuses?: JsonObject;
  /** A WebSub topic, which sends a Link header. */
  topic?: boolean;
  /** True if clients can request parts of it. */
  ranges?: boolean;
};

/** GET for data: conditional, cacheable, and 503 before the first snapshot. */
export function readPath(read: ReadOperation): JsonObject {
  const { content, parameters = [], statuses = {}, topic = false, ranges = false } = read;
  const headers = topic ? TOPIC_VALIDATORS : VALIDATORS;
  const part = { schema: { type: "string", description: "The bytes of the range." }, example: '{"sch' };
  const partial = {
    description: "One range of the bytes of a 200.",
    headers: { ...headers, ...CONTENT_RANGE },
    content: Object.fromEntries(Object.keys(content).map((type) => [type, part])),
  };
  const responses: { [status: string]: Json } = {
    "200": { description: read.summary, headers, content },
    ...(ranges ? { "206": partial, "416": responseRef("RangeNotSatisfiable") } : {}),
    "304": responseRef(topic ? "TopicNotModified" : "NotModified"),
    ...READ_PROBLEMS,
    "503": responseRef("NotReady"),
    ...statuses,
  };
  const conditions = [...CONDITIONS, ...(ranges ? [parameterRef("Range"), parameterRef("IfRange")] : [])];
  return { get: operation(read, { parameters: [...parameters, ...conditions], responses }) };
}
