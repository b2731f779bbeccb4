import { MEANING_KINDS, MEANINGS, type MeaningKind } from "../../model/meaning.ts";
import { nearIds, type PhraseReading, readPhrase } from "../../snapshot/meaning/read-phrase.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import { quotedValue } from "../protocol/json-rpc.ts";

/** How a word that is no id and no label was understood. Every answer to such a word says so. */
export type ReadWord = Omit<PhraseReading, "own"> & { asked: string; read_as: string; matched?: number; note: string };

/** The member of an answer. Empty if the word was the id or the label itself. */
export const understoodAs = (
  asked: string,
  { own, ...reading }: PhraseReading,
  note: string,
  matched: number | null = null,
): { understood?: ReadWord } => {
  if (own) return {};
  const counted = matched === null ? {} : { matched };
  const words = `${JSON.stringify(asked)} ${note}`;
  return { understood: { asked, ...reading, read_as: reading.id, ...counted, note: words } };
};

/** Never says that the business does not offer a service or employ a person: the profile may simply not list it. */
export function unknownName(kind: string, given: string, near: readonly string[], all: string): string {
  const fault = `no ${kind} of that name is listed: ${quotedValue(given)}`;
  return near.length === 0
    ? `${fault}; the ${kind}s are: ${all}`
    : `${fault}; did you mean ${near.slice(0, 5).join(" or ")}? The ${kind}s are: ${all}`;
}

/** What a phrase means that means nothing of this kind (null: that no review has). */
export function namedElse(index: ReviewIndex, kind: MeaningKind | null, given: string): string {
  const [other] = MEANING_KINDS.filter((one) => one !== kind).flatMap((one) => readPhrase(index, one, given) ?? []);
  return other ? `; as ${MEANINGS[other.kind]} it is ${other.id}` : "";
}

export const namesOf = (items: readonly { name: string }[]): string => {
  const first = items.slice(0, 40).map(({ name }) => name);
  return items.length > 40 ? `${first.join(", ")} and ${items.length - 40} more` : first.join(", ") || "none";
};

/** The item that a phrase means, otherwise the names of items that may be meant. */
export function findNamed<T extends { id: string; name: string }>(
  index: ReviewIndex,
  kind: MeaningKind,
  items: readonly T[],
  given: string,
): { item: T; reading: PhraseReading } | { near: string[] } {
  const reading = readPhrase(index, kind, given);
  const item = reading && items.find(({ id }) => id === reading.id);
  if (item) return { item, reading };
  const near = nearIds(index, kind, given);
  return { near: items.filter(({ id }) => near.includes(id)).map(({ name }) => name) };
}
