import type { Folded } from "./fold.ts";
import type { RedactionSpan } from "./span.ts";

const MONTH =
  "(?:jan(?:uary|uar|vier|v|eiro)?|feb(?:ruary|ruar|br?)?|fév(?:rier|r)?|fev(?:ereiro)?|avr(?:il)?|abr(?:il)?|ene(?:ro)?|gen(?:naio)?|mag(?:gio)?|giu(?:gno)?|lug(?:lio)?|juil(?:let|l)?|ago(?:sto)?|set(?:embro|tembre)?|out(?:ubro)?|ott(?:obre)?|dic(?:iembre|embre)?|déc(?:embre)?|mar(?:ch|zo|s)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember|iembre|embre)?|oct(?:ober|ubre|obre)?|okt(?:ober)?|nov(?:ember|iembre|embre)?|dec(?:ember)?|dez(?:ember|embro)?|enero|febrero|abril|mayo|junio|julio|agosto|octubre|diciembre|février|avril|juin|juillet|août|octobre|décembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre)";
const LINK = "(?: of| de| del| di| do)?";
/** Any words: what follows them decides. */
const WRITTEN_DAY = "\\p{L}{2,24}(?:[ -]\\p{L}{1,12}){0,3}?";
/** The days of a month in words. */
const DAY_WORD = `(?:${[
  "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty[- ]\\p{L}{5,7}|thirtieth|thirty[- ]first",
  "uno|primero|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\\p{L}{4,6}|veint\\p{L}{1,8}|treinta(?: y uno)?",
  "premier|deux|trois|quatre|cinq|six|sept|huit|neuf|dix(?:-\\p{L}{4})?|onze|douze|treize|quatorze|quinze|seize|vingt(?:[- ](?:et )?\\p{L}{2,6})?|trente(?: et un)?",
  "ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|siebenten|achten|neunten|zehnten|elften|zwölften|\\p{L}{3,7}zehnten|\\p{L}{0,12}zwanzigsten|\\p{L}{0,6}dreißigsten",
  "primeiro|um|dois|três|quatro|sete|oito|nove|dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezasseis|dezessete|dezassete|dezoito|dezenove|dezanove|vinte(?: e \\p{L}{2,6})?|trinta(?: e um)?",
  "primo|due|tre|quattro|cinque|sei|sette|otto|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|vent\\p{L}{1,7}|trent\\p{L}{1,4}",
].join("|")})`;
const WRITTEN_YEAR =
  "(?:nineteen[ -]\\p{L}{2,12}(?:[ -]\\p{L}{3,6})?|two thousand(?: and)?(?: \\p{L}{2,10})?|mil novecient[oa]s \\p{L}{4,12}(?: y \\p{L}{3,8})?|dos mil(?: \\p{L}{2,12})?|mille neuf cents?[ -]\\p{L}{3,12}(?:[ -]\\p{L}{2,8}){0,3}|deux mille(?: \\p{L}{2,10})?|neunzehnhundert\\p{L}{2,24}|zweitausend\\p{L}{0,20}|mil novecentos e \\p{L}{4,12}(?: e \\p{L}{2,8})?|dois mil(?: e \\p{L}{2,10})?|millenovecento\\p{L}{3,24}|duemila\\p{L}{0,20}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\\p{L}{3,5}|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa) y \\p{L}{3,6}|(?:trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa) e \\p{L}{2,6})";
