import type { Source, VerificationMethod } from "../../model/review-kinds.ts";
import { OperatorError } from "../../operator-error.ts";
import { countBytes, type Input } from "../read/input.ts";
import type { ParsedRows } from "../record/candidate.ts";
import type { Mapping } from "../record/choose-columns.ts";
import type { DateOrder } from "../record/dates/when.ts";
import type { Columns } from "../record/find-columns.ts";
import type { HiddenChoice } from "../record/hidden-cells.ts";
import type { Scale } from "../record/values.ts";
import { csv } from "./csv.ts";
import type { FormatDefaults } from "./format.ts";
import { json } from "./json.ts";

/** The reviews of one file and one listing, parsed but not prepared. */
export type Reviews = ParsedRows & {
  file: string;
  /** Bytes to read, unpacked. */
  size: number;
  format: string;
  source: Source;
  verified_by: VerificationMethod | null;
  location: string | null;
  /** The file has all reviews of its listing: a review that is missing was deleted at the source. */
  complete: boolean;
  /** When an archive was made; null if the file does not say. */
  exported_ms: number | null;
  /** The file shows the reviews as they are now: a row that looks older than a stored review replaces it. */
  current?: boolean;
  /** Which columns were chosen, in a file of no known format. */
  mapping: Mapping | null;
  /** How the file was read, where there was a choice. Complete when all rows were read. */
  notes: string[];
};

/** How a file was read and what was odd about it, as sentences. Complete when all rows were read. */
export const notesOf = ({ file, notes, warning }: Reviews): string[] =>
  [...notes, warning() ?? []].flat().map((note) => `${file} ${note}`);

export type ReadOptions = {
  format: string | null;
  location: string | null;
  map: Columns;
  /** What a rating is out of, in a file of no known format; null if the operator did not say. */
  scale: Scale | null;
  /** The order of dates such as 3/4/2025; null if the file must show it. */
  dates: DateOrder | null;
  /** The name or number of a sheet of a workbook. */
  sheet?: string | null;
  /** What becomes of rows and columns that a workbook hides; null: asked if there are any. */
  hidden?: HiddenChoice | null;
  /** null: decided by the content. */
  encoding?: string | null;
  /** Where standard input was saved, for the path "-". */
  standard_input?: string | null;
  /** The last day that is not in the future: a date that would be later is read the other way. */
  today?: string;
  /** Called with the size of each chunk that is read. */
  onBytes?: (count: number) => void;
};

/** `names_listing`: rows may say which listing they belong to. */
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
  notes: [],
});

export const countedInput = (input: Input, { onBytes }: ReadOptions): Input =>
  onBytes ? countBytes(input, onBytes) : input;

/** The ratings of a known format are out of five. */
export function checkScaleOption(file: string, { name }: FormatDefaults, scale: Scale | null): void {
  if (scale === null || scale === 5 || name === csv.name || name === json.name) return;
  throw new OperatorError(`${file} has the format ${name}, whose ratings are out of five: remove --scale`);
}

/** Said where it is not UTF-8: the operator may know better. */
export const noteEncoding = (encoding: string, { encoding: asked }: ReadOptions): string[] =>
  encoding === "utf-8" || asked ? [] : [`was read as ${encoding}, by its content: --encoding NAME overrides this`];
