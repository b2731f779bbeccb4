import { lastWord } from "../last-word.ts";

/** What follows a number that is not of a house. */
export const QUANTITY =
  /^\s?(?:%|°|€|\$|£|(?:min|mins|minutes?|minutos?|minuti|minuten|years?|months?|weeks?|times|blocks?|miles?|doors|kids|reps|visits?|sessions?|stars?|flights|floors|stories|hours?|hour|yrs?|km|kms|m|metros?|mètres?|metri|meter|euros?|eur|pesos|h|hs|hrs|horas?|heures?|ore|uhr|stunden?|jahre?|años?|ans|anos|anni|days?|días?|jours?|dias|giorni|tage|sesiones|séances|sessões|sedute|termine|mal|veces|fois|vezes|volte)(?!\p{L}))/iu;

/** Words before a place that say it is somebody's. */
export const LIVES = new RegExp(
  String.raw`(?<!\p{L})(?=\p{L})(?:${[
    "brings? (?:me|us|him|her)|dorm|caretaker|nursing home|assisted living|stoop|porch|doorstep|driveway|front door|forward|looking for|drop(?:ped)? (?:it |me |us |the \\p{L}+ )?off|moved (?:me |us |him |her |them )?(?:in|into|to)|walking distance|live[sd]?|living|reside[sd]?|residing|stay(?:s|ing|ed)?|house|home|moved|moving|located|landlord|condo|duplex|trailer|cabin|farm|invoices?|bill(?:s|ed)?|mailbox|mailing|posted|delivery|ambulance|shuttle|uber|taxi|therapist came|physio came|came (?:to|from|all)|come from|apartment|flat|address|mail(?:ed)?|ship(?:ped)?|send(?:ing)?|sent|deliver(?:ed|y)?|pick(?:ed|s)? (?:me|us|him|her|them) up|picked up|collects?|parcel|package|letters?|statements?|check to|neighbou?rs?|mother|mom|mum|dad|father|aunt|sister|brother|grandma|place|over (?:on|at)|we're|we are|i'm|visits?|came out|lives with|rent(?:s|ed|ing)?|walk(?:ed)? (?:over )?from|have me (?:down )?(?:as|at)|drove out|drive out",
    "vinieron|vivo|vive|viven|vivimos|vivía|estoy|estamos|casa|mi madre|mi padre|domicilio|moro|mora|moramos|resido|residente|residencia|dirección|direccion|vivienda|piso|mand\\p{L}{2,6}|env[ií]\\p{L}{1,5}|factura|mud[éea]\\p{L}{0,4}|recog\\p{L}{2,5}|vecin[oa]s?|desde|endereço|morada|apartamento|entreg\\p{L}{1,5}|enviaram|fatura|conta|busca[mr]?|vizinh[oa]s?|venho|minha mãe|meu pai",
    "habit\\p{L}*|cherchant|chez (?:moi|nous|elle|lui)|maison|logement|loge[sz]?|adresse|domicile|envoy\\p{L}*|facture\\p{L}*|livr\\p{L}*|vit|vis|vivons|demeur\\p{L}*|reste|résid\\p{L}*|déménag\\p{L}*|colis|voisin\\p{L}*|prend|viens|vient|ma mère|mon père|courrier",
    "wohn\\p{L}*|haus|zuhause|anschrift|umgezogen|rechnung|paket|(?:ge|aus|be)?liefer\\p{L}*|hausbesuch\\p{L}*|abgeholt|holt|komm\\p{L}{0,2}|post|mutter|vater|nachbar\\p{L}*|zieh\\p{L}*|gezogen|leb\\p{L}{1,2}|daheim",
    "abit\\p{L}*|resident[ei]|residenz\\p{L}*|indirizzo|spedi\\p{L}*|trasferit\\p{L}*|fattura|bolletta|mandat\\p{L}*|sto|sta|stiamo|vicin[oaie]|vengo|vengono|viene|prendere|mia madre|mio padre|pacco|consegnat\\p{L}*",
  ].join("|")})(?!\p{L})[^.;!?\n\d]{0,40}$`,
  "iu",
);

