import { createAuthorFinder, nameForms } from "../../privacy/people/author.ts";
import { ANONYMOUS, minimizeName, unmarked } from "../../privacy/people/minimize-name.ts";
import { parseSketch } from "./sketch.ts";
import { createSketcher } from "./sketcher.ts";

/** Whether a text had a full name before it was hidden there, by its sketch: wrong for about one in a thousand short texts. */
function createLookup(key: string, name: string): (sketch: string) => boolean {
  const makeSketch = createSketcher(key);
  const wanted = nameForms(name).map((text) => {
    const stored = { text, translation: null };
    const sketch = makeSketch({ given: null, stored, has_id: false, minimized: ANONYMOUS, person: null, row: null });
    return parseSketch(sketch).pieces;
  });
  return (sketch) => {
    const pieces = new Set(parseSketch(sketch).pieces);
    return wanted.some((form) => form.length > 0 && form.every((piece) => pieces.has(piece)));
  };
}

const HIDDEN = "[name]";
const LETTER = /[\p{L}\p{M}]/u;

function hasForm(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
    if (!LETTER.test(text.charAt(at - 1))) return true;
  return false;
}

/** words: the full name is in the words, or was before redaction. short_words: its short form is, maybe of somebody else. */
export type Named = "words" | "short_words";
export type NameTest = (words: readonly string[], sketch: string | null) => Named | null;

/** How the words of a review name a person. `key` is that of the sketches. */
export function createNameTest(name: string, key: string | null): NameTest {
  const findName = createAuthorFinder(name, "");
  if (findName === null) return () => null;
  const wasIn = key === null ? () => false : createLookup(key, name);
  const forms = (["first_initial", "initials"] as const)
    .map((mode) => unmarked(minimizeName(name, mode)))
    .filter((form) => form.endsWith("."));
  const short = forms.filter((form) => form.includes(" "));
  return (words, sketch) => {
    if (words.some((text) => findName(text).length > 0)) return "words";
    const texts = words.map(unmarked);
    const shows = (form: string) => texts.some((text) => hasForm(text, form));
    if (sketch !== null && [HIDDEN, ...forms].some(shows) && wasIn(sketch)) return "words";
    return short.some(shows) ? "short_words" : null;
  };
}
