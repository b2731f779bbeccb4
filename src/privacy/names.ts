import type { Profile } from "../model/business.ts";

export type NameMode = Profile["privacy"]["names"];

export const ANONYMOUS = "Anonymous";

/** Titles and suffixes are neither a first name nor a surname. */
const TITLE =
  /^(?:mr|mrs|ms|miss|mx|mister|madam|dr|doctor|doctora|prof|professor|profesor|sr|sra|srta|señor|señora|señorita|don|doña|dona|seu|senhor|senhora|dr\.?ssa|dra|dott|dottor|dottoressa|herr|frau|mme|mlle|monsieur|madame|sig|signor|signora|rev|reverend|father|fr|sister|pastor|rabbi|imam|sir|dame|lord|lady|capt|captain|sgt|lt|col|maj|gen|hon|ing|lic|arq|mag|dipl|haji|hajji|ustad|sheikh|jr|snr|jnr|ii|iii|iv|phd|md|do|dds|dmd|dvm|dpt|pt|ot|rn|np|pa-c|lmt|esq|cpa|jd|mba|msc|bsc|ba|ma|ocs|atc|mbe|obe|m\.?d|ph\.?d|pt,?dpt|السيد|السيدة|الدكتور|الشيخ|الحاج)\.?$/iu;
/** A title before a single name: that name is a surname. */
const BEFORE_SURNAME =
  /^(?:mr|mrs|ms|mx|mister|dr|doctor|prof|professor|sr|sra|señor|señora|herr|frau|mme|mlle|monsieur|madame|sig|signor|signora|senhor|senhora|dra|dott|capt|captain|sgt|lt|col|maj|gen|rev|rabbi)\.?$/iu;
/** What platforms and people put in the place of a name. */
const NO_NAME =
  /^(?:anonymous|anonymous (?:user|reviewer|patient)|anon|anónimo|anónima|anônimo|anônima|anonyme|anonym|anonimo|anonima|anoniem|anonim|anonymní|анонім|аноним|ανώνυμος|匿名|익명|مجهول|a customer|customer|verified customer|a patient|patient|verified patient|user|guest|client|cliente|paciente|kunde|kundin|patientin|usuario|utilisateur|nutzer|n\/?a|none|null|unknown|no name|name withheld|-+)$/iu;
/** "A Google User" in every language of the platform: its name, and the word for a user. */
const PLATFORM = /google|facebook|yelp|trustpilot|谷歌|구글|グーグル/iu;
const USER =
  /user|usuari|utilis|nutzer|utiliza|usuári|utente|utent|bruker|bruger|användare|käyttäjä|kasutaja|lietotāj|naudotoj|uživatel|používateľ|użytkownik|uporabnik|korisnik|felhasznál|utilizat|kullanıc|пользовател|користувач|потребител|корисник|χρήστη|משתמש|مستخدم|کاربر|صارف|उपयोग|वापरकर्ता|ব্যবহারকারী|பயனர்|వినియోగదారు|ಬಳಕೆದಾರ|ഉപയോക്താ|ผู้ใช้|người dùng|pengguna|mtumiaji|gebruik|notanda|gumagamit|ユーザ|사용자|用户|使用者|用戶|მომხმარებ|օգտատեր|istifadəçi|пайдаланушы|хэрэглэгч|အသုံးပြုသူ|អ្នកប្រើ|ຜູ້ໃຊ້|reviewer/iu;
