import type { Folded } from "./fold.ts";
import type { Span } from "./span.ts";

const START = String.raw`(?=\d)(?<![\p{L}\d$€£#.,:/-])`;
const DIRECTION = String.raw`(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|Ouest|Est|Nord|Sud)\b\.?)`;
/** Words that end the name of a street and little else. */
const SUFFIX =
  "(?:Street|STREET|St|ST|Avenue|AVENUE|Ave|AVE|Av|Road|ROAD|Rd|RD|Boulevard|Blvd|BLVD|Lane|LANE|Ln|Drive|DRIVE|Dr|DR|Court|Ct|Place|Pl|Way|Terrace|Ter|Circle|Cir|Highway|Hwy|Parkway|Pkwy|Trail|Trl|Row|Square|Sq|Loop|Alley|Crescent|Cres|Close|Mews|Pike|Turnpike|Plaza|Gardens|Gdns|Grove|Parade|Quay|Wharf|Esplanade|Causeway|Promenade|Embankment|Trace|Spur|Knoll|Meadows?|Orchard|Manor|Heights|Estates?|Villas?|Cottages|Lodge|Chase|Croft|Drove|Wynd|Yard|Gate|Circus|Byway|Overlook|Commons?|Cutoff|Pass|Passage|Springs?|Creek|Canyon|Fork|Divide|Dale|Dell|Copse|Paddock)";
/** Words that end other names, too: the address needs a word before it that says so. */
const LOOSE_SUFFIX =
  "(?:Run|Park|View|Hill|Hills|Green|Path|Walk|Bend|Rise|Point|Ridge|Crossing|Cove|Glen|Hollow|Vista|Landing|Vale|Broadway|Bridge|Brook|Corner|Crest|Falls|Farm|Field|Fields|Forest|Harbor|Haven|Island|Junction|Lake|Mill|Mount|Oaks|Pines|Pointe|Ranch|Shore|Shores|Station|Summit|Terrasse|Trace|Valley|Village|Well|Woods|House|Tower)";
const SMALL_SUFFIX =
  "(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|court|ct|terrace|parkway|pkwy|circle|gardens|crescent|highway|hwy|trail|grove|mews|parade|square)";
