import { CANADA_CODE, IRISH_CODE, UK_CODE } from "./address-tails.ts";
import { GERMAN, isAtHome, isSomebodys, LIVES, NO_HOUSE, NO_NAME, QUANTITY } from "./home-words.ts";

const START = String.raw`(?=\d)(?<![\p{L}\d$€£#.,:/-])`;
const DIRECTION = String.raw`(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|Ouest|Est|Nord|Sud)\b\.?)`;
/** Words that end the name of a street and little else. */
const SUFFIX =
  "(?:Street|STREET|St|ST|Avenue|AVENUE|Ave|AVE|Av|Road|ROAD|Rd|RD|Boulevard|Blvd|BLVD|Lane|LANE|Ln|Drive|DRIVE|Dr|DR|Court|Ct|Place|Pl|Way|Terrace|Ter|Circle|Cir|Highway|Hwy|Parkway|Pkwy|Trail|Trl|Row|Square|Sq|Loop|Alley|Crescent|Cres|Close|Mews|Pike|Turnpike|Plaza|Gardens|Gdns|Grove|Parade|Quay|Wharf|Esplanade|Causeway|Promenade|Embankment|Trace|Spur|Knoll|Meadows?|Orchard|Manor|Heights|Estates?|Villas?|Cottages|Lodge|Chase|Croft|Drove|Wynd|Yard|Gate|Circus|Byway|Overlook|Commons?|Cutoff|Pass|Passage|Springs?|Creek|Canyon|Fork|Divide|Dale|Dell|Copse|Paddock|Approach|Fold|Garth|Brow|Nook|Strand|Brae|Vennel|Barns|Buildings|Apartments|Towers|Arcade|Bypass|Xing|Expy|Expressway|Fwy|Pier|Ridgeway|Maltings|Moorings)";
/** Words that end other names, too: the address needs a word before it that says so. */
const LOOSE_SUFFIX =
  "(?:Run|Park|View|Hill|Hills|Green|Path|Walk|Bend|Rise|Point|Ridge|Crossing|Cove|Glen|Hollow|Vista|Landing|Vale|Broadway|Bridge|Brook|Corner|Crest|Falls|Farm|Field|Fields|Forest|Harbor|Haven|Island|Junction|Lake|Mill|Mount|Oaks|Pines|Pointe|Ranch|Shore|Shores|Station|Summit|Terrasse|Trace|Valley|Village|Well|Woods|House|Tower)";
const SMALL_SUFFIX =
  "(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|court|ct|terrace|parkway|pkwy|circle|gardens|crescent|highway|hwy|trail|grove|mews|parade|square|approach|drove|wharf|quay|esplanade)";
/** These are also other words in lower case. */
const SMALL_LOOSE = "(?:dr|way|pl|place|loop|row|cir|ter|close|hill|green|park|walk|alley|run|ridge|view)";
/** "Elm Street Physical Therapy" is a clinic, "Main St. Race" a race. */
const CLINIC_AFTER = String.raw`(?!\.?\s+(?:Physical|Physio\w*|PT|Clinic|Rehab\w*|Therapy|Wellness|Medical|Health|Dental|Hospital|Race|Run|closures?|location|office|branch|clinic|rehab|physio\w*|therapy|store|bridge|exit)\b)`;
const NO_STREET =
  /(?<!\p{L})(?:problems?|issues?|degrees?|pounds?|exercises?|minuten|stunden|kilometer|kurven|minutes?|mins?|hours?|hrs?|miles?|days?|weeks?|months?|years?|seasons?|stars?|blocks?|doors?|percent|times?|visits?|people|lanes?|more|down|up|across|of|in|on|a|and|to|from|off|this|that|my|your|bad|good|long|feet|steps|dr|sessions?|sets?|reps?|therapists?|patients?|was|is|are|for|with|at|by|or|but|per|each|every|which|when|then|after|before|exit|bus|line|or)(?!\p{L})/iu;
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
const COUNT =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|oh)";

type AddressPattern = {
  regex: RegExp;
  accept?: (value: string, before: string, after: string) => boolean;
  /** Only in a text with one of STREET_WORDS. */
  street?: true;
  /** It has no digit. */
  spoken?: true;
  /** A faster test, without which the pattern cannot match. If it is sticky, at one of the numbers. */
  needs?: RegExp;
};
const livesBefore = (value: string, before: string, after: string): boolean =>
  isStreet(value) && !GERMAN.test(before + after) && LIVES.test(before);
