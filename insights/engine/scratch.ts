import { createReadingScratch, type ReadingScratch } from "./reading/reading.ts";

/** Offsets of the rows of a weights table to add up. */
export type RowList = { offsets: Int32Array; count: number };

/** Space that one analysis after another reuses. It holds nothing between two analyses. */
export type Scratch = {
  reading: ReadingScratch;
  /** By feature of the text: its row in the weights; -1 for one without. */
  feature_rows: Int32Array;
  own_features: RowList;
  shared_features: RowList;
  plain_words: RowList;
  negated_words: RowList;
  /** One sum per output. */
  feature_sums: Float64Array;
  word_sums: Float64Array;
};

const createRowList = (): RowList => ({ offsets: new Int32Array(1024), count: 0 });

export const createScratch = (width: number): Scratch => ({
  reading: createReadingScratch(),
  feature_rows: new Int32Array(4096),
  own_features: createRowList(),
  shared_features: createRowList(),
  plain_words: createRowList(),
  negated_words: createRowList(),
  feature_sums: new Float64Array(width),
  word_sums: new Float64Array(width),
});

/** Empties the list and makes room for `most` rows. */
export function clearRows(rows: RowList, most: number) {
  rows.count = 0;
  if (most > rows.offsets.length) rows.offsets = new Int32Array(most * 2);
}
