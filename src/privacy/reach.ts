import type { Folded } from "./fold.ts";
import type { Span } from "./span.ts";

/** Ends of addresses that people spell out or write with spaces; any other may follow a plain dot. */
const TLD =
  "com|net|org|edu|gov|info|biz|io|me|co|app|dev|shop|club|online|site|store|blog|live|email|xyz|example|eu|uk|us|ca|au|ie|nz|de|at|ch|fr|be|lu|es|mx|ar|cl|pe|it|pt|br|nl|pl|se|dk|no|fi|cz|gr|in|za|jp";
/** The same without words that also begin or continue a sentence: "punto de", "point me", "dot in". */
const SPOKEN_TLD =
  "com|net|org|edu|gov|info|biz|io|co|app|dev|shop|club|online|site|store|blog|xyz|example|eu|uk|ca|br|mx|ar";
const COUNTRY_TLD = "de|at|ch|fr|be|es|it|pt|nl|pl|me|us|uk|ie|au|cl";

const DOT = "(?:dot|punto|punkt|point|ponto|kropka)";
const AT = "(?:at|ät|aet|arroba|arobase|arobas|chiocciola|klammeraffe|małpa)";
const OPEN = String.raw`[\[({<|_*"'~-]`;
const CLOSE = String.raw`[\])}>|_*"'~-]`;
/** A dot as people disguise it: " . ", "[.]", "(dot)", " dot ", "_DOT_". */
const HIDDEN_DOT = String.raw`(?:\s?${OPEN}\s?(?:\.|${DOT})\s?${CLOSE}\s?|\s${DOT}\s|\s?\.\s?)`;
const HIDDEN_AT = String.raw`(?:\.at\.|\s?${OPEN}\s?(?:@|a|${AT})\s?${CLOSE}\s?|\s${AT}\s|\s?@\s?)`;
const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{N}_%+'-]{0,40}`;
const HOST = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,40}[\p{L}\p{N}])?`;

const EMAIL =
  /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}\s?@\s?[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,24}/gu;
const HIDDEN_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NAME}(?:${HIDDEN_DOT}${NAME}){0,2}?${HIDDEN_AT}${HOST}(?:${HIDDEN_DOT}${HOST}){0,2}?${HIDDEN_DOT}(?:${TLD})(?![\p{L}\p{N}])`,
  "giu",
);
/** "john.smith at gmail", "my gmail is john.smith88": the rest of the address is known. */
const PROVIDER =
  "gmail|googlemail|yahoo|hotmail|outlook|icloud|aol|protonmail|proton|gmx|web\\.de|libero|orange|wanadoo";
