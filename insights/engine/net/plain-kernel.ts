import { i8At, i16At, i32At } from "../../../src/model/basics/typed-array.ts";
import { COLUMNS, type Kernel, ROWS, UNITS } from "./kernel.ts";

const cut = (value: number): number => Math.max(-32768, Math.min(32767, value));

/** The product of two numbers, one of which is in 32768ths, rounded. */
const times = (a: number, b: number): number => (a * b + 16384) >> 15;

/** A number in 16384ths as a 7-bit input. */
const shorten = (value: number): number => cut(value + 16512) >> 8;

/** A sum times the scale of its row, in 2048ths. */
const scaled = (sum: number, scale: number): number => cut(Math.imul(sum, scale) >> 12);

/** Like sigmoid(x) - 1/2, in 32768ths, of a number in 2048ths: two parabolas. See $bend in kernel.wat. */
function bend(x: number): number {
  const twice = cut(2 * x);
  const all = cut(2 * twice);
  return all - times(all, Math.min(16384, Math.abs(twice)));
}

const gate = (x: number): number => cut(bend(x) + 16384);

/** Adds the products of its row to each sum. The weights are in the order of `weightPlace`. */
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

/** The functions of kernel.wat in plain code: the same numbers, more slowly. kernel.wat explains their formats. */
export function plainKernel(memory: WebAssembly.Memory): Kernel {
  const bytes = (at: number, count: number) => new Int8Array(memory.buffer, at, count);
  const shorts = (at: number, count: number) => new Int16Array(memory.buffer, at, count);
  const longs = (at: number, count: number) => new Int32Array(memory.buffer, at, count);

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
    recur(list, step, count, offset, ...[w, first, scales_at, before, old, other, out_at, out_step, units]) {
      const [scales, sums] = [longs(scales_at, units * 3), new Int32Array(units * 3)];
      let state = shorts(before, units);
      let [read, write] = [bytes(old, units), bytes(other, units)];
      for (let token = 0; token < count; token++) {
        sums.set(longs(first, units * 3));
        addProducts(sums, bytes(w, units * units * 3), read);
        const input = shorts(i32At(longs(list + token * step, 1), 0) + offset, units * 3);
        const sum = (row: number): number => scaled(i32At(sums, row), i32At(scales, row));
        const out = shorts(out_at + token * out_step, units);
        for (let unit = 0; unit < units; unit++) {
          const row = unit * 3 - (unit % UNITS) * 2;
          const reset = gate(cut(i16At(input, row) + sum(row)));
          const update = gate(cut(i16At(input, row + UNITS) + sum(row + UNITS)));
          const value = bend(cut(i16At(input, row + UNITS * 2) + times(reset, sum(row + UNITS * 2))));
          out[unit] = value + times(update, cut(i16At(state, unit) - value));
          write[unit] = shorten(i16At(out, unit));
        }
        state = out;
        [read, write] = [write, read];
      }
    },
    squash(sums_at, scales_at, out_at, count) {
      const [sums, scales, out] = [longs(sums_at, count), longs(scales_at, count), bytes(out_at, count)];
      for (let at = 0; at < count; at++) out[at] = shorten(bend(cut(2 * scaled(i32At(sums, at), i32At(scales, at)))));
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
