import { MEANING_KINDS, MEANINGS, type Understood } from "../../model/meaning.ts";
import type { SearchFilters } from "../../model/search.ts";
import type { ReviewIndex } from "../review-index.ts";
import { readPhrase, readService } from "./read-phrase.ts";

/** Filters with ids in place of the words that were given, and how those words were read. */
export type ReadFilters = { filters: SearchFilters; understood: Understood[] };

/** A word that means nothing of its kind stays as it is, and matches nothing. */
export function readFilters(index: ReviewIndex, given: SearchFilters): ReadFilters {
  const understood: Understood[] = [];
  const filters = { ...given };
  for (const kind of MEANING_KINDS) {
    const parameter = MEANINGS[kind];
    const asked = given[parameter];
    if (asked === undefined) continue;
    const reading = readPhrase(index, kind, asked);
    // "Shoulder" is a condition, although the name of a service may have the word.
    if (!reading || (kind === "service" && readService(index, asked)?.kind === "condition")) continue;
    const { id, label, sure, own } = reading;
    filters[parameter] = id;
    if (!own) understood.push({ parameter, asked, kind, id, label, sure });
  }
  return { filters, understood };
}

/** The member of an answer, where it has something to say. */
export const understoodMember = (understood: readonly Understood[]) => (understood.length > 0 ? { understood } : {});
