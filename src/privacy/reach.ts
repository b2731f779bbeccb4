import type { Folded } from "./fold.ts";
import { parsePatterns } from "./pattern-file.ts";
import text_of_lists from "./reach.words.txt" with { type: "text" };
import type { RedactionSpan } from "./span.ts";

const PATTERNS = parsePatterns("reach.words.txt", text_of_lists, [
  "at",
  "email pattern",
  "hidden email pattern",
  "hidden end pattern",
  "bracketed email pattern",
  "bracketed at pattern",
  "short email",
  "mail at pattern",
  "on provider pattern",
  "spelled email pattern",
  "comma email pattern",
  "known host",
  "plain end sign",
  "country end",
  "short word end",
  "plain link pattern",
  "country link pattern",
  "short link pattern",
  "long link pattern",
  "word link pattern",
  "site before",
  "dot link pattern",
  "spoken link pattern",
  "spoken link sign pattern",
]);
const EMAIL = new RegExp(PATTERNS["email pattern"], "gu");
const HIDDEN_EMAIL = new RegExp(PATTERNS["hidden email pattern"], "giu");
const HIDDEN_END = new RegExp(PATTERNS["hidden end pattern"], "iu");
const BRACKETED_EMAIL = new RegExp(PATTERNS["bracketed email pattern"], "giu");
const BRACKETED_AT = new RegExp(PATTERNS["bracketed at pattern"], "iu");
const SHORT_EMAIL = new RegExp(PATTERNS["short email"], "giu");
const MAIL_AT = new RegExp(PATTERNS["mail at pattern"], "giu");
const ON_PROVIDER = new RegExp(PATTERNS["on provider pattern"], "giu");
const SPELLED_EMAIL = new RegExp(PATTERNS["spelled email pattern"], "giu");
const SPELLED_AT = new RegExp(String.raw`[\p{L}\p{N}._-] [\p{L}\p{N}._-] [\p{L}\p{N}._-] (?:${PATTERNS.at}) `, "iu");
const COMMA_EMAIL = new RegExp(PATTERNS["comma email pattern"], "giu");
/** j o s h @ m e . c o m */
const SPACED_EMAIL =
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}._-] ){2,30}@(?: [\p{L}\p{N}-]){1,30} \.(?: \p{L}){2,6}(?!\p{L})/gu;

const PROVIDERS = new RegExp(PATTERNS["known host"], "iu");

const DOTTED = /\.[a-z]|:\/\/|www\s/i;
const SHORT_END = new RegExp(String.raw`\.(?:${PATTERNS["short word end"]})(?!\p{L})`, "u");
const LINKS: { needs: RegExp; regex: RegExp }[] = [
  { needs: /:\/\//, regex: /(?<!\p{L})(?:h(?:tt|xx)ps?|ftp):\/\/[^\s<>"“”]+/giu },
  {
    needs: /www\s/i,
    regex:
      /(?<!\p{L})www[\s.]{1,3}[\p{L}\p{N}-]{2,40}[\s.]{1,3}(?:com|net|org|info|eu|de|fr|es|it|pt|br|uk|ca|mx|ch|at|be)(?![\p{L}\p{N}])/giu,
  },
  { needs: /www\s?[.[(]/i, regex: /(?<!\p{L})www\.[\p{L}\p{N}-]+\.[^\s<>"“”]+/giu },
  {
    needs: new RegExp(String.raw`\.(?:${PATTERNS["plain end sign"]})(?!\p{L})|\.(?:COM|NET|ORG)(?!\p{L})`, "u"),
    // Lower case only: "Great.Net result" is a missing space, and so is a final dot that a letter follows.
    regex: new RegExp(PATTERNS["plain link pattern"], "gu"),
  },
  {
    needs: new RegExp(String.raw`\.(?:${PATTERNS["country end"]})(?!\p{L})`, "u"),
    regex: new RegExp(PATTERNS["country link pattern"], "gu"),
  },
  { needs: SHORT_END, regex: new RegExp(PATTERNS["short link pattern"], "gu") },
  { needs: SHORT_END, regex: new RegExp(PATTERNS["long link pattern"], "gu") },
  {
    needs: /\.[a-z]{2,3}\//i,
    regex: /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{Ll}{2,3}\/[\p{L}\p{N}][^\s<>"“”]*/gu,
  },
];
const WORD_LINK = new RegExp(PATTERNS["word link pattern"], "gu");
const SITE_BEFORE = new RegExp(
  String.raw`(?:\(|(?<!\p{L})(?:${PATTERNS["site before"]})(?:\s(?:is|es|est|ist|è|é))?[\s:]{1,2})$`,
  "iu",
);

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
const DOT_LINK = new RegExp(PATTERNS["dot link pattern"], "gu");
const SPOKEN_LINK = new RegExp(PATTERNS["spoken link pattern"], "giu");
const SPOKEN_END = new RegExp(PATTERNS["spoken link sign pattern"], "iu");

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

/** "look at example.com" is a link: after a plain "at", the name has a sign or a digit, or the host is a provider. */
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
  // Two may begin at the same place: the longer one has the path, and comes first.
  return found.length === 0 ? found : found.sort((a, b) => a.start - b.start || b.end - a.end);
}
