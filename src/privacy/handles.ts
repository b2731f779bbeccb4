import type { Folded } from "./fold.ts";
import type { RedactionSpan } from "./span.ts";

const PLATFORM =
  "instagram|insta|ig|facebook|fb|twitter|tik ?tok|snapchat|snap|telegram|discord|reddit|threads|mastodon|bluesky|bsky|youtube|twitch|linkedin|strava|skype|signal|pinterest|venmo|cash ?app|zelle|paypal|wechat|kik|viber|line|peloton|zwift|goodreads|etsy|ebay|tumblr|flickr|kakao(?:talk)?|nextdoor|xbox|psn|steam|substack|patreon|spotify|bereal|vsco|bandcamp|depop|vinted|poshmark|duolingo|komoot|wattpad|weibo|qq|mewe|gab|truth social|clubhouse";
/** What an account is called. */
const NAME_OF =
  "handle|username|user name|user id|screen name|nickname|nick|login|gamer ?tag|account name|leaderboard(?: name)?|usuario|usuário|user|pseudo|benutzername|nutzername|nome utente|nom d'utilisateur|nombre de usuario|nome de usuário|nome de usuario|profilname|perfil|profilo";
const IS = "is|es|est|ist|é|è|c'est|lautet";
/** Words with which people say who they are on a platform. */
const SELF =
  "i'm|i am|im|i go by|find me|look me up|look for me|add me|tag me|follow me|me as|search|soy|me llamo|búscame|búscanos|buscadme|sígueme|c'est|je suis|cherchez|suivez|suivez-moi|trouvez-moi|heiße ich|heisse ich|bin ich|ich bin|sucht|folgt|findet mich|sou|me acha|me achem|me segue|me sigam|procura|procurem|sono|cercate|cercatemi|seguitemi|mi trovate|search for|find me under|message me|post as|posting as|i post";
/** The words above that make a text worth a look. */
export const SOCIAL_WORDS =
  "instagram insta ig facebook fb twitter tiktok tik snapchat snap telegram discord reddit threads mastodon bluesky bsky youtube twitch linkedin strava skype signal pinterest venmo cashapp cash zelle paypal wechat kik viber peloton zwift goodreads etsy ebay tumblr flickr kakao kakaotalk nextdoor xbox psn steam substack patreon bereal vsco bandcamp depop vinted poshmark duolingo komoot wattpad weibo qq mewe clubhouse channel handle username user screen nickname nick login gamertag gamer leaderboard usuario usuário pseudo benutzername nutzername utente utilisateur profilname follow followed dm tag search búscame buscadme sígueme síguenme seguidme suivez cherchez abonnez folgt sucht segue seguitemi siguen seguimi cercate cercatemi procurem";

const AT_HANDLE =
  /(?<![\p{L}\p{N}@._])@(?!(?:home|work|the|this|that|my|our|least|all|once|school|night|everyone|everybody|here|there|\d{1,4}(?:am|pm|h|hs|hrs|st|nd|rd|th)?)(?![\p{L}\p{N}_]|\.\p{L}))[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,29}/giu;
