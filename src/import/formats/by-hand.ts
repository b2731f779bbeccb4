import type { Source, VerificationMethod } from "../../model/review-kinds.ts";
import type { Candidate } from "../record/candidate.ts";
import { describeFile, type Reviews } from "./opened-reviews.ts";

/** The format name of reviews that were entered by hand. */
const FORMAT = "by-hand";

/** One review that the operator typed, in the form of a file with one row. */
export function reviewsByHand(
  candidate: Omit<Candidate, "place">,
  { source, verified_by }: { source: Source; verified_by: VerificationMethod | null },
): Reviews {
  async function* rows() {
    yield [{ ...candidate, place: { file: "candor add", row: 1 } }];
  }
  return {
    ...describeFile({ name: "candor add", size: 0 }, { name: FORMAT, source, verified_by }),
    rows: rows(),
    warning: () => null,
  };
}