const isHouse = (value: string, _: string, after: string): boolean =>
  !QUANTITY.test(after) && !NO_PLACE.test(value.replace(/^\S+\s(?:(?:bis|ter),?\s)?/, "").replace(/[,\d][\s\S]*$/, ""));

/** Street, name and number, in whatever case. */
const isRomance = (value: string, before: string, after: string): boolean =>
  // "44 m. 3" is a flat in Poland.
  (!QUANTITY.test(after) || /^\s?m\.\s?\d/.test(after)) &&
  (!/\s(?:19|20)\d\d$/.test(value) || LIVES.test(before)) &&
  !NO_PLACE.test(
    value
      .replace(/^\S+\s(?:per\s)?/, "")
      .replace(/[,\d][\s\S]*$/, "")
      .replace(/\s(?:km|casa|lote|chalet)\s*$/i, ""),
  ) &&
  (!/^(?:(?:v|al|r)\.|place|quai|cours|square)\s/i.test(value) || /\s\p{Lu}/u.test(value)) &&
  (/^\S+\s(?:(?:de|del|la|las|los|el|do|da|dos|das|dei|della|du|des)\s)*\p{L}{2}/iu.test(value) || LIVES.test(before));

/** Words that the patterns marked `street` begin with. */
export const STREET_WORDS: readonly string[] =
  "street st avenue ave av road rd lane drive court boulevard box highway hwy route county apartado postfach calle c avenida avda carrera cra cl kr transversal diagonal paseo plaza plazuela plazoleta costanilla corredera vereda pza camino ronda glorieta rúa rua r urbanización urb pasaje callejón cuesta travesía rambla bulevar carretera ctra jirón jr gran urbanização rod estr tv pça piazzale frazione fraz loc fondamenta rione casella caixa bp boîte boul lieu lieudit venelle lotissement quadra qd manzana mz lote lot bloque bloco edificio edifício torre polígono condomínio residencial space trailer sqn sqs flat apt apartment unit room casa piso apto wohnung appt int grande calzada privada cerrada prolongación barrio bairro calçada ladeira rodovia quinta travessa praça praceta alameda estrada largo beco via viale v corso piazza p vicolo strada contrada località borgo salita lungomare lungotevere lungarno galleria traversa ul ulica al aleja os plac chaussée rue bd bld impasse allée chemin quai place cours rte square passage sentier ruelle faubourg fbg esplanade promenade montée cité résidence hameau villa ch postcode post postal code código zip eircode cep".split(
    " ",
  );
/** Looks back from each number: this takes a tenth of the time of a look from each letter. */
const GERMAN_STREET =
  /(?=\d)(?<=(?:straße|strasse|str\.?|weg|platz|gasse|allee|ring|damm|ufer|steig|markt|hof|pfad|berg|graben|tor|brücke|garten|wiese|feld|höhe|kamp|wall|chaussee|promenade|zeile|bogen|winkel|twiete|hang|grund|reihe)\s?(?:nr\.\s?)?|(?<!\p{L})(?:am|an de[nr]|auf de[mr]|im|in de[nr]|zum|zur|zu den|unter den|vor dem|hinter der|hinterm|bei der|beim)\s(?:\p{L}{3,16}\s)?\p{L}{3,16}\s(?:nr\.\s?)?)/iuy;

/** A word that ends the name of a street, with its capital. */
const HAS_SUFFIX = new RegExp(String.raw`\s${SUFFIX}\b`);

