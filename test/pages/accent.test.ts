import { expect, test } from "bun:test";
import { contrast, LIGHT_PAGE, readableTone } from "../../src/model/basics/color.ts";
import { styleFor } from "../../src/pages/assets.ts";
import { renderAccent } from "../../src/pages/style/accent.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";

const rulesOf = (css: string): Record<string, string>[] =>
  Array.from(css.matchAll(/:root\{([^}]*)\}/g), ([, rules = ""]) =>
    Object.fromEntries(rules.split(";").map((rule) => rule.split(":"))),
  );

test("any accent color that is accepted gives readable text in both schemes and on buttons", () => {
  const random = openRandom(SEED);
  for (let i = 0; i < 300; i++) {
    const any = `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, "0")}`;
    const accent = readableTone(any, LIGHT_PAGE, 4.5);
    const [light, dark] = rulesOf(renderAccent(accent));
    const pairs = [
      [light?.["--accent"], LIGHT_PAGE],
      [light?.["--accent"], "#ffffff"],
      ["#1d2327", light?.["--accent-soft"]],
      [dark?.["--accent"], "#14181a"],
      [dark?.["--accent"], "#1b2124"],
      [dark?.["--accent"], dark?.["--on-accent"]],
      ["#e9e7e2", dark?.["--accent-soft"]],
    ];
    for (const [ink = "", paper = ""] of pairs) {
      expect([accent, ink, paper, contrast(ink, paper) >= 4.5]).toEqual([accent, ink, paper, true]);
    }
  }
});

test("on a dark background the color is lighter, with a contrast of 7", () => {
  const [light, dark] = rulesOf(renderAccent("#aa3300"));
  expect([light?.["--accent"], dark?.["--accent"]]).toEqual(["#aa3300", "#ff8b67"]);
});

test("nothing but a color gets into the stylesheet", () => {
  expect(() => renderAccent("#0b6a62;}body{display:none")).toThrow("is not a color");
  expect(() => renderAccent("red")).toThrow("is not a color");
});

test("each color has its own stylesheet, and the same color the same", () => {
  expect(styleFor("#7a1f3d").path).not.toBe(styleFor(null).path);
  expect(styleFor("#7a1f3d")).toBe(styleFor("#7a1f3d"));
  // Colors that the reader chose win: they come last.
  expect(styleFor("#7a1f3d").text.lastIndexOf("forced-colors")).toBeGreaterThan(
    styleFor("#7a1f3d").text.lastIndexOf("#7a1f3d"),
  );
});
