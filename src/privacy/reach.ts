import type { Folded } from "./fold.ts";
import type { RedactionSpan } from "./span.ts";

/** Ends of addresses that people spell out or write with spaces; any other may follow a plain dot. */
const TLD =
  "com|net|org|edu|gov|info|biz|io|me|co|app|dev|shop|club|online|site|store|blog|live|email|xyz|example|eu|uk|us|ca|au|ie|nz|de|at|ch|fr|be|lu|es|mx|ar|cl|pe|it|pt|br|nl|pl|se|dk|no|fi|cz|gr|in|za|jp|fm|tv|ai|gg|cc|pm|hu|ro|ru|ua|tr|il|kr|cn|hk|sg|tw|family|studio|life";
/** The same without words that also begin or continue a sentence: "punto de", "point me", "dot in". */
const SPOKEN_TLD =
  "com|net|org|edu|gov|info|biz|io|co|ly|app|dev|shop|club|online|site|store|blog|xyz|example|eu|uk|ca|br|mx|ar";
const COUNTRY_TLD = "de|at|ch|fr|be|es|it|pt|nl|pl|me|us|uk|ie|au|cl";

const DOT = "(?:dot|punto|punkt|point|ponto|kropka)";
const AT = "(?:at[- ]sign|at-zeichen|at|chez|ät|aet|arroba|arobase|arobas|chiocciola|klammeraffe|małpa)";
const OPEN = String.raw`[\[({<|_*"'~=+-]`;
const CLOSE = String.raw`[\])}>|_*"'~=+-]`;
/** A dot as people disguise it: " . ", "[.]", "(dot)", " dot ", "_DOT_". */
const HIDDEN_DOT = String.raw`(?:\s?${OPEN}\s?(?:\.|${DOT})\s?${CLOSE}\s?|\s${DOT}\s|\s?\.\s?)`;
const HIDDEN_AT = String.raw`(?:\.at\.|\s?${OPEN}\s?(?:@|a|${AT})\s?${CLOSE}\s?|\s${AT}\s|\s?@\s?)`;
const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{N}_%+'-]{0,40}`;
const HOST = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,40}[\p{L}\p{N}])?`;

const EMAIL =
  /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}\s?@\s?[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,24}/gu;
const HIDDEN_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NAME}(?:${HIDDEN_DOT}${NAME}){0,2}?${HIDDEN_AT}${HOST}(?:${HIDDEN_DOT}${HOST}){0,2}?${HIDDEN_DOT}(?:${TLD})(?:${HIDDEN_DOT}(?:br|uk|mx|ar|au|pt|co|nz|za)(?![\p{L}\p{N}]))?(?![\p{L}\p{N}])`,
  "giu",
);
/** What follows the name in such an address: it is found faster. */
const HIDDEN_END = new RegExp(
  String.raw`${HIDDEN_AT}${HOST}(?:${HIDDEN_DOT}${HOST}){0,2}?${HIDDEN_DOT}(?:${TLD})(?![\p{L}\p{N}])`,
  "iu",
);
/** With brackets around the at sign, any end will do: tom (at) fastmail (dot) fm. */
const BRACKETED_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,40}\s?${OPEN}\s?(?:@|${AT})\s?${CLOSE}\s?${HOST}(?:${HIDDEN_DOT}${HOST}){0,2}?${HIDDEN_DOT}\p{L}{2,6}(?![\p{L}\p{N}])`,
  "giu",
);
const BRACKETED_AT = new RegExp(String.raw`${OPEN}\s?(?:@|${AT})\s?${CLOSE}`, "iu");
/** "john.smith at gmail", "my gmail is john.smith88": the rest of the address is known. */
const PROVIDER =
  "gmail|googlemail|yahoo|hotmail|outlook|icloud|aol|protonmail|proton|gmx|web\\.de|libero|orange|wanadoo";
const SHORT_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._-])(?=[\p{L}-]{1,30}[._\d])[\p{L}\p{N}][\p{L}\p{N}._-]{2,40}\s${AT}\s(?:${PROVIDER})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}._-])[\p{L}\p{N}][\p{L}\p{N}._-]{1,40}\s?@\s?(?:${PROVIDER})(?![\p{L}\p{N}])|(?<=(?<!\p{L})(?:${PROVIDER})(?:\s(?:is|es|est|ist|é|è))?[\s:,]{1,2})(?=[\p{L}-]{1,30}[._\d]\S)\p{L}[\p{L}\p{N}._-]{3,40}`,
  "giu",
);
/** Next to a word for mail, a plain name will do: "email me, john at gmail". */
const MAIL_AT = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:e-?mail\p{L}*|mail|write|contact|reach|correo|courriel|escrib\p{L}*|schreib\p{L}*|scriv\p{L}*|escrev\p{L}*)[^.!?\n]{0,24}?[\s:,])[\p{L}\p{N}][\p{L}\p{N}._-]{2,40}\s?(?:${OPEN}\s?)?${AT}(?:\s?${CLOSE})?\s?(?:${PROVIDER})(?![\p{L}\p{N}])`,
  "giu",
);
/** "hank61 on gmail", "ana punto ruiz arroba gmail": the provider says the rest. */
const ON_PROVIDER = new RegExp(
  String.raw`(?<![\p{L}\p{N}._-])(?=[\p{L}-]{1,30}[._\d])[\p{L}\p{N}][\p{L}\p{N}._-]{3,40}\s(?:on|at|sur|auf|bei|en|su|no|na|from)\s(?:${PROVIDER})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])${NAME}(?:${HIDDEN_DOT}${NAME}){0,2}?\s(?:arroba|arobase|chiocciola|ät|klammeraffe)\s(?:${PROVIDER})(?![\p{L}\p{N}])`,
  "giu",
);
/** t h e o at fastmail dot fm */
const SPELLED_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}](?: [\p{L}\p{N}._-]){2,30} ${AT} ${HOST}(?:${HIDDEN_DOT}${HOST}){0,2}?${HIDDEN_DOT}\p{L}{2,6}(?![\p{L}\p{N}])`,
  "giu",
);
const SPELLED_AT = new RegExp(String.raw`[\p{L}\p{N}._-] [\p{L}\p{N}._-] [\p{L}\p{N}._-] ${AT} `, "iu");
/** A comma in the place of the last dot: kim@example,com. */
const COMMA_EMAIL =
  /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}-]{2,40},(?:com|net|org|fr|de|es|it|pt|br|co\.uk|me|at|ch|be|ca)(?![\p{L}\p{N}])/giu;