const DATE = [
  String.raw`\d{4}[-./]\d{1,2}[-./]\d{1,2}`,
  String.raw`\d{1,2}\s?[-./]\s?(?:\d{1,2}|[ivx]{1,4}|${MONTH})\s?[-./]\s?'?(?:\d{4}|\d{2})`,
  String.raw`\d{1,2} \d{1,2} (?:19|20)?\d{2}`,
  String.raw`${MONTH}\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?,?(?: of| in| de| del)? (?:\d{4}|'?\d{2})`,
  String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th|er|º|°|\.)?(?: day)?${LINK} ?${MONTH}\.?,?${LINK} ?(?:\d{4}|'?\d{2})`,
  `(?:the )?${WRITTEN_DAY}${LINK} ${MONTH},?${LINK} ${WRITTEN_YEAR}`,
  String.raw`(?:the )?${DAY_WORD}${LINK} ${MONTH}\.?,?${LINK} (?:\d{4}|'?\d{2})`,
  String.raw`${MONTH}[-/ ]\d{1,2}[-/ ](?:\d{4}|\d{2})`,
  String.raw`${MONTH}\.?,?${LINK} 19\d{2}`,
  `${MONTH} (?:the )?${WRITTEN_DAY},? ${WRITTEN_YEAR}`,
  String.raw`\d{8}`,
].join("|");
const WEEKDAY =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|segunda|terça|quarta|quinta|sexta|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica)(?:-feira)?";
/** Words that ask for a date of birth; a date follows some words later. Those that tell of a birth are closer to it. */
const BORN =
  "birth certificate|leap (?:day |year )?baby|turn(?:ing|ed|s)? (?:\\d{2}|\\p{L}{5,8}(?:-\\p{L}{3,5})?) on|(?:came|come) into (?:the|this) world|vin[eo] al mundo|cumpl[oe] años|faço anos|faz anos|compi[oe] gli anni|fête(?:r)? ses|f\\.? ?n\\.|d\\.? ?n\\.|dn|nac\\.|nasc\\.|(?:date|data) n(?:aissance|ascita)|geb\\.?-?dat(?:um|\\.)?|d\\.?o\\.?b\\.?|date of birth|birth ?dates?|birth ?day|b-?day|fecha de nacimiento|f(?:ec(?:ha)?)?\\. ?(?:de )?nac\\.|nacimiento|cumpleaños|cumple|date de naissance|naissance|anniversaire|ddn|geburtsdatum|geburtstag|geb\\.|data de nascimento|nascimento|aniversário|data di nascita|nascita|compleanno";
const TOLD =
  "born|b\\.|naci(?:ó|do|da|dos|das|mos)|nací|née?s?|geboren|nasci(?:d[oa]s?)?|nasceu|nasceram|nat[oaie]|soy del|je suis (?:née? )?du|sono del|sou de";
