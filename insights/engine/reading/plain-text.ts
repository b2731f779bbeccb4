import { itemAt } from "../../../src/model/basics/typed-array.ts";

/** A text prepared for matching: lower case, plain quotes and spaces, no accents, no invisible characters. */
export type PlainText = {
  text: string;
  /** The offset of each code unit in the original, then the original's length. Null if no offset changed. */
  offsets: Int32Array | null;
};

const REPLACED = new Map<number, string>([
  [0x2018, "'"],
  [0x2019, "'"],
  [0x201b, "'"],
  [0x02bc, "'"],
  [0x60, "'"],
  [0xb4, "'"],
  [0x201c, '"'],
  [0x201d, '"'],
  [0xab, '"'],
  [0xbb, '"'],
  [0x2010, "-"],
  [0x2011, "-"],
  [0x2026, "."],
  [0xa0, " "],
  [0x202f, " "],
  [0x3000, " "],
  [0x3002, "."],
]);

const isInvisible = (unit: number): boolean =>
  (unit < 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) ||
  unit === 0x7f ||
  unit === 0xad ||
  (unit >= 0x200b && unit <= 0x200f) ||
  (unit >= 0x202a && unit <= 0x202e) ||
  (unit >= 0x2060 && unit <= 0x2069) ||
  (unit >= 0x300 && unit <= 0x36f) ||
  (unit >= 0xfe00 && unit <= 0xfe0f) ||
  unit === 0xfeff;

/** One code unit becomes one or none, so a list of offsets is enough to find the original. */
function plainUnit(unit: number): string {
  if (isInvisible(unit)) return "";
  const replaced = REPLACED.get(unit);
  if (replaced !== undefined) return replaced;
  if (unit >= 0xff01 && unit <= 0xff5e) return String.fromCharCode(unit - 0xfee0).toLowerCase();
  const character = String.fromCharCode(unit);
  const lower = character.toLowerCase();
  const base = lower.length === 1 ? lower : character;
  return unit < 0x250 ? (base.normalize("NFD")[0] ?? base) : base;
}

const LATIN = Array.from({ length: 0x250 }, (_, unit) => plainUnit(unit));
/** Texts that only have to be put in lower case. */
const PLAIN = /^[\t\n\r\x20-\x5f\x61-\x7e]*$/;

export function toPlainText(text: string): PlainText {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), offsets: null };
  const units: string[] = [];
  const offsets = new Int32Array(text.length + 1);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const plain = unit < LATIN.length ? itemAt(LATIN, unit) : plainUnit(unit);
    if (plain === "") continue;
    offsets[units.length] = index;
    units.push(plain);
  }
  offsets[units.length] = text.length;
  return { text: units.join(""), offsets: offsets.subarray(0, units.length + 1) };
}