/** These are also other words in lower case. */
const SMALL_LOOSE = "(?:dr|way|pl|place|loop|row|cir|ter|close|hill|green|park|walk|alley|run|ridge|view)";
/** "Elm Street Physical Therapy" is a clinic, "Main St. Race" a race. */
const CLINIC_AFTER = String.raw`(?!\.?\s+(?:Physical|Physio\w*|PT|Clinic|Rehab\w*|Therapy|Wellness|Medical|Health|Dental|Hospital|Race|Run|closures?|location|office|branch|clinic|rehab|physio\w*|therapy|store|bridge|exit)\b)`;
const UK_CODE = String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}`;
const CANADA_CODE = String.raw`[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d`;
const IRISH_CODE = String.raw`[AC-FHKNPRTV-Y]\d[\dW] ?[\dAC-FHKNPRTV-Y]{4}`;
const TOWN_NAME = String.raw`\p{Lu}[\p{L}.'-]{1,20}(?:[ -](?:\p{Lu}|de |del |la |sur |am |an der |upon )[\p{L}.'-]{1,20}){0,2}`;
/** What may follow the street and the number: a unit, a floor, a postcode, a town. */
const TAILS: RegExp[] = [
  /^,?\s*(?:#\s?\w{1,5}|(?:apt|apartment|unit|suite|ste|flat|floor|fl|apto|ap|appt|app|appartement|bât|bâtiment|étage|escalier|esc|escalera|piso|planta|puerta|pta|portal|bloque|blq|bajo|int|interno|scala|piano|palazzina|bloco|bl|andar|lote|cj|conjunto|lj|loja|wohnung|whg|top|stiege|tür|etage|stock|lok|m)(?!\p{L})\.?\s*(?:nº\s?|n\.\s?|#)?(?:\d{1,4}[a-z]?|[a-z])(?![\p{L}\d]))/iu,
  /^,?\s*\d{1,3}\s?(?:\.º|\.|º|ª|°|er|e|ème|th|st|nd|rd|to|ro|do)\s?(?:piso|étage|floor|og|stock|andar|piano|etage|izq|izda|dcha|der|esq|dto|dir|drt|[a-z])(?!\p{L})\.?/iu,
  /^\s(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|Ouest|Est|Nord|Sud)(?!\p{L})/u,
  new RegExp(String.raw`^,?\s+(?:${TOWN_NAME},?\s+)?(?:${UK_CODE}|${CANADA_CODE}|${IRISH_CODE})(?![\p{L}\d])`, "iu"),
  new RegExp(String.raw`^,?\s+(?:[A-Z]{1,2}-)?(?:\d{4,5}|\d\d-\d{3}|\d{5}-\d{3}|\d{4}-\d{3})\s${TOWN_NAME}`, "u"),
  new RegExp(
    String.raw`^,?\s+${TOWN_NAME},?\s+(?:(?:[A-Z]{2}|\p{Lu}\p{Ll}{3,12})(?!\p{L}),?\s+)?\d{5}(?:-\d{3,4})?(?![\p{L}\d])`,
    "u",
  ),
  new RegExp(String.raw`^,\s+${TOWN_NAME},?\s+[A-Z]{2}(?![\p{L}\d])`, "u"),
  /^,\s+\d{4,5}(?:-\d{3,4})?(?![\p{L}\d%]|[.,]\d)/u,
  /^,\s+Col\.\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?/u,
];
const MOST_TAILS = 4;
const TAIL_LENGTH = 80;

/** Where an address ends that begins before `end`. */
function tailEnd(text: string, end: number): number {
  let at = end;
  for (let count = 0; count < MOST_TAILS; count += 1) {
    const rest = text.slice(at, at + TAIL_LENGTH);
    const tail = TAILS.map((regex) => regex.exec(rest)?.[0] ?? "").find((found) => found !== "");
    if (tail === undefined) return at;
    at += tail.length;
  }
  return at;
}

const NO_STREET =
  /(?<!\p{L})(?:minutes?|mins?|hours?|hrs?|miles?|days?|weeks?|months?|years?|seasons?|stars?|blocks?|doors?|percent|times?|visits?|people|lanes?|more|down|up|across|of|in|on|a|and|to|from|off|this|that|my|your|bad|good|long|feet|steps|dr|sessions?|sets?|reps?|therapists?|patients?|was|is|are|for|with|at|by|or|but|per|each|every|which|when|then|after|before|exit|bus|line|or)(?!\p{L})/iu;
const STARTS_WITH_SUFFIX = new RegExp(`^${SUFFIX}\\b`, "i");
/** The words between the number and the suffix are a name. */
function isStreet(value: string): boolean {
  const words = value.replace(/^[\d/-]+\w?\s+/, "").split(/\s+/);
  const suffix = words.findIndex((word, index) => index > 0 && STARTS_WITH_SUFFIX.test(word));
  return !NO_STREET.test(words.slice(0, suffix === -1 ? words.length : suffix).join(" "));
}
/** "the 3 rue" has a number of something else; "calle a las 5" is no address. */
const NO_PLACE =
  /(?<!\p{L})(?:a|con|en|hace|desde|hasta|por|para|que|y|o|tiene|son|está|mi|su|nos|me|se|più|che|con|per|in|è|ha|e|ma|et|ou|à|avec|pour|est|dans|um|em|com|na|no|und|mit|bis|ab|um|ist|nach|zu|von)(?!\p{L})/iu;
/** What follows a number that is not of a house. */
const QUANTITY =
  /^\s?(?:%|°|€|\$|£|(?:min|mins|minutes?|minutos?|minuti|minuten|km|kms|m|metros?|mètres?|metri|meter|euros?|eur|pesos|h|hs|hrs|horas?|heures?|ore|uhr|stunden?|jahre?|años?|ans|anos|anni|days?|días?|jours?|dias|giorni|tage|sesiones|séances|sessões|sedute|termine|mal|veces|fois|vezes|volte)(?!\p{L}))/iu;

/** Words before a place that say it is somebody's. */
const LIVES =
  /(?<!\p{L})(?=\p{L})(?:live[sd]?|living|reside[sd]?|residing|stay(?:s|ing|ed)?|house|home|moved|moving|located|landlord|condo|duplex|trailer|cabin|farm|invoices?|billed|mailbox|mailing|posted|delivery|ambulance|shuttle|uber|taxi|therapist came|physio came|came to|apartment|flat|address|mail(?:ed)?|ship(?:ped)?|send|sent|delivered|pick(?:ed|s)? (?:me|us|him|her) up|picked up|parcel|package|letters?|statements?|neighbou?r|mother|mom|mum|dad|father|aunt|place|over (?:on|at)|we're|we are|i'm|visits?|came out|lives with|vivo|vive|vivimos|estoy|casa|mi madre|domicilio|moro|mora|resido|residencia|dirección|direccion|vivienda|piso|enviaron|envían|factura|endereço|apartamento|mudei|entrega|enviaram|fatura|habit\p{L}*|maison|logement|adresse|domicile|envoy\p{L}*|facture|livr\p{L}*|wohn\p{L}*|haus|zuhause|anschrift|umgezogen|rechnung|paket|liefer\p{L}*|abit\p{L}*|residenz\p{L}*|indirizzo|spedi\p{L}*|trasferit\p{L}*|fattura|mandat\p{L}*|sto|sta)(?!\p{L})[^.;!?\n\d]{0,40}$/iu;

/** The same, right before the number. */
const HOME =
  /(?<!\p{L})(?=\p{L})(?:live[sd]? (?:at|on|in)|living (?:at|on)|house (?:is|at|on)|home is|home at|home:|place is(?: on| at)?|my place,|address(?: is|:| on file is)?|moved to|moved from|i'm (?:at|on|over on)|we're (?:at|on|over at)|mail goes to|mailed (?:it |everything |things )?to|mail(?:ing)? it to|sent (?:it |everything |the bill )?to|ship(?:ped)? (?:it )?to|pick(?:ed|s)? (?:me|us|him|her) up (?:at|from)|come to|came (?:out )?to|apartment at|apartment \w{1,3} at)\s$/iu;

const COUNT =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|oh)";

type Pattern = {
  regex: RegExp;
  accept?: (value: string, before: string, after: string) => boolean;
  /** Only in a text with one of STREET_WORDS. */
  street?: true;
  /** A faster test, without which the pattern cannot match. */
  needs?: RegExp;
};
const livesBefore = (value: string, before: string): boolean => LIVES.test(before) && isStreet(value);
const isHouse = (value: string, _: string, after: string): boolean =>
  !QUANTITY.test(after) && !NO_PLACE.test(value.replace(/^\S+\s(?:(?:bis|ter),?\s)?/, "").replace(/[,\d][\s\S]*$/, ""));

/** Words that the patterns marked `street` begin with. */
export const STREET_WORDS: readonly string[] =
  "street st avenue ave av road rd lane drive court boulevard box highway hwy route county apartado postfach calle c avenida avda carrera cra cl kr transversal diagonal paseo plaza pza camino ronda glorieta rúa rua r urbanización urb pasaje callejón cuesta travesía rambla bulevar calzada privada cerrada prolongación barrio bairro calçada ladeira rodovia quinta travessa praça praceta alameda estrada largo beco via viale v corso piazza p vicolo strada contrada località borgo salita lungomare lungotevere lungarno galleria traversa ul ulica al aleja os plac chaussée rue bd bld impasse allée chemin quai place cours rte square passage sentier ruelle faubourg fbg esplanade promenade montée cité résidence hameau villa ch postcode post postal code código zip eircode cep".split(
    " ",
  );
const GERMAN_STREET =
  /(?:straße|strasse|str\.?|weg|platz|gasse|allee|ring|damm|ufer|steig|markt|hof|pfad|berg|graben|tor|brücke|garten|wiese|feld|höhe|kamp|wall|chaussee|promenade|zeile|bogen|winkel|twiete|hang|grund|reihe)\s\d|(?:am|an der|auf de[mr]|im|in der|zum|zur|unter den|vor dem|hinter der|bei der)\s\p{Lu}/iu;

const PATTERNS: Pattern[] = [
  {
    street: true,
    regex:
      /(?<![\p{L}\d])(?:P\.?\s?O\.?\s?Box\s+\d{1,6}|(?:R\.?R\.?|HC|Route|Rural Route)\s?\d{1,3},?\s+Box\s+\d{1,5}|Apartado(?: postal| de correos)?\s+\d{1,6}|Postfach\s+\d{2,8}|\d{1,6}\s+(?:[nsew]{1,2}\.?\s+)?(?:Highway|Hwy|Route|County Road)\s+\d{1,4})(?!\d)/giu,
  },
  {
    regex: new RegExp(
      String.raw`(?:(?<![\p{L}\d])(?:[Ff]lat|[Aa]pt|[Aa]partment|[Uu]nit|Level|Suite)\.?\s\w{1,4}(?:,\s|\sat\s|\s))?${START}\d{1,6}(?:[-/]\d{1,5})?[A-Za-z]?,?\s+(?:(?:\p{Lu}[\p{L}'-]*\.?|\d{1,3}(?:st|nd|rd|th)|[ns][ew]?)\s+){1,5}?${SUFFIX}\b${CLINIC_AFTER}\.?`,
      "gu",
    ),
    accept: isStreet,
  },
  {
    regex: new RegExp(
      String.raw`${START}\d{1,5}[a-z]?\s+(?:[ns][ew]?\.?\s+|[ew]\.?\s+)?(?:(?:\p{Ll}[\p{Ll}'-]+|\d{1,3}(?:st|nd|rd|th))\s+){1,3}?${SMALL_SUFFIX}\b${CLINIC_AFTER}`,
      "gu",
    ),
    accept: isStreet,
  },
  {
    regex: new RegExp(
      String.raw`${START}\d{1,5}[a-z]?,?\s+(?:[nsew]{1,2}\.?\s+)?(?:(?:\p{Ll}[\p{Ll}'-]+|\d{1,3}(?:st|nd|rd|th))\s+){1,3}?${SMALL_LOOSE}\b${CLINIC_AFTER}`,
      "gu",
    ),
    accept: (value, before) =>
      isStreet(value) && (LIVES.test(before) || /^\d{3}/.test(value) || /^\d+\s[nsew]{1,2}\s/.test(value)),
  },
  // One-forty-two Willow Street
  {
    street: true,
    regex: new RegExp(
      String.raw`(?<![\p{L}-])(?i:${COUNT}(?:[- ]${COUNT}){0,3})\s+(?:\p{Lu}[\p{L}'-]+\s+){1,3}?${SUFFIX}\b`,
      "gu",
    ),
  },
  // 310 West 43rd, 1188 SW 5th, 3321 Avenue J
  {
    regex: new RegExp(
      String.raw`${START}\d{1,6}\s+(?:${DIRECTION}\s+\d{1,3}(?:st|nd|rd|th)|Avenue\s[A-Z])(?![\p{L}\d])`,
      "gu",
    ),
  },
  // 700 S Grand
  {
    regex: new RegExp(String.raw`${START}\d{2,6}\s+(?:N|S|E|W|NE|NW|SE|SW)\.?\s+\p{Lu}\p{Ll}{2,15}(?!\p{L})`, "gu"),
  },
  { regex: new RegExp(String.raw`${START}\d{1,6}\s+Broadway(?!\p{L})`, "gu") },
  {
    regex: new RegExp(
      String.raw`${START}\d{1,6}(?:\s?[-/]\s?\d{1,5})?\s+(?:\p{Lu}[\p{L}'-]+\s+){0,3}?(?:${LOOSE_SUFFIX}\b|\p{Lu}\p{Ll}{3,15}(?=\s?[.,;!?]|\s\p{Ll}|$))`,
      "gu",
    ),
    accept: livesBefore,
  },
  // Somebody lives at a number and a name, without a word for a street.
  {
    regex: new RegExp(String.raw`${START}\d{1,6}[a-z]?,?\s+(?:[nsew]{1,2}\.?\s+)?\p{L}[\p{L}'-]{2,20}(?!\p{L})`, "gu"),
    accept: (value, before) =>
      HOME.test(before) && !NO_STREET.test(value) && !QUANTITY.test(value.replace(/^\d+[a-z]?,?/, "")),
  },
  // Carrera 15 # 93-47
  {
    street: true,
    regex:
      /(?<!\p{L})(?:calle|carrera|cra\.?|cl\.?|kr\.?|transversal|diagonal|avenida)\s+\d{1,3}\s?[a-z]?\s*(?:#|no\.?|n°|nº)\s*\d{1,3}\s?[a-z]?\s*-\s*\d{1,3}/giu,
  },
  // 12 rue des Lilas, 45 bis, avenue Jean Jaurès, 69007 Lyon
  {
    street: true,
    regex:
      /(?<![\p{L}\d])\d{1,4}(?:\s?(?:bis|ter|[a-d]))?,?\s+(?:rue|avenue|av\.?|boulevard|bd|bld|impasse|allée|chemin|quai|place|cours|route|rte|square|passage|chaussée|sentier|ruelle|faubourg|fbg|esplanade|promenade|montée|cité|résidence|hameau|villa|ch\.)\s+(?:(?:de la|de l'|des|de|du|d')\s*)?\p{L}[\p{L}'-]{1,24}(?:[ -]\p{Lu}[\p{L}'-]{1,24}){0,3}/giu,
    accept: isHouse,
  },
  // calle Mayor 14, 3º B · Rua das Palmeiras, 145, apto 32 · via Garibaldi 14 · ul. Długa 12/4 · chaussée de Wavre 210
  {
    street: true,
    regex:
      /(?<![\p{L}\d])(?:c\/\s*|r\.\s+(?=\p{L})|(?:calle|avenida|avda\.?|av\.?|carrera|paseo|plaza|pza\.?|camino|ronda|glorieta|rúa|rua|urbanización|urb\.|pasaje|callejón|cuesta|travesía|rambla|bulevar|calzada|privada|cerrada|prolongación|barrio|bairro|calçada|ladeira|rodovia|quinta|travessa|praça|praceta|alameda|estrada|largo|beco|via|viale|v\.le|corso|piazza|p\.zza|vicolo|strada|contrada|località|borgo|salita|lungomare|lungotevere|lungarno|galleria|traversa|ul\.?|ulica|al\.|aleja|os\.|plac|chaussée|avenue|boulevard|rue)\s+)(?:(?:de|del|la|las|los|el|do|da|dos|das|dei|della|delle|degli|du|des|san|santa|são)\s+){0,3}\p{L}[\p{L}'.-]{1,24}(?:\s+(?:de\s|la\s|las\s|del\s|da\s|do\s)?\p{L}[\p{L}'.-]{1,24}){0,3}?,?\s+(?:n[º°.]{1,2}\s*|nr\.?\s*|no\.\s*|#\s?|núm\.?\s*|número\s|numero\s)?\d{1,5}(?:\s?[a-z])?(?![\p{L}\d])(?:[/-][\da-z]{1,4})*/giu,
    accept: isHouse,
  },
  // Corrientes 1234, 5to piso
  {
    needs: /(?:vivo|vive|estoy|estamos|moro|mora|abito|wohne)\s/iu,
    regex: /(?<![\p{L}\d])\p{Lu}\p{L}{3,20}(?:\s\p{Lu}\p{L}{2,20}){0,2}\s\d{2,5}(?![\p{L}\d])/gu,
    accept: (_, before, after) =>
      /(?<!\p{L})(?:vivo|vive|estoy|estamos|moro|mora|abito|wohne)\s(?:en|em|in|na|a)\s$/iu.test(before) &&
      !QUANTITY.test(after),
  },
  // Goethestraße 12, Mariahilfer Straße 44/2/9, Am Alten Markt 7
  {
    needs: GERMAN_STREET,
    regex:
      /(?<![\p{L}\d])(?!(?:park|arbeits|stell|spiel|sport|sitz|rad|hin|rück|heim|um|aus|schul|geh|fuß)(?:platz|weg)(?!\p{L}))(?:\p{L}{3,24}(?:straße|strasse|str\.?|weg|platz|gasse|allee|ring|damm|ufer|steig|markt|hof|pfad|berg|graben|tor|brücke|garten|wiese|feld|höhe|kamp|wall|chaussee|promenade|zeile|bogen|winkel|twiete|hang|grund|reihe)|\p{Lu}\p{L}{2,20}(?:er|e|en)\s(?:straße|strasse|str\.|weg|platz|gasse|allee)|(?:am|an der|auf dem|auf der|im|in der|zum|zur|unter den|vor dem|hinter der|bei der)\s(?:\p{Lu}\p{Ll}{2,15}\s)?\p{Lu}\p{Ll}{2,15})\s\d{1,4}\s?[a-z]?(?![\p{L}\d.])(?:\/\d{1,4}){0,3}/giu,
    accept: (value, before, after) =>
      !QUANTITY.test(after) &&
      (/(?:str|weg|platz|gasse|allee|ring|damm|ufer|steig|markt|unter den)/i.test(value) || LIVES.test(before)),
  },
  {
    regex: new RegExp(String.raw`(?=[A-Z])(?<![\p{L}\d])(?:${UK_CODE}|${CANADA_CODE})(?![\p{L}\d])`, "gu"),
    accept: (value) => value.includes(" "),
  },
  // With a word that says so, in lower case, too: postcode ec1v 9hx, CEP 01310-100.
  {
    street: true,
    regex: new RegExp(
      String.raw`(?<=(?<!\p{L})(?:post ?code|postal code|code postal|código postal|zip(?: code)?|eircode)(?:\s(?:is|was|es|est))?[\s:,]{1,2})(?:${UK_CODE}|${CANADA_CODE}|${IRISH_CODE}|\d{5}-\d{3,4})(?![\p{L}\d])|(?<=(?<!\p{L})CEP[\s:]{1,2})\d{5}-?\d{3}(?!\d)`,
      "giu",
    ),
  },
];

const CONTEXT = 60;

/** Finds postal addresses with a house number, and postcodes that belong to a few houses. */
export function findAddresses({ text }: Folded, has_street: boolean): Span[] {
  const found: Span[] = [];
  for (const { regex, accept, street, needs } of PATTERNS) {
    if ((street && !has_street) || (needs && !needs.test(text))) continue;
    for (const match of text.matchAll(regex)) {
      const end = match.index + match[0].length;
      const before = text.slice(Math.max(0, match.index - CONTEXT), match.index);
      if (!accept || accept(match[0], before, text.slice(end, end + 16)))
        found.push({ kind: "address", start: match.index, end: tailEnd(text, end) });
    }
  }
  return found;
}