const SHORT_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._-])(?=[\p{L}-]{1,30}[._\d])[\p{L}\p{N}][\p{L}\p{N}._-]{2,40}\s${AT}\s(?:${PROVIDER})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}._-])[\p{L}\p{N}][\p{L}\p{N}._-]{1,40}\s?@\s?(?:${PROVIDER})(?![\p{L}\p{N}])|(?<=(?<!\p{L})(?:${PROVIDER})(?:\s(?:is|es|est|ist|é|è))?[\s:]{1,2})(?=[\p{L}-]{1,30}[._\d]\S)\p{L}[\p{L}\p{N}._-]{3,40}`,
  "giu",
);
/** j o s h @ m e . c o m */
const SPACED_EMAIL =
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}._-] ){2,30}@(?: [\p{L}\p{N}-]){1,30} \.(?: \p{L}){2,6}(?!\p{L})/gu;

const PROVIDERS = /mail|yahoo|outlook|icloud|aol|proton|gmx|web\.de|libero|orange|wanadoo/i;

const DOTTED = /\.[a-z]|:\/\//i;
const LINKS: { needs: RegExp; regex: RegExp }[] = [
  { needs: /:\/\//, regex: /(?<!\p{L})(?:h(?:tt|xx)ps?|ftp):\/\/[^\s<>"“”]+/giu },
  { needs: /www\s?[.[(]/i, regex: /(?<!\p{L})www\.[\p{L}\p{N}-]+\.[^\s<>"“”]+/giu },
  {
    needs:
      /\.(?:com|net|org|info|biz|io|gov|edu|co|shop|club|online|store|app|dev|blog|example|health|clinic|fitness|page|link|photos|yoga|coach|social|media|tech|ai|tv|cc|me)(?!\p{L})|\.(?:COM|NET|ORG)(?!\p{L})/u,
    // Lower case only: "Great.Net result" is a missing space, and so is a final dot that a letter follows.
    regex:
      /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:com|net|org|info|biz|io|gov|edu|shop|club|online|store|app|dev|blog|example|health|clinic|fitness|page|link|photos|yoga|coach|social|media|tech|ai|tv|cc|co\.\p{Ll}{2}|COM|NET|ORG)(?:\.(?:br|mx|ar|au|uk|pt|co))?(?![\p{L}\p{N}@-])(?:\/[^\s<>"“”]*)?/gu,
  },
  // Ends that are no word of the six languages; the others need a sign that it is an address.
  {
    needs: /\.(?:fr|ch|br|uk|ca|mx|pl|nl|eu|ie|au|nz|cz|dk|se|fi|gr)(?!\p{L})/u,
    regex:
      /(?<![\p{L}\p{N}@._-])(?:[\p{Ll}\p{N}](?:[\p{Ll}\p{N}-]*[\p{Ll}\p{N}])?\.)+(?:fr|ch|br|uk|ca|mx|pl|nl|eu|ie|au|nz|cz|dk|se|fi|gr)(?![\p{L}\p{N}@-]|\.\p{L})/gu,
  },
  {
    needs: /\.(?:de|es|it|me|at|be|us|pt|no|in)(?!\p{L})/u,
    regex:
      /(?<![\p{L}\p{N}@._-])(?:(?=\p{Ll}*[-\d])[\p{Ll}\p{N}-]{3,40}|(?<=(?:blog|web|site|seite|website|página|pagina|sito|auf|visit|see)(?:\s(?:is|es|est|ist|è|é))?[\s:]{1,2})[\p{Ll}\p{N}-]{4,40})\.(?:de|es|it|me|at|be|us|pt|no|in)(?![\p{L}\p{N}@-]|\.\p{L})/gu,
  },
  {
    needs: /\.[a-z]{2,3}\//i,
    regex: /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{Ll}{2,3}\/[\p{L}\p{N}][^\s<>"“”]*/gu,
  },
];
const SPOKEN_LINK = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?!(?:the|a|un|el|il|le|o|ein|this|that|y|e|and)\s)[\p{L}\p{N}][\p{L}\p{N}-]{2,40}(?:\s${DOT}\s[\p{L}\p{N}-]{2,40}){0,2}?(?:(?:\s${DOT}\s|\s?[\[(]\s?(?:\.|${DOT})\s?[\])]\s?)(?:(?:${SPOKEN_TLD})(?!\s${DOT}[\s,.])(?:\s${DOT}\s(?:br|uk|mx|ar|au|pt|co))?(?![\p{L}\p{N}])|(?:${COUNTRY_TLD})(?=\s*(?:$|[.,;:!?)\n])))|\s\.\s(?:${SPOKEN_TLD})(?![\p{L}\p{N}]))`,
  "giu",
);

/** A link ends before the punctuation of the sentence, and before a bracket that it did not open. */
function linkEnd(value: string): number {
  let end = value.length;
  let unopened = value.split(")").length - value.split("(").length;
  for (;;) {
    const last = value[end - 1] ?? "";
    if (!/[.,;:!?'"’”)\]}]/.test(last) || (last === ")" && unopened <= 0)) return end;
    if (last === ")") unopened -= 1;
    end -= 1;
  }
}

const spansOf = (text: string, regex: RegExp, kind: Span["kind"]): Span[] =>
  [...text.matchAll(regex)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length }));

