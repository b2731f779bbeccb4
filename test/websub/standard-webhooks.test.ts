import { describe, expect, test } from "bun:test";
import { describeMessage, webhookKey, webhookSignature } from "../../src/websub/standard-webhooks.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const PLACE = { history: "5f0c21ab", sequence: 1482 };

test("the signature of Standard Webhooks' published example", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330", headers: {} };
  const secret = bytes("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  expect(webhookSignature(secret, message, [bytes('{"test": '), bytes("2432232314}")])).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

test("the headers name the version, not the try", () => {
  const first = describeMessage("/api/feed.json", PLACE, new Date("2026-03-01T12:00:00.900Z"));
  const second = describeMessage("/api/feed.json", PLACE, new Date("2026-03-01T12:05:00Z"));
  expect(first.headers).toEqual({
    "webhook-id": "api-feed-json_5f0c21ab_1482",
    "webhook-timestamp": "1772366400",
    "candor-sequence": "1482",
    "candor-history": "5f0c21ab",
  });
  expect(second).toMatchObject({ id: first.id, timestamp: "1772366700" });
  const others = ["/feed.xml", "/reviews.json", "/api/changes.json"].map(
    (topic) => describeMessage(topic, PLACE, new Date(0)).id,
  );
  expect(others).toEqual(["feed-xml_5f0c21ab_1482", "reviews-json_5f0c21ab_1482", "api-changes-json_5f0c21ab_1482"]);
});

describe("the key", () => {
  const encoded = (length: number) => Buffer.alloc(length, 7).toString("base64");
  test.each([24, 25, 26, 32, 64])("of whsec_ and %d bytes in base64 is those bytes", (length) => {
    expect(Buffer.from(webhookKey(bytes(`whsec_${encoded(length)}`)))).toEqual(Buffer.alloc(length, 7));
  });

  test.each([
    ["a plain secret", "a-long-random-string"],
    ["too few bytes", `whsec_${encoded(23)}`],
    ["too many bytes", `whsec_${encoded(65)}`],
    ["no padding", `whsec_${encoded(25).replace(/=/g, "")}`],
    ["the URL's alphabet", `whsec_${"-_-_".repeat(8)}`],
    ["bits after the end", `whsec_${"A".repeat(33)}B==`],
    ["white space", `whsec_${encoded(24)} `],
    ["another case", `WHSEC_${encoded(24)}`],
    ["nothing after the prefix", "whsec_"],
    ["bytes beyond ASCII", "geheimé"],
  ])("of %s is its own bytes", (_, secret) => {
    expect(Buffer.from(webhookKey(bytes(secret))).toString("utf8")).toBe(secret);
  });
});