/** The same, right before the number. */
const HOME =
  /(?<!\p{L})(?=\p{L})(?:live[sd]? (?:at|on|in)|living (?:at|on)|house (?:is|at|on)|home is|home at|home:|place is(?: on| at)?|my place,|address(?: is|:| on file is)?|moved to|moved from|i'm (?:at|on|over on)|we're (?:at|on|over at)|mail goes to|mailed (?:it |everything |things )?to|mail(?:ing)? it to|sent (?:it |everything |the bill )?to|ship(?:ped)? (?:it )?to|pick(?:ed|s)? (?:me|us|him|her) up (?:at|from)|come to|came out to|apartment at|apartment \w{1,3} at)\s$/iu;

const HOME_ENDS = new Set("at on in is home place address to from".split(" "));
export const isAtHome = (before: string): boolean => HOME_ENDS.has(lastWord(before)) && HOME.test(before);

/** What stands before or after a number that is not of a house. */
export const NO_HOUSE =
  /(?<!\p{L})(?:suite|track|platform|terminal|table|court|field|bay|bed|chair|pod|hole|chf|usd|eur|gbp|total|together|room|level|phase|week|visit|session|zone|unit|page|step|grade|stage|day|exit|highway|hwy|route|bus|interstate|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|stars?|olympians?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|sala|raum|zimmer|etage|stock|bus|linie|gleis|januar|februar|märz|mai|juni|juli|oktober|dezember|montag|dienstag|mittwoch|donnerstag|freitag|minuten|jahren?|monaten?|wochen?|tagen?|terminen?|übungen|euro|uhr|mal|prozent|grad|kilometer|meter|schritten?|patienten|personen|autos|wiederholungen|sätzen?|winter|sommer|frühjahr|herbst|anfang|ende|covid|i|a|the|and)(?!\p{L})/iu;
const SHORT_MONTH =
  /(?:^\d+\s(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|okt|dez)|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|okt|dez)\.?\s\d+)$/i;
/** The words that say whose place it was may follow. */
export const HOME_AFTER =
  /^[^.;!?\n]{0,10}?\s(?:is (?:my|our|his|her|their) (?:address|home|house|place)|is where (?:i|we|he|she) live|es mi (?:dirección|casa|domicilio)|est mon (?:adresse|domicile)|ist meine (?:adresse|anschrift)|é (?:o )?(?:meu|minha) (?:endereço|morada|casa)|è (?:il mio indirizzo|casa mia))/iu;
/** In German every noun has a capital: a small number before one counts it. */
export const GERMAN =
  /(?<!\p{L})(?:und|der|das|ist|nicht|mit|ein|eine|ich|auf|wir|zu|von|bei|nach|wohne|wohnt|weiter|im|sehr|sind|bin|uns|mir|für|aus|zum|zur|beim|vom|oder|auch|noch|schon|wieder|minuten|haus)(?!\p{L})/iu;
/** The slowest of these come last. */
export const isSomebodys = (value: string, before: string, after: string): boolean =>
  !QUANTITY.test(after) &&
  !/^[:.]\d/.test(after) &&
  !/(?:19|20)\d\d$/.test(value) &&
  !/^(?:19|20)\d\d\s/.test(value) &&
  !SHORT_MONTH.test(value) &&
  !NO_HOUSE.test(value) &&
  !(/^\d{1,3}\s/.test(value) && GERMAN.test(before + after)) &&
  (HOME_AFTER.test(after) || LIVES.test(before));

/** A name of a street it is not. */
export const NO_NAME =
  /\s(?:days?|thanks?|percent|stars?|steps?|miles?|meters?|reps?|lbs|pounds?|dollars?|calories|watts|olympics|series|points?|times?|euros?|jahre|tage|grad|gramm|kilo|patients?|people|dias|días|jours|giorni|porsche|club|route|exit|hours?|minutes?|weeks?|months?|years?|kcal|model|version|edition)$/iu;
