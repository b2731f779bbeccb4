import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { finishDocument } from "../../src/publish/compress.ts";
import type { Draft } from "../../src/publish/documents/draft.ts";
import { wholeBody } from "../../src/snapshot/body.ts";

const draftOf = (bytes: Uint8Array, more: Partial<Draft> = {}): Draft => ({
  path: "/thing",
  content_type: "text/plain",
  body: [bytes],
  changed_at: "2026-01-01T00:00:00Z",
  ...more,
});

describe("a finished document", () => {
  test("has the first 22 characters of its bytes' SHA-256 as hash", () => {
    const document = finishDocument(draftOf(new TextEncoder().encode("hello")));
    expect(document).toEqual({
      content_type: "text/plain",
      hash: "LPJNul-wow4m6Dsqxbninh",
      changed_at: "2026-01-01T00:00:00Z",
      link: null,
      bodies: { identity: [new TextEncoder().encode("hello")] },
    });
  });

  test("is compressed from 512 bytes on, in three encodings that give the same bytes", () => {
    const small = new Uint8Array(511).fill(65);
    const large = new Uint8Array(512).fill(65);
    expect(Object.keys(finishDocument(draftOf(small)).bodies)).toEqual(["identity"]);
    const { bodies } = finishDocument(draftOf(large));
    expect(Object.keys(bodies).sort()).toEqual(["br", "gzip", "identity", "zstd"]);
    expect(Buffer.from(gunzipSync(wholeBody(bodies.gzip ?? [])))).toEqual(Buffer.from(large));
    expect(Buffer.from(brotliDecompressSync(wholeBody(bodies.br ?? [])))).toEqual(Buffer.from(large));
    expect(Buffer.from(zstdDecompressSync(wholeBody(bodies.zstd ?? [])))).toEqual(Buffer.from(large));
  });

  test("that is compressed already stays as it is", () => {
    const bytes = new Uint8Array(5000).fill(65);
    expect(Object.keys(finishDocument(draftOf(bytes, { compress: false })).bodies)).toEqual(["identity"]);
  });

  test("with the bytes that were served before is not compressed again", () => {
    const before = finishDocument(draftOf(new Uint8Array(5000).fill(65)));
    expect(finishDocument(draftOf(new Uint8Array(5000).fill(65)), before).bodies).toBe(before.bodies);
    expect(finishDocument(draftOf(new Uint8Array(5000).fill(66)), before).bodies).not.toBe(before.bodies);
  });

  test("keeps its link, its headers and that it is fixed", () => {
    const more = { link: "<x>; rel=self", headers: { "X-Thing": "1" }, fixed: true } as const;
    expect(finishDocument(draftOf(new Uint8Array(1), more))).toMatchObject(more);
  });
});
