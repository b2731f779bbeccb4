import { type Tokens, WORD } from "./tokens.ts";
import { wordSet as hashes } from "./word-set.ts";

const ENGLISH = hashes(
  "the and i to a of my was is in for with they it that have not you are this me so very be on had but at all as we he she great good were would will after their there from me no pain therapist staff helped best an my get got can do did does been has what when who never always our her his really too more just about out up or if by time back thank",
);
const OTHER = hashes(
  "el la los las que de y en un una es muy por con para mi se lo le les del al no su pero como mas le des et je est les dans pour pas une nous vous avec sur tres der die das und ist ich nicht mit sehr ein eine auf zu es den il di che sono per molto mi da o e os as um uma muito nao com em na no foi meu minha van het een ik niet met zijn",
);
/** Fewer words than this are taken for English unless they are in another script. */
const TELLING = 5;

/** Whether the words are English enough to be read. */
export function isEnglish(tokens: Tokens): boolean {
  let words = 0;
  let english = 0;
  let other = 0;
  let foreign = 0;
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind[at] !== WORD) continue;
    words++;
    const hash = tokens.hash[at] ?? 0;
    if (ENGLISH.has(hash)) english++;
    if (OTHER.has(hash)) other++;
    // Beyond Latin: Cyrillic, Arabic, Hebrew, Han and the rest.
    if (tokens.folded.charCodeAt(tokens.folded_start[at] ?? 0) >= 0x370) foreign++;
  }
  if (words > 0 && foreign * 2 > words) return false;
  if (words < TELLING) return other <= english || other < 2;
  return english >= other || english * 5 >= words;
}
