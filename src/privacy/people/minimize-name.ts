import type { Profile } from "../../model/business.ts";

export type NameMode = Profile["privacy"]["names"];

export const ANONYMOUS = "Anonymous";

/** Titles are neither a first name nor a surname. */
const TITLE =
  /^(?:mr|mrs|ms|miss|mx|mister|madam|dr|doctor|doctora|prof|professor|profesor|prof\.ssa|sr|sra|srta|señor|señora|señorita|d[ªº]|doña|dña|dona|seu|senhor|senhora|dr\.?ssa|dra|dott|dott\.ssa|dottor|dottoressa|herr|frau|fräulein|mme|mlle|monsieur|madame|sig|sig\.ra|sig\.na|signor|signora|signorina|rev|reverend|father|fr|sister|pastor|rabbi|imam|sir|dame|lord|lady|capt|captain|sgt|lt|hon|ing|lic|arq|dipl|dipl\.?-\p{L}{2,6}|univ\.?-prof|med|haji|hajji|ustad|sheikh|د|السيد|السيدة|الدكتور|الشيخ|الحاج)\.?$/iu;
/** What follows a name. At its beginning most of these are names: "Md Rahman", "Do Thi Lan". */
const SUFFIX =
  /^(?:jr|snr|jnr|nd|rd|th|ii|iii|iv|phd|md|do|dds|dmd|dvm|dpt|pt|ot|rn|np|pa-c|lmt|esq|cpa|jd|mba|msc|msn|bsc|bsn|ba|ma|mag|ocs|atc|mbe|obe|m\.?d|ph\.?d|cscs|faaompt|otr|lcsw|lmft|aprn|fnp|ret|usmc|usn|usaf)\.?$/iu;
/** Titles that are first names, too: "Don Whitfield". They are titles only before two names. */
const MAYBE_TITLE = /^(?:don|gen|col|maj)\.?$/iu;
/** A title after which a single name is a first name. After any other it is a surname. */
const BEFORE_GIVEN = /^(?:miss|doña|dña|dona|seu|sister|father|fr|lady|sir|dame|pastor|srta|señorita|fräulein)\.?$/iu;
/** The name of a family is a surname. */
const FAMILY =
  /^(?:family|families|familie|famille|familia|família|famiglia|rodzina|household|clan|the|los|las|les|la|die|os|as)$/iu;
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
  /\s(?:plumbing|electric|electrical|construction|landscaping|roofing|services|bakery|restaurant|salon|photography|realty|consulting|solutions|designs|studios?|group|clinic|fitness|foundation|association|club|academy|motors|auto|cleaning|catering|dental|insurance|farms?|brewery|hotel|cafe|café|law (?:firm|group|offices?)|(?:baptist|lutheran|methodist|community|bible|catholic|christian|united|presbyterian) church)$/iu;

