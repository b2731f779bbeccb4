import { OperatorError } from "../../operator-error.ts";
import { OpenQuestions, type Question, type QuestionChoice, withAnswer } from "../record/open-questions.ts";
import { detectReviews } from "./detect.ts";
import type { ReadOptions } from "./opened-reviews.ts";

/** No file has so many. */
const MOST = 60;

/** What stops the reading of a file first. A file that cannot be used at all has no questions: importing it says why. */
async function askOnce(path: string, options: ReadOptions): Promise<readonly Question[]> {
  try {
    for (const { rows } of await detectReviews(path, options)) for await (const _ of rows) void _;
    return [];
  } catch (error) {
    if (error instanceof OpenQuestions) return error.questions;
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
    const asked = (await askOnce(path, answered)).filter(({ id }) => !found.has(id));
    if (asked.length === 0) break;
    for (const question of asked) {
      found.set(question.id, question);
      if (question.kind === "sheet") {
        for (const choice of question.choices)
          for (const inside of await findQuestions(path, withAnswer(answered, choice.answer)))
            found.set(`${choice.option} ${inside.id}`, under(choice, inside));
        return [...found.values()];
      }
      const [likely] = question.choices;
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
