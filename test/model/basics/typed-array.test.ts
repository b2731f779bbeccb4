import { expect, test } from "bun:test";
import { f64At, i8At, i16At, i32At, itemAt, u8At, u16At, u32At } from "../../../src/model/basics/typed-array.ts";

test("an element that is there is read, 0 too", () => {
  expect(u8At(Uint8Array.of(0, 255), 0)).toBe(0);
  expect(u8At(Uint8Array.of(0, 255), 1)).toBe(255);
  expect(u16At(Uint16Array.of(65535), 0)).toBe(65535);
  expect(u32At(Uint32Array.of(4294967295), 0)).toBe(4294967295);
  expect(i8At(Int8Array.of(-128), 0)).toBe(-128);
  expect(i16At(Int16Array.of(-32768), 0)).toBe(-32768);
  expect(i32At(Int32Array.of(-2147483648), 0)).toBe(-2147483648);
  expect(f64At(Float64Array.of(0.5), 0)).toBe(0.5);
  expect(itemAt(["", "b"], 0)).toBe("");
});

test("a place outside throws instead of becoming 0", () => {
  expect(() => u8At(Uint8Array.of(1, 2), 2)).toThrow("index 2 is outside an array of 2");
  expect(() => u16At(new Uint16Array(0), 0)).toThrow(RangeError);
  expect(() => u32At(new Uint32Array(1), -1)).toThrow(RangeError);
  expect(() => i8At(new Int8Array(1), 1)).toThrow(RangeError);
  expect(() => i16At(new Int16Array(1), 1)).toThrow(RangeError);
  expect(() => i32At(new Int32Array(1), 1)).toThrow(RangeError);
  expect(() => f64At(new Float64Array(1), Number.NaN)).toThrow(RangeError);
  expect(() => itemAt([], 0)).toThrow("index 0 is outside an array of 0");
});
