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

/** The number 0 as a 7-bit input: see the formats in kernel.wat. */
export const SHORT_ZERO = 64;

/** The kernel multiplies blocks of 48 rows, three for each of 16 units, and four columns. */
export const ROWS = 48;
export const COLUMNS = 4;
export const UNITS = 16;

/** The place of a weight in the order in which the kernel reads them. `columns` is how many the matrix has. */
export function weightPlace(row: number, column: number, columns: number): number {
  const group = row - (row % ROWS);
  const block = column - (column % COLUMNS);
  return group * columns + block * ROWS + (row % ROWS) * COLUMNS + (column % COLUMNS);
}
