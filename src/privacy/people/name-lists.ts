import { parseWordLists } from "../../model/basics/word-lists.ts";
import text from "./minimize-name.words.txt" with { type: "text" };

/** Words in names of authors. */
export const NAME_LISTS = parseWordLists("minimize-name.words.txt", text, [
  "title",
  "title before two names",
  "suffix",
  "title before a first name",
  "family",
  "nobody",
  "platform",
  "user",
  "reachable",
  "legal form",
  "trade",
  "firm",
  "where from",
  "patronymic",
  "common surname",
  "vietnamese",
  "chinese",
  "japanese",
  "korean before a hyphen",
  "korean",
  "hungarian",
  "spanish",
  "particle",
  "onset",
  "uncommon",
  "profession",
  "relation",
  "couple",
]);
