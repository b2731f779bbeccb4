// bun insights/bench/trades.ts: how well the taxonomies of other trades read the texts that they were developed with. It is an
// upper bound, and no test: the hand that wrote the words of the taxonomies wrote these texts, too.
import { readWeights } from "../engine/weights.ts";
import { readTradeFigures } from "../train/trade-figures.ts";

console.table(await readTradeFigures(readWeights()));
