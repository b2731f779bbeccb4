import type { Folded } from "./fold.ts";
import type { Span } from "./span.ts";

const MONTH =
  "(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|zo|s)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember|iembre|embre)?|oct(?:ober|ubre|obre)?|okt(?:ober)?|nov(?:ember|iembre|embre)?|dec(?:ember)?|dez(?:ember|embro)?|enero|febrero|abril|mayo|junio|julio|agosto|octubre|diciembre|février|avril|juin|juillet|août|octobre|décembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre)";
const LINK = "(?: of| de| del| di| do)?";
/** Any words: what follows them decides. */
const WRITTEN_DAY = "\\p{L}{2,24}(?:[ -]\\p{L}{1,12}){0,3}?";
const FIRST_DAYS = "(?:first|second|third|fourth|fifth|uno|primero|premier|ersten|zweiten|dritten|primeiro|primo)";
const WRITTEN_YEAR =
  "(?:nineteen[ -]\\p{L}{2,12}(?:[ -]\\p{L}{3,6})?|two thousand(?: and)?(?: \\p{L}{2,10})?|mil novecient[oa]s \\p{L}{4,12}(?: y \\p{L}{3,8})?|dos mil(?: \\p{L}{2,12})?|mille neuf cents?[ -]\\p{L}{3,12}(?:[ -]\\p{L}{2,8}){0,3}|deux mille(?: \\p{L}{2,10})?|neunzehnhundert\\p{L}{2,24}|zweitausend\\p{L}{0,20}|mil novecentos e \\p{L}{4,12}(?: e \\p{L}{2,8})?|dois mil(?: e \\p{L}{2,10})?|millenovecento\\p{L}{3,24}|duemila\\p{L}{0,20}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\\p{L}{3,5}|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa) y \\p{L}{3,6}|(?:trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa) e \\p{L}{2,6})";
const DATE = [
  String.raw`\d{4}[-./]\d{1,2}[-./]\d{1,2}`,
  String.raw`\d{1,2}\s?[-./]\s?(?:\d{1,2}|[ivx]{1,4}|${MONTH})\s?[-./]\s?'?(?:\d{4}|\d{2})`,
  String.raw`\d{1,2} \d{1,2} (?:19|20)?\d{2}`,
  String.raw`${MONTH}\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?,?(?: of| in| de| del)? (?:\d{4}|'?\d{2})`,
  String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th|er|º|°|\.)?(?: day)?${LINK} ?${MONTH}\.?,?${LINK} ?(?:\d{4}|'?\d{2})`,
  `(?:the )?${WRITTEN_DAY}${LINK} ${MONTH},?${LINK} ${WRITTEN_YEAR}`,
  String.raw`(?:the )?${FIRST_DAYS}${LINK} ${MONTH},?${LINK} \d{4}`,
  `${MONTH} (?:the )?${WRITTEN_DAY},? ${WRITTEN_YEAR}`,
  String.raw`\d{8}`,
].join("|");
/** Words that ask for a date of birth; a date follows some words later. Those that tell of a birth are closer to it. */
const BORN =
  "d\\.?o\\.?b\\.?|date of birth|birth ?dates?|birth ?day|b-?day|fecha de nacimiento|f(?:ec(?:ha)?)?\\. ?(?:de )?nac\\.|nacimiento|cumpleaños|cumple|date de naissance|naissance|anniversaire|ddn|geburtsdatum|geburtstag|geb\\.|data de nascimento|nascimento|aniversário|data di nascita|nascita|compleanno";
const TOLD = "born|b\\.|naci(?:ó|do|da|mos)|nací|née?|geboren|nasci(?:d[oa])?|nasceu|nat[oa]";
const AFTER = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${BORN})(?!\p{L})[^\d.;!?]{0,36}?|(?:${TOLD})(?!\p{L})[^\d.;!?]{0,20}?)(?<!\p{L})(?<value>${DATE})(?![\p{L}\d])`,
  "giu",
);
const GLUED = /(?<!\p{L})dob(?<value>\d{6,8})(?!\d)/giu;
/** "… not 03/14/1926", "instead of": a second date in the same breath is one, too. */
const SECOND = new RegExp(
  String.raw`^[\s,;:("'/-]{0,3}(?:(?:and|not|instead of|or|but|y|no|en vez de|et|pas|au lieu du|und|nicht|statt|e|não|em vez de|non|invece del?)[\s,]{1,2}){1,2}(?:[^\d.;!?]{0,16}?(?<!\p{L}))?(?<value>${DATE})(?![\p{L}\d])`,
  "iu",
);
/** "am 3. Mai 1950 geboren" */
const BEFORE = new RegExp(
  String.raw`(?<![\p{L}\d])(?=[\p{L}\d])(?<value>${DATE})\s(?:geboren|nacid[oa]|né|née)(?!\p{L})`,
  "giu",
);
/** A pain or a hobby may be born on a day, and people are born again. */
const NOT_A_PERSON =
  /(?:pain|ache|problem|injury|idea|dream|clinic|practice|business|friendship|dolor|lesión|douleur|schmerz(?:en)?|dor|dolore|clínica|praxis)\s(?:was|were|is|nació|nasceu|est|fue|è)?\s?$/iu;
const AGAIN = /^\S+\s(?:again|de novo|de nuevo|für|to|para|per|pour)(?!\p{L})/iu;

/** A birth date is private only as such: visits have dates, too. */
export function findBirthDates({ text }: Folded): Span[] {
  const found: Span[] = [];
  const add = (end: number, value: string) => found.push({ kind: "birth_date", start: end - value.length, end });
  for (const match of [...text.matchAll(GLUED), ...text.matchAll(AFTER)]) {
    const end = match.index + match[0].length;
    if (NOT_A_PERSON.test(text.slice(Math.max(0, match.index - 24), match.index)) || AGAIN.test(match[0])) continue;
    add(end, match.groups?.value ?? "");
    const second = SECOND.exec(text.slice(end, end + 60));
    if (second) add(end + second[0].length, second.groups?.value ?? "");
  }
  for (const match of text.matchAll(BEFORE)) {
    const value = match.groups?.value ?? "";
    add(match.index + value.length, value);
  }
  return found;
}
