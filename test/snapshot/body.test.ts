import { expect, test } from "bun:test";
import { bodyLength, pieceStarts, sliceBody, wholeBody } from "../../src/snapshot/body.ts";

const bodyOf = (...pieces: string[]) => pieces.map((piece) => Buffer.from(piece));
const BODY = bodyOf("abc", "d", "", "efgh");
const textOf = (pieces: readonly Uint8Array[]) => pieces.map((piece) => Buffer.from(piece).toString()).join("");

test("a body is as long as its pieces, and whole without a copy if it is one piece", () => {
  expect([bodyLength(BODY), bodyLength([])]).toEqual([8, 0]);
  expect(Buffer.from(wholeBody(BODY)).toString()).toBe("abcdefgh");
  expect(wholeBody([])).toHaveLength(0);
  const [only] = bodyOf("abc");
  expect(only && wholeBody([only])).toBe(only);
  expect([...pieceStarts(BODY)]).toEqual([0, 3, 4, 4, 8]);
});

test("every slice has its bytes, as views without empty ones", () => {
  const start = pieceStarts(BODY);
  for (let from = 0; from < 8; from += 1) {
    for (let to = from; to <= 8; to += 1) {
      const slice = sliceBody(BODY, start, from, to);
      expect([from, to, textOf(slice)]).toEqual([from, to, "abcdefgh".slice(from, to)]);
      expect(slice.every(({ length }) => length > 0)).toBe(true);
    }
  }
  expect(sliceBody(BODY, start, 0, 5)[0]).toBe(BODY[0]);
});