/** j o s h @ m e . c o m */
const SPACED_EMAIL =
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}._-] ){2,30}@(?: [\p{L}\p{N}-]){1,30} \.(?: \p{L}){2,6}(?!\p{L})/gu;

const PROVIDERS =
  /mail|yahoo|outlook|icloud|aol|proton|gmx|web\.de|libero|orange|wanadoo|(?<!\p{L})(?:mac|me|live|msn|pm|posteo|zoho|comcast|att|verizon|t-online|free|sfr|laposte|uol|bol|terra|sapo|tiscali|virgilio|alice|tin)\./iu;

const DOTTED = /\.[a-z]|:\/\/|www\s/i;
const LINKS: { needs: RegExp; regex: RegExp }[] = [
  { needs: /:\/\//, regex: /(?<!\p{L})(?:h(?:tt|xx)ps?|ftp):\/\/[^\s<>"“”]+/giu },
  {
    needs: /www\s/i,
    regex:
      /(?<!\p{L})www[\s.]{1,3}[\p{L}\p{N}-]{2,40}[\s.]{1,3}(?:com|net|org|info|eu|de|fr|es|it|pt|br|uk|ca|mx|ch|at|be)(?![\p{L}\p{N}])/giu,
  },
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
      /(?<![\p{L}\p{N}@._-])(?:(?=\p{Ll}*[-\d])[\p{Ll}\p{N}-]{3,40}|(?<=(?:[Bb]log|[Ww]eb|[Ss]ite|[Ss]eite|[Ww]ebsite|[Hh]omepage|[Pp]ágina|[Pp]agina|[Ss]ito|auf|unter|su|en|sur|em|visit|see)(?:\s(?:is|es|est|ist|è|é))?[\s:]{1,2})[\p{Ll}\p{N}-]{4,40})\.(?:de|es|it|me|at|be|us|pt|no|in)(?![\p{L}\p{N}@-]|\.\p{L})/gu,
  },
  {
    needs: /\.(?:de|es|it|me|at|be|us|pt|no|in)(?!\p{L})/u,
    regex:
      /(?<![\p{L}\p{N}@._-])[\p{Ll}\p{N}][\p{Ll}\p{N}-]{1,40}(?:\.[\p{Ll}\p{N}-]{2,40}\.(?:de|es|it|me|at|be|us|pt|no|in)(?![\p{L}\p{N}@.-])|[\p{Ll}\p{N}-]{5,40}\.(?:de|es|it|at|be|us|pt)(?=\s?(?:$|[,;:!?)\n]|\.(?:\s|$))))/gu,
  },
  {
    needs: /\.[a-z]{2,3}\//i,
    regex: /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{Ll}{2,3}\/[\p{L}\p{N}][^\s<>"“”]*/gu,
  },
];
/** Ends that are also words: an address only with a path, a hyphen or a digit, in brackets, or after a word for a site. */
const WORD_TLD =
  "studio|report|family|life|fm|tv|zone|care|world|art|wiki|pro|gg|tips|run|bike|golf|guide|design|works|team|space|website|digital|news|today|live|love|fun|cool|group|network|academy|school|church|farm|garden|kitchen|cafe|coffee|beer|wine|photography|gallery|video|film|music|band|games|dance|surf|dog|pet|dental|doctor|physio|house|homes|travel|tours|place|land|city|community|foundation|gifts|toys|market|boutique|rocks|guru|expert|support|help|center|agency|cloud|codes|click|press|ink|pub|bar|vip|one|plus|earth|eco|green|bio|berlin|wien|paris|london|nyc|scot|wales|swiss|to|ly|sh|so|la|gl|ws|li|lu|ro|hu|hr|si|sk|lt|lv|ee|ru|ua|tr|il|jp|kr|sg|hk";
