import type { Source, VerificationMethod } from "../../model/review.ts";
import type { Candidate } from "../record/candidate.ts";
import type { Reviews } from "./reviews.ts";

/** The name under which reviews that were entered by hand are stored. */
const FORMAT = "by-hand";

/** One review that the operator typed, as a file with one row. */
export function openByHand(
  candidate: Omit<Candidate, "place">,
  { source, verified_by }: { source: Source; verified_by: VerificationMethod | null },
): Reviews {
  async function* rows() {
    yield [{ ...candidate, place: { file: "candor add", row: 1 } }];
  }
  return {
    file: "candor add",
    size: 0,
    format: FORMAT,
    source,
    verified_by,
    location: null,
    complete: false,
    exported_ms: null,
    mapping: null,
    notes: [],
    rows: rows(),
    warning: () => null,
  };
}
