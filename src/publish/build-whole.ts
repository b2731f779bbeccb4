import type { FreshAnalysis } from "../insights/engine/kept-analyses.ts";
import type { SnapshotSource } from "../model/snapshot-source.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { AnalysesOf } from "../store/snapshot-source.ts";
import { buildSnapshot, type SnapshotParts } from "./build.ts";
import { insightsEntry, renderDocuments } from "./documents/documents.ts";
import { buildInsights, type InsightsMemory } from "./insights.ts";

/** A snapshot with everything that is served of it, and the analyses that were new. */
export async function buildWhole(
  source: SnapshotSource,
  analysesOf: AnalysesOf,
  options: { base_url: string; memory: InsightsMemory; served_profile?: { changed_at: string | null } | undefined },
): Promise<{ snapshot: Snapshot; fresh: FreshAnalysis[] }> {
  const { base_url, memory, served_profile } = options;
  const fresh: FreshAnalysis[] = [];
  const renderMore = async (parts: SnapshotParts) => {
    const insights = await buildInsights(parts, memory, analysesOf);
    fresh.push(...insights.fresh);
    parts.reviews.by_aspect = insights.by_aspect;
    const fixed_are_known = served_profile?.changed_at === parts.profile_changed_at;
    return [insightsEntry(parts, insights.document), ...renderDocuments(parts, insights.document, fixed_are_known)];
  };
  return { snapshot: await buildSnapshot(source, { base_url, renderMore }), fresh };
}
