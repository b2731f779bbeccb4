import { OperatorError } from "../../operator-error.ts";
import { type Candidate, type CandidateRows, isRejection, type Rejection } from "./candidate.ts";

/** More than one row in a hundred: the file as a whole went through a wrong conversion. */
const SHARE = 100;

function someText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === "string") return pattern.test(value);
  if (typeof value !== "object" || value === null) return false;
  for (const member of Object.values(value)) if (someText(member, pattern)) return true;
  return false;
}

/** Neither U+FFFD nor letters that were encoded twice are ASCII, and most rows have nothing else. */
const isForeign = (row: Candidate): boolean => someText(row, /[^\x00-\x7f]/);

const isDamaged = (row: Candidate): boolean => someText(row, /\ufffd/);

/** UTF-8 that was read as Windows-1252 and saved as UTF-8 again: "atenciÃ³n", "itâ€™s", "ðŸ˜€". */
const MOJIBAKE = /[ÂÃÄÅÐÑ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|ðŸ/;
const isMojibake = (row: Candidate): boolean => someText(row, MOJIBAKE);

function reject(row: Candidate): Rejection {
  const { place, source, source_id, location, location_name } = row;
  return {
    place,
    reason: "the row contains \ufffd, which replaces letters that were lost: export it again as UTF-8",
    ...(source ? { source } : {}),
    ...(source_id === undefined ? {} : { source_id }),
    ...(location === undefined ? {} : { location }),
    ...(location_name === undefined ? {} : { location_name }),
  };
}

/**
 * Rejects rows with U+FFFD, the mark of letters that an earlier program could not read; refuses a file full of them, and
 * one whose letters were encoded twice.
 */
export async function* withoutDamaged(file: string, rows: CandidateRows): AsyncGenerator<(Candidate | Rejection)[]> {
  let read = 0;
  let damaged = 0;
  let mojibake = 0;
  for await (const batch of rows) {
    read += batch.length;
    yield batch.map((row) => {
      if (isRejection(row) || !isForeign(row)) return row;
      if (isMojibake(row)) mojibake += 1;
      if (!isDamaged(row)) return row;
      damaged += 1;
      return reject(row);
    });
  }
  if (damaged * SHARE > read)
    throw new OperatorError(
      `${file} has lost letters in ${damaged} of ${read} rows (they contain \ufffd): it was converted wrongly. Export it again as UTF-8`,
    );
  if (mojibake * SHARE > read)
    throw new OperatorError(
      `${file} has mojibake in ${mojibake} of ${read} rows (letters such as Ã³ for ó): it was encoded as UTF-8 twice. Export it again as UTF-8`,
    );
}
