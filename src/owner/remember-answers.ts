import { type SampledColumn, sampleColumns } from "../import/formats/sample-columns.ts";
import { contentHash } from "../model/basics/content-hash.ts";
import { readDeskAnswers, saveDeskAnswers } from "../store/desk/desk-answers.ts";
import type { OwnerDeps } from "./owner-deps.ts";
import { type FileChoices, NO_CHOICES, type OwnFile, readOptionsOf } from "./prepare-import.ts";

export type FileColumn = SampledColumn;

/** The columns of a file, as they are before any question is answered. */
export const readColumns = (file: OwnFile): Promise<FileColumn[]> =>
  sampleColumns(file.path, readOptionsOf(file, NO_CHOICES));

/** Two files with the same sheets and columns have one shape. Null if the file has no columns. */
const shapeOf = (columns: readonly FileColumn[]): string | null =>
  columns.length === 0 ? null : contentHash(JSON.stringify(columns.map(({ sheet, header }) => [sheet, header])));

/** What was answered about the last file of this shape that was published. */
export async function recallAnswers({ store }: OwnerDeps, columns: readonly FileColumn[]): Promise<FileChoices | null> {
  const shape = shapeOf(columns);
  const found = shape === null ? null : await readDeskAnswers(store, shape);
  return found === null ? null : JSON.parse(found);
}

/** The encoding is one of the file, not of its shape. */
export async function rememberAnswers(
  { store, now }: OwnerDeps,
  columns: readonly FileColumn[],
  { answers: { encoding: _, ...answers }, ...choices }: FileChoices,
): Promise<void> {
  const shape = shapeOf(columns);
  const kept: FileChoices = { ...choices, answers };
  if (shape !== null && !Bun.deepEquals(kept, NO_CHOICES))
    await saveDeskAnswers(store, shape, JSON.stringify(kept), now().toISOString());
}
