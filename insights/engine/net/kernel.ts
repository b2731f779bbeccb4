/** The inner loops of the net. kernel.wat says what each does; the numbers are addresses in its memory, and sizes. */
export type Kernel = {
  multiply_word(x: number, weights: number, out: number, rows: number, bytes: number): void;
  finish(sums: number, bias: number, out: number, count: number, shift: number): void;
  multiply(...product: Product): void;
  recur(...direction: Direction): void;
  squash(sums: number, scales: number, out: number, count: number): void;
  largest(from: number, rows: number, out: number, bytes: number): void;
};

type Product = [x: number, weights: number, first: number, out: number, rows: number, columns: number];

/** One direction over the tokens of a text: the parameters of `recur`, in their order. */
type Direction = [
  ...tokens: [list: number, step: number, count: number, offset: number],
  ...weights: [weights: number, first: number, scales: number],
  ...memory: [state: number, old: number, other: number],
  ...result: [out: number, out_step: number, units: number],
];

/** A state of zero in 7 bits. */
export const SHORT_ZERO = 64;

/** How many rows and columns the weights of states are taken at a time: the three rows of 16 units each. */
export const ROWS = 48;
export const COLUMNS = 4;
export const UNITS = 16;

/** Where the weight of a row and column of `columns` is, in the order in which the kernel reads them. */
export function weightPlace(row: number, column: number, columns: number): number {
  const group = row - (row % ROWS);
  const block = column - (column % COLUMNS);
  return group * columns + block * ROWS + (row % ROWS) * COLUMNS + (column % COLUMNS);
}
