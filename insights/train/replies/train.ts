// Makes the weights of the second look at replies again: bun insights/train/replies/train.ts [FILE]

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readMarkedReplies } from "../../../bench/privacy/marked.ts";
import { DEVELOPMENT, readReplies } from "../../../bench/privacy/score.ts";
import { featuresOfReply, REPLY_WEIGHTS } from "../../../src/privacy/replies/reply-model.ts";
import { createRandom } from "../names/random.ts";

const EPOCHS = 12;
const RATE = 0.2;
const LEFT_OUT = 0.3;
const STEPS = 24;
const SHRINK = 1 - 1e-4;

type Sample = { features: number[]; held: boolean };
const random = createRandom(47);

/** Every sentence of a harmless reply is harmless; of the others, we know it of the whole. */
function readSamples(): Sample[] {
  const more = readFileSync(new URL("./more.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((row) => /^[+-] /.test(row))
    .map((row) => ({ text: row.slice(2), held: row.startsWith("-") }));
  const marked = process.argv.includes("--without-marked") ? [] : readMarkedReplies("development");
  const demo = readFileSync(new URL("../../../examples/demo-clinic/reviews.ndjson", import.meta.url), "utf8")
    .split("\n")
    .flatMap((row) => (row === "" ? [] : [JSON.parse(row).owner_reply?.text]))
    .filter((text) => typeof text === "string")
    .map((text) => ({ text, held: false }));
  const replies = [
    ...DEVELOPMENT.flatMap(readReplies),
    ...marked.filter(({ lang }) => lang !== "other"),
    ...more,
    ...demo,
  ];
  return replies.flatMap(({ text, held }) =>
    (held ? [text] : text.split(/(?<=[.!?])\s+/u)).map((part) => ({ features: featuresOfReply(part), held })),
  );
}

const samples = readSamples();
const weights = new Float64Array(REPLY_WEIGHTS);
const squares = new Float64Array(REPLY_WEIGHTS).fill(1e-2);
for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
  let wrong = 0;
  for (let count = samples.length; count > 0; count -= 1) {
    const sample = random.pick(samples);
    const features = sample.features.filter(() => !random.chance(LEFT_OUT));
    const sum = features.reduce((total, feature) => total + (weights[feature] ?? 0), 0);
    const error = (sample.held ? 1 : 0) - 1 / (1 + Math.exp(-sum));
    if (Math.abs(error) > 0.5) wrong += 1;
    for (const feature of features) {
      const square = (squares[feature] ?? 0) + error * error;
      squares[feature] = square;
      weights[feature] = ((weights[feature] ?? 0) + (RATE * error) / Math.sqrt(square)) * SHRINK;
    }
  }
  console.log(`epoch ${epoch + 1}: wrong ${wrong} of ${samples.length}`);
}
const file = process.argv.slice(2).find((word) => !word.startsWith("--"));
writeFileSync(
  file ?? fileURLToPath(new URL("../../../src/privacy/replies/replies.bin", import.meta.url)),
  Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight * STEPS)))),
);
