import type { RedactionKind } from "../model/review-kinds.ts";
import type { Folded } from "./fold.ts";
import type { RedactionSpan } from "./span.ts";
import type { SpokenNumber } from "./spoken.ts";

/** "number", "No.", "nº", "ID": what makes a number of the word next to it. */
const NUMBER = String.raw`(?:id(?!\p{L})|ids(?!\p{L})|number|núm(?!\p{L})\.?|num(?!\p{L})\.?|nro(?!\p{L})\.?|no(?!\p{L})\.?|nr(?!\p{L})\.?|nº|n°|n\.º|n\.|#|número|numero|numéro|nummer|code|código|codice|kennung|matricule|ending in|ends in)`;
/** What may come between the name of an identifier and its value. */
const GAP = String.raw`(?:[\s:=#,("'-]{1,3}(?:is|was|es|est|ist|era|é|è|says?|reads?|read|said|c'est|lautet|sont|le|il|el|o|con|with|mit|avec|com|${NUMBER})(?!\p{L}|[/-]\d)){0,5}[\s:=#,(."'-]{0,3}`;
const OF = String.raw`\s(?:de|del|di|do|da|of|for|d'|der)\s?(?:la\s|l')?`;

/** Papers and entries that have numbers, and are also everyday words: what follows has to look like a code. */
const PAPERS =
  "license licence lic account acct case chart file folder patient record encounter visit reference ref invoice bill ticket form rx prescription script authorization authorisation auth order confirmation booking label badge referral study receipt wristband bracelet barcode voucher permit expediente historia historial ficha factura referencia caso registro folio credencial matrícula cita volante turno recibo pedido reserva carpeta autorización receta parte informe resguardo dossier référence facture fiche matricule cas ordonnance reçu rdv rendez-vous commande réservation feuille bordereau akte karteikarte kartei az referenz rechnung fall vorgang auftrag rezept termin buchung bescheid beleg überweisung verordnung prontuário processo fatura referência protocolo cadastro guia registo utente senha receita marcação atendimento cartella pratica riferimento scheda impegnativa prenotazione matricola protocollo ricetta fattura referto ricevuta tessera codice bolletta";

type Announced = {
  kind: RedactionKind;
  regex: RegExp;
  /** The value also has to have the shape of a code. */
  coded?: true;
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
        "ssn|social security|my social|medicare|medicaid|national insurance|ni (?:number|no)|póliza|apólice|polizza|seguridad social|sécurité sociale|sécu|segurança social|sozialversicherungsnummer|rentenversicherungsnummer|versicherten-?nummer|versicherungsnummer|versicherungsschein|policen?-?nummer|schadennummer|schadensnummer|mitgliedsnummer|krankenkassennummer|krankenversichertennummer|tessera sanitaria|tarjeta sanitaria|carte vitale|carteirinha|carteira(?: do plano| de saúde| do convênio)?|cartão (?:do )?sus|cartão nacional de saúde|matricola inps|inps|hicn|mbi|medi-cal|ohip|ramq|health card|pps(?: number)?|pps no|nino|nss|imss|issste|eps|niss|sns|cns|kv-nummer|kvnr|egk|rvnr|svnr|ahv-nummer|inail|cip|unimed|dod id|tricare|rx ?bin|bin|pcn|prior auth|auth code|krankenkasse|contrat mutuelle|contrat d'assurance|nº sns|número de utente",
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
        "mrn|mr ?#|drivers? lic|driver's lic|passport|pasaporte|passeport|passaporto|passaporte|reisepass|codice fiscale|carta d'identità|carte d'identité|carta di identità|cédula|personalausweis|ausweis|steuer-?id|steuernummer|aktenzeichen|patientennummer|patientennr\\.?|patienten-?id|kundennummer|fallnummer|historia clínica|expediente|prontuário|processo clínico|cartella clinica|permis de conduire|führerschein|carnet de conducir|carta de condução|driver's licen[sc]e|drivers licen[sc]e|driving licen[sc]e|patente di guida|patente|nhs|driver license|drivers? id|dl|state id|military id|student id|employee id|va file|tax id|ein|itin|alien|residence permit|biometric|brp|licencia de conducir|permiso de conducir|carné de conducir|carnet|tarjeta de identidad|tarjeta de residencia|cédula de identidad|cartão de cidadão|bilhete de identidade|título de eleitor|carta de motorista|nhc|historia nº|historial|titre de séjour|carte de séjour|carte nationale|pièce d'identité|permis|numéro fiscal|identifiant|ausweisnummer|reisepassnummer|führerscheinnummer|aufenthaltstitel|steueridentifikationsnummer|permesso di soggiorno|tessera|partita iva|codice paziente|documento|documento d'identità|med(?:ical)? rec(?:ord)?|dni|curp|cpf|cnh",
      ),
      "giu",
    ),
  },
  {
    kind: "insurance_number",
    least: 5,
    coded: true,
    regex: new RegExp(
      String.raw`(?<!\p{L})(?=\p{L})(?:insurance|group|afiliad[oa]|sozialversicherung|policy|claim|member|subscriber|contrat|police|mutuelle|sinistre|contrato|siniestro|póliza|apólice|sinistro|convênio|polizza|assicurazione|schaden|versicherung|krankenkasse|kasse|afiliación|aseguradora|seguro)(?!\p{L})${GAP}`,
      "giu",
    ),
  },
  {
    kind: "record_number",
    least: 5,
    coded: true,
    regex: new RegExp(String.raw`(?<!\p{L})(?=\p{L})(?:${PAPERS.replaceAll(" ", "|")})(?!\p{L})\.?${GAP}`, "giu"),
  },
  // The last four digits of a number are asked for on the telephone, and are enough there.
  {
    kind: "insurance_number",
    least: 4,
    regex:
      /(?<!\p{L})(?:last (?:four|4)(?: digits)?(?: of (?:my |the )?(?:social|ssn|card|account|number))?(?:\s?(?:is|are|were|was|:))?|(?:ssn|social|card|account|visa|amex|mastercard|tarjeta|carte|cb|karte|cartão|carta|conto|cuenta|compte|konto|conta)\s(?:ending|ends|terminad[oa]|termina|finissant|finit|endend|endet|final|finale|finisce|che finisce)(?:\s(?:in|with|on|en|par|auf|em|con|per))?)\s/giu,
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
        "medical record|portal|patient portal|hist\\.?|employee|badge|student|staff|study|visit|intake|intake form|utente|cita|volante|registro|atendimento|referto|ricetta|rendez-vous|rdv|ordonnance|patient|chart|encounter|accession|lab|prescription|rx|confirmation|booking|ticket|permit|passport|invoice|order|receipt|account|acct\\.?|case|file|record|client|customer|hospital|licen[sc]e|reference|ref\\.?|visa|green card|dossier|fichier|patiente|paciente|expediente|historia|cliente|prontuário|processo|paziente|cartella|pratica|patienten|akte|ficha|dossiê",
      ),
      "giu",
    ),
  },
];

