import { i32At } from "../../../model/typed-array.ts";
import { type Tokens, WORD } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

const ENGLISH = wordSet(
  "the and i to a of my was is in for with they it that have not you are this me so very be on had but at all as we he she great good were would will after their there from me no pain therapist staff helped best an my get got can do did does been has what when who never always our her his really too more just about out up or if by time back thank",
);
const OTHER = wordSet(
  "el la los las que de y en un una es muy por con para mi se lo le les del al no su pero como mas le des et je est les dans pour pas une nous vous avec sur tres der die das und ist ich nicht mit sehr ein eine auf zu es den il di che sono per molto mi da o e os as um uma muito nao com em na no foi meu minha van het een ik niet met zijn",
);
/** A text of fewer words is taken for English, unless most are in another script or two are clearly not English. */
const ENOUGH_WORDS = 5;

/** Whether the text is English enough to be analyzed. */
export function isEnglish(tokens: Tokens): boolean {
  let words = 0;
  let english = 0;
  let other = 0;
  let foreign = 0;
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind[at] !== WORD) continue;
    words++;
    const hash = i32At(tokens.hash, at);
    if (ENGLISH.has(hash)) english++;
    if (OTHER.has(hash)) other++;
    // Not Latin: Greek, Cyrillic, Arabic, Hebrew, Han and others.
    if (tokens.plain.charCodeAt(i32At(tokens.plain_start, at)) >= 0x370) foreign++;
  }
  if (foreign * 2 > words) return false;
  if (words < ENOUGH_WORDS) return other <= english || other < 2;
  return english >= other || english * 5 >= words;
}
