import { OperatorError } from "../../operator-error.ts";
import { type Candidate, isRejection, type Rejection, type Rows } from "./candidate.ts";

/** More than one row in a hundred: the file as a whole went through a wrong conversion. */
const SHARE = 100;

const isDamaged = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("\ufffd")
    : typeof value === "object" && value !== null && Object.values(value).some(isDamaged);

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

/** Rejects rows with U+FFFD, the mark of letters that an earlier program could not read; refuses a file full of them. */
export async function* withoutDamaged(file: string, rows: Rows): AsyncGenerator<(Candidate | Rejection)[]> {
  let read = 0;
  let damaged = 0;
  for await (const batch of rows) {
    read += batch.length;
    yield batch.map((row) => {
      if (isRejection(row) || !isDamaged(row)) return row;
      damaged += 1;
      return reject(row);
    });
  }
  if (damaged * SHARE > read)
    throw new OperatorError(
      `${file} has lost letters in ${damaged} of ${read} rows (they contain \ufffd): it was converted wrongly. Export it again as UTF-8`,
    );
}
