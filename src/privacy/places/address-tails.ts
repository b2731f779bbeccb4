export const UK_CODE = String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}`;
export const CANADA_CODE = String.raw`[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d`;
export const IRISH_CODE = String.raw`[AC-FHKNPRTV-Y]\d[\dW] ?[\dAC-FHKNPRTV-Y]{4}`;
const TOWN_NAME = String.raw`\p{Lu}[\p{L}.'-]{1,20}(?:[ -](?:\p{Lu}|de |del |la |sur |am |an der |upon )[\p{L}.'-]{1,20}){0,2}`;
/** What may follow the street and the number: a unit, a floor, a postcode, a town. */
const TAILS: RegExp[] = [
  /^(?:,|\s-)?\s*(?:#\s?\w{1,5}|(?:apt|apartment|unit|suite|ste|flat|floor|fl|sala|oficina|interior|interno|apto|apt|ap|appt|app|appartement|depto|dpto|departamento|dept|conj|lotto|lot|space|trailer|casa|chalet|nave|local|bldg|building|bat|blk|block|bât|bâtiment|étage|escalier|esc|escalera|piso|planta|puerta|pta|portal|bloque|blq|bajo|int|interno|scala|piano|palazzina|bloco|bl|andar|lote|cj|conjunto|lj|loja|wohnung|whg|top|stiege|tür|etage|stock|lok|m)(?!\p{L})\.?\s*(?:nº\s?|n\.\s?|#)?(?:\d{1,4}[a-z]?|[a-z](?:-?\d{1,4})?)(?![\p{L}\d]))/iu,
  /^\s(?:bis|ter|quater)(?!\p{L})/u,
  /^,\s\d{1,3}[A-Z](?![\p{L}\d])/u,
  /^,?\s(?:bajos?|baixo|izq|izda|izquierda|dcha|derecha|ático|entresuelo|principal|altos|esq|dto)(?!\p{L})\.?/iu,
  /^\/(?:[IVX]{1,4}|\d{1,4})(?![\p{L}\d])/u,
  /^,?\s(?:civico|numéro|número|numero|number)\s\d{1,4}(?![\p{L}\d])/iu,
  /^,?\s(?:hinterhaus|vorderhaus|seitenflügel|gartenhaus|fundos|fondos|interior|rez-de-chaussée|rdc|parterre|erdgeschoss|eg|dg|fond de cour)(?!\p{L})/iu,
  // The street of a house that has a name.
  /^,\s(?:\p{Lu}[\p{L}'-]{1,20}\s){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Close|Way|Place|Terrace|Hill)(?!\p{L})/u,
  /^(?:,|\s[-/])?\s*\d{1,3}\s?(?:\.º|\.|º|ª|°|er|e|ème|th|st|nd|rd|to|ro|do)\s?(?:piso|étage|floor|og|stock|andar|piano|etage|izq|izda|dcha|der|esq|dto|dir|drt|[a-z])(?!\p{L})\.?/iu,
  /^\s(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|Ouest|Est|Nord|Sud)(?!\p{L})/u,
  new RegExp(String.raw`^,?\s+(?:${TOWN_NAME},?\s+)?(?:${UK_CODE}|${CANADA_CODE}|${IRISH_CODE})(?![\p{L}\d])`, "iu"),
  new RegExp(
    String.raw`^(?:,|\s-)?\s+(?:[A-Z]{1,2}-)?(?:\d{4,5}|\d\d-\d{3}|\d{5}-\d{3}|\d{4}-\d{3})\s${TOWN_NAME}`,
    "u",
  ),
  new RegExp(
    String.raw`^,?\s+${TOWN_NAME},?\s+(?:(?:[A-Z]{2}|\p{Lu}\p{Ll}{3,12})(?!\p{L}),?\s+)?\d{5}(?:-\d{3,4})?(?![\p{L}\d])`,
    "u",
  ),
  new RegExp(String.raw`^,\s+${TOWN_NAME},?\s+[A-Z]{2}(?![\p{L}\d])`, "u"),
  /^,\s+\d{4,5}(?:-\d{3,4})?(?![\p{L}\d%]|[.,]\d)/u,
  /^,?\s+(?:Col\.|[Cc]olonia|[Bb]arrio|[Bb]airro|[Uu]rb\.|fraz\.|loc\.)\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?/u,
  /^,?\s*\d{1,2}\s?[ºª°]\s?(?:\d{1,2}\s?[ºª°]|[A-Z](?!\p{L}))?/u,
  /^,?\s+r\/c(?!\p{L})/iu,
  // A town after the number: "Dublin 2", "Hamilton 3210", "Milano (MI)".
  /^,\s+\p{Lu}\p{Ll}{3,16}\s\d{1,4}(?![\p{L}\d%]|[.,:]\d)/u,
  /^\s\([A-Z]{2}\)/u,
];
/** A town alone, after an address that begins with its number or a box. In German every noun has a capital. */
const TOWN_TAIL = /^,\s\p{Lu}\p{Ll}{3,16}(?=\s\p{Ll}|\s?[.,;!?)]|$)/u;
const MOST_TAILS = 4;
const TAIL_LENGTH = 80;

/** Where an address ends that begins before `end`. */
export function tailEnd(text: string, start: number, end: number): number {
  let at = end;
  for (let count = 0; count < MOST_TAILS; count += 1) {
    const rest = text.slice(at, at + TAIL_LENGTH);
    const tail = TAILS.map((regex) => regex.exec(rest)?.[0] ?? "").find((found) => found !== "");
    if (tail === undefined) break;
    at += tail.length;
  }
  const first = text.charAt(start);
  const town = /[\dPp]/.test(first) ? TOWN_TAIL.exec(text.slice(at, at + TAIL_LENGTH))?.[0] : undefined;
  return at + (town?.length ?? 0);
}

/** A house that has a name, before the rest of its address: Rose Cottage, Mill Lane, OX7 5QL. */
const HEAD =
  /(?<![\p{L}\d])(?:(?:\p{Lu}[\p{L}'-]{1,20}\s)(?:(?:aux|des|du|de|del|of|the|la|los|las|dei)\s){0,2}(?:\p{Lu}[\p{L}'-]{1,20}\s?){1,3}(?<!\s),\s){1,2}$/u;
const HEAD_LENGTH = 60;
/** Nobody lives in a greeting or a sentence: "Thank You, 12 Elm Street". */
const NO_HEAD =
  /(?<!\p{L})(?:thank|thanks|dear|hi|hello|my|the|our|physical|therapy|clinic|dr|mr|mrs|ms|best|love)(?!\p{L})/iu;

/** piso 3º B, Gran Vía 21 */
const UNIT_HEAD =
  /(?<![\p{L}\d])(?:piso|apto|apt|apartment|appt|flat|unit|int|wohnung|puerta|portal|room)\.?\s[\dA-Za-z]{1,4}[ºª°]?(?:\s[A-Z])?,\s$/iu;

/** Where an address begins of which a part begins at `start`. */
export function headStart(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - HEAD_LENGTH), start);
  const head = UNIT_HEAD.exec(before)?.[0] ?? HEAD.exec(before)?.[0];
  return head === undefined || NO_HEAD.test(head) ? start : start - head.length;
}
