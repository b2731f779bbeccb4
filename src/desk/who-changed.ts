import { findLastChange } from "../owner/last-change.ts";
import { showHour } from "./shown-times.ts";
import type { Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";

/** "by Ana at 10:42": who changed the data last. */
export async function whoChanged(visit: Visit): Promise<string> {
  const words = IMPORT_WORDS[visit.language];
  const last = await findLastChange(visit.desk.deps);
  return last === null
    ? words.changed_elsewhere
    : words.changed_by(last.member ?? words.here, showHour(visit, last.at));
}
