import { OperatorError } from "../../operator-error.ts";
import type { JsonElement } from "../read/json-elements.ts";
import type { Records } from "../read/table-records.ts";
import { createSurvey, type Mapping } from "./choose-columns.ts";
import { consentKind } from "./consent/consent-headers.ts";
import {
  asksConsent,
  type ConsentGiven,
  type Consents,
  createConsentSurvey,
  isAnswered,
  isOfPlatform,
} from "./consent/consent-survey.ts";
import { FIELD_NAMES } from "./find-columns.ts";
import { toRecord } from "./table-rows.ts";
import { flatten, isFields, type Scale } from "./values.ts";

type SurveyOptions = ConsentGiven & { scale: Scale | null };
/** `titles`: the cells above the column names. */
type TableSurveyOptions = SurveyOptions & { titles: readonly string[] };

/** Reads all records of a table and chooses its columns. */
export async function surveyTable(
  file: string,
  headers: readonly string[],
  records: Records,
  { scale, ...given }: TableSurveyOptions,
): Promise<Mapping> {
  const survey = createSurvey(file, given);
  for await (const batch of records) for (const { cells } of batch) survey.note(toRecord(headers, cells));
  return survey.choose(scale);
}

/** The same for the objects of a JSON document. */
export async function surveyElements(
  file: string,
  elements: AsyncIterable<JsonElement>,
  { scale, ...given }: SurveyOptions,
): Promise<Mapping> {
  const { map } = given;
  const survey = createSurvey(file, given);
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

/**
 * What a table of a known format says about publication: in columns that ask for it by their name, and in those that no
 * platform has and that look like answers.
 */
export async function surveyConsents(
  file: string,
  headers: readonly string[],
  reread: () => Promise<Records>,
  given: ConsentGiven,
): Promise<Consents> {
  const known = headers.filter((header) => !asksConsent(header) && isOfPlatform(header));
  if (known.length === headers.length && given.consent.length + given.ignore.length === 0) return NO_CONSENTS;
  const survey = createConsentSurvey(file, given);
  for await (const batch of await reread()) for (const { cells } of batch) survey.note(toRecord(headers, cells));
  return survey.choose(new Set(known));
}

/** Members of a known JSON format that platforms do not have. */
export const isAskingMember = (member: string): boolean => {
  const kind = consentKind(member);
  return kind === "publish" || kind === "hide" || kind === "unsure";
};

/** The same for the reviews of a JSON document of a known format, by the names of their members alone. */
export async function surveyMembers(
  file: string,
  reviews: AsyncIterable<unknown>,
  given: ConsentGiven,
): Promise<Consents> {
  const isRead = ([member]: [string, unknown]) =>
    isAskingMember(member) || consentKind(member) === "name" || isAnswered(member, given);
  const survey = createConsentSurvey(file, given);
  for await (const review of reviews)
    if (isFields(review)) survey.note(Object.fromEntries(Object.entries(flatten(review)).filter(isRead)));
  return survey.choose(new Set());
}
export const NO_CONSENTS: Consents = { rules: [], described: [], columns: [] };

/** For the report of a file of a known format. */
export const describeConsents = ({ described }: Consents): string[] =>
  described.map((line) => `is read for consent: ${line}`);
