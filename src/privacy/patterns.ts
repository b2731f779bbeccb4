import type { RedactionKind } from "../model/review.ts";
import { itemAt } from "../model/typed-array.ts";

/** Finds one kind of private passage. If there is a group `value`, it ends the match and only it is replaced. */
export type Pattern = {
  kind: RedactionKind;
  regex: RegExp;
  /** The pattern cannot match a text that fails this faster test: most reviews have no digit at all. */
  needs: RegExp;
  /** Decides where the shape alone cannot. */
  accept?: (value: string) => boolean;
};

export const DIGIT = /\d/;

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|januar|februar|märz|juni|juli|oktober|dezember)";
const DATE = [
  String.raw`\d{4}[-./]\d{1,2}[-./]\d{1,2}`,
  String.raw`\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2})`,
  String.raw`${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
  String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th|\.)?(?: of| de)? ${MONTH}\.?,?(?: del?)? \d{4}`,
].join("|");

/** Groups of capitals and digits. `identifies` asks for at least three digits and four characters in all. */
const IDENTIFIER = String.raw`(?=\p{L}{0,40}\d|[\p{L}]{1,4}-)(?:[A-Z]{0,4}\d[\dA-Z]*|[A-Z]{1,4})(?:-[A-Z\d]+)*(?: (?:[A-Z]{1,2} )?(?=[A-Z]*\d)[A-Z\d]+(?:-[A-Z\d]+)*)*(?![\p{L}\d])`;
/** What may come between the name of an identifier and its value. */
const GAP = String.raw`(?:\s*(?:is|was|es|est|ist|[:=#,(.])){0,12}\s*`;
/** A word that announces a number: "my policy of 48 hours" has none. */
const NUMBERED = String.raw`\s*(?:id\b|number\b|num\b|no\b\.?|nr\b\.?|nº|n°|#)`;

const identifies = (value: string): boolean =>
  value.replace(/[^\p{L}\d]/gu, "").length >= 4 && value.replace(/\D/g, "").length >= 3;

function passesLuhn(value: string): boolean {
  const digits = [...value.replace(/\D/g, "")].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

const CLINIC_AFTER = String.raw`(?!\.?\s+(?:Physical|Physio\w*|PT|Clinic|Rehab\w*|Therapy|Wellness|Medical|Health|Dental|Hospital|Race|Run|closures?|location|office|branch|clinic|rehab|physio\w*|therapy|store|bridge|exit)\b)`;
const SUFFIX =
  "(?:Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Way|Terrace|Ter|Circle|Cir|Highway|Hwy|Parkway|Pkwy|Trail|Trl|Row|Square|Sq|Loop|Alley|Crescent|Close|Mews|Pike|Plaza)";
const STARTS_WITH_SUFFIX = new RegExp(`^${SUFFIX}\\b`, "i");
const UNIT = String.raw`(?:,?\s*(?:(?:Apt|Apartment|Unit|Suite|Ste|Flat)\b\.?\s*#?\s*|#\s?)[A-Za-z]?\d*[A-Za-z]?\b)?`;
const TOWN = String.raw`(?:,\s*\p{Lu}[\p{L}.'’ -]{1,30}?,?\s+[A-Z]{2}\b(?:\s+\d{5}(?:-\d{4})?)?)?`;
const NO_STREET =
  /\b(?:minutes?|mins?|hours?|hrs?|miles?|days?|weeks?|months?|years?|seasons?|stars?|blocks?|doors?|percent|times?|visits?|people|lanes?|more|the|down|up|across|of|in|on|a|and|to|from|off|this|that|my|your|bad|good|long|feet|steps|dr)\b/i;
const isStreet = (value: string): boolean => {
  const words = value.replace(/^\d+\w?\s+/, "").split(/\s+/);
  // The suffix may be a word such as Dr or Lane; the words before it may not.
  const suffix = words.findIndex((word, index) => index > 0 && STARTS_WITH_SUFFIX.test(word));
  return !NO_STREET.test(words.slice(0, suffix === -1 ? words.length : suffix).join(" "));
};

const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** A row of spoken digits is a telephone number, unless the author is counting up or down. */
function isSpokenNumber(value: string): boolean {
  const words = value.toLowerCase().match(/[a-z]+/g) ?? [];
  const digits = words.map((word) => (word === "oh" ? 0 : NUMBER_WORDS.indexOf(word)));
  const counted = digits.slice(1).filter((digit, index) => Math.abs(digit - itemAt(digits, index)) === 1).length;
  return counted < digits.length - 2;
}

const DATE_SHAPE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2}))$/;
const CALLS =
  "call(?:ed)?|ring|text|phone|tel|telephone|cell|mobile|whatsapp|sms|fax|number|reach(?:ed)?|contact|line|voicemail|home|work|at|tel[ée]fono|celular|móvil|ll[áa]m\\p{L}*|numéro|téléphone|appel\\p{L}*|telefon|handy|mobil";

