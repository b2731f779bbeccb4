import { expect, test } from "bun:test";
import { readTradeFigures } from "../train/trade-figures.ts";
import { engine } from "./loaded-engine.ts";

// The texts with which the taxonomies were developed: a change of the words must not lose what they find.
test("each trade's taxonomy still reads the texts that it was developed with", async () => {
  const figures = await readTradeFigures(engine.weights);
  expect(figures.map(({ trade, texts }) => [trade, texts])).toEqual([
    ["dentist", 48],
    ["restaurant", 48],
    ["auto-repair", 48],
    ["hair-salon", 48],
    ["hotel", 48],
  ]);
  expect(figures.filter(({ joint_f1 }) => joint_f1 < 88)).toEqual([]);
});
