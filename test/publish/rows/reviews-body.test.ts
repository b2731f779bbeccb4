import { describe, expect, test } from "bun:test";
import {
  beginsChunk,
  type ChunkOf,
  equalChunks,
  layOutReviews,
  newChunks,
} from "../../../src/publish/rows/reviews-body.ts";
import { wholeBody } from "../../../src/snapshot/body.ts";
import type { ReviewIndex } from "../../../src/snapshot/review-index.ts";

const FRAME = { before: Buffer.from('{"reviews":['), after: Buffer.from("]}") };
const idOf = (number: number) => String(number).padStart(26, "0");

/** Reviews of this many bytes each, numbered from 40. */
function layOut(count: number, size: number, chunkOf: ChunkOf = newChunks) {
  const texts = Array.from({ length: count }, (_, at) => `"${String(at).padStart(size - 2, "-")}"`);
  const ids = new TextEncoder().encode(texts.map((_, at) => idOf(40 + at)).join(""));
  const bytes = {
    lengthAt: () => size,
    copyTo: (target: Buffer, at: number, position: number) => void target.write(texts[position] ?? "", at),
    release: () => undefined,
  };
  const body = layOutReviews({ count, ids, bytes }, FRAME, chunkOf);
  return { ...body, text: Buffer.from(wholeBody(body.json)).toString(), expected: `{"reviews":[${texts}]}` };
}

test("the id of a review alone says whether it begins a chunk, on every server and in every version", () => {
  const numbers = Array.from({ length: 1500 }, (_, number) => number);
  const ids = new TextEncoder().encode(numbers.map(idOf).join(""));
  expect(numbers.filter((number) => beginsChunk(ids, number))).toEqual([44, 75, 440, 598, 713, 828, 1170, 1217]);
});

describe("the reviews in their frame", () => {
  test.each([0, 1, 2, 3])("are valid JSON, and each is found by its place: %d", (count) => {
    const { text, expected, json, json_piece, json_start, chunk_first } = layOut(count, 5);
    expect(text).toBe(expected);
    expect([json.length, [...json_piece], chunk_first.length]).toEqual([1, [0, text.length], 0]);
    expect([...json_start]).toEqual(Array.from({ length: count + 1 }, (_, at) => 12 + 6 * at));
  });

  test("are in one piece below 1 MB, and in chunks from there on", () => {
    expect(layOut(9, 116_505).json).toHaveLength(1);
    const { text, expected, json, json_piece, json_start, chunk_first } = layOut(9, 116_506);
    expect(text).toBe(expected);
    expect([text.length, [...chunk_first], json_start.length]).toEqual([1 << 20, [0, 4], 10]);
    expect(json.map(({ length }) => length)).toEqual([12, 4 * 116_507, 5 * 116_507 - 1, 2]);
    expect([...json_piece]).toEqual([0, 12, 12 + 4 * 116_507, (1 << 20) - 2, 1 << 20]);
  });

  test("are not written again where the chunk is known", () => {
    const asked: [number, number][] = [];
    const known = new Uint8Array(3);
    const { json } = layOut(9, 120_000, (first, end, make) => {
      asked.push([first, end]);
      return first === 4 ? known : make();
    });
    expect(asked).toEqual([
      [0, 4],
      [4, 9],
    ]);
    expect(json.map((piece) => piece === known)).toEqual([false, false, true, false]);
  });

  test("are in the chunks of the version before where all of their bytes are the same", () => {
    const { text: _, expected: __, ...body } = layOut(9, 120_000);
    const ids = new TextEncoder().encode(Array.from({ length: 9 }, (_each, at) => idOf(40 + at)).join(""));
    const before = { ...body, count: 9, ids, by_id: Uint32Array.from({ length: 9 }, (_each, at) => at) };
    const changed = new Uint8Array(body.json[1] ?? []);
    changed[500] = 0x2e;
    const sharedWith = (json: readonly Uint8Array[]) =>
      layOut(9, 120_000, equalChunks({ ...before, json } as ReviewIndex, ids)).json.map((piece) =>
        json.includes(piece),
      );
    expect(sharedWith(body.json)).toEqual([true, true, true, true]);
    expect(sharedWith(body.json.with(1, changed))).toEqual([true, false, true, true]);
    const others = { ...before, ids: ids.with(4 * 26 + 25, 0x5a) } as ReviewIndex;
    expect(layOut(9, 120_000, equalChunks(others, ids)).json[2]).not.toBe(body.json[2]);
  });
});
