import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  contrast,
  DARK_SURFACE,
  LIGHT_PAGE,
  mixColors,
  READABLE,
  readableTone,
} from "../../../src/model/basics/color.ts";
import { openRandom } from "../../random.ts";
import { SEED } from "../../seed.ts";

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 6);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
  expect(contrast("#ffffff", "#767676")).toBeCloseTo(4.542, 3);
  expect(contrast("#0a0a0a", "#000000")).toBeCloseTo(1.0607, 4);
  expect(contrast("#ff0000", "#ff0000")).toBe(1);
});

test("the backgrounds are those of the stylesheet", () => {
  const style = readFileSync(join(import.meta.dir, "../../../src/pages/style/base.css"), "utf8");
  expect(style.match(/--paper: (#\w+)/)?.[1]).toBe(LIGHT_PAGE);
  expect(style.match(/dark\) \{[\s\S]*?--surface: (#\w+)/)?.[1]).toBe(DARK_SURFACE);
});

test("a color that can be read stays as it is", () => {
  expect(readableTone("#0B6A62", LIGHT_PAGE, READABLE)).toBe("#0b6a62");
  expect(readableTone("#ffffff", DARK_SURFACE, READABLE)).toBe("#ffffff");
});

test("white, black and gray get the nearest gray", () => {
  expect(readableTone("#ffffff", LIGHT_PAGE, READABLE)).toMatch(/^#(7[0-4])\1\1$/);
  expect(readableTone("#000000", DARK_SURFACE, READABLE)).toMatch(/^#(8[0-9a-f])\1\1$/);
});

test("any color gets a tone that passes, just so, on both pages", () => {
  const random = openRandom(SEED);
  for (let i = 0; i < 500; i++) {
    const color = `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, "0")}`;
    for (const background of [LIGHT_PAGE, DARK_SURFACE]) {
      const tone = readableTone(color, background, READABLE);
      const ratio = contrast(tone, background);
      expect([color, ratio >= READABLE]).toEqual([color, true]);
      // The tone is the nearest: a step before it did not pass.
      if (tone !== color) expect([color, background, ratio < READABLE + 0.35]).toEqual([color, background, true]);
    }
  }
});

test("a tone keeps the hue, with as much of its color as a screen can show", () => {
  const tones = ["#ffdd00", "#ff0000", "#0000ff", "#00ffff", "#f4a6c0"].map((color) => [
    readableTone(color, LIGHT_PAGE, READABLE),
    readableTone(color, DARK_SURFACE, READABLE),
  ]);
  expect(tones).toEqual([
    ["#857300", "#ffdd00"],
    ["#e70805", "#fe3b2d"],
    ["#0000ff", "#4b81fd"],
    ["#028181", "#00ffff"],
    ["#a45d77", "#f4a6c0"],
  ]);
});

test("a contrast that no tone has gives black on a light page and white on a dark one", () => {
  expect([LIGHT_PAGE, DARK_SURFACE].map((page) => readableTone("#777777", page, 21))).toEqual(["#000000", "#ffffff"]);
});

test("mix takes a share of the first color", () => {
  expect(mixColors("#ff0000", "#0000ff", 0.5)).toBe("#800080");
  expect(mixColors("#ff0000", "#ffffff", 0)).toBe("#ffffff");
});
