import type { Profile } from "../../model/business.ts";
import type { Folded } from "../fold.ts";
import { lastWord } from "../last-word.ts";
import type { RedactionSpan } from "../span.ts";
import { ANONYMOUS, minimizeName, type NameMode } from "./minimize-name.ts";

/** The people whom the business names itself. */
export type Roster = { isKnown(name: string): boolean; empty: boolean };

const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\s]/gu, "")
    .trim();

export function createRoster(profile: Profile | null): Roster {
  const names = new Set<string>();
  for (const { name, aliases } of profile?.technicians ?? []) {
    for (const known of [name, ...aliases]) {
      names.add(plain(known));
      for (const word of plain(known).split(/\s+/)) names.add(word);
    }
  }
  if (profile) names.add(plain(profile.name));
  return { empty: (profile?.technicians.length ?? 0) === 0, isKnown: (name) => names.has(plain(name)) };
}

/** A relative, a friend, somebody else at the clinic. */
const RELATIVES =
  "boys girls boy girl goddaughter godson ahijado ahijada filleul filleule patenkind figlioccio figlioccia ex ex-husband ex-wife mother-in-law father-in-law sister-in-law brother-in-law son-in-law daughter-in-law in-law in-laws stepdad stepmom stepfather stepmother stepson stepdaughter stepbrother stepsister godmother godfather grandchild grandkid grandparents great-aunt mama papa nana granny teammate classmate coach teacher student bff buddy pal mate caregiver carer nanny landlord tenant pastor fiance fiancee bride groom hubby better-half suegro suegra cuñado cuñada yerno nuera novio novia compañero compañera sobrino sobrina padrino madrina bisabuelo bisabuela pareja exmarido exmujer ex-marido compadre comadre profesor profesora entrenador entrenadora alumno alumna colega inquilino belle-mère beau-père belle-sœur belle-soeur beau-frère beau-fils belle-fille gendre conjoint conjointe compagnon compagne copain copine petit-fils petite-fille grand-mère grand-père mamie papi papy neveu nièce parrain marraine patron patronne maman époux épouse fiancé élève prof coloc schwiegermutter schwiegervater schwager schwägerin schwiegersohn schwiegertochter enkel enkelin neffe nichte cousin tante onkel großmutter großvater lebensgefährte lebensgefährtin partner partnerin verlobter verlobte lehrer lehrerin schüler schülerin mitbewohner mitbewohnerin trainer mama papa ehemann ehefrau kumpel vermieter patentante patenonkel bekannter bekannte sogra sogro cunhado cunhada genro nora namorido companheiro companheira sobrinho sobrinha padrinho madrinha afilhado afilhada colega patrão patroa professor professora aluno aluna noivo noiva mamãe papai bisavó ex-mulher suocera suocero cognato cognata genero nuora compagno compagna collega capo titolare nipote zia zio fidanzato fidanzata vicino vicina padrino madrina professore professoressa allievo allieva coinquilino babbo bisnonna ex-marito ex-moglie son sons daughter daughters child children kid kids twins parents husband wife spouse partner mom mum mother dad father brother sister grandson granddaughter grandmother grandfather grandma grandpa nephew niece aunt uncle cousin friend neighbor neighbour boss colleague coworker roommate boyfriend girlfriend fiancé fiancée client hijo hija marido esposo esposa mujer madre padre mamá papá hermano hermana nieto nieta abuelo abuela tío tía primo prima amigo amiga vecino vecina jefe jefa fils fille mari femme mère père frère sœur soeur oncle tante cousine ami amie voisin voisine collègue sohn tochter mann frau mutter vater bruder schwester oma opa freund freundin nachbar nachbarin chef chefin kollege kollegin filho filha mãe pai irmão irmã neto neta avó avô vizinho vizinha chefe namorado namorada figlio figlia marito moglie mamma papà fratello sorella nonno nonna zio zia cugino cugina amico amica";
