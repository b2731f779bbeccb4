import { expect, test } from "bun:test";
import { readTradeFigures, type TradeFile } from "../train/trade-figures.ts";
import { engine } from "./loaded-engine.ts";

const figuresOf = async (file: TradeFile) =>
  (await readTradeFigures(engine.weights, file)).map((one) => [one.trade, one.texts, one.detection_f1, one.joint_f1]);

// The texts with which the taxonomies were developed: a change of the words must not lose what they find.
test("each trade's taxonomy still reads the texts that it was developed with", async () => {
  const figures = await readTradeFigures(engine.weights, "trades");
  expect(figures.map(({ trade, texts }) => [trade, texts])).toEqual([
    ["dentist", 48],
    ["restaurant", 48],
    ["auto-repair", 48],
    ["hair-salon", 48],
    ["hotel", 48],
  ]);
  expect(figures.filter(({ joint_f1 }) => joint_f1 < 88)).toEqual([]);
});

test("the reviews of an unseen writer are read as well as insights/model-card.md says", async () => {
  expect(await figuresOf("trades-test")).toEqual([
    ["dentist", 131, 67.8, 55],
    ["restaurant", 132, 71, 44.3],
    ["auto-repair", 131, 59.9, 41.8],
    ["hair-salon", 131, 61.1, 40.6],
    ["hotel", 131, 71.3, 53.3],
  ]);
});
