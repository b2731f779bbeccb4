import type { RedactionKind } from "../model/review.ts";
import type { Folded } from "./fold.ts";
import type { Span } from "./span.ts";
import type { SpokenNumber } from "./spoken.ts";

/** "number", "No.", "nº", "ID": what makes a number of the word next to it. */
const NUMBER = String.raw`(?:id(?!\p{L})|ids(?!\p{L})|number|num(?!\p{L})\.?|no(?!\p{L})\.?|nr(?!\p{L})\.?|nº|n°|n\.º|n\.|#|número|numero|numéro|nummer|code|kennung)`;
/** What may come between the name of an identifier and its value. */
const GAP = String.raw`(?:[\s:=#,("'-]{1,3}(?:is|was|es|est|ist|era|é|è|says?|reads?|${NUMBER})(?!\p{L})){0,5}[\s:=#,(."'-]{0,3}`;
const OF = String.raw`\s(?:de|del|di|do|da|of|for|d'|der)\s?(?:la\s|l')?`;

type Announced = {
  kind: RedactionKind;
  regex: RegExp;
  /** The shortest value, in letters and digits. */
  least: number;
};

/** The value follows its name: the name alone says that it is an identifier. */
const named = (names: string): string => String.raw`(?<![\p{L}\d])(?:${names})(?:\s${NUMBER})?(?!\p{Ll})${GAP}`;
/** Everyday words, which need "number" or the like after or before them. */
const numbered = (names: string): string =>
  String.raw`(?<!\p{L})(?:(?:${names})(?:'s)?\s?${NUMBER}|${NUMBER}(?:${OF}|\s)(?:${names}))(?!\p{L})${GAP}`;

const direct = (names: string): string => String.raw`(?<!\p{L})(?:${names})[\s:#]{1,2}`;

