import { responseRef, TOPIC_VALIDATORS, VALIDATORS } from "./responses.ts";
import type { Json, JsonObject } from "./schemas.ts";

export const TAGS = {
  Reviews: "Reviews, whole, filtered or one at a time.",
  Insights: "What reviewers say, each claim with the words it comes from.",
  Feeds: "The newest reviews, for feed readers and WebSub subscribers.",
  MCP: "The same data for agents, by the Model Context Protocol.",
  WebSub: "Changes pushed to subscribers (W3C WebSub).",
  Discovery: "Descriptions of this service for machines.",
  Embeds: "Pieces for other sites.",
  Pages: "Pages for people.",
  Health: "For load balancers and monitors. Not rate limited.",
} as const;

export type OperationText = { id: string; tag: keyof typeof TAGS; summary: string; description: string };

export const parameterRef = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

const CONDITIONS: JsonObject[] = [parameterRef("IfNoneMatch"), parameterRef("IfModifiedSince")];

/** Can happen on every read that is not exempt. */
const READ_FAULTS: JsonObject = {
  "413": responseRef("BodyOnRead"),
  "414": responseRef("UriTooLong"),
  "429": responseRef("RateLimited"),
  "500": responseRef("InternalError"),
};

export function operation(text: OperationText, rest: JsonObject): JsonObject {
  const { id, tag, summary, description } = text;
  return { operationId: id, tags: [tag], summary, description, ...rest };
}

export type Read = OperationText & {
  content: JsonObject;
  parameters?: JsonObject[];
  /** What it answers beside 200, 304, 413, 414, 429, 500 and 503. */
  statuses?: JsonObject;
  /** A WebSub topic: names itself and its hub. */
  topic?: boolean;
};

/** GET of data: conditional, cacheable, not before the first snapshot. */
export function readPath(read: Read): JsonObject {
  const { content, parameters = [], statuses = {}, topic = false } = read;
  const responses: { [status: string]: Json } = {
    "200": { description: read.summary, headers: topic ? TOPIC_VALIDATORS : VALIDATORS, content },
    "304": responseRef(topic ? "TopicNotModified" : "NotModified"),
    ...READ_FAULTS,
    "503": responseRef("NotReady"),
    ...statuses,
  };
  return { get: operation(read, { parameters: [...parameters, ...CONDITIONS], responses }) };
}
