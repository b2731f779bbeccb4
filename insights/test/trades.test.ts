import { expect, test } from "bun:test";
import { readTradeFigures, type TradeFile } from "../train/trade-figures.ts";
import { engine } from "./loaded-engine.ts";

const figuresOf = async (file: TradeFile) =>
  (await readTradeFigures(engine.weights, file)).map((one) => [one.trade, one.texts, one.detection_f1, one.joint_f1]);

// Texts that the net learned from: a change must not lose what it finds.
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
    ["dentist", 131, 83.7, 73.8],
    ["restaurant", 132, 87.8, 69.9],
    ["auto-repair", 131, 80.1, 67.2],
    ["hair-salon", 131, 84.4, 67.9],
    ["hotel", 131, 82.5, 70.5],
  ]);
});