const WORD_LINK = new RegExp(
  String.raw`(?<![\p{L}\p{N}@._-])(?:(?<host>[\p{Ll}\p{N}](?:[\p{Ll}\p{N}-]{1,40}[\p{Ll}\p{N}]))\.)(?:${WORD_TLD}|de|es|it|me|at|be|us|pt|no|in|is|net|co|ca)(?<path>\/[^\s<>"“”]+)?(?![\p{L}\p{N}@.-])`,
  "gu",
);
const SITE_BEFORE =
  /(?:\(|(?<!\p{L})(?:blog|site|web|website|page|podcast|shop|store|see|visit|read|at|channel|link|pics|photos|videos?|url|sur|su|auf|unter|voir|siehe|vejam|vedi|seite|homepage|página|pagina|sito|boutique|tienda|loja|negozio|canal|canale|kanal)(?:\s(?:is|es|est|ist|è|é))?[\s:]{1,2})$/iu;

function wordLinks(text: string): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const match of text.matchAll(WORD_LINK)) {
    const { host = "", path } = match.groups ?? {};
    const before = text.slice(Math.max(0, match.index - 20), match.index);
    if (path !== undefined || (host.length > 4 && (/[-\d]/.test(host) || SITE_BEFORE.test(before))))
      found.push({ kind: "url", start: match.index, end: match.index + linkEnd(match[0]) });
  }
  return found;
}
/** theknee dot report */
const DOT_LINK = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?!(?:polka|first|second|third|little|black|white|green|yellow|every|single|another)\s)[\p{Ll}\p{N}][\p{Ll}\p{N}-]{4,40}\s?(?:\s|[\[(]\s?)dot(?:\s|\s?[\])])\s?(?:${WORD_TLD})(?![\p{L}\p{N}])`,
  "gu",
);
const SPOKEN_LINK = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?!(?:the|a|un|el|il|le|o|ein|this|that|y|e|and)\s)[\p{L}\p{N}][\p{L}\p{N}-]{2,40}(?:\s${DOT}\s[\p{L}\p{N}-]{2,40}){0,2}?(?:(?:\s${DOT}\s|\s?[\[(]\s?(?:\.|${DOT})\s?[\])]\s?)(?:(?:${SPOKEN_TLD})(?!\s${DOT}[\s,.])(?:\s${DOT}\s(?:br|uk|mx|ar|au|pt|co))?(?![\p{L}\p{N}])|(?<!point\s)(?:${COUNTRY_TLD})(?=\s*(?:$|[.,;:!?)\n]))|(?<=point\s)(?:fr|be|ch|lu)(?=\s*(?:$|[.,;:!?)\n])))|\s\.\s(?:${SPOKEN_TLD})(?![\p{L}\p{N}]))(?:\s(?:slash|barra|barre|schrägstrich)\s[\p{L}\p{N}_-]{1,30}){0,3}`,
  "giu",
);

