import { expect, test } from "bun:test";
import { crc32, gunzipSync } from "node:zlib";
import { combineCrc, deflatePiece, joinDeflated } from "../../src/publish/gzip-pieces.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("the checksum of two texts is found from theirs", () => {
  expect(combineCrc(crc32("first, "), crc32("second"), 6)).toBe(crc32("first, second"));
  expect(combineCrc(0, crc32("second"), 6)).toBe(crc32("second"));
  expect(combineCrc(crc32("first"), 0, 0)).toBe(crc32("first"));
  const long = "x".repeat(1_000_003);
  expect(combineCrc(crc32("first"), crc32(long), long.length)).toBe(crc32(`first${long}`));
});

test("pieces that are compressed apart make one gzip file", async () => {
  const texts = ["[", `{"a":"${"knee ".repeat(500)}"},`, `{"b":2}`, "]"];
  const pieces = await Promise.all(texts.map((text, i) => deflatePiece(bytes(text), 4, i === 3)));
  const file = Buffer.concat(joinDeflated(pieces));
  expect(gunzipSync(file).toString()).toBe(texts.join(""));
  // One member: its header is there once, and its length is that of all pieces.
  expect(file.subarray(0, 10).toString("hex")).toBe("1f8b0800000000000003");
  expect(file.readUInt32LE(file.length - 4)).toBe(texts.join("").length);
});
