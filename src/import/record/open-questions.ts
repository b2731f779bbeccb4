import { OperatorError } from "../../operator-error.ts";
import type { DateOrder } from "./dates/when.ts";
import type { Columns } from "./find-columns.ts";
import type { Scale } from "./values.ts";

/** What becomes of rows and columns that the spreadsheet does not show. */
export type HiddenChoice = "read" | "skip";

/** Which values of a column mean that a review may be published. Every other value is held. */
export type ConsentAnswer = { column: string; yes: readonly string[] };

/** What the owner says about a file where the file does not say so itself. A front end merges answers into one. */
export type Answers = {
  map?: Columns;
  scale?: Scale;
  dates?: DateOrder;
  sheet?: string;
  hidden?: HiddenChoice;
  encoding?: string;
  location?: string;
  consent?: readonly ConsentAnswer[];
  ignore?: readonly string[];
};

/** One way to answer a question: what it means, and the option of the command line that says the same. */
export type QuestionChoice = { label: string; answer: Answers; option: string };

/** A value that a column has, and in how many rows. */
export type FoundValue = { value: string; rows: number };

/**
 * Something that a file does not say and that would be wrong as a guess. It is a value, so that every front end can ask
 * it. The answer is one of the choices; to `consent`, it may also name other values of the column.
 */
export type Question = {
  /** The same for the same question of the same file: "consent:OK to post". */
  id: string;
  /** The sheet about which it is asked, if it is not chosen yet. */
  sheet?: string;
  kind: "sheet" | "listing" | "column" | "scale" | "dates" | "consent" | "hidden" | "encoding";
  file: string;
  /** The column that the question is about; null if it is about several or about the file. */
  column: string | null;
  /** Examples, or for `consent` all values of the column. */
  values: FoundValue[];
  /** The question in words, with the options of the command line. */
  text: string;
  /** At least one. The first is the most likely. */
  choices: QuestionChoice[];
};

/** Stops the reading of a file. Asked one by one, answers would bring up the next question: see findQuestions. */
export class OpenQuestions extends OperatorError {
  readonly questions: readonly Question[];
  constructor(questions: readonly Question[]) {
    super(questions.map(({ text }) => text.replace(/\s+/g, " ")).join("\n"));
    this.questions = questions;
  }
  override get lines(): readonly string[] {
    return this.message.split("\n");
  }
}

/** A word for a shell: as it is, in double quotes, or in single quotes if a shell would read something into those. */
export function quoteHeader(text: string): string {
  const plain = text.replace(/\s+/g, " ");
  if (/^[\w.-]+$/.test(plain)) return plain;
  return /["$`\\!]/.test(plain) ? `'${plain.replaceAll("'", `'"'"'`)}'` : `"${plain}"`;
}

const optionOfMap = (map: Columns): string[] =>
  Object.entries(map).flatMap(([field, columns]) =>
    columns.split("\n").map((column) => `--map ${field}=${quoteHeader(column)}`),
  );

/** A value with a comma is one value. */
const listValues = (values: readonly string[]): string =>
  values.map((value) => value.trim().replace(/[\\,]/g, "\\$&")).join(",");

/** The options of the command line that say the same as the answer, ready to paste. */
function optionsOf({ map = {}, consent = [], ignore = [], dates, ...others }: Answers): string {
  return [
    ...optionOfMap(map),
    ...(dates === undefined ? [] : [`--dates ${dates === "day_first" ? "dmy" : "mdy"}`]),
    ...Object.entries(others).map(([name, value]) => `--${name} ${quoteHeader(String(value))}`),
    ...consent.map(({ column, yes }) => `--consent ${quoteHeader(`${column}=${listValues(yes)}`)}`),
    ...ignore.map((column) => `--ignore ${quoteHeader(column)}`),
  ].join(" ");
}

export const choose = (label: string, answer: Answers): QuestionChoice => ({
  label,
  answer,
  option: optionsOf(answer),
});

/** Parses the values of --consent: COLUMN=VALUE,VALUE. A comma after a backslash belongs to its value. */
export function parseConsent(given: readonly string[], usageError: (message: string) => Error): ConsentAnswer[] {
  return given.map((text) => {
    const at = text.lastIndexOf("=");
    const column = text.slice(0, Math.max(0, at)).trim();
    const yes = (text.slice(at + 1).match(/(?:\\.|[^,\\])+/gs) ?? []).map((value) =>
      value.replace(/\\(.)/gs, "$1").trim(),
    );
    if (column === "" || yes.every((value) => value === ""))
      throw usageError(
        `--consent ${text} is not COLUMN=VALUES: list the values that mean yes, such as --consent "May we publish?=Yes,Sure"`,
      );
    return { column, yes: yes.filter((value) => value !== "") };
  });
}

/** The options with one more answer. */
export function withAnswer<T extends Pick<Answers, "map" | "consent" | "ignore">>(
  options: T,
  { map, consent, ignore, ...others }: Answers,
): T {
  return {
    ...options,
    ...others,
    ...(map ? { map: { ...options.map, ...map } } : {}),
    ...(consent ? { consent: [...(options.consent ?? []), ...consent] } : {}),
    ...(ignore ? { ignore: [...(options.ignore ?? []), ...ignore] } : {}),
  };
}