/** An email address, a telephone number or a link that somebody gave as a name. */
const REACHABLE =
  /@\s?[\p{L}\d-]+\s?\.|\p{L}@\p{L}|:\/\/|^www\.|^[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.(?:com|net|org|info|biz|io|co|me|de|fr|es|it|pt|uk|br|ca|us|edu|gov)(?:\/\S*)?$/iu;
const NUMBER = /^[\d\s().+/-]{6,40}$/;
const LEGAL_FORM =
  /(?:^|[\s,.])(?:llc|l\.l\.c\.?|inc|ltd|limited|llp|pllc|p\.c\.|plc|corp|corporation|company|co\.|gmbh|ug|ag|kg|ohg|e\.k\.|e\.v\.|s\.?l\.?u?|s\.a\.|s\.a|sarl|sas|sasu|eurl|ltda|lda|s\.?r\.?l\.?s?|s\.?p\.?a|b\.?v|n\.v|pty|oy|a\/s|aps|ab|sp\. z o\.o|& sons|and sons|& co)\.?$/iu;
const TRADE =
  /\s(?:plumbing|electric|electrical|construction|landscaping|roofing|services|bakery|restaurant|salon|photography|realty|consulting|solutions|designs|studios?|group|clinic|fitness|foundation|association|club|church|academy|motors|auto|cleaning|catering|dental|insurance|law|farms?|brewery|hotel|cafe|café)$/iu;

const CJK = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\s.·・*○]+$/u;
/** Family names that come first. Those without marks only where nobody in the West is called so. */
const VIETNAMESE = new Set(
  "nguyễn trần lê phạm hoàng huỳnh phan vũ võ đặng bùi đỗ hồ ngô dương lý trương đinh đoàn mai trịnh nguyen tran pham huynh hoang dang bui ngo duong truong trinh".split(
    " ",
  ),
);
const SPANISH = new Set(
  "garcia lopez gonzalez rodriguez fernandez martinez sanchez perez gomez martin jimenez ruiz hernandez diaz moreno alvarez munoz romero alonso gutierrez navarro torres dominguez vazquez ramos gil ramirez serrano blanco molina morales suarez ortega delgado castro ortiz rubio marin sanz nunez iglesias medina garrido cortes castillo santos lozano guerrero cano prieto mendez cruz calvo gallego vidal leon marquez herrera pena flores cabrera campos vega fuentes carrasco diez reyes caballero nieto aguilar pascual santana herrero lorenzo montero hidalgo gimenez ibanez ferrer duran santiago benitez mora vicente vargas arias carmona crespo roman pastor soto saez velasco moya soler parra esteban bravo gallardo rojas salazar rivera silva mendoza chavez guzman contreras espinoza espinosa valdez rios estrada figueroa acosta maldonado sandoval carrillo ayala lara orozco cardenas luna salas trejo quintero zamora villanueva montoya pacheco ochoa escobar mejia bermudez ospina restrepo cardona franco valencia giraldo quiroga peralta ledesma godoy sosa benavides villalba echeverria".split(
    " ",
  ),
);
const PARTICLES = new Set(
  "de del la las los da das do dos di della dei van der den von zu zum zur ter ten le du des y e i bin ibn bint al el".split(
    " ",
  ),
);
/** In Arabic these begin a name of two words. */
const COMPOUND = /^(?:عبد|أبو|ابو|ابن|بن|بنت|أم|ام)$/u;

const unmarked = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "");

/** One letter, even where the upper case of a letter is two ("ß" → "S."). The Arabic article is not part of the name. */
const initial = (word: string): string => `${[...word.replace(/^ال(?=\p{L}{2})/u, "").toUpperCase()][0] ?? ""}.`;

/** Most names are plain and need no cleaning. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** The words of a name with a letter in them. */
function nameWords(name: string): string[] {
  if (PLAIN.test(name)) return name.split(" ");
  return name
    .replace(/\([^)]{0,200}\)|"[^"]{0,200}"|“[^”]{0,200}”/gu, " ")
    .split(/[\s,]+/u)
    .map((word) => word.replace(/^[^\p{L}]+|[^\p{L}.'’-]+$/gu, ""))
    .filter((word) => /\p{L}/u.test(word));
}

/** What a name consists of. A surname is given only where there is one; `alone`: the one word is a surname. */
type Parts = { given: string; family: string | null; alone: boolean };

function joinCompounds(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last !== undefined && COMPOUND.test(last)) joined[joined.length - 1] = `${last} ${word}`;
    else joined.push(word);
  }
  return joined;
}

/** The surname that is shown as an initial: the first of two in Spanish, the last one elsewhere. */
function familyOf(words: readonly string[]): string | null {
  const named = words.slice(1).filter((word) => !PARTICLES.has(word.toLowerCase()));
  const before = named.at(-2);
  const isSpanish = before !== undefined && (SPANISH.has(unmarked(before)) || /.{3}[eéií]z$/iu.test(before));
  return (isSpanish ? before : named.at(-1)) ?? null;
}

function partsOf(name: string): Parts | null {
  const words = nameWords(name);
  const kept = joinCompounds(words.filter((word) => !TITLE.test(word)));
  const [first] = kept;
  if (first === undefined) return null;
  const alone = kept.length === 1 && BEFORE_SURNAME.test(words[0] ?? "") && words[0] !== first;
  const last = kept.at(-1) ?? first;
  const familyFirst =
    kept.length > 1 &&
    VIETNAMESE.has(first.toLowerCase()) &&
    !VIETNAMESE.has(last.toLowerCase()) &&
    !last.endsWith(".");
  if (familyFirst) return { given: last, family: first, alone: false };
  return { given: first, family: kept.length > 1 ? familyOf(kept) : null, alone };
}

/** A word that is made up for an account: it may hide a surname anywhere. */
const HANDLE = /^[\p{L}\d._-]+$/u;
const JOINED = /^\p{Lu}?\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+$/u;
const PREFIXED = /^(?:Mc|Mac|De|La|Le|Di|Da|Van|Fitz|O)\p{Lu}/u;
const LONG_HANDLE = 11;
const LONG_NAME = 14;

