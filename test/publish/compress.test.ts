import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { compressPieces, finishDocument } from "../../src/publish/compress.ts";
import type { Draft } from "../../src/publish/documents/draft.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import { allBodies, bodyIn } from "../../src/snapshot/encodings.ts";

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

  test.each([512, 1 << 19, (1 << 19) + 1])(
    "of %d bytes is offered in three encodings that give the same bytes",
    (length) => {
      const bytes = Buffer.alloc(length, "The knee is better. ");
      const document = finishDocument(draftOf(bytes));
      // Small ones are compressed when they are asked for.
      const made = ["identity", ...(length > 1 << 19 ? ["gzip", "zstd", "br"] : [])];
      expect([...Object.keys(document.bodies)]).toEqual(made);
      const bodies = new Map(allBodies(document));
      expect([...bodies.keys()]).toEqual(["identity", "gzip", "zstd", "br"]);
      expect(gunzipSync(wholeBody(bodies.get("gzip") ?? [])).equals(bytes)).toBe(true);
      expect(brotliDecompressSync(wholeBody(bodies.get("br") ?? [])).equals(bytes)).toBe(true);
      expect(zstdDecompressSync(wholeBody(bodies.get("zstd") ?? [])).equals(bytes)).toBe(true);
    },
  );

  test("of 511 bytes is not compressed, and one of more than a megabyte has no brotli", () => {
    const encodings = (length: number) =>
      allBodies(finishDocument(draftOf(new Uint8Array(length)))).map(([name]) => name);
    expect(encodings(511)).toEqual(["identity"]);
    expect(encodings(1 << 20)).toEqual(["identity", "gzip", "zstd", "br"]);
    expect(encodings((1 << 20) + 1)).toEqual(["identity", "gzip", "zstd"]);
  });

  test("in pieces has the encodings that were made of them, and no others", () => {
    const gzip = [new Uint8Array(10)];
    const document = finishDocument(draftOf(new Uint8Array(5000), { hash: "x", compressed: { gzip } }));
    expect(allBodies(document).map(([name]) => name)).toEqual(["identity", "gzip"]);
    expect(bodyIn(document, "gzip")).toBe(gzip);
  });

  test("that is compressed already stays as it is", () => {
    const bytes = new Uint8Array(5000).fill(65);
    expect(allBodies(finishDocument(draftOf(bytes, { compress: false })))).toEqual([["identity", [bytes]]]);
  });

  test("with the bytes that were served before is not compressed again", () => {
    const before = finishDocument(draftOf(new Uint8Array(500_000).fill(65)));
    expect(finishDocument(draftOf(new Uint8Array(500_000).fill(65)), before).bodies).toBe(before.bodies);
    expect(finishDocument(draftOf(new Uint8Array(500_000).fill(66)), before).bodies).not.toBe(before.bodies);
  });

  test("keeps its link, its headers and that it is fixed", () => {
    const more = { link: "<x>; rel=self", headers: { "X-Thing": "1" }, fixed: true, examples_of: "facts" } as const;
    expect(finishDocument(draftOf(new Uint8Array(1), more))).toMatchObject(more);
  });
});

describe("a body in pieces", () => {
  const pieces = ["[", "knee,".repeat(400), "hip,".repeat(300), "]"].map((text) => new TextEncoder().encode(text));

  test("gives one gzip file and one zstd file of all pieces", async () => {
    const { gzip = [], zstd = [] } = await compressPieces(pieces);
    expect(gunzipSync(wholeBody(gzip)).equals(wholeBody(pieces))).toBe(true);
    expect(zstdDecompressSync(wholeBody(zstd)).equals(wholeBody(pieces))).toBe(true);
  });

  test("is compressed only where a piece is new", async () => {
    const { zstd = [] } = await compressPieces(pieces);
    const changed = pieces.with(1, new TextEncoder().encode("back,".repeat(400)));
    const { zstd: again = [] } = await compressPieces(changed);
    expect(again.map((piece, at) => piece === zstd[at])).toEqual([true, false, true, true]);
  });
});
