import { PATHS } from "../links.ts";
import { operation } from "./operation.ts";
import { RETRY, responseRef, textContent } from "./responses.ts";
import { type JsonObject, schemaRef } from "./schemas.ts";

const FORM = "application/x-www-form-urlencoded";
const STATUS = "/api/websub/status";
const TOKEN = "q8Zt3nVw1yLx5rKc7dPb0g";

/** The hub responds in plain text, also for errors, because subscriber libraries show the body unchanged. */
const plain = (description: string, example: string, headers: JsonObject = {}): JsonObject => ({
  description,
  headers,
  content: textContent("text/plain", example),
});

const COMMON_PROBLEMS: JsonObject = {
  "414": responseRef("HubUriTooLong"),
  "429": responseRef("HubRateLimited"),
  "500": responseRef("HubInternalError"),
};

export const hubResponses = (): JsonObject => ({
  HubUriTooLong: plain("The URL is over 8 KB.", "a URL may have at most 8192 bytes\n"),
  HubBodyOnRead: plain("The request has a large body, but a read takes none.", "a read takes no body\n"),
  HubRateLimited: plain(
    "Too many requests from this IP address, or for the host of this callback.",
    "too many requests: try again in 20 s\n",
    RETRY,
  ),
  HubInternalError: plain("An error in the service.", "something went wrong on the server; it was logged\n"),
});

const query = (name: string, description: string, schema: JsonObject, required = true): JsonObject => ({
  name,
  in: "query",
  required,
  description,
  schema,
});

/** WebSub §5.3, and §5.2 for `denied`. Described so that subscriber code can be generated too. */
const verification = (): JsonObject => ({
  get: operation(
    {
      id: "verifyIntent",
      tag: "WebSub",
      summary: "The hub verifies the subscriber",
      description:
        "The hub appends the parameters to the callback URL exactly as it was given. It does not follow redirects.",
    },
    {
      parameters: [
        query("hub.mode", "What the subscriber requested; `denied` ends a subscription.", {
          type: "string",
          enum: ["subscribe", "unsubscribe", "denied"],
        }),
        query("hub.topic", "URL of the topic.", { type: "string", format: "uri" }),
        query("hub.challenge", "Return it in the body, byte for byte.", { type: "string" }, false),
        query("hub.lease_seconds", "The granted lease in seconds.", { type: "integer", minimum: 1 }, false),
        query("hub.reason", "Why the subscription was denied.", { type: "string" }, false),
      ],
      responses: {
        "2XX": {
          description: "Confirmed, if the body is exactly the challenge.",
          content: textContent("text/plain", TOKEN),
        },
        "4XX": { description: "Not confirmed: nothing changes." },
      },
    },
  ),
});

const MESSAGE_ID = "reviews-json_5f0c21ab_1482";
const message = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** WebSub §7. 4XX means any status of that class that the subscriber chooses. */
const delivery = (): JsonObject => ({
  post: operation(
    {
      id: "deliverContent",
      tag: "WebSub",
      summary: "The hub delivers a topic",
      description:
        "The body and the Content-Type are the same as for GET on the topic. Three failures in a row end the subscription.",
    },
    {
      parameters: [
        {
          name: "X-Hub-Signature",
          in: "header",
          description: "`sha256=` and the HMAC of the body in hex. Sent if the subscription has a secret.",
          schema: { type: "string", pattern: "^sha256=[0-9a-f]{64}$" },
        },
        message(
          "webhook-id",
          "Names this version of the topic, the same for every try (Standard Webhooks).",
          MESSAGE_ID,
        ),
        message("webhook-timestamp", "Unix seconds of this try.", "1773566564"),
        message("candor-sequence", "The place in the changes that this version shows.", "1482"),
        message("candor-history", "The history of that place.", "5f0c21ab"),
        {
          name: "webhook-signature",
          in: "header",
          description:
            "`v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`. Sent if the subscription has a secret.",
          schema: { type: "string", pattern: "^v1,[A-Za-z0-9+/]{43}=$" },
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
        description: "The full content of the topic.",
        content: {
          "application/json": {
            schema: {
              oneOf: [schemaRef("ReviewsDocument"), schemaRef("FeedDocument"), schemaRef("ChangesDocument")],
            },
          },
          "application/atom+xml": { schema: { type: "string" } },
        },
      },
      responses: {
        "2XX": { description: "Received." },
        "410": { description: "The subscription ends at once." },
        "4XX": { description: "A failure. The hub tries again." },
      },
    },
  ),
});

const hub = (base_url: string): JsonObject =>
  operation(
    {
      id: "requestSubscription",
      tag: "WebSub",
      summary: "Subscribe or unsubscribe",
      description:
        "The hub responds at once and verifies the callback afterward. The WebSub guide on the developer pages explains topics and leases.",
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
          "Accepted. The body contains the URL that shows the status.",
          `accepted: the callback will be asked to confirm\nstatus: ${base_url}${STATUS}/${TOKEN}\n`,
        ),
        "400": plain(
          "A parameter is missing, empty, repeated or not allowed. The body names it.",
          "hub.callback must begin with https://\n",
        ),
        "413": plain("The body is over 8 KB.", "a request may have 8192 bytes\n"),
        "415": plain("The body is not a form.", `the body must be ${FORM}\n`),
        ...COMMON_PROBLEMS,
        "503": plain("The hub is full. Try again later.", "the hub is full\n", RETRY),
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

const token: JsonObject = {
  name: "token",
  in: "path",
  required: true,
  description: "From the response of the hub.",
  schema: { type: "string", minLength: 16, maxLength: 200 },
  example: TOKEN,
};

export const hubPaths = (base_url: string): JsonObject => ({
  [PATHS.hub]: { post: hub(base_url) },
  [`${STATUS}/{token}`]: {
    get: operation(
      {
        id: "getSubscriptionStatus",
        tag: "WebSub",
        summary: "Status of a subscription",
        description:
          "One `name: value` per line: the state, the lease, the last attempt and error, what is owed, and the last 20 tries. " +
          "With `.json` after the token it is JSON, with `.html` a page. " +
          "The token cannot be guessed, so only the subscriber knows this URL. The callback is not shown.",
      },
      {
        parameters: [token],
        responses: {
          "200": {
            description: "The status.",
            content: {
              ...textContent("text/plain", statusExample(base_url)),
              "application/json": { schema: { type: "object" }, example: { state: "active", owed: null, tries: [] } },
              ...textContent("text/html", "<!doctype html>"),
            },
          },
          "404": plain("No request has this token.", "no request has this status URL, or it ended long ago\n"),
          "413": responseRef("HubBodyOnRead"),
          ...COMMON_PROBLEMS,
        },
      },
    ),
    post: operation(
      {
        id: "sendAgain",
        tag: "WebSub",
        summary: "Send the present version again",
        description:
          "A delivery like any other, with the same `webhook-id`. Once a minute and ten times a day for a subscription.",
      },
      {
        parameters: [token],
        responses: {
          "202": plain("Accepted.", "accepted: the present version is sent again\n"),
          "404": plain("No request has this token.", "no request has this status URL, or it ended long ago\n"),
          "409": plain("The subscription is not active.", "this subscription is not active: nothing is sent\n"),
          ...COMMON_PROBLEMS,
          "503": plain(
            "The hub cannot store it. Try again later.",
            "the hub cannot accept requests right now\n",
            RETRY,
          ),
        },
      },
    ),
  },
});