/** A shorter word after an at sign may be a place: "@ gym". */
const LEAST_HANDLE = 5;
/** Cashtags, and words that nobody writes but as the name of an account: hipqueen77, two_left_feet, lola.lumbago, hobbler#4471. */
const MARKED =
  /(?<![\p{L}\p{N}@._/#$-])(?:\$\p{L}[\p{L}\p{N}_-]{3,24}|(?!covid|iphone|ipad|playstation|windows)\p{L}{4,24}\d{1,6}|\p{Ll}{2,24}(?:\.\p{Ll}[\p{Ll}\p{N}]{1,24}){1,3}|\p{L}[\p{L}\p{N}]{2,24}#\d{3,5}|\p{L}[\p{L}\p{N}]{1,20}(?:_[\p{L}\p{N}]{1,20}){1,4})(?![\p{L}\p{N}@_%]|\.\p{L}|-\p{L})/gu;
const NEAR = new RegExp(String.raw`(?<!\p{L})(?:${PLATFORM}|${NAME_OF}|${SELF})(?!\p{L})`, "iu");
const ON_PLATFORM = new RegExp(
  String.raw`^[\s,)]{0,2}(?:(?:on|over on|over at|at|in|en|sur|auf|bei|no|na|su|di|,)\s)?(?:my\s|mi\s|il\smio\s|meu\s)?(?:${PLATFORM})(?!\p{L})`,
  "iu",
);
/** WalkingWithWanda, which may also be a brand: only right before the platform. */
const JOINED =
  /(?<![\p{L}\p{N}@._/#$-])(?!(?:You|Tik|Linked|Whats|Face|Snap|Cash|Pay)\p{Lu})\p{Lu}\p{Ll}{1,16}(?:\p{Lu}\p{Ll}{1,16}){1,4}\d{0,4}(?![\p{L}\p{N}@_]|\.\p{L}|-\p{L})/gu;
const BEFORE = 36;
const AFTER = 28;

/** "insta: kneequeen", "IG thewobblywalker": a plain word, if nothing else can follow. */
const PLAIN = new RegExp(
  String.raw`(?<!\p{L})(?:(?<of>${NAME_OF})(?:\s(?:on|for|de|do|da|di|du|en|sur|auf|bei|no|in)\s(?:${PLATFORM}))?|(?:${PLATFORM})(?:\s(?:name|handle|user|username|account|id|me|as))?)(?<link>(?:\s(?:${IS}))?\s?(?::|->|=>|=|\s-\s)\s?|\s(?:${IS})\s|\s)(?<value>[\p{Ll}\p{N}]{5,30})(?=\s?(?:$|[.,;!?)]|\s(?:on|en|sur|auf|bei|in|if|si|wenn|se)\s))`,
  "giu",
);
const LONG_WORD = 12;
/** After a platform alone, a word of usual length may be any word: "insta is funny". */
function isAccount({ of, link = "", value = "" }: Record<string, string | undefined>): boolean {
  if (/[:>=-]/.test(link)) return true;
  return of === undefined ? value.length >= LONG_WORD && link === " " : link !== " ";
}
const NAMED = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${PLATFORM})(?:\s(?:is|name|handle|user|username|account|me|as|id|es|ist|est|é|è)){0,4}|(?:${NAME_OF})(?:\s(?:there|${IS}|on \p{L}{2,10})){0,4})[\s:,(]{1,3}(?<value>(?=[\p{L}\p{N}.-]{0,30}[_\d#]|\p{L}{1,20}(?:\.\p{L}{1,20}){1,3}(?!\p{L}))\p{L}[\p{L}\p{N}_.#-]{2,30})`,
  "giu",
);
/** No word has an underscore inside. */
const UNDERSCORED =
  /(?<![\p{L}\p{N}@._/#[-])(?!\p{L}{1,30}_(?:at|dot)_)\p{L}[\p{L}\p{N}]{1,20}(?:_[\p{L}\p{N}]{1,20}){1,4}(?![\p{L}\p{N}@_]|\.\p{L})/giu;
const REDDIT = /(?<![\p{L}\p{N}/.])u\/[\p{L}\p{N}_-]{3,20}(?![\p{L}\p{N}])/gu;

const spansOf = (text: string, regex: RegExp): RedactionSpan[] =>
  [...text.matchAll(regex)].map((match) => ({
    kind: "handle",
    start: match.index,
    end: match.index + match[0].length,
  }));

/** Words that look like an account, in a sentence that speaks of one. */
function markedHandles(text: string): RedactionSpan[] {
  const joined = spansOf(text, JOINED).filter(({ end }) => ON_PLATFORM.test(text.slice(end, end + AFTER)));
  return spansOf(text, MARKED)
    .filter(({ start, end }) => {
      const before = text.slice(Math.max(0, start - BEFORE), start).replace(/^[\s\S]*[.!?\n]\s/, "");
      return NEAR.test(before) || ON_PLATFORM.test(text.slice(end, end + AFTER));
    })
    .concat(joined);
}

function plainHandles(text: string): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const match of [...text.matchAll(NAMED), ...text.matchAll(PLAIN)]) {
    const { value = "", link } = match.groups ?? {};
    const end = match.index + match[0].length;
    if (link === undefined || isAccount(match.groups ?? {}))
      found.push({ kind: "handle", start: end - value.length, end });
  }
  return found;
}

/** The dot of the sentence is not part of a handle. */
function trimHandle(text: string, span: RedactionSpan): RedactionSpan {
  const value = text.slice(span.start, span.end);
  return { ...span, end: span.start + value.replace(/[.-]{1,30}$/, "").length };
}

/** `social`: the text speaks of a platform. Without that, a word after an at sign may be any word. */
export function findHandles({ text }: Folded, social: boolean): RedactionSpan[] {
  const found = (text.includes("@") ? spansOf(text, AT_HANDLE) : []).filter(({ start, end }) => {
    const value = text.slice(start, end);
    return social || (value.length > LEAST_HANDLE && /^@\p{Ll}/u.test(value)) || /[_\d]|\.\p{L}/u.test(value);
  });
  if (text.includes("_")) found.push(...spansOf(text, UNDERSCORED));
  if (text.includes("u/")) found.push(...spansOf(text, REDDIT));
  if (social) found.push(...plainHandles(text), ...markedHandles(text));
  return found.map((span) => trimHandle(text, span));
}