const CJK = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\s.·・*○]+$/u;
/** Family names that come first. Those without marks only where nobody in the West is called so. */
const VIETNAMESE = new Set(
  "nguyễn trần lê phạm hoàng huỳnh phan vũ võ đặng bùi đỗ hồ ngô dương lý trương đinh đoàn mai trịnh nguyen tran pham huynh hoang dang bui ngo duong truong trinh".split(
    " ",
  ),
);
/** The same, with what a given name of that language looks like: "Wang Xiaoming", but not "Wang Smith". */
const FAMILY_FIRST: { names: Set<string>; given: RegExp }[] = [
  {
    names: new Set(
      "zhang wang huang zhao zhou xu zhu guo zheng xie tang deng cao peng zeng cai liu luo liang jiang cheng shen cui liao zou xiong hou".split(
        " ",
      ),
    ),
    given: /^(?:(?:[bpmfdtnlgkhjqxrzcsyw]|[zcs]h)?[aeiouü]{1,3}(?:ng?|r)?){1,2}$/iu,
  },
  {
    names: new Set(
      "tanaka suzuki sato takahashi watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura shimizu hayashi saito".split(
        " ",
      ),
    ),
    given: /^(?:(?:[bdfghjkmnprstwyz]|[csk]h|ts|[kgrnhmp]y)?[aeiou]{1,2}n?){2,4}$/iu,
  },
  {
    names: new Set("park choi kwon hwang baek heo jeon kim lee jung kang cho yoon jang lim seo shin".split(" ")),
    given: /^\p{Lu}\p{Ll}{1,5}-\p{L}\p{Ll}{1,5}$/u,
  },
  {
    names: new Set("park choi kwon hwang baek heo jeon".split(" ")),
    given: /^(?:[bcdghjkmnprstwy]{0,2}[aeiouyw]{1,3}(?:ng?|m|k|l|h)?){2}$/iu,
  },
  {
    names: new Set(
      "nagy kovács tóth szabó horváth varga molnár németh balogh takács juhász kovacs toth szabo horvath molnar nemeth takacs juhasz".split(
        " ",
      ),
    ),
    given: /\p{L}{3}/u,
  },
];
/** Иванов Иван Иванович: the name of the father comes last, so the surname is first. */
const PATRONYMIC = /(?:ович|евич|овна|евна|ична|івна|ovich|evich|ovna|evna|ichna)$/iu;
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

const ASCII = /^[\x00-\x7f]*$/;
/** In lower case, without accents. */
export const unmarked = (word: string): string => {
  const lower = word.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}+/gu, "");
};

/** One letter, even where the upper case of a letter is two ("ß" → "S."). The Arabic article is not part of the name. */
const initial = (word: string): string =>
  `${[...word.replace(/^(?:(?:بن|ابن|بنت)\s)?(?:ال(?=\p{L}{2}))?/u, "").toUpperCase()][0] ?? ""}.`;

