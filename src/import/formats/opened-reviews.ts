import type { Source, VerificationMethod } from "../../model/review-kinds.ts";
import { OperatorError } from "../../operator-error.ts";
import { countBytes, type Input } from "../read/input.ts";
import type { ParsedRows } from "../record/candidate.ts";
import type { Mapping } from "../record/choose-columns.ts";
import type { ConsentColumn } from "../record/consent/consent-survey.ts";
import type { DateOrder } from "../record/dates/when.ts";
import type { Columns } from "../record/find-columns.ts";
import type { ConsentAnswer, HiddenChoice } from "../record/open-questions.ts";
import type { Scale } from "../record/values.ts";
import { csv } from "./csv.ts";
import type { FormatDefaults } from "./format.ts";
import { json } from "./json.ts";

/** The reviews of one file and one listing, parsed but not prepared. */
export type Reviews = ParsedRows & {
  file: string;
  /** Unpacked bytes to read. */
  size: number;
  format: string;
  source: Source;
  verified_by: VerificationMethod | null;
  location: string | null;
  /** True if the file has all reviews of its listing. A review that is missing was then deleted at the source. */
  complete: boolean;
  /** When an archive was made. Null if the file does not say. */
  exported_ms: number | null;
  /** True if the file shows the current state. A row that looks older than a stored review then still replaces it. */
  current?: boolean;
  /** The columns that were chosen in a file of no known format. */
  mapping: Mapping | null;
  /** The columns that are read for consent. */
  consents: readonly ConsentColumn[];
  /** How the file was read where there was a choice. Complete after all rows were read. */
  notes: string[];
};

/** How the file was read and what was unusual about it, as sentences. Complete after all rows were read. */
export const notesOf = ({ file, notes, warning }: Reviews): string[] =>
  [...notes, warning() ?? []].flat().map((note) => `${file} ${note}`);

export type ReadOptions = {
  format: string | null;
  location: string | null;
  map: Columns;
  /** The maximum of a rating in a file of no known format. Null if the operator did not say. */
  scale: Scale | null;
  /** The order of dates such as 3/4/2025. Null if the file must show it. */
  dates: DateOrder | null;
  /** The name or number of a sheet of a workbook. */
  sheet?: string | null;
  /** What to do with hidden rows and columns of a workbook. If null, the operator is asked if there are any. */
  hidden?: HiddenChoice | null;
  /** If null, the content decides. */
  encoding?: string | null;
  /** Columns of which the owner said what they mean for consent, and those that are about something else. */
  consent?: readonly ConsentAnswer[];
  ignore?: readonly string[];
  /** The file to which standard input was saved, for the path "-". */
  standard_input?: string | null;
  /** The name of the file for people, if its path is not: an upload is stored in a folder of ours. */
  shown_name?: string | null;
  /** The last day that is not in the future. If one order of a date gives a later day, the other order is used. */
  today?: string;
  /** Called with the size of each chunk that is read. */
  onBytes?: (count: number) => void;
};

/** `names_listing` is true if rows may say which listing they belong to. */
export type OpenedFile = { reviews: Reviews; names_listing: boolean };

export const describeFile = (
  { name: file, size }: Pick<Input, "name" | "size">,
  { name, source, verified_by }: FormatDefaults,
) => ({
  file,
  size,
  format: name,
  source,
  verified_by,
  location: null,
  complete: false,
  exported_ms: null,
  mapping: null,
  consents: [],
  notes: [],
});

export const countedInput = (input: Input, { onBytes }: ReadOptions): Input =>
  onBytes ? countBytes(input, onBytes) : input;

/** Ratings of known formats have a maximum of five, so --scale is refused. */
export function checkScaleOption(file: string, { name }: FormatDefaults, scale: Scale | null): void {
  if (scale === null || scale === 5 || name === csv.name || name === json.name) return;
  throw new OperatorError(`${file} has the format ${name}, whose ratings are out of five: remove --scale`);
}

/** A note if the file is not UTF-8, so that the operator can correct the encoding. */
export const noteEncoding = (encoding: string, { encoding: asked }: ReadOptions): string[] =>
  encoding === "utf-8" || asked ? [] : [`was read as ${encoding}, by its content: --encoding NAME overrides this`];
