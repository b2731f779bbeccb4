import type { Source, VerificationMethod } from "../../model/review.ts";
import type { JsonElement } from "../read/json-elements.ts";
import type { Candidate, Place, Rejection } from "../record/candidate.ts";
import type { Columns } from "../record/columns.ts";
import type { DateOrder } from "../record/values.ts";

/** What holds for all rows of a format, unless the row or the operator says otherwise. */
type Defaults = {
  name: string;
  source: Source;
  /** null: without a verification of its own a row is held. */
  verified_by: VerificationMethod | null;
};

export type Parsed = Iterable<Candidate | Rejection>;

/** A format whose rows are JSON values. One value may hold several reviews, or none. */
export interface JsonFormat extends Defaults {
  looksLike(element: JsonElement): boolean;
  parse(element: JsonElement, place: Place, map: Columns, order: DateOrder): Parsed;
  /** Values that may be dates whose order the whole file must tell. */
  dates?(element: JsonElement, map: Columns): unknown[];
  /** What the document says of itself that its rows do not bear out. */
  finish?(root: JsonElement["root"], rows: number): string | null;
}

/** A format whose rows are those of a table; headers are folded. */
export interface TableFormat extends Defaults {
  /** All of them must be there for a table to be of this format. */
  headers: readonly string[];
  /** Where a header alone does not tell. */
  columns?: Columns;
  /** Times without a zone are UTC. */
  utc?: boolean;
  /** Of its dates with slashes, where the format leaves no choice. */
  order?: DateOrder;
}