/** Tried in this order: a passage belongs to the first pattern that matches it. */
export const PATTERNS: readonly Pattern[] = [
  {
    kind: "email",
    needs: /@/,
    regex:
      /[\p{L}\p{N}][\p{L}\p{N}._%+'’-]{0,63}\s?@\s?[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,24}/gu,
  },
  {
    kind: "email",
    needs: /\bdot\b/i,
    regex:
      /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}(?:\s?[[(]\s?at\s?[\])]\s?| at )[\p{L}\p{N}-]{1,63}(?:(?:\s?[[(]\s?dot\s?[\])]\s?| dot )(?:com|net|org|edu|gov|info|co|uk|es|fr|de|ie|ca|us|au)\b)+/giu,
  },
  { kind: "url", needs: /:\/\//, regex: /\b(?:https?|ftp):\/\/[^\s<>"“”]+/giu },
  { kind: "url", needs: /\bwww\./i, regex: /\bwww\.[\p{L}\p{N}-]+\.[^\s<>"“”]+/giu },
  {
    kind: "url",
    needs: /\.(?:com|net|org|info|biz|io|gov|edu|co)\b|\.(?:COM|NET|ORG)\b/,
    // Lower case only: "Great.Net result" is a missing space, and so is a final dot that a letter follows.
    regex:
      /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:com|net|org|info|biz|io|gov|edu|co\.\p{Ll}{2}|COM|NET|ORG)(?![\p{L}\p{N}@-])(?:\/[^\s<>"“”]*)?/gu,
  },
  {
    kind: "url",
    needs: /\.[a-z]{2,3}\//i,
    regex: /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{Ll}{2,3}\/[\p{L}\p{N}][^\s<>"“”]*/gu,
  },
  {
    kind: "birth_date",
    needs: DIGIT,
    regex: new RegExp(
      String.raw`(?<![\p{L}])(?:d\.?o\.?b\b\.?|date of birth|birth ?date|birthday|born|fecha de nacimiento|naci(?:ó|do|da)|nací|née?|date de naissance|geboren|geburtsdatum)[^\d.;!?]{0,12}?\b(?<value>${DATE})(?![\p{L}\d])`,
      "giu",
    ),
  },
  {
    kind: "insurance_number",
    needs: DIGIT,
    // Case matters only in the identifier itself, so the words before it set their own flag.
    regex: new RegExp(
      String.raw`(?<![\p{L}])(?i:(?:member(?:ship)?|subscriber|insurance|ins\.?|medicare|medicaid|policy|group|claim|authori[sz]ation|beneficiary|nhs)${NUMBERED}|social security(?:${NUMBERED})?|ssn|social(?=:)|(?:numéro de )?sécurité sociale|póliza(?: número)?|número de (?:póliza|afiliado)|versicherungsnummer)(?i:${GAP})(?<value>${IDENTIFIER})`,
      "gu",
    ),
    accept: identifies,
  },
  { kind: "insurance_number", needs: DIGIT, regex: /(?<![\d\p{L}-])\d{3}-\d{2}-\d{4}(?![\d\p{L}-])/gu },
  {
    kind: "record_number",
    needs: DIGIT,
    regex: new RegExp(
      String.raw`(?<![\p{L}])(?i:mrn|(?:medical record|patient|chart|account|acct\.?|case|file|record|client)${NUMBERED}|historia clínica|(?:número de )?expediente|numéro de dossier)(?i:${GAP})(?<value>${IDENTIFIER})`,
      "gu",
    ),
    accept: identifies,
  },
  {
    kind: "record_number",
    needs: /\d{4}[ -]\d{4}[ -]\d{4}/,
    regex: /(?<![\d\p{L}-])\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?![\d\p{L}-])/gu,
    accept: passesLuhn,
  },
  {
    kind: "address",
    needs: DIGIT,
    regex: new RegExp(
      String.raw`(?<![\p{L}\d$€£#.,:/-])\d{1,6}[A-Za-z]?\s+(?:(?:\p{Lu}[\p{L}'’-]*\.?|\d{1,3}(?:st|nd|rd|th))\s+){1,4}${SUFFIX}\b${CLINIC_AFTER}\.?${UNIT}${TOWN}`,
      "gu",
    ),
    accept: isStreet,
  },
  {
    kind: "address",
    needs: DIGIT,
    regex: new RegExp(
      String.raw`(?<![\p{L}\d$€£#.,:/-])\d{1,5}[a-z]?\s+(?:\p{Ll}[\p{Ll}'’-]+\s+){1,2}(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane)\b${CLINIC_AFTER}`,
      "gu",
    ),
    accept: isStreet,
  },
  {
    kind: "address",
    needs: DIGIT,
    regex:
      /(?<![\p{L}\d])(?:P\.?\s?O\.?\s?Box\s+\d{1,6}|\d{1,6}\s+(?:Highway|Hwy|Route|County Road)\s+\d{1,4})(?!\d)/giu,
  },
  {
    kind: "address",
    needs: DIGIT,
    regex:
      /(?<!\p{L})(?:(?:Calle|Avenida|Avda\.?|Av\.|Carrera|Paseo|Plaza)\s+(?:(?:de|del|la|las|los|\p{Lu}\p{L}*)\s+){1,4}(?:n[º°]\s*)?\d{1,4}|\p{Lu}\p{Ll}+(?:straße|strasse|str\.|weg|platz|gasse|allee)\s+\d{1,4}[a-z]?)(?![\d\p{L}])/gu,
  },
  {
    kind: "address",
    needs: DIGIT,
    regex:
      /(?<![\p{L}\d])\d{1,4}(?:\s+(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|impasse|allée|chemin|quai|place)\s+(?:(?:de la|de l['’]|de|du|des|d['’])\s*)?\p{Lu}\p{L}+(?:[ -]\p{Lu}\p{L}+){0,2}/gu,
  },
  {
    kind: "phone",
    needs: DIGIT,
    regex:
      /(?<![\p{L}\d$€£#.,-])(?:\+?1\s?[-.–/ ]?\s?)?(?:\([2-9]\d{2}\)\s?[-.–]?\s?|[2-9]\d{2}\s?[-.–/ ]\s?)[2-9]\d{2}\s?[-.– ]\s?\d{4}(?:,?\s?(?:ext\.?|extension|x)\s?\d{1,6})?(?![\d\p{L}]|[-.,]\d)/giu,
  },
  { kind: "phone", needs: /\+\d/, regex: /(?<![\p{L}\d])\+\d{1,3}(?:[\s.()–-]{0,2}\d){6,13}(?!\d)/gu },
  { kind: "phone", needs: /\d{10}/, regex: /(?<![\p{L}\d$€£#.,-])1?[2-9]\d{2}[2-9]\d{6}(?![\d\p{L}]|[-.,]\d)/gu },
  {
    kind: "phone",
    needs: /\b0\d/,
    regex:
      /(?<![\p{L}\d$€£#.,:-])(?:0[1-9](?:[ .-]\d{2}){4}|0\d{2,4}[ -]\d{3,4}[ -]\d{3,4}|0\d{4}[ -]\d{6})(?![\d\p{L}]|[-.,:]\d)/gu,
  },
  {
    kind: "phone",
    needs: DIGIT,
    regex: new RegExp(
      String.raw`(?<!\p{L})(?:${CALLS})(?!\p{L})[^\d.;!?\n$€£#]{0,20}(?<value>(?<![\d$€£#])\(?\d(?:(?:\s?[().–-]\s?|\s)?\d){6,14})(?![\d\p{L}%]|[-.,:/]\d)`,
      "giu",
    ),
    accept: (value) => !DATE_SHAPE.test(value.trim()),
  },
  {
    kind: "phone",
    needs:
      /(?:zero|one|two|three|four|five|six|seven|eight|nine)[\s,.-]+(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b/i,
    regex:
      /\b(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[\s,.-]+){6,13}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b/giu,
    accept: isSpokenNumber,
  },
];
