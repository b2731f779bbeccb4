import { OperatorError } from "../../operator-error.ts";
import { keyOf } from "./find-columns.ts";
import { quoteHeader } from "./open-questions.ts";
import { type Fields, textOf } from "./values.ts";

/** A question whether the name may be shown: "Post anonymously?", "Hide my name". */
const ANONYMITY = /anonym|anónim|anônim|hide(?:my)?name|withhold(?:my)?name|keep(?:my)?nameprivate/u;
const YES = /^(?:true|yes|y|1|x|ja|oui|sí|si|sim|anonymous|anonym|anonyme|anónimo)$/i;
const isYes = (value: unknown): boolean => value === true || YES.test(textOf(value) ?? "");

/** Remembers columns in which somebody asks not to be named and is named in the same row. */
export function createAnonymity() {
  const questions: string[] = [];
  const asked = new Map<string, Set<string>>();
  return {
    addColumn(header: string): void {
      if (ANONYMITY.test(keyOf(header))) questions.push(header);
    },
    note(record: Fields): void {
      for (const question of questions) {
        if (!isYes(record[question])) continue;
        const filled = asked.get(question) ?? new Set<string>();
        asked.set(question, filled);
        for (const [header, value] of Object.entries(record)) if (textOf(value) !== null) filled.add(header);
      }
    },
    /** Stops a file that would show the names of such authors. */
    check(file: string, author = ""): void {
      const found = [...asked].find(([, filled]) => filled.has(author));
      if (!found) return;
      const name = quoteHeader(author);
      throw new OperatorError(
        `${file} has a column ${quoteHeader(found[0])}, in which some authors ask not to be named. ` +
          `To show no names at all, use --map author=none; to show all of them, use --map author=${name}; ` +
          "to hide some, empty their names in the file first",
      );
    },
  };
}
