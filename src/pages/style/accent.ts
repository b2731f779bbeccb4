import { COLOR, DARK_SURFACE, LIGHT_PAGE, mixColors, readableTone } from "../../model/basics/color.ts";

/** Well above the required 4.5, like the colors of base.css, because thin letters look weaker on a dark screen. */
const DARK_CONTRAST = 7;

/** Tones of the business's color for light and dark backgrounds. */
function tonesOf(accent_color: string): { light: string; dark: string } {
  // A profile is already checked when it is read. This second check protects the stylesheet.
  if (!COLOR.test(accent_color)) throw new Error(`${accent_color} is not a color`);
  return { light: accent_color, dark: readableTone(accent_color, DARK_SURFACE, DARK_CONTRAST) };
}

/** Our own color, as it is in the stylesheets of the embeds. */
const OURS = { light: "#0b6a62", dark: "#74cfc3" } as const;

/** A stylesheet with the color of the business instead of ours. */
export function inAccent(style: string, accent_color: string | null | undefined): string {
  if (!accent_color) return style;
  const { light, dark } = tonesOf(accent_color);
  return style.replaceAll(OURS.light, light).replaceAll(OURS.dark, dark);
}

/** Rules after all others that replace our color by that of the business. */
export function renderAccent(accent_color: string): string {
  const { dark } = tonesOf(accent_color);
  const soft = mixColors(accent_color, LIGHT_PAGE, 0.12);
  const dark_soft = mixColors(dark, DARK_SURFACE, 0.2);
  const light = `--accent:${accent_color};--accent-soft:${soft};--banner:${accent_color}`;
  return `:root{${light}}
@media (prefers-color-scheme:dark){:root{--accent:${dark};--accent-soft:${dark_soft};--banner:${dark_soft};--on-accent:${DARK_SURFACE}}}
@media print{:root{${light}}}
`;
}