const AFTER = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${BORN})(?!\p{L})[?]?[^\d.;!?]{0,36}?|(?:${TOLD})(?!\p{L})(?:[^\d.;!?]{0,20}?(?:\d{1,2}(?:st|nd|rd|th)? (?:of |de |di )?\p{L}{3,10}, )?|[^\d.,;!?]{21,30}?))(?<!\p{L})(?<value>(?:${WEEKDAY},? (?:el |le |den |the )?)?(?:${DATE}))(?![\p{L}\d])`,
  "giu",
);
const GLUED =
  /(?<!\p{L})dob[\s:?#=-]{0,3}(?<value>\d{6,8})(?!\d)|(?<![\p{L}\d])\*\s?(?<star>\d{1,2}\.\s?\d{1,2}\.\s?(?:19|20)\d\d)(?!\d)/giu;
/** "… not 03/14/1926", "instead of": a second date in the same breath is one, too. */
const SECOND = new RegExp(
  String.raw`^[\s,;:("'/-]{0,3}(?:(?:and|not|when it's|when it is|it's|it is|cuando es|alors que c'est|quando é|quando è|instead of|should be|should have been|or|but|debería ser|devrait être|sollte|deveria ser|dovrebbe essere|y|no|en vez de|et|pas|au lieu du|und|nicht|statt|e|não|em vez de|non|invece del?)[\s,]{1,2}){1,2}(?:[^\d.;!?]{0,16}?(?<!\p{L}))?(?<value>${DATE})(?![\p{L}\d])`,
  "iu",
);
/** "am 3. Mai 1950 geboren", "2/29/1960, my date of birth, is no day", "04.04.44 is my birthday" */
const BEFORE = new RegExp(
  String.raw`(?<![\p{L}\d])(?=[\p{L}\d])(?<value>${DATE})(?:\s(?:geboren|nacid[oa]|né|née|zur welt)|[?"'”)]{0,2}[\s,–-]{1,3}(?:(?:she|he|they) \p{L}{3,9}[.,]{1,2}\s)?(?:yes,? )?(?:(?:that's|that is|that was|which is|is|was|es|fue|c'est|est|ist|war|é|è|era|being|siendo) )?(?:when (?:i|he|she|we|my \p{L}{3,8}) (?:was|were) born|(?:(?:my|his|her|our|their|mi|su|nuestra|ma|sa|mon|son|notre|mein|meine|sein|ihr|minha|meu|sua|seu|la mia|il mio|la sua|the)(?: \p{L}{3,9}'s)? (?:real |actual |exact |own )?)?(?:birth ?day|birth ?date|date of birth|dob|b-?day|fecha de nacimiento|cumpleaños|cumple|date de naissance|anniversaire|geburtstag|geburtsdatum|data de nascimento|aniversário|data di nascita|compleanno)))(?!\p{L}|\s(?:month|week|weekend|visit|party|present|gift|dinner|treat|massage|trip))`,
  "giu",
);
/** Every match of `BEFORE` has one of these, and begins at most this far before it. */
const BIRTH_AFTER =
  /geboren|nacid|né|welt|born|birth|dob|b-?day|nacimiento|cumple|naissance|anniversaire|geburts|nascimento|aniversário|nascita|compleanno/;
const FARTHEST = 400;
/** A text without any of this has no date in digits. It is much faster than looking for one. */
export const DATE_LIKE =
  /\d\s?[-./]\s?[\divx]|\d \d|\d{6}|(?:jan|ene|gen|feb|fév|fev|mar|mär|apr|abr|avr|may|mai|mag|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|oct|okt|out|ott|nov|dec|dez|déc|dic)\p{L}{0,7}\.?,?[\s/-](?:the |de |del |of |in )?'?\d|\d(?:st|nd|rd|th|er|º|°|\.)?,?(?: day)?(?: of| de| di| do| del)?[\s/-]?(?:jan|ene|gen|feb|fév|fev|mar|mär|apr|abr|avr|may|mai|mag|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|oct|okt|out|ott|nov|dec|dez|déc|dic)/iu;
/** A pain or a hobby may be born on a day, and people are born again. */
const NOT_A_PERSON =
  /(?:pain|ache|problem|injury|idea|dream|clinic|practice|business|friendship|dolor|lesión|douleur|schmerz(?:en)?|dor|dolore|clínica|praxis)\s(?:was|were|is|nació|nasceu|est|fue|è)?\s?$/iu;
const AGAIN = /^\S+\s(?:again|de novo|de nuevo|für|to|para|per|pour)(?!\p{L})/iu;

/** A birth date is private only as such: visits have dates, too. */
export function findBirthDates({ text, lower }: Folded): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  const add = (end: number, value: string) => found.push({ kind: "birth_date", start: end - value.length, end });
  for (const match of [...text.matchAll(GLUED), ...text.matchAll(AFTER)]) {
    const end = match.index + match[0].length;
    if (NOT_A_PERSON.test(text.slice(Math.max(0, match.index - 24), match.index)) || AGAIN.test(match[0])) continue;
    add(end, match.groups?.value ?? match.groups?.star ?? "");
    const second = SECOND.exec(text.slice(end, end + 60));
    if (second) add(end + second[0].length, second.groups?.value ?? "");
  }
  const birth = BIRTH_AFTER.exec(lower)?.index;
  if (birth === undefined) return found;
  BEFORE.lastIndex = Math.max(0, birth - FARTHEST);
  for (const match of text.matchAll(BEFORE)) {
    const value = match.groups?.value ?? "";
    add(match.index + value.length, value);
  }
  return found;
}
