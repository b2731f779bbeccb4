import type { OwnSource } from "../owner/own-sources.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { programSentence } from "./desk-parts.ts";
import type { Visit } from "./visit.ts";
import { UPKEEP_WORDS } from "./words/upkeep-words.ts";

/** Faults whose sentence may quote what was read. */
const QUOTING: readonly string[] = ["not_recognized", "rejected", "file_failed"];

/** Why a source failed. To people who sign in from elsewhere, no contents of files are shown. */
export function showFault(
  visit: Visit,
  { code, text }: Pick<NonNullable<OwnSource["fault"]>, "code" | "text">,
): Markup {
  const quotes = visit.desk.challenges !== null && QUOTING.includes(code);
  return quotes ? html`${UPKEEP_WORDS[visit.language].content_fault}` : programSentence(visit, text);
}