/** The end of `SPOKEN_LINK`, which is found faster. */
const SPOKEN_END = new RegExp(
  String.raw`(?:\s${DOT}\s|[\[(]\s?(?:\.|${DOT})\s?[\])]\s?|\s\.\s)(?:${SPOKEN_TLD}|${COUNTRY_TLD}|lu)(?![\p{L}\p{N}])`,
  "iu",
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

const spansOf = (text: string, regex: RegExp, kind: RedactionSpan["kind"]): RedactionSpan[] =>
  [...text.matchAll(regex)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length }));

const HIDDEN: { needs: RegExp; regex: RegExp }[] = [
  { needs: SPELLED_AT, regex: SPELLED_EMAIL },
  { needs: HIDDEN_END, regex: HIDDEN_EMAIL },
  { needs: BRACKETED_AT, regex: BRACKETED_EMAIL },
];

/** "look at example.com" is a link: an address has a sign in place of the at, or a name like an address. */
const hiddenEmails = (text: string): RedactionSpan[] =>
  HIDDEN.flatMap(({ needs, regex }) => (needs.test(text) ? spansOf(text, regex, "email") : [])).filter(
    ({ start, end }) => {
      const [, local, host] = /^(\S+) (?:at|chez|bei) (\S+)$/i.exec(text.slice(start, end)) ?? [];
      return local === undefined || /[._\d]/.test(local) || PROVIDERS.test(host ?? "");
    },
  );

/** `disguised`: the text has a word or a sign that may replace a dot or an at sign. */
export function findEmails({ text }: Folded, disguised: boolean, provider: boolean): RedactionSpan[] {
  const plain = text.includes("@") ? [COMMA_EMAIL, EMAIL].flatMap((regex) => spansOf(text, regex, "email")) : [];
  const spaced = text.includes(" @ ") ? spansOf(text, SPACED_EMAIL, "email") : [];
  const short = provider ? [ON_PROVIDER, SHORT_EMAIL, MAIL_AT].flatMap((regex) => spansOf(text, regex, "email")) : [];
  return [...spaced, ...plain, ...(disguised ? hiddenEmails(text) : []), ...short];
}

export function findLinks({ text }: Folded, disguised: boolean): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  const dotted = DOTTED.test(text);
  for (const { needs, regex } of dotted ? LINKS : []) {
    if (!needs.test(text)) continue;
    for (const match of text.matchAll(regex))
      found.push({ kind: "url", start: match.index, end: match.index + linkEnd(match[0]) });
  }
  if (dotted) found.push(...wordLinks(text));
  if (disguised && SPOKEN_END.test(text)) found.push(...spansOf(text, SPOKEN_LINK, "url"));
  if (disguised && text.includes("dot")) found.push(...spansOf(text, DOT_LINK, "url"));
  // Of two that begin at the same place the longer one has the path.
  return found.length === 0 ? found : found.sort((a, b) => a.start - b.start || b.end - a.end);
}