/** A number with a word that says so, of whatever it is: the last resort, after telephone numbers. */
const ANY_NUMBER = new RegExp(String.raw`(?<!\p{L})(?<noun>\p{L}+\s)?${NUMBER}(?!\p{L})${GAP}`, "giu");
const HARMLESS_NOUN =
  /^(?:model|serial|room|suite|bus|route|exit|line|gate|page|item|part|style|size|isbn|tracking|order|phone|telephone|cell|fax|telefon|handy|teléfono|téléphone|telefone|telefono|sala|raum|zimmer|salle|linea|línea|ligne|gerät|machine|cpt|icd|billing|code|codes|dress|zip|area|promo|door|gym|the|a|in|with)\s$/iu;
const LEAST_UNNAMED = 6;

export function findNumbered({ text }: Folded): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const match of text.matchAll(ANY_NUMBER)) {
    if (HARMLESS_NOUN.test(match.groups?.noun ?? "")) continue;
    const start = match.index + match[0].length;
    const end = identifierEnd(text, start, LEAST_UNNAMED);
    if (end !== null) found.push({ kind: "record_number", start, end });
  }
  return found;
}

const TOKEN = /[\p{L}\d]+/uy;
const YEAR = /^(?:(?:19|20)\d\d){1,2}$/;
const MOST_TOKENS = 10;

/** A part of an identifier: it has a digit, or is a few capitals next to such a part. */
function belongs(token: string, rest: string, before: string, first: boolean): boolean {
  if (/\d/.test(token)) return true;
  if (!first && /[-/]/.test(before) && /^[A-Z]{1,2}$/.test(token)) return true;
  if (/^[a-z]{1,12}$/.test(token)) return first && /^-\d{3}/.test(rest);
  if (!/^[A-Z]{1,4}$/.test(token)) return false;
  // "A 300", "XQH 884120093"; at the end only before punctuation, since "I" and "A" also begin the next words.
  return /^[ ./-]?[A-Z]{0,2} ?\d/.test(rest) || (!first && token.length <= 2 && !/^ ?[\p{L}]/u.test(rest));
}