const ANNOUNCED: Announced[] = [
  {
    kind: "insurance_number",
    least: 6,
    regex: new RegExp(
      named(
        "ssn|social security|my social|medicare|medicaid|national insurance|ni (?:number|no)|póliza|apólice|polizza|seguridad social|sécurité sociale|sécu|segurança social|sozialversicherungsnummer|rentenversicherungsnummer|versicherten-?nummer|versicherungsnummer|versicherungsschein|policen?-?nummer|schadennummer|schadensnummer|mitgliedsnummer|krankenkassennummer|krankenversichertennummer|tessera sanitaria|tarjeta sanitaria|carte vitale|carteirinha|cartão do sus|cartão nacional de saúde|matricola inps|inps|hicn|mbi|medi-cal|ohip|ramq|health card|pps(?: number)?|pps no|nino|nss|imss|issste|eps|niss|sns|cns|kv-nummer|kvnr|egk|rvnr|svnr|ahv-nummer|inail|cip|unimed|dod id|tricare|rx ?bin|bin|pcn|prior auth|auth code|krankenkasse|contrat mutuelle|contrat d'assurance|nº sns|número de utente",
      ),
      "giu",
    ),
  },
  {
    kind: "insurance_number",
    least: 4,
    regex: new RegExp(
      numbered(
        "member|membership|health card|health insurance|social insurance|social security|medicare|medicaid|benefits?|card holder|enrollee|eob|prior auth|referral|insured|subscriber|insurance|ins\\.?|policy|group|claim|authori[sz]ation|auth|beneficiary|blue ?cross|blue ?shield|bcbs|aetna|cigna|humana|kaiser|tricare|health plan|plan|póliza|afiliado|afiliada|asegurado|seguro|siniestro|adhérent|assuré|affilié|mutuelle|contrat|sinistre|police|beneficiário|beneficiária|convênio|apólice|sinistro|seguro|polizza|assicurato|sinistro",
      ),
      "giu",
    ),
  },
  {
    kind: "record_number",
    least: 5,
    regex: new RegExp(
      named(
        "mrn|passport|pasaporte|passeport|passaporto|passaporte|reisepass|codice fiscale|carta d'identità|carte d'identité|carta di identità|cédula|personalausweis|ausweis|steuer-?id|steuernummer|aktenzeichen|patientennummer|patientennr\\.?|patienten-?id|kundennummer|fallnummer|historia clínica|expediente|prontuário|processo clínico|cartella clinica|permis de conduire|führerschein|carnet de conducir|carta de condução|driver's licen[sc]e|drivers licen[sc]e|driving licen[sc]e|patente di guida|patente|nhs|driver license|drivers? id|dl|state id|military id|student id|employee id|va file|tax id|ein|itin|alien|residence permit|biometric|brp|licencia de conducir|permiso de conducir|carné de conducir|carnet|tarjeta de identidad|tarjeta de residencia|cédula de identidad|cartão de cidadão|bilhete de identidade|título de eleitor|carta de motorista|nhc|historia nº|historial|titre de séjour|carte de séjour|carte nationale|pièce d'identité|permis|numéro fiscal|identifiant|ausweisnummer|reisepassnummer|führerscheinnummer|aufenthaltstitel|steueridentifikationsnummer|permesso di soggiorno|tessera|partita iva|codice paziente|documento|documento d'identità|med(?:ical)? rec(?:ord)?|dni|curp|cpf|cnh",
      ),
      "giu",
    ),
  },
  // The value follows an everyday word at once, and is too long for a count.
  {
    kind: "insurance_number",
    least: 9,
    regex: new RegExp(
      direct("claim|policy|member|group|subscriber|aetna|bcbs|blue ?cross|cigna|humana|tricare"),
      "giu",
    ),
  },
  {
    kind: "record_number",
    least: 7,
    regex: new RegExp(direct("account|acct|case|chart|file|patient|record|dossier"), "giu"),
  },
  {
    kind: "record_number",
    least: 6,
    regex: new RegExp(
      named("NIE|NIF|NIR|RG|RFC|RUT|RUN|CUIT|CUIL|INE|CNI|CC|BI|NHS|BSN|PESEL|AHV|TFN|SIN|SSN|DL|CI|EIN|CNH|RNE"),
      "gu",
    ),
  },
  // Patientennr. 77-1203, Fall-Nr. 4471, Kunden-ID: a word made for a number.
  {
    kind: "record_number",
    least: 4,
    regex:
      /(?<!\p{L})(?!(?:telefon|handy|rufn?|fax|mobil|haus|zimmer|raum|konfektion|schuh|start|rücken)-?)\p{L}{3,24}-?(?:nummer|nr\.|nr(?!\p{L})|zeichen|kennung|id(?!\p{L}))[\s:=#("]{1,3}(?:lautet\s|ist\s|war\s)?/giu,
  },
  {
    kind: "record_number",
    least: 4,
    regex: new RegExp(
      numbered(
        "medical record|patient|chart|encounter|accession|lab|prescription|rx|confirmation|booking|ticket|permit|passport|invoice|order|receipt|account|acct\\.?|case|file|record|client|customer|hospital|licen[sc]e|reference|ref\\.?|visa|green card|dossier|fichier|patiente|paciente|expediente|historia|cliente|prontuário|processo|paziente|cartella|pratica|patienten|akte|ficha|dossiê",
      ),
      "giu",
    ),
  },
];

/** 219-09-9999, the shape of a social security number. */
const SOCIAL_SECURITY = /(?=\d)(?<![\d\p{L}-])\d{3}-\d{2}-\d{4}(?![\d\p{L}-])/gu;
/** The identifier of Medicare, whose letters and digits have fixed places. */
const MEDICARE = /(?<![\d\p{L}-])[1-9][A-HJ-NP-Z][\dA-Z]\d-?[A-HJ-NP-Z][\dA-Z]\d-?[A-HJ-NP-Z]{2}\d{2}(?![\d\p{L}-])/gu;
/** An Italian tax code or a Mexican population code: nothing else looks like them. */
const CODED =
  /(?<![\d\p{L}])(?:[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]|[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d)(?![\d\p{L}])/gu;
const FIXED: { kind: RedactionKind; regex: RegExp }[] = [
  { kind: "insurance_number", regex: SOCIAL_SECURITY },
  { kind: "insurance_number", regex: MEDICARE },
  { kind: "record_number", regex: CODED },
];

/** A number with a word that says so, of whatever it is: the last resort, after telephone numbers. */
const ANY_NUMBER = new RegExp(String.raw`(?<!\p{L})(?<noun>\p{L}+\s)?${NUMBER}(?!\p{L})${GAP}`, "giu");
const HARMLESS_NOUN =
  /^(?:model|serial|room|suite|bus|route|exit|line|gate|page|item|part|style|size|isbn|tracking|order|phone|telephone|cell|fax|telefon|handy|teléfono|téléphone|telefone|telefono|sala|raum|zimmer|salle|linea|línea|ligne|gerät|machine|cpt|icd|billing|code|codes|dress|zip|area|promo|door|gym|the|a|in|with)\s$/iu;
const LEAST_UNNAMED = 6;

export function findNumbered({ text }: Folded): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(ANY_NUMBER)) {
    if (HARMLESS_NOUN.test(match.groups?.noun ?? "")) continue;
    const start = match.index + match[0].length;
    const end = identifierEnd(text, start, LEAST_UNNAMED);
    if (end !== null) found.push({ kind: "record_number", start, end });
  }
  return found;
}

