import { OperatorError } from "../../operator-error.ts";
import type { JsonElement } from "../read/json-elements.ts";
import type { Records } from "../read/table-records.ts";
import { createSurvey, type Mapping } from "./choose-columns.ts";
import { type Columns, FIELD_NAMES } from "./find-columns.ts";
import { toRecord } from "./table-rows.ts";
import { flatten, isFields, type Scale } from "./values.ts";

type SurveyOptions = { map: Columns; scale: Scale | null };
/** `titles`: the cells above the column names. */
type TableSurveyOptions = SurveyOptions & { titles: readonly string[] };

/** Reads all records of a table and chooses its columns. */
export async function surveyTable(
  file: string,
  headers: readonly string[],
  records: Records,
  { map, scale, titles }: TableSurveyOptions,
): Promise<Mapping> {
  const survey = createSurvey(file, map, titles);
  for await (const batch of records) for (const { cells } of batch) survey.note(toRecord(headers, cells));
  return survey.choose(scale);
}

/** The same for the objects of a JSON document. */
export async function surveyElements(
  file: string,
  elements: AsyncIterable<JsonElement>,
  { map, scale }: SurveyOptions,
): Promise<Mapping> {
  const survey = createSurvey(file, map);
  for await (const { value } of elements) if (isFields(value)) survey.note(flatten(value));
  const mapping = survey.choose(scale);
  for (const field of FIELD_NAMES) {
    const named = map[field] ?? "";
    if (named !== "" && named !== "none" && mapping.columns[field] === undefined) {
      throw new OperatorError(`${file} has no member ${named}: check --map ${field}=${named}`);
    }
  }
  return mapping;
}