/** Where the identifier that begins at `start` ends; null if there is none. */
export function identifierEnd(text: string, start: number, least: number): number | null {
  let end = start;
  let at = start;
  for (let count = 0; count < MOST_TOKENS; count += 1) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (
      token === undefined ||
      !belongs(token, text.slice(at + token.length, at + token.length + 6), text.charAt(at - 1), count === 0)
    )
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

/** What follows a number that counts something. */
const COUNTED =
  /^\s?(?:%|°|€|\$|£|(?:[ap]\.?m|min|minutes?|hours?|hrs?|days?|weeks?|months?|years?|visits?|sessions?|times|steps|miles|feet|people|patients|pounds|lbs|kg|km|mg|reps|minutos|horas|días|semanas|meses|años|sesiones|veces|pesos|euros?|eur|dólares|pasos|minutes|heures|jours|semaines|mois|ans|séances|fois|pas|stunden|tage|wochen|monate|jahre|termine|schritte|uhr|dias|anos|sessões|vezes|reais|passos|ore|giorni|settimane|mesi|anni|sedute|volte|passi)(?!\p{L}))/iu;

/** Letters and digits together, parts with a dash or a slash, or a long row of digits; no price, date or span of numbers. */
export function isCode(value: string, after: string): boolean {
  if (COUNTED.test(after)) return false;
  const compact = value.replace(/[^\p{L}\d]/gu, "");
  const digits = compact.replace(/\D/g, "");
  if (/^\d{1,6}[.,]\d{1,2}$/.test(value) || /^(?:\d{1,2}[./-]){2}(?:\d{2}|\d{4})$/.test(value)) return false;
  if (/^(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}$/.test(value)) return false;
  // M54.50 is a diagnosis, 93.11.1 a treatment.
  if (/^[A-Z]?\d{1,3}(?:\.\d{1,4}[A-Z]?){1,2}$/.test(value)) return false;
  if (/\p{L}/u.test(compact)) return digits.length >= 3 && compact.length >= 5;
  return /\d[-/]\d|\d \d/.test(value) ? digits.length >= 5 : digits.length >= 6 || /^0\d{4}$/.test(value);
}

/** The first words of the names above: a text without one of them has no such number. */
export const IDENTIFIER_WORDS: readonly string[] = (
  "ssn social medicare medicaid national ni póliza apólice polizza seguridad sécurité sécu segurança sozialversicherungsnummer rentenversicherungsnummer versicherten versichertennummer versicherungsnummer versicherungsschein policennummer policen schadennummer schadensnummer mitgliedsnummer krankenkassennummer krankenversichertennummer tessera tarjeta carte carteirinha cartão matricola inps contrat número numero numéro nummer hicn mbi medi ohip ramq health pps nino nss imss issste eps niss sns cns kv kvnr egk rvnr svnr ahv inail cip unimed dod tricare rx rxbin bin pcn prior auth krankenkasse " +
  "member membership benefits benefit enrollee eob referral insured subscriber insurance ins policy group claim authorization authorisation beneficiary blue bluecross blueshield bcbs aetna cigna humana kaiser plan afiliado afiliada asegurado seguro siniestro adhérent assuré affilié mutuelle sinistre police beneficiário beneficiária convênio sinistro assicurato " +
  "mrn passport pasaporte passeport passaporto passaporte reisepass codice carta cédula personalausweis ausweis steuer steuerid steuernummer aktenzeichen patientennummer patientennr patienten kundennummer fallnummer historia historial expediente prontuário processo cartella permis führerschein carnet carné driver drivers driving patente nhs med medical dni curp cpf cnh dl state military student employee va tax ein itin alien residence biometric brp licencia permiso bilhete título nhc titre pièce identifiant ausweisnummer reisepassnummer führerscheinnummer aufenthaltstitel steueridentifikationsnummer permesso partita documento nie nif nir rg rfc rut run cuit cuil ine cni cc bi bsn pesel tfn sin ci rne " +
  `${PAPERS} mr sozialversicherung employee badge student staff study intake portal hist carteira ` +
  "contrato siniestro assicurazione schaden versicherung kasse afiliación aseguradora last tarjeta carte cb karte cartão carta conto cuenta compte konto conta card account visa amex mastercard código encounter accession lab prescription confirmation booking ticket permit invoice order receipt patient chart account acct case file record client customer hospital license licence reference ref visa green dossier fichier patiente paciente cliente paziente pratica akte ficha dossiê id ids number num no nr n code kennung"
).split(" ");
/** Whether the word that ends there is made for a number: "Fallnummer". */
export const isCompound = (lower: string, end: number): boolean => {
  const last = lower.charCodeAt(end - 1);
  if (last === 0x72) return lower.endsWith("nr", end) || lower.endsWith("nummer", end);
  return (last === 0x6e && lower.endsWith("zeichen", end)) || (last === 0x67 && lower.endsWith("kennung", end));
};

/** Numbers that a word announces: member, claim, policy, chart, passport, license and their like in six languages. */
export function findIdentifiers({ text }: Folded, spoken: readonly SpokenNumber[]): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const { kind, regex, least, coded } of ANNOUNCED) {
    for (const match of text.matchAll(regex)) {
      const start = match.index + match[0].length;
      const said = spoken.find((number) => number.start === start && number.digits.length >= 4);
      const end = said?.end ?? identifierEnd(text, start, least);
      if (end === null || (coded && !said && !isCode(text.slice(start, end), text.slice(end, end + 16)))) continue;
      found.push({ kind, start, end });
    }
  }
  return found;
}
