import { OperatorError } from "../../operator-error.ts";
import { readWhen } from "../record/dates/when.ts";
import { type FieldName, MissingColumns } from "../record/find-columns.ts";
import { choose, OpenQuestions, type Question, type QuestionChoice, withAnswer } from "../record/open-questions.ts";
import { readStars } from "../record/values.ts";
import { detectReviews } from "./detect.ts";
import type { ReadOptions } from "./opened-reviews.ts";
import { type SampledColumn, sampleColumns } from "./sample-columns.ts";

/** No file has so many. */
const MOST = 60;

const FITS: { [field in FieldName]?: (value: string) => boolean } = {
  rating: (value) => readStars(value) !== null && readWhen(value) === null,
  date: (value) => readWhen(value) !== null,
};

/** What stops the reading of a file, and for each question the answer that is tried to find the next ones. */
type Asked = { question: Question; likely: QuestionChoice | undefined }[];

/** Which columns hold the rating and the date, where their names do not say so. Likely is one with such values. */
function askForColumns(
  { headers, missing, message }: MissingColumns,
  sampled: readonly SampledColumn[],
  { shown_name, sheet = null }: ReadOptions,
): Asked {
  const of_sheet = sampled.filter((one) => sheet === null || one.sheet === sheet);
  const values = new Map(of_sheet.map((one) => [one.header, one.values]));
  const filled = headers.filter((header) => values.get(header)?.length !== 0);
  return missing.map((field) => {
    const choices = filled.map((header) => choose(header, { map: { [field]: header } }));
    const fits = ({ label }: QuestionChoice) => values.get(label)?.every((value) => FITS[field]?.(value)) === true;
    const text = message.replace(/(--map )\w+=COLUMN/, `$1${field}=COLUMN`);
    const about = { id: `column:${field}`, kind: "column", file: shown_name ?? "", column: null } as const;
    return { question: { ...about, values: [], text, choices }, likely: choices.find(fits) };
  });
}

/** What stops the reading of a file first. A file that cannot be used at all has no questions: importing it says why. */
async function askOnce(path: string, options: ReadOptions): Promise<Asked> {
  try {
    for (const { rows } of await detectReviews(path, options)) for await (const _ of rows) void _;
    return [];
  } catch (error) {
    if (error instanceof OpenQuestions)
      return error.questions.map((question) => ({ question, likely: question.choices[0] }));
    if (error instanceof MissingColumns) return askForColumns(error, await sampleColumns(path, options), options);
    if (error instanceof OperatorError) return [];
    throw error;
  }
}

/** A question that comes up only if this sheet is chosen. */
const under = ({ answer, option }: QuestionChoice, question: Question): Question => ({
  ...question,
  ...(answer.sheet === undefined ? {} : { sheet: answer.sheet }),
  text: `with ${option}: ${question.text}`,
});

/**
 * All open questions of a file at once. The reading stops at the first one, so the most likely answer to it is tried to
 * find the next. What a sheet asks depends on the sheet: each is tried.
 */
export async function findQuestions(path: string, options: ReadOptions): Promise<Question[]> {
  const found = new Map<string, Question>();
  let answered = options;
  while (found.size < MOST) {
    const asked = (await askOnce(path, answered)).filter(({ question }) => !found.has(question.id));
    if (asked.length === 0) break;
    for (const { question, likely } of asked) {
      found.set(question.id, question);
      if (question.kind === "sheet") {
        for (const choice of question.choices)
          for (const inside of await findQuestions(path, withAnswer(answered, choice.answer)))
            found.set(`${choice.option} ${inside.id}`, under(choice, inside));
        return [...found.values()];
      }
      if (likely) answered = withAnswer(answered, likely.answer);
    }
  }
  return [...found.values()];
}

/** The error with all open questions of the files, in the place of one with the first. */
export async function askAll(
  paths: readonly string[],
  options: ReadOptions,
  first: OpenQuestions,
): Promise<OpenQuestions> {
  const all: Question[] = [];
  for (const path of paths) all.push(...(await findQuestions(path, options)));
  return all.length === 0 ? first : new OpenQuestions(all);
}