const SOMEBODY_ELSE =
  "doña dama boys girls fellow kid dude chap bloke lad gal niño niña chico chica garçon junge mädchen menino menina moça rapaz ragazzo ragazza bambino bambina patient patiente someone somebody person teammate veteran client customer lady woman man guy gentleman boy girl paciente señora señor patientin frau mann kundin kunde paziente signora signore senhora senhor dame monsieur";
const TITLES =
  "sr mr mrs ms mx mister mme mlle madame monsieur herr herrn frau señor señora sra srta signor signora sig senhor senhora dona doña don seu miss m";
/** A text without any of these words names nobody whom `findOthers` could tell. */
export const PEOPLE_WORDS: readonly string[] =
  `${RELATIVES} ${SOMEBODY_ELSE} ${TITLES} certain tal certaine gewisser gewisse certo certa mixed confused mistook mistaken confundieron confundió confundiram confundiu confondu confondue verwechselt verwechselte verwechselten scambiato scambiata confuso confusa chart file records record papers paperwork bill invoice notes results folder appointment printout label envelope schedule screen clipboard sticker list under papeles ficha historia historial factura informe expediente receta cita papiers fiche facture ordonnance résultats unterlagen akte rechnung rezept befund karte termin papéis prontuário fatura exame exames receita consulta cartella scheda fattura ricetta referto documenti appuntamento called discussed announced shouted yelled overheard about llamaron llamó hablaban hablar hablando appelé parlaient parlait riefen rief sprachen redeten chamaram chamou falavam falando chiamato parlavano parlando met ran bumped sitting sat conocí encontré croisé rencontré traf conheci encontrei conosciuto incontrato law mère père sœur soeur frère fils fille`.split(
    " ",
  );

/** The first words of `TITLED`, and of `HONORED`. */
export const TITLE_WORDS =
  "mr mrs ms mx mister m mme mlle madame monsieur herr herrn frau señor señora sra srta signor signora sigra sig sr senhor senhora";
export const HONOR_WORDS = "dona doña don seu miss";

const anyOf = (words: string): string => words.replaceAll(" ", "|");
export const WHOSE: ReadonlySet<string> = new Set(
  "my our his her their mi mis nuestro nuestra mon ma mes notre nos mein meine meinem meiner meinen unser unsere unserer unserem unseren ihre seine meu minha meus minhas nosso nossa seu sua mio mia miei mie suo".split(
    " ",
  ),
);
const RELATED = new Set(RELATIVES.split(" "));
const MOST_BEFORE_RELATIVE = 3;

/** "my little brother", "mein Schwager": whose, at most two words, and a relative. */
function isRelative(all: readonly string[]): boolean {
  // "my mother in law" is hers without the last two words.
  const words = /^in law$/i.test(all.slice(-2).join(" ")) ? all.slice(0, -2) : all;
  const last = words.at(-1)?.toLowerCase() ?? "";
  return RELATED.has(last) && words.slice(-1 - MOST_BEFORE_RELATIVE, -1).some((word) => WHOSE.has(word.toLowerCase()));
}

/** After "my", these are no person, or one who works with patients and may be named. */
const NOT_RELATED = new Set(
  "hero heroes idol inner personal favourite role spirit dream crush celebrity movie tv radio guru fellow therapist therapists physio physiotherapist pt pts doctor doctors dr surgeon trainer chiropractor specialist provider physician nurse dentist masseuse clinic clinics hospital practice office insurance insurer plan school university gym team church hometown home city town village company employer job work car truck bike phone watch app local nearby favorite favourite new old entire whole own first second third last next beloved best great only current former recent previous regular usual local kiné kinés médecin chirurgien ostéo dentiste clinique hôpital mutuelle école ville équipe club arzt ärztin physiotherapeut physiotherapeutin therapeut therapeutin hausarzt orthopäde praxis krankenkasse schule verein stadt lieblingsort klinik firma fisio fisios fisioterapeuta médico médica doctor doctora cirujano terapeuta seguro colegio clínica equipo ciudad hospital empresa convênio plano cidade time academia fisioterapista medico dottore dottoressa ortopedico chirurgo osteopata squadra scuola città palestra assicurazione studio pt's knee back shoulder hip neck ankle thanks thank go to at in on with and or the".split(
    " ",
  ),
);
/** "my goddaughter", "mein Patenkind": whatever follows "my" and comes right before a full name is a person, or in that list. */
function isCompanion(words: readonly string[]): boolean {
  const [who = "", whose = "", farther = ""] = [words.at(-1), words.at(-2), words.at(-3)];
  if (!/^[\p{L}-]{3,}$/u.test(who) || NOT_RELATED.has(who.toLowerCase())) return false;
  if (WHOSE.has(whose.toLowerCase())) return true;
  return WHOSE.has(farther.toLowerCase()) && !NOT_RELATED.has(whose.toLowerCase()) && PROFESSION.test(who);
}
/** "my choir director": with a word between, only who is a person by the end of the word. */
const PROFESSION =
  /(?:or|ist|ant|ian|man|woman|mate|friend|partner|leader|teacher|dancer|player|worker|keeper|sitter|buddy|boss)$/iu;