/** "look at example.com" is a link: an address has a sign in place of the at, or a name like an address. */
const hiddenEmails = (text: string): Span[] =>
  spansOf(text, HIDDEN_EMAIL, "email").filter(({ start, end }) => {
    const [, local, host] = /^(\S+) at (\S+)$/i.exec(text.slice(start, end)) ?? [];
    return local === undefined || /[._\d]/.test(local) || PROVIDERS.test(host ?? "");
  });

/** `disguised`: the text has a word or a sign that may stand for a dot or an at sign. */
export function findEmails({ text }: Folded, disguised: boolean): Span[] {
  const plain = text.includes("@") ? spansOf(text, EMAIL, "email") : [];
  const spaced = text.includes(" @ ") ? spansOf(text, SPACED_EMAIL, "email") : [];
  const short = PROVIDERS.test(text) ? spansOf(text, SHORT_EMAIL, "email") : [];
  return [...spaced, ...plain, ...(disguised ? hiddenEmails(text) : []), ...short];
}

export function findLinks({ text }: Folded, disguised: boolean): Span[] {
  const found: Span[] = [];
  for (const { needs, regex } of DOTTED.test(text) ? LINKS : []) {
    if (!needs.test(text)) continue;
    for (const match of text.matchAll(regex))
      found.push({ kind: "url", start: match.index, end: match.index + linkEnd(match[0]) });
  }
  return disguised ? [...found, ...spansOf(text, SPOKEN_LINK, "url")] : found;
}

const PLATFORM =
  "instagram|insta|ig|facebook|fb|twitter|tiktok|tik tok|snapchat|snap|telegram|discord|reddit|threads|mastodon|bluesky|youtube|twitch|linkedin|strava|skype|signal|pinterest";
const AT_HANDLE =
  /(?<![\p{L}\p{N}@._])@(?!(?:home|work|the|this|that|my|our|least|all|once|school|night|everyone|everybody|here|there)(?!\p{L}))[\p{L}_][\p{L}\p{N}_.-]{1,29}/giu;
const NAMED_HANDLE = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${PLATFORM})(?:\s(?:is|name|handle|user|username|account|me|as|es|ist|est|é|è))*|handle|username|user name|nick|usuario|usuário|pseudo|benutzername)[\s:,(]{1,3}(?<value>(?=[\p{L}\p{N}.-]{0,30}[_\d#]|\p{L}{2,20}\.\p{L}{2,20}(?!\p{L}))\p{L}[\p{L}\p{N}_.#-]{2,30})`,
  "giu",
);
const REDDIT = /(?<![\p{L}\p{N}/.])u\/[\p{L}\p{N}_-]{3,20}(?![\p{L}\p{N}])/gu;

/** `social`: the text speaks of a platform. Without that, a word after an at sign may be any word. */
export function findHandles({ text }: Folded, social: boolean): Span[] {
  const found = (text.includes("@") ? spansOf(text, AT_HANDLE, "handle") : []).filter(
    ({ start, end }) => social || /[_\d]|\.\p{L}/u.test(text.slice(start, end)),
  );
  if (text.includes("u/")) found.push(...spansOf(text, REDDIT, "handle"));
  if (!social) return found.map((span) => trimHandle(text, span));
  for (const match of text.matchAll(NAMED_HANDLE)) {
    const value = match.groups?.value ?? "";
    const end = match.index + match[0].length;
    found.push({ kind: "handle", start: end - value.length, end });
  }
  return found.map((span) => trimHandle(text, span));
}

/** The dot of the sentence is not part of a handle. */
function trimHandle(text: string, span: Span): Span {
  const value = text.slice(span.start, span.end);
  return { ...span, end: span.start + value.replace(/[.-]{1,30}$/, "").length };
}