export const ADDRESS_PATTERNS: readonly AddressPattern[] = [
  {
    street: true,
    regex:
      /(?<![\p{L}\d])(?:P\.?\s?O\.?\s?Box\s+\d{1,6}|(?:R\.?R\.?|HC|Route|Rural Route)\s?\d{1,3},?\s+Box\s+\d{1,5}|Apartado(?: postal| de correos)?\s+\d{1,6}|Postfach\s+\d{2,8}|\d{1,6}\s+(?:[nsew]{1,2}\.?\s+)?(?:Highway|Hwy|Route|County Road)\s+\d{1,4})(?!\d)/giu,
  },
  {
    regex: new RegExp(
      String.raw`(?:(?<![\p{L}\d])(?:[Ff]lat|[Aa]pt|[Aa]partment|[Uu]nit|Level|Suite)\.?\s\w{1,4}(?:,\s|\sat\s|\s))?${START}\d{1,6}(?:[-/]\d{1,5}|\s1/2|\s?½)?[A-Za-z]?,?\s+(?:(?:\p{Lu}[\p{L}'-]*\.?|\d{1,3}(?:st|nd|rd|th)|[ns][ew]?)\s+){1,5}?${SUFFIX}\b${CLINIC_AFTER}\.?`,
      "gu",
    ),
    accept: isStreet,
    needs: HAS_SUFFIX,
  },
  {
    regex: new RegExp(
      String.raw`${START}\d{1,5}[a-z]?\s+(?:[ns][ew]?\.?\s+|[ew]\.?\s+)?(?:(?:\p{Ll}[\p{Ll}'-]+|\d{1,3}(?:st|nd|rd|th))\s+){1,3}?${SMALL_SUFFIX}\b${CLINIC_AFTER}`,
      "uy",
    ),
    accept: isStreet,
  },
  {
    regex: new RegExp(
      String.raw`${START}\d{1,5}[a-z]?,?\s+(?:[nsew]{1,2}\.?\s+)?(?:(?:\p{Ll}[\p{Ll}'-]+|\d{1,3}(?:st|nd|rd|th))\s+){1,3}?${SMALL_LOOSE}\b${CLINIC_AFTER}`,
      "uy",
    ),
    accept: (value, before) =>
      isStreet(value) && (LIVES.test(before) || /^\d{3}/.test(value) || /^\d+\s[nsew]{1,2}\s/.test(value)),
  },
  // One-forty-two Willow Street
  {
    street: true,
    spoken: true,
    needs: HAS_SUFFIX,
    regex: new RegExp(
      String.raw`(?<![\p{L}-])(?i:${COUNT}(?:[- ]${COUNT}){0,3})\s+(?:\p{Lu}[\p{L}'-]+\s+){1,3}?${SUFFIX}\b`,
      "gu",
    ),
  },
  // 310 West 43rd, 1188 SW 5th, 3321 Avenue J
  {
    regex: new RegExp(
      String.raw`${START}\d{1,6}\s+(?:${DIRECTION}\s+\d{1,3}(?:st|nd|rd|th)|Avenue\s[A-Z])(?![\p{L}\d])`,
      "uy",
    ),
  },
  {
    regex: new RegExp(String.raw`${START}\d{2,6}\s+(?:[nsew]|[ns][ew])\.?\s+\d{1,3}(?:st|nd|rd|th)(?![\p{L}\d])`, "uy"),
  },
  // 605 Rimrock: a long number and a name, at the end of a clause.
  {
    regex: new RegExp(
      String.raw`${START}(?!(?:19|20)\d\d\s|\d00\s)\d{3,5}\s\p{Lu}\p{Ll}{3,15}(?=\s?[,.;!?)]|\s(?:instead|and|or|by|is|was)\s|$)`,
      "uy",
    ),
    accept: (value) => !NO_HOUSE.test(value) && !NO_NAME.test(value),
  },
  // 700 S Grand
  {
    regex: new RegExp(String.raw`${START}\d{2,6}\s+(?:N|S|E|W|NE|NW|SE|SW)\.?\s+\p{Lu}\p{Ll}{2,15}(?!\p{L})`, "uy"),
  },
  { regex: new RegExp(String.raw`${START}\d{1,6}\s+Broadway(?!\p{L})`, "uy") },
  {
    regex: new RegExp(
      String.raw`${START}\d{1,6}(?:\s?[-/]\s?\d{1,5})?\s+(?:\p{Lu}[\p{L}'-]+\s+){0,3}?(?:${LOOSE_SUFFIX}\b|\p{Lu}\p{Ll}{3,15}(?=\s?[.,;!?]|\s\p{Ll}|$))`,
      "uy",
    ),
    accept: livesBefore,
  },
  // Somebody lives at a number and a name, without a word for a street.
  {
    regex: new RegExp(String.raw`${START}\d{1,6}[a-z]?,?\s+(?:[nsew]{1,2}\.?\s+)?\p{L}[\p{L}'-]{2,20}(?!\p{L})`, "uy"),
    accept: (value, before) =>
      isAtHome(before) && !NO_STREET.test(value) && !QUANTITY.test(value.replace(/^\d+[a-z]?,?/, "")),
  },
  // Carrera 15 # 93-47
  {
    street: true,
    regex:
      /(?<!\p{L})(?:calle|carrera|cra\.?|cl\.?|kr\.?|transversal|diagonal|avenida)\s+\d{1,3}\s?[a-z]?\s*(?:#|no\.?|n°|nº)\s*\d{1,3}\s?[a-z]?\s*-\s*\d{1,3}/giu,
  },
  // 12 rue des Lilas, 45 bis, avenue Jean Jaurès, 69007 Lyon, 6 rue du 8 mai 1945, 31 grande rue
  {
    street: true,
    regex:
      /(?<![\p{L}\d])\d{1,4}(?:\s?(?:bis|ter|[a-dA-D]))?,?\s+(?:(?i:(?:grande?|petite|vieille|vieux)\s)?(?i:r\.|pl\.|imp\.|all\.|sq\.|chem\.|rue|avenue|av\.?|boulevard|boul\.|bd|bld|impasse|allée|allee|chemin|quai|place|cours|route|rte|square|passage|chaussée|sentier|ruelle|faubourg|fbg|esplanade|promenade|montée|cité|résidence|hameau|villa|ch\.|lotissement|lot\.|rond-point|venelle|côte|clos|mail|parvis)(?:\s+(?:(?:de la|de l'|des|de|du|d')\s*)?(?:\d{1,2}\s\p{L}{3,9}(?:\s\d{4})?|\p{L}[\p{L}'-]{1,24}(?:[ -]\p{Lu}[\p{L}'-]{1,24}){0,3}))|(?i:grande?|petite|vieille)\s(?i:rue|place)(?!\p{L}))/gu,
    accept: isHouse,
  },
  // calle Mayor 14, 3º B · Rua das Palmeiras, 145, apto 32 · via Garibaldi 14 · ul. Długa 12/4 · chaussée de Wavre 210
  {
    street: true,
    regex:
      /(?<![\p{L}\d])(?:c\/\s{0,2}|(?:r|v|al)\.\s{1,2}(?=\p{L})|(?:gran vía|calle|avenida|avda\.?|av\.?|carrera|carretera|ctra\.?|jirón|jr\.|paseo|plaza|plazuela|plazoleta|costanilla|corredera|vereda|pza\.?|pl\.|camino|ronda|glorieta|rúa|rua|urbanización|urbanização|urb\.|pasaje|callejón|cuesta|travesía|rambla|bulevar|calzada|privada|cerrada|prolongación|barrio|bairro|calçada|ladeira|rodovia|rod\.|quinta|travessa|tv\.|praça|pça\.?|praceta|alameda|estrada|estr\.|largo|beco|via|viale|v\.le|corso|c\.so|piazza|piazzale|p\.zza|p\.le|vicolo|strada|contrada|località|frazione|fraz\.|loc\.|borgo|salita|fondamenta|rione|lungomare|lungotevere|lungarno|galleria|traversa|ul\.?|ulica|al\.|aleja|os\.|plac|chaussée|chemin|avenue|boulevard|place|quai|cours|allée|impasse|square|rue)\s{1,2})(?:(?:de|del|la|las|los|el|do|da|dos|das|dei|della|delle|degli|du|des|san|santa|são|per|vieja|nueva)\s{1,2}){0,3}(?:(?:\d{1,2}\s(?:de\s)?)?\p{L}[\p{L}\d'.-]{0,24}(?:\s{1,2}(?:de\s|la\s|las\s|del\s|da\s|do\s|dos\s|das\s|of\s)?\p{L}[\p{L}'.-]{1,24}){0,3}?)?,?\s{0,2}(?:n[º°.]{1,2}\s?|nr\.?\s?|no\.\s?|#\s?|núm\.?\s?|número\s|numero\s|km\s|chalet\s|lote\s|casa\s)?\d{1,5}(?:\.\d{3})?(?:\s?[a-z](?!\.))?(?![\p{L}\d])(?:[/-][\da-z]{1,4})*/giu,
    accept: isRomance,
  },
  // gran vía, and boxes
  {
    street: true,
    regex:
      /(?<![\p{L}\d])(?:gran vía\s\d{1,4}|casella postale\s\d{1,6}|caixa postal\s\d{1,6}|apartado\s(?:de correos\s)?\d{1,6}|BP\s\d{1,6}|boîte postale\s\d{1,6})(?![\p{L}\d])/giu,
  },
  // Straße des 17. Juni 135 · Platz der Republik 1
  {
    needs: /(?:traße|trasse|latz|llee|weg|ufer|ring)\s(?:d|am|zu|an|vor|in)/u,
    regex:
      /(?<![\p{L}\d])(?:Straße|Strasse|Str\.|Platz|Allee|Weg|Ufer|Ring)\s(?:der|des|dem|am|zum|zur|an der|an den|vor dem|im)\s(?:\d{1,2}\.\s)?\p{L}[\p{L}-]{2,20}\s\d{1,4}[a-z]?(?![\p{L}\d.])/giu,
  },
  // D02 AF30, the postcode of one house in Ireland
  {
    needs: /(?<=[A-Z])\d[\dW] [A-Z\d]{4}/y,
    regex: /(?<![\p{L}\d])[AC-FHKNPRTV-Y]\d[\dW] (?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[\dAC-FHKNPRTV-Y]{4}(?![\p{L}\d])/gu,
  },
  // number 14 on Willow Street · Elm Street 14
  {
    street: true,
    regex: new RegExp(
      String.raw`(?<!\p{L})(?:(?i:house )?(?i:number|no\.) \d{1,5}[a-z]?,? (?:(?:on|in) )?(?:\p{Lu}[\p{L}'-]+ ){1,3}${SUFFIX}\b|(?:\p{Lu}[\p{L}'-]+ ){1,2}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive),? \d{1,4}[a-z]?(?![\p{L}\d:%.-]))`,
      "gu",
    ),
    accept: (_, before, after) => !QUANTITY.test(after) && !/(?:minute|mile|block|exit|bus)s?\s$/i.test(before),
  },
  // Quadra 5, Lote 12 · Manzana 4 Lote 12 · bloque 5, 2ºB · SQN 308 Bloco D apto 204
  {
    street: true,
    regex:
      /(?<![\p{L}\d])(?:(?:quadra|qd\.|manzana|mz\.|lote|lot|bloque|bloco|edificio|edifício|torre|polígono \p{L}+,? bloque|condomínio(?: \p{L}+){1,3},? casa|residencial(?: \p{L}+){1,3},? casa|résidence(?: \p{L}+){1,3},? bât(?:iment)?\.?|space|trailer|sq[ns]|qn[a-z]|cl[ns])\s(?:nº\s)?[\dA-Z]{1,4})(?:,?\s(?:lote|lt\.|quadra|bloco|bloque|casa|conjunto|conj\.|apto\.?|apt|appt|depto\.?|piso|puerta|unit|flat|\d{1,2}º\s?[A-Z])(?:\s?[\dA-Z]{1,4})?(?!\p{L})){1,4}/giu,
    // A building and a floor may be those of the clinic.
    accept: (value, before) => !/^(?:blo|edif|torre)/i.test(value) || LIVES.test(before),
  },
  // Somebody lives in a unit of a place that has a name: Flat 12, Maple Court · Space 22, Sunny Acres Mobile Park
  {
    street: true,
    regex:
      /(?<![\p{L}\d])(?:[Ff]lat|[Aa]pt\.?|[Aa]partment|[Uu]nit|[Ss]pace|[Ll]ot|[Tt]railer|[Rr]oom|[Cc]asa|[Pp]iso|[Aa]pto\.?|[Bb]loque|[Bb]loco|[Ww]ohnung|[Aa]ppt\.?|[Ii]nt\.)\s(?:nº\s)?(?:\d{1,4}[A-Za-z]?|[A-Z]),\s(?:\d{1,5}\s)?(?:\p{L}[\p{L}'-]{2,20})(?:\s\p{Lu}[\p{L}'-]{2,20}|\s(?:road|street|rd|st|lane|ave|avenue)){0,3}/gu,
    accept: (value, before) =>
      LIVES.test(before) ||
      /^(?:flat|ap).*\s(?:House|Court|Lodge|Tower|Towers|Manor|Mansions|Hall|Gardens)$/i.test(value) ||
      (/\d/.test(value) && !/^room|suite|floor/i.test(value) && /^\s*$/.test(before)),
  },
  // Somebody's place: a number and a name, a name and a number, a postcode and a town.
  {
    needs:
      /(?=\d)(?:\d+[a-zA-Z]?\s(?:\p{L}{2,5}\s){0,2}\p{Lu}|\d{4}-\d{3}|(?<=\p{Lu}[\p{L}'.-]{2,20}\s(?:n[º.]º?\s?|#\s?)?|nº\s?|n\.º?\s?|casa\s|lote\s|chalet\s|c\.?p\.?:?\s))/uy,
    regex:
      /(?<![\p{L}\d.,:/€$£#-])(?:\d{1,5}[a-zA-Z]?\s(?:(?:de|del|la|di|da|do|der|van|von|the|via|calle|rue|rua)\s){0,2}\p{Lu}[\p{L}'-]{2,20}(?:\s(?:(?:de|del|della|da|do|der)\s)?\p{Lu}[\p{L}'-]{2,20}){0,3}|(?:\p{Lu}[\p{L}'.-]{2,20}\s){1,3}?(?:nº\s?|n\.º?\s?|#\s?)?\d{1,5}[a-z]?(?:\/\d{1,4})*|\p{Lu}[\p{L}'-]{2,20}(?:\s\p{Lu}[\p{L}'-]{2,20}){0,2},\s(?:nº\s?|n\.º?\s?|casa\s|lote\s|chalet\s)\d{1,5}|(?:c\.?p\.?:?\s)?(?:[A-Z]{1,2}-)?\d{4,5}(?:\s\p{Lu}[\p{L}'-]{2,20}){1,2}|c\.?p\.?:?\s\d{5}|\d{4}-\d{3}(?:\s\p{Lu}[\p{L}'-]{2,20})?)(?![\p{L}\d])/gu,
    accept: isSomebodys,
  },
  {
    needs: /\d{4,}\s\p{Lu}/uy,
    regex: /(?<![\p{L}\d])(?:[A-Z]{1,2}-\d{4,5}|\d{4}-\d{3})\s\p{Lu}\p{Ll}{2,20}(?!\p{L})/gu,
  },
  {
    street: true,
    spoken: true,
    regex: /(?<!\p{L})(?:lieu-dit|lieudit)\s\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+){0,2}/gu,
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
      /(?<![\p{L}\d-])(?!(?:park|arbeits|stell|spiel|sport|sitz|rad|hin|rück|heim|um|aus|schul|geh|fuß)(?:platz|weg)(?!\p{L}))(?:[\p{L}-]{3,40}(?:straße|strasse|str\.?|weg|platz|gasse|allee|ring|damm|ufer|steig|markt|hof|pfad|berg|graben|tor|brücke|garten|wiese|feld|höhe|kamp|wall|chaussee|promenade|zeile|bogen|winkel|twiete|hang|grund|reihe)|(?-i:\p{Lu})\p{L}{2,20}(?:er|e|en|es)\s(?:(?-i:\p{Lu})\p{L}{2,20})?(?:straße|strasse|str\.|weg|platz|gasse|allee|(?-i:Ring|Wall|Damm|Markt|Ufer|Chaussee))|(?:am|an der|an den|auf dem|auf der|im|in der|in den|zum|zur|zu den|unter den|vor dem|hinter der|hinterm|bei der|beim)\s(?:\p{Lu}\p{Ll}{2,15}\s)?\p{Lu}\p{Ll}{2,15})(?:\s?Nr\.)?\s?\d{1,4}\s?[a-z]?(?![\p{L}\d.])(?:\/\d{1,4}){0,3}/giu,
    accept: (value, before, after) =>
      !QUANTITY.test(after) &&
      (LIVES.test(before) ||
        /(?:str(?:aße|asse|\.)?|[^m\s]\s?weg|platz|gasse|allee|ring|damm|ufer|steig|markt|chaussee|wall)\s\d/i.test(
          value,
        ) ||
        /^unter den/i.test(value)),
  },
  {
    needs: /(?<=[A-Z])\d[A-Z\d]? ?\d[A-Z]/y,
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

/** A number that a word follows: the patterns that are sticky begin with one. */
export const HOUSE = new RegExp(
  String.raw`${START}\d{1,6}(?:\s?[-/]\s?\d{1,5}|\s1/2|\s?½)?[A-Za-z]?,?\s+[\p{L}\d]`,
  "uy",
);
