import type { PreviewRow } from "../owner/prepare-import.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { clip, wordsOf } from "../pages/parts/page-words.ts";
import { sourceName } from "../pages/parts/review-card.ts";
import { showTime } from "./shown-times.ts";
import type { Visit } from "./visit.ts";
import { CHANGE_WORDS } from "./words/change-words.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";
import { REVIEW_WORDS } from "./words/review-words.ts";

type FieldChange = PreviewRow["changes"][number];

const SHOWN_CHARACTERS = 600;
/** What is no text for people: that it changes is all that is told. */
const ONLY_NAMED: readonly FieldChange["field"][] = ["mentions", "redactions", "corrections"];

function showValue(visit: Visit, field: FieldChange["field"], value: unknown): string {
  if (value === null) return "—";
  const text = String(value);
  const { format } = wordsOf(visit.site);
  const { methods } = IMPORT_WORDS[visit.language];
  const { yes, no, reply_states } = CHANGE_WORDS[visit.language];
  switch (field) {
    case "date":
    case "reply_date":
      return format.day(text);
    case "published_at":
    case "updated_at":
    case "verified_at":
      return showTime(visit, text);
    case "language":
    case "translation_language":
      return format.language(text);
    case "source":
      return sourceName(visit.site, text as Parameters<typeof sourceName>[1]); // the column holds nothing else
    case "verification_method":
      return methods[text as keyof typeof methods] ?? text; // a value of another version is shown as it is
    case "state":
    case "held_reason":
      return REVIEW_WORDS[visit.language].states[text] ?? text;
    case "reply_state":
      return reply_states[text] ?? text;
    case "incentivized":
      return value ? yes : no;
    default:
      return clip(text, SHOWN_CHARACTERS);
  }
}

/** What differs, as before and after. Null if nothing does that people can see. */
export function shownChanges(visit: Visit, changes: readonly FieldChange[]): Markup | null {
  const words = CHANGE_WORDS[visit.language];
  const items = changes.map(({ field, from, to }) => {
    if (ONLY_NAMED.includes(field)) return html`<li>${words.fields[field]}</li>`;
    const [before, after] = [showValue(visit, field, from), showValue(visit, field, to)];
    return html`<li>${words.fields[field]}:
<del dir="auto"><span class="hidden">${words.before} </span>${before}</del>
<ins dir="auto"><span class="hidden">${words.after} </span>${after}</ins></li>`;
  });
  return items.length === 0 ? null : html`<ul class="plain changes">${items}</ul>`;
}
