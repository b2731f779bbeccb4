import type { ToldReports } from "../../model/insights-document.ts";
import type { InsightsView } from "../../pages/parts/insights-view.ts";
import { PATHS } from "../../render/links.ts";
import { JSON_TYPE } from "../../render/media-types.ts";
import type { Canonical, Snapshot } from "../../snapshot/snapshot.ts";
import type { SnapshotData } from "../snapshot-data.ts";
import { discoveryDocuments } from "./discovery-documents.ts";
import { type Draft, textDraft } from "./draft.ts";
import { embedDocuments } from "./embed-documents.ts";
import { exampleFacts } from "./example-facts.ts";
import { pageDocuments } from "./page-documents.ts";

/** Documents that change with the reviews. If there are no insights, the other documents are still served. */
function changingDocuments(dataset: SnapshotData, insights: InsightsView | null, told: ToldReports): Draft[] {
  const { changed_at } = dataset;
  const text = JSON.stringify(insights);
  const document = textDraft({ path: PATHS.insights, content_type: JSON_TYPE, text, changed_at });
  return [
    ...(insights === null ? [] : [document]),
    ...pageDocuments(dataset, insights, told),
    ...embedDocuments(dataset),
    ...discoveryDocuments(dataset),
  ];
}

/** Rendering these takes 70 ms (measured). If the served ones were made from the same facts, they are omitted here. */
async function exampleDocuments(dataset: SnapshotData, insights: boolean, served: string | null): Promise<Draft[]> {
  const facts = exampleFacts(dataset, insights);
  if (facts.examples_of === served) return [];
  const { examplePages } = await loadDevelopers();
  return examplePages(dataset, facts);
}

/** Documents that depend only on the program and the profile. */
async function profileDocuments(dataset: SnapshotData): Promise<Draft[]> {
  const [{ fixedDocuments }, { developerDocuments }] = await Promise.all([import("./fixed.ts"), loadDevelopers()]);
  return [...fixedDocuments(dataset), ...developerDocuments(dataset)].map((draft) => ({ ...draft, fixed: true }));
}

/** Loaded only when needed: most new build threads never render these, and they are a seventh of the program. */
const loadDevelopers = () => import("./developer-documents.ts");

type ServedProfile = Pick<Snapshot, "profile" | "profile_changed_at"> & { canonical?: Pick<Canonical, "site"> };
/** The data from which the currently served documents were rendered. */
export type Served = ServedProfile & { examples_of: string | null };

/** The time alone is not enough: after a restore, another profile may have the same time. */
export const isSameProfile = (a: ServedProfile, b: ServedProfile): boolean =>
  a.profile_changed_at === b.profile_changed_at &&
  (a.canonical?.site ?? null) === (b.canonical?.site ?? null) &&
  JSON.stringify(a.profile) === JSON.stringify(b.profile);

/**
 * Renders all documents except the topics. `served` is the current snapshot. Documents that it already has for the same
 * profile and the same examples are omitted, which saves half of a small clinic's build (measured).
 */
export const documentsBeside =
  (served: Served | null) =>
  async (dataset: SnapshotData, insights: InsightsView | null, told: ToldReports = {}): Promise<Draft[]> => [
    ...changingDocuments(dataset, insights, told),
    ...(await exampleDocuments(dataset, insights !== null, served?.examples_of ?? null)),
    ...(served && isSameProfile(served, dataset) ? [] : await profileDocuments(dataset)),
  ];
