/** A color in a profile. Nothing else is allowed, because it becomes part of a stylesheet. */
export const COLOR = /^#[0-9a-f]{6}$/i;

/** The lightest and the darkest background behind text in the accent color. base.css has the same values. */
export const LIGHT_PAGE = "#fbfaf7";
export const DARK_SURFACE = "#1b2124";

/** The minimum contrast for text of any size (WCAG 2.2, success criterion 1.4.3). */
export const READABLE = 4.5;

type Triple = readonly [number, number, number];

const channels = (color: string): Triple => {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};

const toHex = (rgb: Triple): string =>
  `#${rgb
    .map((channel) =>
      Math.round(Math.max(0, channel) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const each = ([a, b, c]: Triple, change: (channel: number) => number): Triple => [change(a), change(b), change(c)];
const decode = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const encode = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

function luminance(color: string): number {
  const [r, g, b] = each(channels(color), decode);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]; // two of two
  return (high + 0.05) / (low + 0.05);
}

/** Oklab (Ottosson 2020): lightness and two axes of color. If only the lightness changes, people see the same hue. */
function toOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (rgb: Triple): boolean => rgb.every((channel) => channel > -0.001 && channel < 1.001);

/** The same hue at another lightness, as saturated as a screen can show it. */
function atLightness([, a, b]: Triple, lightness: number): string {
  let rgb = fromOklab([lightness, a, b]);
  for (let share = 0.98; share > 0 && !isShown(rgb); share -= 0.02) {
    rgb = fromOklab([lightness, a * share, b * share]);
  }
  return toHex(each(rgb, encode));
}

const STEP = 0.004;

/** The closest tone of a color with this contrast: darker on a light background, lighter on a dark one. */
export function readableTone(color: string, background: string, ratio: number): string {
  if (contrast(color, background) >= ratio) return color.toLowerCase();
  const lab = toOklab(each(channels(color), decode));
  const step = luminance(background) > 0.18 ? -STEP : STEP;
  for (let lightness = lab[0] + step; lightness > 0 && lightness < 1; lightness += step) {
    const tone = atLightness(lab, lightness);
    if (contrast(tone, background) >= ratio) return tone;
  }
  return step < 0 ? "#000000" : "#ffffff";
}

/** A mix: `share` of the first color, the rest from the second. */
export function mixColors(color: string, other: string, share: number): string {
  const [a, b] = [channels(color), channels(other)];
  return toHex([0, 1, 2].map((i) => (a[i] ?? 0) * share + (b[i] ?? 0) * (1 - share)) as [number, number, number]); // three of three
}
