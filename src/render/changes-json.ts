import type { ChangeLogHead } from "../model/changes.ts";
import { demonstrationMark } from "../model/demonstration.ts";
import { PATHS } from "./links.ts";

/** How many entries one answer has. */
export const CHANGES_PAGE = 200;

export type ChangesHead = ChangeLogHead & {
  base_url: string;
  demonstration: boolean;
  updated_at: string | null;
  returned: number;
  /** The place after which the next page begins. */
  next_after: number;
};

/** The parts of /api/changes.json before and after its entries. */
export function renderChangesFrame(head: ChangesHead): { before: string; after: string } {
  const { base_url, demonstration, history, sequence, oldest, updated_at, returned, next_after } = head;
  const opening = JSON.stringify({
    ...demonstrationMark(demonstration),
    schema_version: "1.0",
    history,
    sequence,
    oldest,
    updated_at,
    returned,
  });
  const closing = JSON.stringify({
    next_url: `${base_url}${PATHS.changes}?after=${next_after}&history=${history}`,
    reviews_url: base_url + PATHS.reviews,
  });
  return { before: `${opening.slice(0, -1)},"changes":[`, after: `],${closing.slice(1)}` };
}