const PLATE =
  /(?<!\p{L})(?:licen[sc]e plates?|licen[sc]e tags?|lic\. plate|number plates?|plate number|reg(?:istration)? plate|plates?|reg(?:istration)?|tags?|chapa|dominio|immatriculation|matr[ií]cula|plaque|immatricul[ée]{1,2}e?|kennzeichen|kfz-kennzeichen|nummernschild|placa|targa(?:t[ao])?|patente)(?!\p{L})(?:[\s:=#,("'.-]{1,3}(?:is|was|says|reads|read|said|number|no|nr|n°|nº|es|est|ist|é|è|con|with|de|are|dice|lit|steht|diz|lautet|numéro|número|numero)(?!\p{L}))*[\s:=#,("'.-]{1,3}/giu;
const PLATE_VALUE = /^[A-Z\d]{1,4}(?:[ -][A-Z\d]{1,4}){0,3}(?![\p{L}\d])|^[A-Z\d]{4,8}(?![\p{L}\d])/u;

const TOKEN = /[\p{L}\d]+/uy;
const YEAR = /^(?:(?:19|20)\d\d){1,2}$/;
const MOST_TOKENS = 10;

/** A part of an identifier: it has a digit, or is a few capitals next to such a part. */
function belongs(token: string, rest: string, first: boolean): boolean {
  if (/\d/.test(token)) return true;
  if (!/^[A-Z]{1,4}$/.test(token)) return false;
  // "A 300", "XQH 884120093"; at the end only before punctuation, since "I" and "A" also begin the next words.
  return /^[ ./-]?[A-Z]{0,2} ?\d/.test(rest) || (!first && token.length <= 2 && !/^ ?[\p{L}]/u.test(rest));
}

/** Where the identifier that begins at `start` ends; null if there is none. */
function identifierEnd(text: string, start: number, least: number): number | null {
  let end = start;
  let at = start;
  for (let count = 0; count < MOST_TOKENS; count += 1) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined || !belongs(token, text.slice(at + token.length, at + token.length + 6), count === 0))
      break;
    end = at + token.length;
    const separator = /^(?:[ ./-]|\. | - )(?=[\p{L}\d])/u.exec(text.slice(end, end + 4))?.[0];
    if (separator === undefined) break;
    at = end + separator.length;
  }
  const value = text.slice(start, end).replace(/[^\p{L}\d]/gu, "");
  const digits = value.replace(/\D/g, "").length;
  return digits >= 3 && value.length >= least && !YEAR.test(value) && digits * 4 >= value.length ? end : null;
}

/** The first words of the names above: a text without one of them has no such number. */
export const IDENTIFIER_WORDS: readonly string[] = (
  "ssn social medicare medicaid national ni póliza apólice polizza seguridad sécurité sécu segurança sozialversicherungsnummer rentenversicherungsnummer versicherten versichertennummer versicherungsnummer versicherungsschein policennummer policen schadennummer schadensnummer mitgliedsnummer krankenkassennummer krankenversichertennummer tessera tarjeta carte carteirinha cartão matricola inps contrat número numero numéro nummer hicn mbi medi ohip ramq health pps nino nss imss issste eps niss sns cns kv kvnr egk rvnr svnr ahv inail cip unimed dod tricare rx rxbin bin pcn prior auth krankenkasse " +
  "member membership benefits benefit enrollee eob referral insured subscriber insurance ins policy group claim authorization authorisation beneficiary blue bluecross blueshield bcbs aetna cigna humana kaiser plan afiliado afiliada asegurado seguro siniestro adhérent assuré affilié mutuelle sinistre police beneficiário beneficiária convênio sinistro assicurato " +
  "mrn passport pasaporte passeport passaporto passaporte reisepass codice carta cédula personalausweis ausweis steuer steuerid steuernummer aktenzeichen patientennummer patientennr patienten kundennummer fallnummer historia historial expediente prontuário processo cartella permis führerschein carnet carné driver drivers driving patente nhs med medical dni curp cpf cnh dl state military student employee va tax ein itin alien residence biometric brp licencia permiso bilhete título nhc titre pièce identifiant ausweisnummer reisepassnummer führerscheinnummer aufenthaltstitel steueridentifikationsnummer permesso partita documento nie nif nir rg rfc rut run cuit cuil ine cni cc bi bsn pesel tfn sin ci rne " +
  "encounter accession lab prescription confirmation booking ticket permit invoice order receipt patient chart account acct case file record client customer hospital license licence reference ref visa green dossier fichier patiente paciente cliente paziente pratica akte ficha dossiê id ids number num no nr n code kennung"
).split(" ");
export const isCompound = (word: string): boolean => /(?:nummer|nr|zeichen|kennung)$/.test(word);

