import type { InsightsDocument } from "../../model/insights-document.ts";
import type { InsightsView } from "../../pages/parts/insights-view.ts";
import { PATHS } from "../../render/links.ts";
import { JSON_TYPE } from "../../render/media-types.ts";
import type { SnapshotParts } from "../build.ts";
import { developerDocuments } from "./developers.ts";
import { embedDocuments } from "./embeds.ts";
import { type Entry, textEntry } from "./entry.ts";
import { fixedDocuments } from "./fixed.ts";
import { pageDocuments } from "./pages.ts";

/** The documents of a snapshot that come from beyond the data's own formats; without the fixed ones where they are known. */
export const renderMore = (parts: SnapshotParts, fixed_are_known = false): Entry[] =>
  renderDocuments(parts, null, fixed_are_known);

export const insightsEntry = (parts: SnapshotParts, insights: InsightsDocument): Entry =>
  textEntry(PATHS.insights, JSON_TYPE, JSON.stringify(insights), parts.changed_at);

export function renderDocuments(parts: SnapshotParts, insights: InsightsView | null, fixed_are_known = false): Entry[] {
  const changing = [...pageDocuments(parts, insights), ...embedDocuments(parts)];
  if (fixed_are_known) return changing;
  const fixed = [...fixedDocuments(parts), ...developerDocuments(parts)];
  return [
    ...changing,
    ...fixed.map(({ path, document }) => ({ path, document: { ...document, fixed: true as const } })),
  ];
}
