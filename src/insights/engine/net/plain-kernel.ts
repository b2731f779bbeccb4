import { i8At, i16At, i32At, u8At } from "../../../model/basics/typed-array.ts";
import { COLUMNS, CURVE_PARTS, type Kernel, ROWS } from "./kernel.ts";

const cut = (value: number): number => Math.max(-32768, Math.min(32767, value));

/** A product of two numbers of which one is in 32768ths, rounded. */
const times = (a: number, b: number): number => (a * b + 16384) >> 15;

/** A number in 4096ths as a 7-bit input. */
const shorten = (value: number): number => Math.min(127, (value + 4128) >> 6);

/** A sum by the scale of its row, in 2048ths. */
const fromState = (sum: number, scale: number): number => cut((sum * scale + 2048) >> 12);

/** The sigmoid less a half, in 32768ths, of a number in 2048ths. */
function onCurve(curve: Uint8Array, x: number): number {
  const size = Math.min(16383, Math.abs(x));
  const part = size >> 10;
  const coefficient = (table: number): number => u8At(curve, table * CURVE_PARTS + part);
  const place = (size & 1023) << 5;
  const slope = coefficient(2) + 256 * coefficient(3) - times(place, 2 * coefficient(4));
  const value = coefficient(0) + 256 * coefficient(1) + times(place, slope);
  return x < 0 ? -value : value;
}

const tanh = (curve: Uint8Array, x: number): number => (onCurve(curve, cut(2 * x)) + 2) >> 2;

/** Adds to each sum the products of its row, in the order in which the weights are. */
function addProducts(out: Int32Array, weights: Int8Array, x: Int8Array) {
  let at = 0;
  for (let group = 0; group < out.length; group += ROWS) {
    for (let column = 0; column < x.length; column += COLUMNS) {
      const [a, b, c, d] = [i8At(x, column), i8At(x, column + 1), i8At(x, column + 2), i8At(x, column + 3)];
      for (let row = group; row < group + ROWS; row++) {
        const first = i8At(weights, at) * a + i8At(weights, at + 1) * b;
        out[row] = i32At(out, row) + first + i8At(weights, at + 2) * c + i8At(weights, at + 3) * d;
        at += COLUMNS;
      }
    }
  }
}

/** The functions of kernel.wat in plain code: the same numbers, more slowly. */
export function plainKernel(memory: WebAssembly.Memory): Kernel {
  const bytes = (at: number, count: number) => new Int8Array(memory.buffer, at, count);
  const shorts = (at: number, count: number) => new Int16Array(memory.buffer, at, count);
  const longs = (at: number, count: number) => new Int32Array(memory.buffer, at, count);
  const curveAt = (at: number) => new Uint8Array(memory.buffer, at, CURVE_PARTS * 5);

  const multiply: Kernel["multiply"] = (x_at, weights_at, first_at, ...[out_at, rows, columns]) => {
    const [x, weights] = [bytes(x_at, columns), bytes(weights_at, rows * columns)];
    const out = longs(out_at, rows);
    out.set(longs(first_at, rows));
    addProducts(out, weights, x);
  };

  return {
    multiply,
    multiply_word(x_at, weights_at, out_at, rows, row_bytes) {
      const columns = row_bytes / 2;
      const [x, weights, out] = [shorts(x_at, columns), shorts(weights_at, rows * columns), longs(out_at, rows)];
      for (let row = 0; row < rows; row++) {
        let sum = 0;
        for (let at = 0; at < columns; at++) sum += i16At(weights, row * columns + at) * i16At(x, at);
        out[row] = sum;
      }
    },
    finish(sums_at, bias_at, out_at, count, shift) {
      const [sums, bias, out] = [longs(sums_at, count), shorts(bias_at, count), shorts(out_at, count)];
      const half = 1 << (shift - 1);
      for (let at = 0; at < count; at++) out[at] = cut(((i32At(sums, at) + half) >> shift) + i16At(bias, at));
    },
    recur(list, step, count, offset, ...[w, first, scales_at, bias_at, sums_at, , before, short_at, ...result]) {
      const [out_at, out_step, curve_at, units] = result;
      const [bias, short, curve] = [shorts(bias_at, units), bytes(short_at, units), curveAt(curve_at)];
      const [scales, sums] = [longs(scales_at, units * 3), longs(sums_at, units * 3)];
      let state = shorts(before, units);
      for (let token = 0; token < count; token++) {
        multiply(short_at, w, first, sums_at, units * 3, units);
        const input = shorts(i32At(longs(list + token * step, 1), 0) + offset, units * 3);
        const sum = (at: number): number => fromState(i32At(sums, at), i32At(scales, at));
        const gate = (at: number): number => 16384 + onCurve(curve, cut(i16At(input, at) + sum(at)));
        const out = shorts(out_at + token * out_step, units);
        for (let unit = 0; unit < units; unit++) {
          const kept = cut(sum(units * 2 + unit) + i16At(bias, unit));
          const value = tanh(curve, cut(i16At(input, units * 2 + unit) + times(gate(unit), kept)));
          out[unit] = value + times(gate(units + unit), i16At(state, unit) - value);
          short[unit] = shorten(i16At(out, unit));
        }
        state = out;
      }
    },
    squash(sums_at, scales_at, bias_at, ...[out_at, count, curve_at]) {
      const [sums, scales] = [longs(sums_at, count), longs(scales_at, count)];
      const [bias, out, curve] = [shorts(bias_at, count), bytes(out_at, count), curveAt(curve_at)];
      for (let at = 0; at < count; at++)
        out[at] = shorten(tanh(curve, cut(fromState(i32At(sums, at), i32At(scales, at)) + i16At(bias, at))));
    },
    largest(from, rows, out_at, row_bytes) {
      const columns = row_bytes / 2;
      const [cells, out] = [shorts(from, rows * columns), bytes(out_at, columns)];
      for (let column = 0; column < columns; column++) {
        let most = i16At(cells, column);
        for (let row = 1; row < rows; row++) most = Math.max(most, i16At(cells, row * columns + column));
        out[column] = shorten(most);
      }
    },
  };
}
