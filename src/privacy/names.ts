import type { Profile } from "../model/business.ts";

export type NameMode = Profile["privacy"]["names"];

export const ANONYMOUS = "Anonymous";

/** Titles and suffixes are neither a first name nor a surname. */
const TITLE =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|sr|sra|srta|don|doña|dr\.?ssa|dra|herr|frau|mme|mlle|rev|sir|dame|jr|ii|iii|iv|phd|md|dds|dpt|pt|rn|esq)\.?$/iu;
/** What platforms show for a reviewer without a name. */
const NO_NAME =
  /^(?:anonymous|anonymous user|anonymous reviewer|a google user|google user|a customer|customer|verified customer|a patient|patient|user|guest|facebook user|yelp user|n\/?a|none|null|unknown|-+)$/iu;

/** One letter, even where the upper case of a letter is two ("ß" → "S."). */
const initial = (word: string): string => `${[...word.toUpperCase()][0] ?? ""}.`;

/** Most names are plain and need no cleaning. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** The parts of a name: words with a letter in them that are not titles. */
function nameParts(name: string): string[] {
  if (PLAIN.test(name)) return name.split(" ").filter((word) => !TITLE.test(word));
  return name
    .replace(/\([^)]{0,200}\)|"[^"]{0,200}"|“[^”]{0,200}”/gu, " ")
    .split(/[\s,]+/u)
    .map((word) => word.replace(/^[^\p{L}]+|[^\p{L}.'’-]+$/gu, ""))
    .filter((word) => /\p{L}/u.test(word) && !TITLE.test(word));
}

/** "Maria Sanchez" → "Maria S." (first_initial), "M. S." (initials), "Anonymous", or unchanged (full). */
export function minimizeName(name: string | null, mode: NameMode): string {
  if (name === null || mode === "anonymous" || NO_NAME.test(name.trim())) return ANONYMOUS;
  if (mode === "full") return name;
  // "Sanchez, Maria" has the surname first.
  const swapped = /^([^,]+),([^,]+)$/u.exec(name);
  const ordered =
    swapped?.[1] && swapped[2] && !TITLE.test(swapped[2].trim()) ? `${swapped[2].trim()} ${swapped[1]}` : name;
  const parts = /@/.test(ordered)
    ? nameParts(ordered.replace(/@[\s\S]*$/u, "").replace(/[._\d]+/gu, " "))
    : nameParts(ordered);
  const given = parts[0];
  const family = parts.length > 1 ? parts.at(-1) : undefined;
  if (given === undefined || NO_NAME.test(parts.join(" "))) return ANONYMOUS;
  if (mode === "initials") return family === undefined ? initial(given) : `${initial(given)} ${initial(family)}`;
  return family === undefined ? given : `${given} ${initial(family)}`;
}
