import { anyOf, parsePatterns } from "../pattern-file.ts";
import de from "./de.words.txt" with { type: "text" };
import en from "./en.words.txt" with { type: "text" };
import es from "./es.words.txt" with { type: "text" };
import fr from "./fr.words.txt" with { type: "text" };
import it from "./it.words.txt" with { type: "text" };
import pt from "./pt.words.txt" with { type: "text" };

const TEXTS = { en, es, fr, de, pt, it };
const LISTS = ["own noun pattern", "phrase", "clue", "you", "courtesy", "told", "event", "premises"] as const;
const LANGUAGES = Object.entries(TEXTS).map(([code, text]) => parsePatterns(`${code}.words.txt`, text, LISTS));

/** Whether the rules know a language. */
export const isReplyLanguage = (code: string): boolean => Object.hasOwn(TEXTS, code);

/** The entries of a list in all languages: a clinic may answer in several, and short replies do not tell theirs. */
export const inAnyLanguage = (list: (typeof LISTS)[number]): string => anyOf(LANGUAGES.map((lists) => lists[list]));
