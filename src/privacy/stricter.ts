import type { Profile } from "../model/business.ts";
import { createAuthorFinder } from "./people/author.ts";
import { ANONYMOUS, minimizeName, type NameMode } from "./people/minimize-name.ts";
import { type Hidden, hideAuthor, hideSpans, type Redactor, replaceSpans } from "./redact.ts";
import type { RedactionSpan } from "./span.ts";

export type Privacy = Profile["privacy"];

/** Without a profile: a document that Candor published stays as it is, everything else gets the default privacy. */
export const AS_PUBLISHED: Privacy = { names: "full", avatars: true, redact: false };
export const BY_DEFAULT: Privacy = { names: "first_initial", avatars: false, redact: true };

/** For an author who does not want to be named. */
export const withoutName = (privacy: Privacy): Privacy => ({ ...privacy, names: "anonymous", avatars: false });

/** From what shows most of a name to what shows nothing. */
const NAMES: readonly NameMode[] = ["full", "first_initial", "initials", "anonymous"];

const hidesMoreNames = (before: Privacy, after: Privacy): boolean =>
  NAMES.indexOf(after.names) > NAMES.indexOf(before.names);

export const isStricter = (before: Privacy, after: Privacy): boolean =>
  hidesMoreNames(before, after) || (before.avatars && !after.avatars) || (after.redact && !before.redact);

const SHORT = /\s\p{Lu}\.$/u;

export type HideWords = (text: string) => Hidden;

/** The short form that an earlier import put in the place of the author's name: "Maria S.". */
function hideShort(text: string, author: string, shown: string): Hidden {
  const mark = shown === ANONYMOUS ? "[name]" : shown;
  const spans: RedactionSpan[] = [];
  for (let at = text.indexOf(author); at !== -1; at = text.indexOf(author, at + author.length))
    spans.push({ kind: "name", start: at, end: at + author.length, shown: mark });
  return { text: replaceSpans(text, spans), kinds: [] };
}

/** A name that an earlier import shortened was counted then, so it is not counted again. */
function redactAgain(text: string, redactor: Redactor): Hidden {
  const spans = redactor.find(text);
  const found = spans.filter(({ kind, start, end }) => kind !== "name" || !SHORT.test(text.slice(start, end)));
  return { ...hideSpans(text, spans), kinds: found.map(({ kind }) => kind) };
}

/** A stored name is often short already: only what shows less replaces it. */
function minimizeAgain(author: string, mode: NameMode): string {
  const shown = minimizeName(author, mode);
  return shown === ANONYMOUS || shown.length < author.length ? shown : author;
}

/**
 * Applies a stricter privacy to the words of one stored review. `author` is the name as it is stored. `again`: an older
 * version of the rules stored it, so that today's may hide more under the same privacy.
 */
export function createStricterWords(
  { before, after, redactor, again = false }: { before: Privacy; after: Privacy; redactor: Redactor; again?: boolean },
  author: string,
): { author: string; hide: HideWords } {
  const hides_more = hidesMoreNames(before, after);
  const names = hides_more || (again && after.names !== "full");
  const shown = hides_more ? minimizeName(author, after.names) : names ? minimizeAgain(author, after.names) : author;
  const isShort = names && author !== shown && SHORT.test(author);
  const findAuthor = names ? createAuthorFinder(author, shown) : null;
  const words = after.redact && (names || again || !before.redact);
  const hide: HideWords = (text) => {
    const named = findAuthor ? hideAuthor(text, findAuthor) : { text, kinds: [] };
    const short = isShort ? hideShort(named.text, author, shown) : { text: named.text, kinds: [] };
    const redacted: Hidden = words ? redactAgain(short.text, redactor) : { text: short.text, kinds: [] };
    return { ...redacted, kinds: [...named.kinds, ...short.kinds, ...redacted.kinds] };
  };
  return { author: shown, hide };
}