function isHandle(name: string): boolean {
  if (/\s/u.test(name.trim()) || !/\p{L}/u.test(name)) return false;
  const word = name.trim().replace(/^[^\p{L}\d]{1,9}|[^\p{L}\d]{1,9}$/gu, "");
  if (name.trim().startsWith("@") && /\p{L}/u.test(word)) return true;
  if (HANDLE.test(word) && /[\d_]|\p{L}\.\p{L}/u.test(word)) return true;
  if (JOINED.test(word) && !PREFIXED.test(word)) return true;
  return /^\p{Ll}+$/u.test(word) ? word.length >= LONG_HANDLE : /^\p{L}+$/u.test(word) && word.length >= LONG_NAME;
}

const handleInitial = (name: string): string => initial(/\p{L}/u.exec(name)?.[0] ?? "");

/** "Sanchez, Maria" has the surname first. */
function inOrder(name: string): string {
  const swapped = /^([^,]+),([^,]+)$/u.exec(name);
  return swapped?.[1] && swapped[2] && !TITLE.test(swapped[2].trim()) ? `${swapped[2].trim()} ${swapped[1]}` : name;
}

const isNobody = (name: string): boolean => NO_NAME.test(name) || (PLATFORM.test(name) && USER.test(name));
const isReachable = (name: string): boolean => REACHABLE.test(name) || NUMBER.test(name);
const isBusiness = (name: string): boolean => /\s/u.test(name) && (LEGAL_FORM.test(name) || TRADE.test(name));

function shorten(name: string, mode: "first_initial" | "initials"): string {
  const outside = nameWords(name).join(" ");
  // Chinese, Japanese and Korean names have the family name first and no spaces: a part of one would be most of it.
  if (/\p{L}/u.test(outside) && CJK.test(outside)) return initial(outside.replace(/[^\p{L}]/gu, ""));
  if (isHandle(name)) return handleInitial(name);
  const parts = partsOf(inOrder(name));
  if (!parts || isNobody(outside)) return ANONYMOUS;
  const { given, family, alone } = parts;
  if (alone) return initial(given);
  if (mode === "initials") return family === null ? initial(given) : `${initial(given)} ${initial(family)}`;
  return family === null ? given : `${given} ${initial(family)}`;
}

const COMMON = /^[A-Za-z]{2,16} [A-Za-z]{2,16}$/;
/** Any of these makes a name of two plain words something else. */
const UNCOMMON = new Set([
  ...VIETNAMESE,
  ..."mr mrs ms miss mx mister madam dr doctor doctora prof professor profesor sr sra srta don dona seu senhor senhora dra dott dottor dottoressa herr frau mme mlle monsieur madame sig signor signora rev reverend father fr sister pastor rabbi imam sir dame lord lady capt captain sgt lt col maj gen hon ing lic arq mag dipl haji hajji ustad sheikh jr snr jnr ii iii iv phd md do dds dmd dvm dpt pt ot rn np lmt esq cpa jd mba msc bsc ba ma ocs atc mbe obe google facebook yelp trustpilot anonymous verified no name user reviewer patient customer withheld limited inc llc ltd llp pllc plc corp corporation company gmbh ug ag kg ohg sl slu sarl sas sasu eurl ltda lda srl srls spa bv pty oy aps ab plumbing electric electrical construction landscaping roofing services bakery restaurant salon photography realty consulting solutions designs studio studios group clinic fitness foundation association club church academy motors auto cleaning catering dental insurance law farm farms brewery hotel cafe".split(
    " ",
  ),
]);

function isCommon(name: string): boolean {
  if (!COMMON.test(name)) return false;
  const [first = "", last = ""] = name.toLowerCase().split(" ");
  return !UNCOMMON.has(first) && !UNCOMMON.has(last);
}

/** "Maria Sanchez" → "Maria S." (first_initial), "M. S." (initials), "Anonymous", or unchanged (full). */
export function minimizeName(name: string | null, mode: NameMode): string {
  const given_name = name?.trim() ?? "";
  // Most names are so, and the import has a few microseconds for each.
  if (mode === "first_initial" && isCommon(given_name)) {
    const space = given_name.indexOf(" ");
    return `${given_name.slice(0, space)} ${given_name.charAt(space + 1).toUpperCase()}.`;
  }
  if (given_name === "" || mode === "anonymous" || isNobody(given_name) || isReachable(given_name)) return ANONYMOUS;
  if (mode === "full" || isBusiness(given_name)) return given_name;
  // What is shown is imported again where our own documents are: a name whose signs hid what it is needs a second look.
  const once = shorten(given_name, mode);
  const twice = shorten(once, mode);
  return twice === once ? once : shorten(twice, mode);
}
