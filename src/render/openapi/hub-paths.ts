import { PATHS } from "../links.ts";
import { operation } from "./operation.ts";
import { RETRY, responseRef, textContent } from "./responses.ts";
import { type JsonObject, schemaRef } from "./schemas.ts";

const FORM = "application/x-www-form-urlencoded";
const STATUS = "/api/websub/status";
const TOKEN = "q8Zt3nVw1yLx5rKc7dPb0g";

/** The hub speaks plain text, its errors too: subscribers' libraries show it as it is. */
const plain = (description: string, example: string, headers: JsonObject = {}): JsonObject => ({
  description,
  headers,
  content: textContent("text/plain", example),
});

const TABLE_FAULTS: JsonObject = {
  "414": responseRef("HubUriTooLong"),
  "429": responseRef("HubRateLimited"),
  "500": responseRef("HubInternalError"),
};

export const hubResponses = (): JsonObject => ({
  HubUriTooLong: plain("The URL is over 8 KB.", "a URL may have 8192 bytes\n"),
  HubBodyOnRead: plain("The request has a body, and a large one: a read takes none.", "a read takes no body\n"),
  HubRateLimited: plain(
    "Too many requests from this address, or about this callback's host.",
    "too many requests: try again in 20 s\n",
    RETRY,
  ),
  HubInternalError: plain("A fault of the service.", "something went wrong here; it was logged\n"),
});

const query = (name: string, description: string, schema: JsonObject, required = true): JsonObject => ({
  name,
  in: "query",
  required,
  description,
  schema,
});

/** WebSub §5.3, and §5.2 for `denied`: what the hub asks, so that a subscriber can be generated too. */
const verification = (): JsonObject => ({
  get: operation(
    {
      id: "verifyIntent",
      tag: "WebSub",
      summary: "The hub asks the subscriber",
      description: "The parameters are appended to the callback as it was given. Redirects are not followed.",
    },
    {
      parameters: [
        query("hub.mode", "What was asked for; `denied` ends a subscription.", {
          type: "string",
          enum: ["subscribe", "unsubscribe", "denied"],
        }),
        query("hub.topic", "The topic.", { type: "string", format: "uri" }),
        query("hub.challenge", "To be sent back, byte for byte.", { type: "string" }, false),
        query("hub.lease_seconds", "The lease granted.", { type: "integer", minimum: 1 }, false),
        query("hub.reason", "Why it was denied.", { type: "string" }, false),
      ],
      responses: {
        "2XX": {
          description: "Agreed, if the body is exactly the challenge.",
          content: textContent("text/plain", TOKEN),
        },
        "4XX": { description: "Not agreed: nothing changes." },
      },
    },
  ),
});

/** WebSub §7. A pattern such as 4XX stands for what the subscriber chooses. */
const delivery = (): JsonObject => ({
  post: operation(
    {
      id: "deliverContent",
      tag: "WebSub",
      summary: "The hub delivers a topic",
      description:
        "The body is what GET of the topic returns, with its Content-Type. Three failures in a row end the subscription.",
    },
    {
      parameters: [
        {
          name: "X-Hub-Signature",
          in: "header",
          description: "`sha256=` and the hex HMAC of the body, if there is a secret.",
          schema: { type: "string", pattern: "^sha256=[0-9a-f]{64}$" },
        },
        {
          name: "Link",
          in: "header",
          required: true,
          description: "The topic as rel=self and the hub as rel=hub.",
          schema: { type: "string" },
        },
      ],
      requestBody: {
        required: true,
        description: "The topic's whole content.",
        content: {
          "application/json": { schema: { oneOf: [schemaRef("ReviewsDocument"), schemaRef("FeedDocument")] } },
          "application/atom+xml": { schema: { type: "string" } },
        },
      },
      responses: {
        "2XX": { description: "Acknowledged." },
        "410": { description: "Never again: the subscription ends at once." },
        "4XX": { description: "A failure: tried again." },
      },
    },
  ),
});

const hub = (base_url: string): JsonObject =>
  operation(
    {
      id: "subscribe",
      tag: "WebSub",
      summary: "Subscribe to a topic, or unsubscribe",
      description:
        "Answered at once; whether the callback agrees is asked afterwards. Subscribers, topics and leases: see the developers' page.",
    },
    {
      requestBody: {
        required: true,
        description: "At most 8 KB.",
        content: {
          [FORM]: {
            schema: schemaRef("HubRequest"),
            example: {
              "hub.mode": "subscribe",
              "hub.topic": base_url + PATHS.atom_feed,
              "hub.callback": "https://subscriber.example/websub/c0ffee",
              "hub.lease_seconds": 864_000,
            },
          },
        },
      },
      responses: {
        "202": plain(
          "Taken down. The body names the URL that shows how it goes.",
          `accepted: the callback will be asked to confirm\nstatus: ${base_url}${STATUS}/${TOKEN}\n`,
        ),
        "400": plain(
          "A member is missing, empty, repeated or not allowed; the body names it.",
          "hub.callback must begin with https://\n",
        ),
        "413": plain("The body is over 8 KB.", "a request may have 8192 bytes\n"),
        "415": plain("The body is not a form.", `the body must be ${FORM}\n`),
        ...TABLE_FAULTS,
        "503": plain("The hub takes no more for now.", "the hub is full\n", RETRY),
      },
      callbacks: {
        verification: { "{$request.body#/hub.callback}": verification() },
        delivery: { "{$request.body#/hub.callback}": delivery() },
      },
    },
  );

const statusExample = (base_url: string): string =>
  [
    "state: active",
    `topic: ${base_url}${PATHS.atom_feed}`,
    "lease_seconds: 864000",
    "verified_at: 2026-03-15T09:12:44.000Z",
    "expires_at: 2026-03-25T09:12:44.000Z",
    "signed: yes",
    "failures_in_a_row: 0",
    "",
  ].join("\n");

export const hubPaths = (base_url: string): JsonObject => ({
  [PATHS.hub]: { post: hub(base_url) },
  [`${STATUS}/{token}`]: {
    get: operation(
      {
        id: "getSubscriptionStatus",
        tag: "WebSub",
        summary: "How a subscription stands",
        description:
          "One `name: value` a line: its state, its lease, the last attempt and the last error. Known only to who subscribed: the token cannot be guessed. The callback is not shown.",
      },
      {
        parameters: [
          {
            name: "token",
            in: "path",
            required: true,
            description: "From the hub's answer.",
            schema: { type: "string", minLength: 16, maxLength: 200 },
            example: TOKEN,
          },
        ],
        responses: {
          "200": plain("Its state.", statusExample(base_url)),
          "404": plain("No request has this token.", "no request has this status URL, or it ended long ago\n"),
          "413": responseRef("HubBodyOnRead"),
          ...TABLE_FAULTS,
        },
      },
    ),
  },
});
