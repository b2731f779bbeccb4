import { i8At, i16At, i32At, u8At } from "../../../model/typed-array.ts";

/** The inner loops of the net. kernel.wat says what each does; the numbers are addresses in its memory, and sizes. */
export type Kernel = {
  multiply(x: number, weights: number, out: number, rows: number, bytes: number): void;
  finish(sums: number, bias: number, out: number, count: number, shift: number): void;
  recur(...direction: Direction): void;
  largest(from: number, rows: number, out: number, bytes: number): void;
};

/** One direction over the tokens of a text: the parameters of `recur`, in their order. */
type Direction = [
  ...tokens: [list: number, step: number, count: number, offset: number],
  ...weights: [weights: number, first: number, scales: number, bias: number],
  ...memory: [sums: number, gates: number, state: number, short: number],
  ...result: [out: number, out_step: number, curve: number, units: number],
];

/** A state of zero in 7 bits. */
export const SHORT_ZERO = 64;

/** Parabolas for inputs from 0 to 8, each for half a unit. */
export const CURVE_PARTS = 16;

/** How many rows and columns the weights of states are taken at a time. */
const ROWS = 48;
const COLUMNS = 4;

/** Where the weight of a row and column of `columns` is, in the order in which the kernel reads them. */
export function weightPlace(row: number, column: number, columns: number): number {
  const group = row - (row % ROWS);
  const block = column - (column % COLUMNS);
  return group * columns + block * ROWS + (row % ROWS) * COLUMNS + (column % COLUMNS);
}

/** A processor without vector instructions (an x86-64 without AVX) gets the same numbers from plain code, more slowly. */
export function openKernel(code: Uint8Array, memory: WebAssembly.Memory): Kernel {
  if (!WebAssembly.validate(code)) return plainKernel(memory);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { net: { memory } });
  // kernel.wat exports these four.
  return exports as unknown as Kernel;
}

const cut = (value: number): number => Math.max(-32768, Math.min(32767, value));
/** A product of two numbers of which one is in 32768ths, rounded. */
const times = (a: number, b: number): number => (a * b + 16384) >> 15;

function plainKernel(memory: WebAssembly.Memory): Kernel {
  const bytes = (at: number, count: number) => new Int8Array(memory.buffer, at, count);
  const shorts = (at: number, count: number) => new Int16Array(memory.buffer, at, count);
  const longs = (at: number, count: number) => new Int32Array(memory.buffer, at, count);
  return {
    multiply(x_at, weights_at, out_at, rows, row_bytes) {
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
    recur(list, step, count, offset, ...[w, first_at, scales_at, bias_at, sums_at, , before, short_at, ...result]) {
      const [out_at, out_step, curve_at, units] = result;
      const [weights, bias, short] = [bytes(w, units * units * 3), shorts(bias_at, units), bytes(short_at, units)];
      const [first, scales] = [longs(first_at, units * 3), longs(scales_at, units * 3)];
      const [sums, curve] = [longs(sums_at, units * 3), new Uint8Array(memory.buffer, curve_at, CURVE_PARTS * 5)];
      let state = shorts(before, units);
      for (let token = 0; token < count; token++) {
        addStates(short, weights, first, sums);
        for (let row = 0; row < units * 3; row++) sums[row] = cut((i32At(sums, row) * i32At(scales, row) + 2048) >> 12);
        const input = shorts(i32At(longs(list + token * step, 1), 0) + offset, units * 3);
        const gate = (at: number): number => 16384 + onCurve(curve, cut(i16At(input, at) + i32At(sums, at)));
        const out = shorts(out_at + token * out_step, units);
        for (let unit = 0; unit < units; unit++) {
          const kept = cut(i32At(sums, units * 2 + unit) + i16At(bias, unit));
          const fresh = cut(i16At(input, units * 2 + unit) + times(gate(unit), kept));
          const value = (onCurve(curve, cut(2 * fresh)) + 2) >> 2;
          out[unit] = value + times(gate(units + unit), i16At(state, unit) - value);
          short[unit] = Math.min(127, (i16At(out, unit) + 4128) >> 6);
        }
        state = out;
      }
    },
    largest(from, rows, out_at, row_bytes) {
      const columns = row_bytes / 2;
      const [cells, out] = [shorts(from, rows * columns), shorts(out_at, columns)];
      for (let column = 0; column < columns; column++) {
        let most = i16At(cells, column);
        for (let row = 1; row < rows; row++) most = Math.max(most, i16At(cells, row * columns + column));
        out[column] = most;
      }
    },
  };
}

/** multiply_states of kernel.wat. */
function addStates(short: Int8Array, weights: Int8Array, first: Int32Array, sums: Int32Array) {
  const columns = short.length;
  for (let row = 0; row < sums.length; row++) {
    let sum = i32At(first, row);
    for (let column = 0; column < columns; column++)
      sum += i8At(weights, weightPlace(row, column, columns)) * i8At(short, column);
    sums[row] = sum;
  }
}

/** The function $curve of kernel.wat. */
function onCurve(curve: Uint8Array, x: number): number {
  const size = Math.min(16383, Math.abs(x));
  const part = size >> 10;
  const coefficient = (table: number): number => u8At(curve, table * CURVE_PARTS + part);
  const place = (size & 1023) << 5;
  const slope = coefficient(2) + 256 * coefficient(3) - times(place, 2 * coefficient(4));
  const value = coefficient(0) + 256 * coefficient(1) + times(place, slope);
  return x < 0 ? -value : value;
}
