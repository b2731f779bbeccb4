import { REPLY_CLUES } from "./reply-clues.ts";
import { EVENTS, findTold } from "./reply-persons.ts";
import { REPLY_WORDS } from "./reply-words.ts";

/**
 * Clinics were fined for their replies, not for what patients wrote. A reply that confirms that somebody is or was a
 * patient, or that tells of a condition, a visit, attendance, payment, behavior or a record, is held until the operator
 * decides. So is a reply in a language that these rules do not know.
 */
export type HeldReply = { reason: string; words: string[] };

const START = "(?<![\\p{L}\\p{N}'’-])(?=[\\p{L}\\p{N}])";
const END = "(?![\\p{L}\\p{N}])";
/** All languages at once: a clinic may answer in several, and short replies do not tell theirs. */
const LANGUAGES = Object.values(REPLY_WORDS);
const OWN_NOUNS = LANGUAGES.map(({ yours, nouns }) => `(?:${yours}) ${nouns}`).join("|");
const PHRASES = LANGUAGES.map(({ phrases }) => phrases).join("|");
/** What a clinic says of itself: "we treat knees", "bei uns gibt es Massagen". */
const OFFER =
  /(?<!\p{L})(?:we (?:treat|offer|see|specialize|work with|help) (?!you)|we(?:'re| are) (?:known|here) for|our (?:services|specialties|therapists treat|team treats|clinic treats)|ofrecemos|tratamos (?!le)|nous (?:traitons|proposons|soignons)|wir (?:behandeln|bieten)(?! Sie)|oferecemos|offriamo|trattiamo|curiamo)(?!\p{L})/iu;
const CLUES = new RegExp(`(?<![\\p{L}\\p{N}-])(?=\\p{L})(?:${[...REPLY_CLUES, ...EVENTS].join("|")})${END}`, "giu");
const RULES = [
  CLUES,
  new RegExp(`${START}(?:${OWN_NOUNS})${END}`, "giu"),
  new RegExp(`${START}(?:${PHRASES})${END}`, "giu"),
];

/** "Your …" and its like with any noun but these, which are about the review or the reader of it. */
const YOURS =
  /(?<![\p{L}'’-])(?<!(?:have|has|had|got|watch|watching)\s)(?:your|su|sus|tu|tus|votre|vos|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihres|dein|deine|deinem|deinen|deiner|seu|sua|seus|suas|suo|suoi|sue|tuo|tua|tuoi|tue)\s(?<of>[\p{L}'’-]+(?:\s[\p{L}'’-]+){0,2})/giu;
const PUBLIC_NOUNS = new Set(
  "kind kindness kindest word words review reviews feedback comment comments support time thoughts thought experience message note patience trust honesty honest input suggestion suggestions concern concerns question questions star stars rating friend friends family day week weekend year holiday monday tuesday wednesday thursday friday saturday sunday morning afternoon evening smile humor call calls business loyalty confidence recommendation post generous generosity thoughtful lovely wonderful own name number phone email browser way best point frustration disappointment opinion perspective voice energy enthusiasm praise compliment compliments story neighbor neighborhood community side convenience calendar heart candor expectations response privacy needs interest attention understanding consideration details contact information inbox dog cat team clinic practice palabras palabra comentario comentarios opinión opiniones reseña mensaje tiempo confianza apoyo amabilidad paciencia valoración sugerencia sugerencias disposición llamada experiencia amables bonitas interés recomendación cariño sinceridad generosidad estrellas familia amigos parte preocupación correo nombre día gentileza críticas crítica equipo message messages avis mots mot commentaire commentaires retour confiance soutien gentillesse fidélité temps remarque remarques suggestions intérêt recommandation sincérité étoiles famille amis jour journée appel question questions compréhension disposition écoute équipe worte wort bewertung rückmeldung feedback nachricht vertrauen kommentar lob team praxis praxisteam physioteam verständnis geduld zeit anregung anregungen kritik offenheit empfehlung anruf fragen frage interesse sterne tag familie freunde treue unterstützung meinung zeilen hinweis hinweise ehrlichkeit mail comentário palavras opinião mensagem avaliação carinho apoio tempo paciência sugestão sugestões crítica críticas recomendação ligação dia família feedback sinceridade gentileza compreensão interesse disposição elogio elogios commento commenti parole parola recensione messaggio fiducia sostegno opinione pazienza suggerimento suggerimenti critica critiche consiglio gentilezza sincerità stelle giornata famiglia amici chiamata domanda domande comprensione interesse segnalazione disponibilità disposizione disposição affetto tempo squadra studio".split(
    " ",
  ),
);
/** What the reader of a review may have done: write it. Anything else happened at the clinic. */
const DONE =
  /(?<![\p{L}'’-])you(?:'ve| have| had)?\s(?:(?:also|never|only|just|then|really|actually|clearly|always|already|once|recently|initially|\p{Ll}+ly)\s)?(?<verb>\p{Ll}{2,}ed|came|went|got|said|told|saw|did|felt|left|fell|gave|kept|chose|ran|brought|paid|broke|hurt|lost|met|missed|quit|sat|slept|spent|spoke|stood|swore|threw|walked|won|began|drove|bit|hit|put|rode)(?!\p{L})(?<rest>[^.!?]{0,24})/giu;
const PUBLIC_VERBS = new Set(
  "shared mentioned noticed enjoyed described posted liked loved appreciated recommended experienced expected deserved needed wanted raised pointed said wrote rated reviewed commented voiced highlighted reached suggested".split(
    " ",
  ),
);
const PUBLIC_REST =
  /^\sfor(?!\p{L})|^\sa friend|^\s(?:us|a|this|such|your|it|that|the)\s?(?:review|comment|feedback|note|message|stars?|up|to our attention|kind|word|wonderful|lovely|nice|great|honest|rating|know)/iu;

function findPersonal(sentence: string): string[] {
  const found: string[] = [];
  for (const match of sentence.matchAll(YOURS)) {
    // "Your fall on Tuesday" is about the fall.
    const [noun = ""] = (match.groups?.of ?? "")
      .toLowerCase()
      .split(/\s(?:on|last|this|during|after|before|since)(?!\p{L})/u);
    const words = noun.split(/\s/);
    if (!words.some((word) => PUBLIC_NOUNS.has(word.replace(/['’]s?$/, "")))) found.push(match[0]);
  }
  for (const match of sentence.matchAll(DONE)) {
    const { verb = "", rest = "" } = match.groups ?? {};
    if (!PUBLIC_VERBS.has(verb.toLowerCase()) && !PUBLIC_REST.test(rest)) found.push(match[0].trim());
  }
  return found;
}

/** A sentence about people in general reveals nothing about one of them. */
const GENERAL =
  /(?<!\p{L})(?:in general|as a rule|anybody(?:['’]s)?|anyone(?:['’]s)?|jemand|alguien|quelqu['’]un|une personne|alguém|qualcuno|weder bestätigen|ni confirm\p{L}+|nem negar|né confermare|everyone|everybody|nobody|no one(?! by)|many people|people with|most (?:people|patients|insur\p{L}*|plans)|our clinic treats|our policy|whether (?:anyone|someone|a person)|all (?:our )?patients|en general|por lo general|la mayoría|nuestra política|en général|notre règle|im allgemeinen|bei uns gilt|em geral|a maioria|in generale|la maggior parte)(?!\p{L})/iu;
/** The person may be meant after all: "everyone saw that you were late". */
const DIRECT =
  /(?<!\p{L})(?:you|your|usted|su|sus|tu|tus|vous|votre|vos|sie|ihr\p{L}*|você|seu|sua|lei|suo|sua|tuo|tua)(?!\p{L})/iu;

const SENTENCE = /(?<=[!?]|(?<!\d)\.)\s+|\n+/u;
const MOST_WORDS = 8;

/** Words that thank or apologize in one of the six languages: such a reply is in a language that the rules know. */
const COURTESY =
  /(?<!\p{L})(?:thank|thanks|thankful|sorry|appreciate|welcome|please|gracias|sentimos|lamentamos|merci|désolée?s?|danke|dank|leid|obrigad[oa]|desculpe|sentimos|grazie|ci dispiace|scus\p{L}+)(?!\p{L})/iu;

/**
 * Why an owner's reply is held, with the words that caused it; null if it can be published. `language` is null if it is
 * not known.
 */
export function checkReply(text: string, language: string | null = null): HeldReply | null {
  const words: string[] = [];
  const isGeneral = (sentence: string) => (GENERAL.test(sentence) || OFFER.test(sentence)) && !DIRECT.test(sentence);
  const sentences = text.split(SENTENCE).filter((sentence) => !isGeneral(sentence));
  for (const sentence of sentences) {
    for (const rule of RULES) for (const match of sentence.matchAll(rule)) words.push(match[0].trim());
    words.push(...findPersonal(sentence));
  }
  // Whole sentences only where nothing shorter says why.
  if (words.length === 0) words.push(...sentences.flatMap(findTold));
  if (words.length > 0) return { reason: "may reveal health details", words: longest(words) };
  const [primary = ""] = (language ?? "en").split("-");
  if (Object.hasOwn(REPLY_WORDS, primary) || COURTESY.test(text)) return null;
  return { reason: `is in a language that is not checked (${primary})`, words: [] };
}

/** Each passage once, without those that are part of another. */
const longest = (words: readonly string[]): string[] =>
  [...new Set(words)]
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .slice(0, MOST_WORDS);
