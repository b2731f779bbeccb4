import type { Source, VerificationMethod } from "../../model/review-kinds.ts";
import type { JsonElement } from "../read/json-elements.ts";
import type { Candidate, Rejection, RowPlace } from "../record/candidate.ts";
import type { RowDates } from "../record/dates/date-hints.ts";
import type { DateOrder } from "../record/dates/when.ts";
import type { Columns } from "../record/find-columns.ts";
import type { Fields, Scale } from "../record/values.ts";

/** Applies to all rows of a format, unless the row or the operator says otherwise. */
export type FormatDefaults = {
  name: string;
  source: Source;
  /** If null, a row without its own verification is held. */
  verified_by: VerificationMethod | null;
};

/** What the operator or the whole file says about its rows. */
type RowOptions = { map: Columns; order: DateOrder; scale: Scale };

export type Parsed = Iterable<Candidate | Rejection>;

/** A format whose rows are JSON values. One value may contain several reviews, or none. */
export interface JsonFormat extends FormatDefaults {
  looksLike(element: JsonElement): boolean;
  parse(element: JsonElement, place: RowPlace, options: RowOptions): Parsed;
  /** The objects that are the reviews of a value with several, in the order of `parse`. Without it, the value is the review. */
  reviews?(value: unknown): readonly Fields[];
  /** Values that may be dates with slashes. Their order depends on the whole file. */
  dates?(element: JsonElement, map: Columns): RowDates | null;
  /** A warning if the document contradicts its rows, for example by a different count. */
  finish?(root: JsonElement["root"], rows: number): string | null;
}

/** A format for the rows of a table. Headers are normalized. */
export interface TableFormat extends FormatDefaults {
  /** A table has this format if it has all of these headers. */
  headers: readonly string[];
  /** Columns that the general header names would not find, or find wrongly. */
  columns?: Columns;
  /** True if times without a time zone are UTC. */
  utc?: boolean;
  /** The order that its dates with slashes usually have, if nothing in the file says otherwise. */
  order?: DateOrder;
}