const AND_BEFORE = /\p{Lu}[\p{L}'’-]{1,24}\s(?:and|y|et|und|e)\s$/u;
/** The words right before a name, without "Max and" of "my sons Max and Ethan Caldwell". */
function relativeBefore(before: string): boolean {
  const words = before
    .replace(AND_BEFORE, "")
    .replace(/[,:]?\s\(?$/u, "")
    .split(/[\s,;.!?]+/u);
  return isRelative(words) || (!/[,:]\s$/u.test(before) && isCompanion(words));
}
const AFTER_COMMA = /^,\s((?:[\p{L}'’-]{1,20}\s){1,3}[\p{L}'’-]{1,20})/u;
/** "Ethan Caldwell, my son," */
function relativeAfter(after: string): boolean {
  const words = AFTER_COMMA.exec(after)?.[1]?.split(" ") ?? [];
  return words.some((_, at) => at > 0 && isRelative(words.slice(0, at + 1)));
}

const CALLED = `(?:${anyOf(SOMEBODY_ELSE)})[,\\s]{1,2}(?:named|called|by the name of|llamad[oa]|de nombre|nommée?|appelée?|du nom de|namens|mit namen|chamad[oa]|de nome|di nome|chiamat[oa]|who goes by)`;
/** "a certain", and what is only said of other patients: called out, mixed up, their papers, talk about them. */
const OTHERS = [
  "a certain|un tal|una tal|un certain|une certaine|ein gewisser|eine gewisse|um tal de|uma tal de|un certo|una certa",
  `(?:another|other|fellow|next|previous|last|same|different) (?:patient|client)s?|(?:the|this|that|one|an?|la|el|un|una|une|der|die|ein|eine|um|uma|il|le) (?:${anyOf(SOMEBODY_ELSE)})(?=,)|\\p{L}{2,20}(?:['’]s|s['’]) (?:${anyOf(SOMEBODY_ELSE)}|son|daughter|baby|twins?|husband|wife|mother|father|mom|dad|grandson|granddaughter)(?=,)|(?:the )?(?:patient|client|person|lady|man|woman|guy) (?:before|after|next to|beside|behind|in front of) (?:me|us)|otr[oa]s? pacientes?|autres? patiente?s?|anderer patient|andere patientin|outr[oa] paciente|altr[oa] paziente|un['’]altra paziente`,
  "(?:mixed|mix|confused|mistook|mistaken) (?:me |us |him |her )?(?:up )?(?:with|for)|me confundi(?:eron|ó|ram|u) con|me confund(?:iram|iu) com|(?:confondue?s?|confondu) avec|verwechselt(?:e|en)? (?:mich |uns )?mit|scambiat[oaie] (?:per|con)|confus[oa] con",
  "(?:chart|file|records?|papers|paperwork|bill|invoice|notes|results|folder|form|forms|appointment|mail|statement|prescription|printout|label|envelope|schedule|x-?rays?|scans?|mri) (?:of|for|belonging to|under|from)(?: (?:a|one))?|(?:chart|file|folder|label|printout|screen|form|envelope|clipboard|sticker|list)[^.!?\n]{0,24} (?:said|says|read|reads|showed|shows)|(?:was|were|is|booked|filed|registered|put|listed) (?:down )?under(?: the name(?: of)?)?|(?:papeles|ficha|historia|historial|factura|informe|expediente|receta|cita) de(?: un[oa])?|(?:dossier|papiers|fiche|facture|ordonnance|résultats|rendez-vous) de|(?:unterlagen|akte|rechnung|rezept|befund|karte|termin) von|(?:papéis|ficha|prontuário|fatura|exame|exames|receita|consulta) d[eoa]|(?:cartella|scheda|fattura|ricetta|referto|documenti|appuntamento) (?:di|del|della)",
].join("|");
/** Who is talked about or called in front of others is a patient. */
const TALK =
  "(?:they|she|he|receptionist|staff|reception|desk|somebody|someone) (?:loudly |then )?(?:called|discussed|named|announced|shouted|yelled|read|mentioned)(?: out| for| about)?|(?:talk(?:ed|ing)|spoke|speaking|gossip(?:ed|ing)|chatt(?:ed|ing)) (?:loudly )?about|overheard (?:them|her|him|staff) (?:say|saying|talk about|mention)(?: that)?|llamaron a|llamó a|hablaban de|hablar de|hablando de|gritaron|ont appelé|a appelé|parlaient de|parler de|parlait de|riefen|rief|aufgerufen wurde|sprachen (?:laut )?über|redeten (?:laut )?über|chamaram|chamou|falavam d[eoa]|falando d[eoa]|gritaram|hanno chiamato|ha chiamato|parlavano di|parlando di";
const ALOUD =
  "(?:in front of|loud|aloud|across|over the|to the (?:desk|front|counter)|owes?|is late|delante|en voz alta|a gritos|devant|à voix haute|à haute voix|laut|vor (?:allen|mir|uns)|na frente|em voz alta|davanti|ad alta voce|a voce alta|by name)";
/** Whom one meets while waiting is a patient. */
const WAITING_BEFORE =
  "(?:i )?(?:met|ran into|bumped into|sat next to|sitting next to|seated beside|saw|recognized)|conocí a|me encontré (?:a|con)|encontré a|vi a|j['’]ai (?:croisé|rencontré|vu)|(?:ich )?(?:traf|sah|begegnete)|conheci|encontrei|vi (?:o|a)|(?:ho )?(?:conosciuto|incontrato|visto)";
const WAITING_AFTER =
  "(?:waiting (?:room|area)|lobby|reception|patient|next to me|who (?:had|has|was|is)|salas? de espera|salle d['’]attente|wartezimmer|wartebereich|sala d['’](?:attesa|aspetto)|recepción|recepção|accueil|also (?:goes|treated))";
const NAME_WORD = String.raw`\p{Lu}(?=[\p{L}'’]{0,20}\p{Ll})[\p{L}'’]{1,24}(?:-\p{Lu}?[\p{L}'’]{1,24}){0,2}`;
const PARTICLE = "(?:de la|de los|del|de|da|dos|das|do|di|della|van der|van den|van|von|zu|le|la|al|el|bin|ibn)";
/** It may end with an initial, as an earlier import has left it: a stricter mode shows less of it. */
const FULL_NAME = String.raw`${NAME_WORD}(?:(?:\s(?:\p{Lu}\.\s)?(?:${PARTICLE}\s)?${NAME_WORD}){1,3}|\s\p{Lu}\.)`;
/** What is before a name that says whose it is. Only names are looked at, since most texts have none. */
const SOMEBODY = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:${CALLED}|${OTHERS})[,:]?\s\(?(?:${NAME_WORD}\s(?:and|y|et|und|e)\s)?)$`,
  "iuy",
);
/** Looks back from the end: from the front, each word would be compared with all of these. */
const isSomebody = (before: string): boolean => {
  SOMEBODY.lastIndex = before.length;
  return SOMEBODY.test(before);
};
/** The last words of `SOMEBODY`: no text needs a slower look whose last word is none of them. */
const SOMEBODY_ENDS = new Set(
  `and y et und e named called of llamado llamada nombre nommé nommée appelé appelée de namens namen chamado chamada nome chiamato chiamata by certain tal certaine gewisser gewisse certo certa patients client clients ${SOMEBODY_ELSE} son daughter baby twin twins husband wife mother father mom dad grandson granddaughter me us pacientes patientes with for con com avec mit per to under from a one said says read reads showed shows name una uno do da von di del della`.split(
    " ",
  ),
);
/** The same of `WAITING` and `TALKED`. */
const MET_ENDS = new Set(
  "met into to beside saw recognized a con croisé rencontré vu traf sah begegnete conheci encontrei o conosciuto incontrato visto called discussed named announced shouted yelled read mentioned out for about say saying mention that de gritaron appelé riefen rief wurde über chamaram chamou do da gritaram chiamato di".split(
    " ",
  ),
);
const WAITING = new RegExp(String.raw`(?<!\p{L})(?:${WAITING_BEFORE})\s$`, "iu");
const WAITED = new RegExp(String.raw`^[^.!?\n]{0,40}(?<!\p{L})(?:${WAITING_AFTER})`, "iu");
/** "my partner of 30 years, Colm Gallagher, can sleep" */
const RELATED_LONGER = new RegExp(
  String.raw`(?<!\p{L})(?:${[...WHOSE].join("|")})\s(?:\p{L}{2,12}\s){0,2}?(?:${anyOf(RELATIVES)})\s(?:of|for|since|from|de|desde|depuis|seit|von|da|dal|há)\s[^,.!?\n]{2,24},\s$`,
  "iu",
);
/** "the lady next to me, Ursula Kretschmer, nodded" */
const BESIDE = new RegExp(String.raw`(?<!\p{L})(?:${anyOf(SOMEBODY_ELSE)})(?:\s[\p{L}'’]{1,12}){1,4},\s$`, "iu");
const TALKED = new RegExp(String.raw`(?<!\p{L})(?:${TALK})\s["“«]?$`, "iu");
const SAID_ALOUD = new RegExp(String.raw`^[^.!?\n]{0,30}(?<!\p{L})(?:${ALOUD})`, "iu");
const LOUD = /(?<!\p{L})(?:loudly|out loud|laut|en voz alta|à voix haute|em voz alta|ad alta voce)(?!\p{L})/iu;
const ANY_NAME = new RegExp(String.raw`(?<![\p{L}'’])(?<value>${FULL_NAME})(?!\p{L})`, "gu");
/** How far before a name the words are looked for. */
const BEFORE_NAME = 70;
const TITLED = new RegExp(
  String.raw`(?<!\p{L})(?:[Mm]rs?|[Mm]s|Mx|Mister|M(?=\.)|Mme|Mlle|[Mm]adame|[Mm]onsieur|Herr|Herrn|Frau|Señor|Señora|señor|señora|Sra|Srta|Signora?|signora?|[Ss]ig\.?ra|[Ss]ig|[Ss]ra|[Ss]r(?=\.)|[Ss]ignor|Senhora?|senhora?|[Hh]errn?)\.?\s(?:${PARTICLE}\s)?(?<value>${NAME_WORD}(?:\s(?:${PARTICLE}\s)?${NAME_WORD}){0,2})(?!\p{L})`,
  "gu",
);
/** Dona Cida is a first name with a title; only a full name after it tells who she is. */
const HONORED = new RegExp(
  String.raw`(?<!\p{L})(?:[Dd]ona|[Dd]oña|[Dd]on|[Ss]eu|Miss)\s(?<value>${FULL_NAME})(?!\p{L})`,
  "gu",
);

/** Words with a capital that follow a name without being part of it. */
const NOT_A_NAME = new Set(
  "cross shield healthcare health medical university college school high state city county park street avenue road lane drive marathon club team group insurance bank church academy airport mall gym fitness wellness rehab orthopedics orthopedic spine sports med universidad colegio instituto universidade faculdade université école lycée universität schule krankenhaus klinik krankenkasse versicherung università scuola ospedale clinica clínica clinique seguros assurance assicurazioni i pt physical therapy therapist clinic center centre hospital monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december the and but she he they we it so great thank thanks dr doctor mr mrs ms".split(
    " ",
  ),
);

/** The part of a match that is a name: it ends before a word that is none. */
function nameEnd(value: string): string {
  const words = value.replace(/['’]s$/u, "").split(" ");
  const stop = words.findIndex((word, index) => index > 0 && NOT_A_NAME.has(word.toLowerCase()));
  return words.slice(0, stop === -1 ? words.length : stop).join(" ");
}

const shownAs = (name: string, mode: NameMode): string => {
  const shown = minimizeName(name, mode === "full" ? "first_initial" : mode);
  return shown === ANONYMOUS ? "[name]" : shown;
};
const initialOf = (name: string): string => `${[...name.toUpperCase()][0] ?? ""}.`;

/** A sentence or a title may begin before the name: "Ma Mère Anne Roux". */
const NO_START = new Set(
  "the miss mister mr mrs ms madam thank thanks now coach doc ma'am sir aunt uncle then so and well also but when my our mein meine".split(
    " ",
  ),
);

/** Where a name may begin in a row of words with capitals: at its first word, or at a later one. In German nouns have them. */
function nameStarts(value: string, at: number): number[] {
  const starts: number[] = [];
  let from = 0;
  for (const word of value.split(" ")) {
    if (/^\p{Lu}/u.test(word) && !NO_START.has(word.toLowerCase())) starts.push(at + from);
    from += word.length + 1;
  }
  return starts.filter((start) => start - at < value.lastIndexOf(" "));
}

type Looking = {
  roster: Roster;
  mode: NameMode;
  /** The text has one of HONOR_WORDS, and of TITLE_WORDS. */
  honored: boolean;
  titled: boolean;
};

/** Full names of people who are neither the author nor on the roster, where the words before them say so. */
export function findOthers({ text }: Folded, { roster, mode, honored, titled }: Looking): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  const add = (start: number, name: string, shown: string) =>
    found.push({ kind: "name", start, end: start + name.length, shown });
  for (const match of text.matchAll(ANY_NAME)) {
    const value = match.groups?.value ?? "";
    for (const start of nameStarts(value, match.index)) {
      const before = text.slice(Math.max(0, start - BEFORE_NAME), start);
      const name = nameEnd(value.slice(start - match.index));
      const after = text.slice(start + name.length, start + name.length + 60);
      const last = lastWord(before);
      const aloud =
        MET_ENDS.has(last) &&
        ((TALKED.test(before) && (SAID_ALOUD.test(after) || LOUD.test(before))) ||
          (WAITING.test(before) && WAITED.test(after)));
      const beside = after.startsWith(",") && (BESIDE.test(before) || RELATED_LONGER.test(before));
      const related = beside || relativeBefore(before) || relativeAfter(after);
      if (!related && !aloud && !(SOMEBODY_ENDS.has(last) && isSomebody(before))) continue;
      if (name.includes(" ") && !roster.isKnown(name)) add(start, name, shownAs(name, mode));
      break;
    }
  }
  for (const match of honored ? text.matchAll(HONORED) : []) {
    const value = match.groups?.value ?? "";
    const name = nameEnd(value);
    if (name.includes(" ") && !roster.isKnown(name))
      add(match.index + match[0].lastIndexOf(value), name, shownAs(name, mode));
  }
  if (roster.empty || !titled) return found;
  for (const match of text.matchAll(TITLED)) {
    const value = match.groups?.value ?? "";
    const name = nameEnd(value);
    const start = match.index + match[0].length - value.length;
    const known = roster.isKnown(name) || name.split(" ").some((word) => roster.isKnown(word));
    if (!known && !NOT_A_NAME.has(name.toLowerCase()))
      add(start, name, name.includes(" ") ? shownAs(name, mode) : initialOf(name));
  }
  return found;
}
