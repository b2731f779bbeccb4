import type { Folded } from "./fold.ts";
import { LETTER_AND_DIGIT } from "./shapes.ts";
import type { RedactionSpan } from "./span.ts";

const PLATE =
  /(?<!\p{L})(?:licen[sc]e plates?|plate no\.?|car reg|vehicle reg(?:istration)?|tag number|licen[sc]e tags?|lic\. plate|number ?plates?|vanity plates?|plate number|reg(?:istration)? plate|plates?|rego|reg(?:istration)?|tags?|chapa|dominio|immatriculation|matr[ií]cula|plaque|immatricul[ée]{1,2}e?|kennzeichen|kennz|kfz-kennzeichen|nummernschild|placas?|targa(?:t[ao])?|patente)(?!\p{L})(?:[\s:=#,("'.-]{1,3}(?:is|was|says|reads|read|said|number|no|nr|n°|nº|es|est|ist|é|è|con|with|de|are|dice|lit|steht|diz|lautet|numéro|número|numero)(?!\p{L})){0,5}[\s:=#,("'.-]{1,3}/giu;
/** The first words of the above. */
export const PLATE_WORDS =
  "license licence plate plates car vehicle tag tags lic number numberplate numberplates vanity reg registration rego chapa dominio immatriculation matrícula matricula plaque immatricule immatriculé immatriculee immatriculée immatriculeé immatriculéé immatriculeee immatriculéee immatriculeée immatriculééé kennzeichen kennz kfz nummernschild placa placas targa targata targato patente";
/** Words that say nothing but that a plate follows. */
const STRONG = /licen|number ?plate|plate number|vanity|matr|immatr|kennzeichen|nummernschild|placa|targa/i;
const PLATE_VALUE = /^[A-Z\d]{1,8}(?:[ -][A-Z\d]{1,7}){0,3}(?![\p{L}\d])/u;
const SMALL_VALUE = /^[a-z\d]{1,4}(?:[ -][a-z\d]{1,4}){0,3}(?![\p{L}\d])|^[a-z\d]{4,8}(?![\p{L}\d])/u;

/** Words for cars: next to one, a group of capitals and digits that has the shape of a plate is one. */
const CAR =
  /(?<!\p{L})(?:cars?|trucks?|van|suv|jeep|sedan|pickup|minivan|rv|camper|lorry|scooter|motorbike|hatchback|convertible|audi|bmw|ford|toyota|honda|subaru|tesla|chevy|chevrolet|nissan|mazda|volvo|kia|hyundai|fiat|renault|peugeot|citro[eë]n|seat|skoda|škoda|opel|dacia|lexus|acura|dodge|ram|gmc|buick|cadillac|porsche|mercedes|benz|vw|volkswagen|mini|smart|lancia|alfa|mitsubishi|suzuki|corolla|camry|civic|accord|tahoe|silverado|tacoma|prius|outback|forester|wrangler|explorer|highlander|altima|sentra|rogue|elantra|sonata|sportage|mustang|corsa|astra|fiesta|focus|golf|passat|polo|tiguan|clio|twingo|m[eé]gane|sandero|duster|panda|punto|ypsilon|palio|uno|gol|onix|celta|fusca|kombi|hilux|ibiza|le[oó]n|coche|furgoneta|furgo|camioneta|camión|voiture|bagnole|camionnette|fourgon|camion|auto|wagen|pkw|lkw|wohnmobil|carro|carrinha|caminhonete|veículo|vehicle|vehículo|véhicule|fahrzeug|moto|motorcycle|vespa|taxi|uber|macchina|furgone|motorino|park(?:ed|ing)|boxed in|blocked (?:me )?in|hit[- ]and[- ]run|towed|dinged|scraped|bumper|windshield|tailgate|hatch|mirror|sidewalk|driveway|(?:handicapped|accessible|disabled) spot|aparcad[oa]|estacionad[oa]|doble fila|acera|gar[ée]e?|stationn\p{L}+|trottoir|geparkt|parkt|falschparker|gehweg|parcheggiat[oa]|marciapiede|calçada|headlights|lights on|faros|phares|licht(?= (?:an|brennt))|faróis|farol|fari|f-?150|rav4|cr-?v)(?!\p{L})/iu;
const SHAPE =
  /(?<![\p{L}\d-])(?:[A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]{2}-?\d{3}-?[A-Z]{2}|[A-Z]{2} \d{3} [A-Z]{2}|\d{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}|[A-Z]{3}\d[A-Z]\d{2}|[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]\d{1,4}|[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} ?\d{1,4}|[A-Z]{3}[ -]?\d{3,4}(?:-[A-Z])?|\d{3}[ -]?[A-Z]{3}|[A-Z]{2}-?\d{4,5}|[A-Z]{2} \d{4}|[A-Z]\d{2} ?\d[A-Z]{2}|\d{2}-[A-Z]{2}-\d{2}|[A-Z]{2}-\d{2}-[A-Z]{2}|\d[A-Z]{3} ?\d{3}|[A-Z]{1,2}-\d{3,6} ?[A-Z]{1,2}|[A-Z]{1,2}-\d{4}-[A-Z]{1,2}|[A-Z]{2} \d{3} ?\d{3}|\d-[A-Z]{3}-\d{3}|[A-Z]\d{1,3} [A-Z]{3}|[A-Z]{2,3} \d{1,2}-\d{3,5})(?![\p{L}\d-])/gu;
/** Nothing else looks like these. */
const CERTAIN =
  /^(?:[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} ?\d{2,4}|[A-Z]{2}-\d{3}-[A-Z]{2}|[A-Z]{2}\d{2} [A-Z]{3}|\d{2}-[A-Z]{2}-\d{2}|[A-Z]{2}-\d{2}-[A-Z]{2}|[A-Z]{3}\d[A-Z]\d{2}|[A-Z]{2} \d{3} [A-Z]{2})$/;
/** Roads, vertebrae and trains have such shapes, too. */
const NO_PLATE = /^(?:[CTLS]\d{1,2}[ -]|(?:SR|US|HW|RT|CR|FM|ICE|RE|RB|IC)[ -]?\d)/;
const CAR_DISTANCE = 60;
/** A plate without a digit is one that its owner chose: "plate says KNEEBOY". */
const CHOSEN = /(?:plates? (?:is|are|was)|says|reads|dice|lit|liest|steht|diz|dice)[\s:"']{1,3}$/iu;

function readPlate(text: string, start: number, announced: string): number | null {
  const rest = text.slice(start, start + 20);
  const strong = STRONG.test(announced);
  const value = (PLATE_VALUE.exec(rest)?.[0] ?? (strong ? SMALL_VALUE.exec(rest)?.[0] : undefined) ?? "").replace(
    / [A-Z]$/,
    "",
  );
  const size = value.replace(/[^A-Za-z\d]/g, "").length;
  if (size < 4 || size > 9 || /^\d+(?:[ -]\d+)*$/.test(value)) return null;
  // In a text without small letters any word might be one.
  if (!/\d/.test(value))
    return (strong || CHOSEN.test(announced)) && /^[A-Z-]{4,10}$/.test(value) && /\p{Ll}{3}/u.test(text.slice(start))
      ? start + value.length
      : null;
  // In lower case only with several digits: "plate was full, at 7 am".
  return /[A-Z]/.test(value) || /\d[^\d]?\d/.test(value) ? start + value.length : null;
}

/** `announced`: the text has one of PLATE_WORDS. */
export function findPlates({ text }: Folded, announced: boolean): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const match of announced ? text.matchAll(PLATE) : []) {
    const start = match.index + match[0].length;
    const end = readPlate(text, start, match[0]);
    if (end !== null) found.push({ kind: "plate", start, end });
  }
  for (const match of LETTER_AND_DIGIT.test(text) ? text.matchAll(SHAPE) : []) {
    const end = match.index + match[0].length;
    const around = text.slice(Math.max(0, match.index - CAR_DISTANCE), end + CAR_DISTANCE);
    if (NO_PLATE.test(match[0])) continue;
    if (
      CERTAIN.test(match[0]) ||
      CAR.test(around) ||
      /(?<!\p{L})(?:plates?|matrícula|plaque|kennzeichen|placas?|targa)(?!\p{L})/iu.test(around)
    )
      found.push({ kind: "plate", start: match.index, end });
  }
  return found;
}