/** Most names are plain and need no cleaning. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** The words of a name with a letter in them. Any sign may be between them: "Karen/Whitfield". */
function nameWords(name: string): string[] {
  if (PLAIN.test(name)) return name.split(" ");
  return name
    .replace(/\([^)]{0,200}\)|"[^"]{0,200}"|“[^”]{0,200}”/gu, " ")
    .split(/[^\p{L}\p{M}\p{N}.'’\u2010\u2011-]+/u)
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

/** Whether the first word of a name is its surname. */
function isFamilyFirst(kept: readonly string[]): boolean {
  const [first = "", last = ""] = [kept[0], kept.at(-1)];
  if (kept.length < 2 || last.endsWith(".")) return false;
  if (VIETNAMESE.has(first.toLowerCase())) return !VIETNAMESE.has(last.toLowerCase());
  if (kept.length > 2) return false;
  return FAMILY_FIRST.some(
    ({ names, given }) => names.has(first.toLowerCase()) && !names.has(last.toLowerCase()) && given.test(last),
  );
}

/** The words of a name without titles and suffixes. */
function withoutTitles(words: readonly string[]): string[] {
  const named = words.filter((word, index) => !TITLE.test(word) && (index === 0 || !SUFFIX.test(word)));
  return named.length > 2 && MAYBE_TITLE.test(named[0] ?? "") ? named.slice(1) : named;
}

function partsOf(name: string): Parts | null {
  const words = nameWords(name);
  const kept = joinCompounds(withoutTitles(words));
  const [first, second] = kept;
  if (first === undefined) return null;
  if (kept.length > 1 && kept.some((word) => FAMILY.test(word) && word.length > 4)) {
    const surname = kept.find((word) => !FAMILY.test(word));
    return { given: surname ?? first, family: null, alone: true };
  }
  const title = words[0] ?? "";
  const alone = kept.length === 1 && title !== first && TITLE.test(title) && !BEFORE_GIVEN.test(title);
  if (isFamilyFirst(kept)) return { given: kept.at(-1) ?? first, family: first, alone: false };
  if (kept.length === 3 && second !== undefined && PATRONYMIC.test(kept[2] ?? ""))
    return { given: second, family: first, alone: false };
  return { given: first, family: kept.length > 1 ? familyOf(kept) : null, alone };
}

/** A word that is made up for an account: it may hide a surname anywhere. */
const HANDLE = /^[\p{L}\d._-]+$/u;
const JOINED = /^\p{Lu}?\p{Ll}{2,}(?:\p{Lu}\p{Ll}*)+$/u;
const PREFIXED = /^(?:Mc|Mac|De|La|Le|Di|Da|Van|Fitz|O)\p{Lu}\p{Ll}/u;
/** The two consonants with which names begin, in many languages. "jw" of "jwhitfield" is not among them. */
const ONSETS = new Set(
  "bh bj bl br ch cl cr cv cz dh dj dm dn dr dw dz fj fl fr gh gj gl gn gr gw hj hr jh jn kh kj kl kn kr ks kw lh lj ll mb mc mh ml mp ms mw nd ng nh nj nk nw pf ph pl pr ps pt rh sc sh sj sk sl sm sn sp sq sr st sv sw sz th tj tl tr ts tv tw tz vj vl vr vs wh wl wr xh zb zd zh zl zs zv zw".split(
    " ",
  ),
);
const LEAST_ACCOUNT = 5;
const isNoWord = (word: string): boolean =>
  /^[a-z]+$/i.test(word) &&
  word.length >= LEAST_ACCOUNT &&
  !/[aeiouy]/i.test(word.slice(0, 2)) &&
  !ONSETS.has(word.slice(0, 2).toLowerCase());
/** "bobsmith": another word ends in a surname. */
const ENDS_IN_SURNAME =
  /.(?:smith|jones|brown|davis|miller|wilson|moore|taylor|thomas|white|harris|thompson|garcia|martinez|robinson|clark|rodriguez|lewis|walker|allen|young|hernandez|wright|lopez|green|adams|baker|gonzalez|gonzales|nelson|carter|mitchell|perez|roberts|turner|phillips|campbell|parker|evans|edwards|collins|stewart|sanchez|morris|rogers|murphy|bailey|rivera|cooper|richardson|howard|torres|peterson|ramirez|watson|brooks|sanders|bennett|barnes|henderson|coleman|jenkins|powell|patterson|hughes|flores|washington|butler|simmons|foster|bryant|russell|griffin|hayes|johnson|williams|jackson|anderson|müller|mueller|schmidt|schneider|fischer|weber|meyer|wagner|becker|schulz|hoffmann|rossi|russo|ferrari|bianchi|romano|silva|santos|oliveira|souza|pereira|costa|dubois|durand|moreau|nguyen|patel|singh|kumar)$/iu;
/** O'Brien is a surname. */
const IRISH = /^[oO]['’]\p{Lu}/u;
const LONG_HANDLE = 11;
const LONG_NAME = 14;

function isHandle(name: string): boolean {
  if (/\s/u.test(name.trim()) || !/\p{L}/u.test(name)) return false;
  const word = name.trim().replace(/^[^\p{L}\d]{1,9}|[^\p{L}\d]{1,9}$/gu, "");
  if (name.trim().startsWith("@") && /\p{L}/u.test(word)) return true;
  if (HANDLE.test(word) && /[\d_]|\p{L}\.\p{L}|^\p{Ll}+-\p{Ll}/u.test(word)) return true;
  if (JOINED.test(word) && !PREFIXED.test(word)) return true;
  if (IRISH.test(word) || isNoWord(word) || ENDS_IN_SURNAME.test(word)) return true;
  if (/^\p{Ll}+$/u.test(word)) return word.length >= LONG_HANDLE;
  return /^[\p{L}-]+$/u.test(word) && word.length >= LONG_NAME;
}

const handleInitial = (name: string): string => initial(/\p{L}/u.exec(name)?.[0] ?? "");

const isTitle = (word: string): boolean => TITLE.test(word) || SUFFIX.test(word);
/** "Sanchez, Maria" has the surname first, and "Sanchez, Maria, PhD" too. */
function inOrder(name: string): string {
  const parts = name
    .replace(/\([^)]{0,200}\)/gu, " ")
    .split(",")
    .map((part) => part.trim());
  const named = parts.filter((part, index) => index === 0 || !part.split(/\s+/u).every(isTitle));
  const [surname, given] = named;
  return named.length === 2 && surname && given ? `${given} ${surname}` : named.join(" ");
}

const isNobody = (name: string): boolean => NO_NAME.test(name) || (PLATFORM.test(name) && USER.test(name));
const isReachable = (name: string): boolean => REACHABLE.test(name) || NUMBER.test(name);
const isBusiness = (name: string): boolean => /\s/u.test(name) && (LEGAL_FORM.test(name) || TRADE.test(name));

const OUTER = /^[^\p{L}]{1,200}|[^\p{L}]{1,200}$/gu;
/** A part of such a name says as much as a whole name elsewhere. */
const EASTERN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function shorten(name: string, mode: "first_initial" | "initials"): string {
  const outside = nameWords(name).join(" ");
  // Chinese, Japanese and Korean names have the family name first and no spaces: a part of one would be most of it.
  if (/\p{L}/u.test(outside) && CJK.test(outside)) return initial(outside.replace(/[^\p{L}]/gu, ""));
  if (isHandle(name)) return handleInitial(name);
  const parts = partsOf(inOrder(name));
  if (!parts || isNobody(name.replace(OUTER, ""))) return ANONYMOUS;
  const { given, family, alone } = parts;
  if (alone || (family === null && isHandle(given))) return initial(given);
  if (EASTERN.test(given)) return initial(given);
  if (mode === "initials") return family === null ? initial(given) : `${initial(given)} ${initial(family)}`;
  return family === null ? given : `${given} ${initial(family)}`;
}

/** Full-width and other forms of the same letters; "Dª" stays a title. */
const plainForms = (name: string): string =>
  ASCII.test(name) ? name : name.replace(/[^ªº]+/gu, (part) => part.normalize("NFKC")).trim();

const COMMON = /^[A-Za-z]{2,16} [A-Za-z]{2,16}$/;
/** Any of these makes a name of two plain words something else. */
const UNCOMMON = new Set([
  ...VIETNAMESE,
  ...FAMILY_FIRST.flatMap(({ names }) => [...names]),
  ..."family families familie famille familia famiglia household clan rodzina mag msn bsn ret med the los las les la die os as nd rd th cscs otr usmc usn usaf mr mrs ms miss mx mister madam dr doctor doctora prof professor profesor sr sra srta don dona seu senhor senhora dra dott dottor dottoressa herr frau mme mlle monsieur madame sig signor signora rev reverend father fr sister pastor rabbi imam sir dame lord lady capt captain sgt lt col maj gen hon ing lic arq mag dipl haji hajji ustad sheikh jr snr jnr ii iii iv phd md do dds dmd dvm dpt pt ot rn np lmt esq cpa jd mba msc bsc ba ma ocs atc mbe obe google facebook yelp trustpilot anonymous verified no name user reviewer patient customer withheld limited inc llc ltd llp pllc plc corp corporation company gmbh ug ag kg ohg sl slu sarl sas sasu eurl ltda lda srl srls spa bv pty oy aps ab plumbing electric electrical construction landscaping roofing services bakery restaurant salon photography realty consulting solutions designs studio studios group clinic fitness foundation association club church academy motors auto cleaning catering dental insurance farm farms brewery hotel cafe".split(
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
  const once = shorten(plainForms(given_name), mode);
  const twice = shorten(once, mode);
  return twice === once ? once : shorten(twice, mode);
}
