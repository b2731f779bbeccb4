import { readFileSync } from "node:fs";
import { onFirstUse } from "../first-use.ts";
import { createRows } from "../rows.ts";
import { checkFiles, tableReader } from "../weights.ts";
import { type Matrix, matrixReader, type NetWeights, readNet } from "./net-weights.ts";
// As a file: the compiled binary contains it too.
import tradesFile from "./trades.bin" with { type: "file" };

/*
 * The net for other trades: that of net.bin, trained further, with outputs for each trade. It shares the words and pairs
 * of net.bin, except for the words that it knows better and those that only it knows.
 */

type Header = {
  changed: number;
  extra: number;
  input_bits: number;
  /** In the order of their outputs in the file. */
  trades: Record<string, { aspects: string[]; bias: NetWeights["header"]["bias"] }>;
};

const MAGIC = "CNDRT001";

/** The net of one trade, from the bytes that insights/train/net/pack_trades.py writes; null for a trade without one. */
function parseTradeNet(bytes: Uint8Array, base: NetWeights, trade: string): NetWeights | null {
  const { header, take } = tableReader<Header>(bytes, MAGIC);
  const of_trade = header.trades[trade];
  if (of_trade === undefined) return null;
  const { words, special, width } = base.header;
  const matrix = matrixReader(take);
  const changed = new Int32Array(take(header.changed * 4));
  const rows = new Int8Array(take(header.changed * width));
  const keys = new Int32Array(take(header.extra * 4));
  const shared = (words + special) * width;
  const table = new Int8Array(shared + header.extra * width);
  table.set(base.table);
  changed.forEach((row, at) => {
    table.set(rows.subarray(at * width, (at + 1) * width), row * width);
  });
  table.set(new Int8Array(take(header.extra * width)), shared);
  const extra = onFirstUse(() => createRows(keys));
  const { rows: gates } = base.states;
  const net: NetWeights = {
    ...base,
    header: { ...base.header, input_bits: header.input_bits, ...of_trade },
    word: (hash) => {
      const row = base.word(hash);
      const own = row >= 0 ? -1 : extra()(hash);
      return own < 0 ? row : words + special + own;
    },
    table,
    input_weights: new Int16Array(take(gates * width * 2)),
    input_bias: new Int16Array(take(gates * 2)),
    states: matrix(gates, base.states.columns),
    hidden: matrix(base.hidden.rows, base.hidden.columns),
  };
  const heads = (): Matrix => matrix(base.part_heads.rows, base.part_heads.columns);
  for (const name of Object.keys(header.trades)) {
    const [part_heads, text_heads] = [heads(), heads()];
    if (name === trade) return { ...net, part_heads, text_heads };
  }
  return null;
}

/** The sha256 of trades.bin. */
export const TRADES_SHA256 = "37e60b494703317eba5bc153c78fe3e13caf3e1f1a49e8da50efa2c8a932892a";

/** The aspects of each trade that the committed net knows. */
export const TRADE_ASPECTS = onFirstUse((): ReadonlyMap<string, string> => {
  const { header } = tableReader<Header>(readFileSync(tradesFile), MAGIC);
  return new Map(Object.entries(header.trades).map(([trade, { aspects }]) => [trade, aspects.join()]));
});

/** The committed net of a trade in TRADE_ASPECTS. */
export function readTradeNet(trade: string): NetWeights {
  const bytes = readFileSync(tradesFile);
  checkFiles("trades.bin", TRADES_SHA256, bytes);
  const net = parseTradeNet(bytes, readNet(), trade);
  if (net === null) throw new Error(`trades.bin has no net for ${trade}`);
  return net;
}
