import { i32At } from "../../../src/model/basics/typed-array.ts";
import { type ReadLanguage, type Tokens, WORD } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

const ENGLISH = wordSet(
  "the and i to a of my was is in for with they it that have not you are this me so very be on had but at all as we he she great good were would will after their there from me no pain therapist staff helped best an my get got can do did does been has what when who never always our her his really too more just about out up or if by time back thank",
);
const SPANISH = wordSet(
  "el la los las que de y en un una es muy por con para mi se lo le les del al a no su pero como mas me he has yo ya fue estaba esta te todo porque cuando bien nada tengo hay sin ni si gracias excelente terapia terapista dolor siempre nunca tambien son era les nos hace dia cita hora uno dos tres ella mejor eso asi vez desde hasta despues",
);
/** Words of French, German, Italian, Portuguese and Dutch. Those that Spanish has too are in both lists. */
const OTHER = wordSet(
  "le des et je est les dans pour pas une nous vous avec sur tres der die das und ist ich nicht mit sehr ein eine auf zu den il di che sono per molto mi da o e os as um uma muito nao com em na no foi meu minha van het een ik niet met zijn de la que se un por para mais mas c'est gli della ho una al",
);
/** A text of fewer words is in its stated language, unless most are in another script or two are clearly not in it. */
const ENOUGH_WORDS = 5;

type Counts = { words: number; english: number; spanish: number; other: number; foreign: number };

/** A word that English shares with another language ("me", "no", "a") counts for neither. */
function countWords(tokens: Tokens): Counts {
  const counts = { words: 0, english: 0, spanish: 0, other: 0, foreign: 0 };
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind[at] !== WORD) continue;
    counts.words++;
    const hash = i32At(tokens.hash, at);
    const spanish = SPANISH.has(hash);
    const other = OTHER.has(hash);
    if (ENGLISH.has(hash)) counts.english += spanish || other ? 0 : 1;
    else {
      if (spanish) counts.spanish++;
      if (other) counts.other++;
    }
    // Not Latin: Greek, Cyrillic, Arabic, Hebrew, Han and others.
    if (tokens.plain.charCodeAt(i32At(tokens.plain_start, at)) >= 0x370) counts.foreign++;
  }
  return counts;
}

function claimedLanguage(stated: string | null): ReadLanguage | "other" | null {
  if (stated === null) return null;
  if (/^en\b/i.test(stated)) return "en";
  return /^es\b/i.test(stated) ? "es" : "other";
}

/**
 * The language of a text, by its words; `tokens` are those of the text read as English. `stated` is what the review
 * says ("es-MX"). It decides for a text with few known words, and rules out Spanish if it names a language that is not
 * read.
 */
export function languageOf(tokens: Tokens, stated: string | null): ReadLanguage | "other" {
  const { words, english, spanish, other, foreign } = countWords(tokens);
  if (foreign * 2 > words) return "other";
  const claimed = claimedLanguage(stated);
  const rest = Math.max(spanish, other);
  if (words < ENOUGH_WORDS && rest < 2) return claimed ?? "en";
  if (english >= rest) return claimed === "es" && english === rest ? "es" : "en";
  if (claimed !== "other" && (spanish > other || (claimed === "es" && spanish === other))) return "es";
  return english * 5 >= words ? "en" : "other";
}
