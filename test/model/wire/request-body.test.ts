import { expect, test } from "bun:test";
import { readBody } from "../../../src/model/wire/request-body.ts";
import { endOf } from "../../end-of.ts";

const post = (body: string | ReadableStream | null, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", { method: "POST", body, headers });

/** A body without Content-Length, in chunks of 4 bytes. */
function streamed(bytes: number): { request: Request; sent: () => number } {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent >= bytes) return controller.close();
      const chunk = new Uint8Array(Math.min(4, bytes - sent)).fill(65);
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return { request: post(body), sent: () => sent };
}

const lengthOf = async (request: Request) => (await readBody(request, 10))?.length ?? null;

test.each([
  [0, 0],
  [10, 10],
  [11, null],
])("a body of %i bytes with Content-Length is read up to 10 bytes", async (bytes, expected) => {
  expect(await lengthOf(post("A".repeat(bytes), { "Content-Length": String(bytes) }))).toBe(expected);
});

test.each([
  [0, 0],
  [10, 10],
  [11, null],
])("a body of %i bytes without Content-Length is counted while it arrives", async (bytes, expected) => {
  expect(await lengthOf(streamed(bytes).request)).toBe(expected);
});

test("the bytes arrive in order", async () => {
  const chunks = ["ab", "", "cdé"].map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  expect(Buffer.from((await readBody(post(body), 10)) ?? []).toString("utf8")).toBe("abcdé");
});

test("a request without a body is empty", async () => {
  expect(await lengthOf(post(null))).toBe(0);
});

test("reading stops soon after the maximum", async () => {
  const { request, sent } = streamed(1_000_000);
  expect(await lengthOf(request)).toBeNull();
  expect(sent()).toBeLessThan(100);
});

test("a body that breaks off rejects", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("connection closed"));
    },
  });
  expect(await endOf(readBody(post(body), 10))).toThrow("connection closed");
});