/** Numbers that a word announces: member, claim, policy, chart, passport, license and their like in six languages. */
export function findIdentifiers({ text }: Folded, spoken: readonly SpokenNumber[]): Span[] {
  const found: Span[] = [];
  for (const { kind, regex, least } of ANNOUNCED) {
    for (const match of text.matchAll(regex)) {
      const start = match.index + match[0].length;
      const said = spoken.find((number) => number.start === start && number.digits.length >= 4);
      const end = said?.end ?? identifierEnd(text, start, least);
      if (end !== null) found.push({ kind, start, end });
    }
  }
  return found;
}

/** Numbers that nothing else looks like. */
export function findFixed({ text }: Folded): Span[] {
  const found: Span[] = [];
  for (const { kind, regex } of FIXED)
    for (const match of text.matchAll(regex))
      found.push({ kind, start: match.index, end: match.index + match[0].length });
  return found;
}

/** Words for cars: next to one, a group of capitals and digits that has the shape of a plate is one. */
const CAR =
  /(?<!\p{L})(?:car|cars|truck|van|suv|jeep|sedan|pickup|minivan|audi|bmw|ford|toyota|honda|subaru|tesla|chevy|nissan|mazda|volvo|kia|hyundai|fiat|renault|peugeot|citro[eë]n|seat|skoda|golf|passat|polo|clio|coche|furgoneta|voiture|camionnette|auto|wagen|carro|carrinha|macchina|furgone|parked|parking)(?!\p{L})/iu;
const SHAPE =
  /(?<![\p{L}\d-])(?:[A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]{2}-?\d{3}-?[A-Z]{2}|[A-Z]{2} \d{3} [A-Z]{2}|\d{4} ?[BCDFGHJKLMNPRSTVWXYZ]{3}|[A-Z]{3}\d[A-Z]\d{2}|[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} ?\d{1,4}|[A-Z]{3}[ -]\d{3,4}|\d[A-Z]{3} ?\d{3})(?![\p{L}\d-])/gu;
const CAR_DISTANCE = 60;
/** A plate without a digit is one that its owner chose: "plate says KNEEBOY". */
const CHOSEN = /(?:says|reads|dice|lit|liest|steht|diz|dice)[\s:"']{1,3}$/iu;

function readPlate(text: string, start: number, announced: string): number | null {
  const rest = text.slice(start, start + 20);
  const strong = /(?:licen|number plate|plate number|matr|immatr|kennzeichen|nummernschild|placa|targa)/i.test(
    announced,
  );
  const value = PLATE_VALUE.exec(strong ? rest.toUpperCase() : rest)?.[0].replace(/ [A-Z]$/, "") ?? "";
  const written = rest.slice(0, value.length);
  const size = value.replace(/[^A-Z\d]/g, "").length;
  if (size < 4 || size > 9) return null;
  if (!/\d/.test(value)) return CHOSEN.test(announced) && value === written ? start + value.length : null;
  // In lower case only with several digits: "plate was full, at 7 am".
  const fits = /[A-Z]/.test(value) && (value === written || /\d[^\d]?\d/.test(value));
  return fits ? start + value.length : null;
}

export function findPlates({ text }: Folded): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(PLATE)) {
    const start = match.index + match[0].length;
    const end = readPlate(text, start, match[0]);
    if (end !== null) found.push({ kind: "plate", start, end });
  }
  for (const match of text.matchAll(SHAPE)) {
    const end = match.index + match[0].length;
    const around = text.slice(Math.max(0, match.index - CAR_DISTANCE), end + CAR_DISTANCE);
    if (CAR.test(around) || /(?<!\p{L})(?:plates?|matrícula|plaque|kennzeichen|placa|targa)(?!\p{L})/iu.test(around))
      found.push({ kind: "plate", start: match.index, end });
  }
  return found;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const CARD_ROW = /(?=\d)(?<![\p{L}\d.,-])[2-6]\d{0,3}(?:[ ._/-]?\d){9,17}(?![\d\p{L}]|[.,-]\d)/gu;
const CARD_WORD =
  /(?<!\p{L})(?:card|visa|amex|mastercard|discover|debit|credit|cc|tarjeta|carte|cb|karte|kreditkarte|cart[ãa]o|carta)(?!\p{L})[^.;!?\n]{0,24}$/iu;

/** Payment cards have a check digit. Next to a word that says so, one with a wrong digit is private, too. */
export function findCards({ text }: Folded): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(CARD_ROW)) {
    const digits = match[0].replace(/\D/g, "");
    if (digits.length < 13 || digits.length > 19) continue;
    const announced = CARD_WORD.test(text.slice(Math.max(0, match.index - 40), match.index));
    if (passesLuhn(digits) || announced)
      found.push({ kind: "card", start: match.index, end: match.index + match[0].length });
  }
  return found;
}
