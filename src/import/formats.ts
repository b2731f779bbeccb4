import { OperatorError } from "../errors.ts";
import type { Source, VerificationMethod } from "../model/review.ts";
import type { Candidate, Place, Rejection } from "./candidate.ts";
import { candor } from "./candor.ts";
import { decode, detectEncoding, openFile } from "./input.ts";
import { type JsonElement, jsonElements } from "./json-elements.ts";

/** A format whose rows are JSON values. */
export interface JsonFormat {
  name: string;
  /** Where its reviews are from, unless a row or --source says otherwise. */
  source: Source;
  /** How its reviews are verified, unless a row or --verified-by says otherwise; null: they are held. */
  verified_by: VerificationMethod | null;
  looksLike(element: JsonElement): boolean;
  parse(element: JsonElement, place: Place): Iterable<Candidate | Rejection>;
}

const JSON_FORMATS: readonly JsonFormat[] = [candor];

/** Reviews of one file and one listing, on their way in. */
export type Reviews = {
  file: string;
  format: string;
  source: Source;
  verified_by: VerificationMethod | null;
  location: string | null;
  /** Holds all reviews of its listing: one that is missing was deleted at the source. */
  complete: boolean;
  rows: AsyncIterable<Candidate | Rejection>;
};

export type ReadOptions = { format: string | null };

async function* parseElements(
  format: JsonFormat,
  first: readonly JsonElement[],
  rest: AsyncIterator<JsonElement>,
  file: string,
): AsyncGenerator<Candidate | Rejection> {
  let row = 0;
  for (const element of first) {
    row += 1;
    yield* format.parse(element, { file, row });
  }
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    row += 1;
    yield* format.parse(next.value, { file, row });
  }
}

const SAMPLE = 5;

/** Opens one file: detects by content what it is, reads nothing but its beginning. */
export async function openReviews(path: string, options: ReadOptions): Promise<Reviews[]> {
  const input = openFile(path);
  const elements = jsonElements(decode(input, detectEncoding(input.head)), path)[Symbol.asyncIterator]();
  const sample: JsonElement[] = [];
  while (sample.length < SAMPLE) {
    const next = await elements.next();
    if (next.done) break;
    sample.push(next.value);
  }
  const format = options.format
    ? JSON_FORMATS.find(({ name }) => name === options.format)
    : JSON_FORMATS.find(({ looksLike }) => sample.some(looksLike));
  if (!format) throw new OperatorError(`${path} has no rows that look like reviews`);
  return [
    {
      file: path,
      format: format.name,
      source: format.source,
      verified_by: format.verified_by,
      location: null,
      complete: false,
      rows: parseElements(format, sample, elements, path),
    },
  ];
}
