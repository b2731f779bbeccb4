import type { Folded } from "./fold.ts";
import { identifierEnd, isCode } from "./identifiers.ts";
import type { RedactionSpan } from "./span.ts";

/** Things on which the number of a person is written, and the companies that number people, wherever in the sentence. */
const LABELS =
  "slip lab form receipt invoice printout paper papers envelope sheet clipboard whiteboard screen shield hoja papel recibo pantalla papier feuille reçu écran zettel blatt bildschirm beleg folha tela foglio schermo ricevuta wristband bracelet sticker label folder chart file record summary license licence lic passport photocopy photocopied copied scanned id login portal badge account pulsera etiqueta carpeta ficha expediente pulseira braccialetto etichetta cartellino étiquette pochette dossier armband etikett aufkleber mappe akte band schild bcbs aetna cigna humana kaiser uhc unitedhealthcare anthem molina tricare medicare medicaid aok barmer dak ikk techniker sanitas adeslas mapfre asisa dkv axa allianz generali unipol mgen maif harmonie ameli unimed amil bradesco hapvida médis multicare adse osde imss insurance insurer mutuelle mutua aseguradora seguro convênio krankenkasse versicherung assicurazione adjuster";
export const LABEL_WORDS: readonly string[] = LABELS.split(" ");
const LABEL = new RegExp(
  String.raw`(?<!\p{L})(?:${LABEL_WORDS.join("|").replace("|band|", "|band(?= stand)|")})(?!\p{L})`,
  "iu",
);
const CANDIDATE = /(?<![\p{L}\d.,:$€£%/@-])(?=[A-Z]{0,4}[-/ ]?\d)[A-Z\d]/gu;
const BEFORE = 45;
const AFTER = 30;
const LEAST = 5;

/** A diagnosis, a treatment, a vertebra, a span of years or a row of counts has the signs of a code, too. */
const NO_CODE =
  /^(?:(?:CPT|ICD|HCPCS)[ -].*|\d{5}(?:-[A-Z\d]{2})?|[A-Z]\d{4}|[A-Z]\d{2}[A-Z]?|[CTLS]\d{1,2}[-/].*|(?:19|20)\d\d[-/](?:19|20)?\d\d|\d{1,3}(?:[-/ ]\d{1,3}){1,3}|\d{3,4}-\d{3,4}|[A-Z]{1,3}[ -]?\d{1,3})$/;

function isLongCode(value: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  if (NO_CODE.test(value)) return false;
  return /[A-Z]/.test(value) ? digits >= 4 : digits >= 6;
}

/** A code in a sentence that speaks of such a thing: "the sticker on my folder, H-20931, was somebody else's". */
export function findLabeled({ text }: Folded): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  let until = 0;
  for (const { index } of text.matchAll(CANDIDATE)) {
    if (index < until) continue;
    const end = identifierEnd(text, index, LEAST);
    if (end === null) continue;
    until = end;
    const value = text.slice(index, end);
    const before = text.slice(Math.max(0, index - BEFORE), index).replace(/^[\s\S]*[.!?\n]\s/, "");
    const after = text.slice(end, end + AFTER).replace(/[.!?\n][\s\S]*$/, "");
    if (!isLongCode(value) || !isCode(value, text.slice(end, end + 16))) continue;
    if (LABEL.test(before) || LABEL.test(after)) found.push({ kind: "record_number", start: index, end });
  }
  return found;
}
