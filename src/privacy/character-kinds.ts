import { u8At } from "../model/basics/typed-array.ts";

export const OTHER = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** The kind of each character. 0: nobody has asked for it yet. */
const KINDS = new Uint8Array(0x10000);
export function kindOf(code: number): number {
  const known = u8At(KINDS, code);
  if (known !== 0) return known;
  const letter = /\p{L}/u.test(String.fromCharCode(code));
  const kind = letter ? LETTER : code >= 0x30 && code <= 0x39 ? DIGIT : OTHER;
  KINDS[code] = kind;
  return kind;
}
