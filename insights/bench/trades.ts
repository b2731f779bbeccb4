// bun insights/bench/trades.ts: how well the engine reads the reviews of other trades. Only the texts of unseen writers are a test.
import { readWeights } from "../engine/weights.ts";
import { readTradeFigures } from "../train/trade-figures.ts";

const weights = readWeights();
console.log("Texts by the hand that wrote the words of the taxonomies; the net learned from them (an upper bound)");
console.table(await readTradeFigures(weights, "trades"));
console.log("Texts of six writers to develop with: the net learned from them (an upper bound, too)");
console.table(await readTradeFigures(weights, "trades-train"));
console.log("Texts of a writer whom nobody who worked on the taxonomies has read: the true figures");
console.table(await readTradeFigures(weights, "trades-test"));
