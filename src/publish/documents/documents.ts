import type { InsightsView } from "../../pages/parts/insights-view.ts";
import { PATHS } from "../../render/links.ts";
import { JSON_TYPE } from "../../render/media-types.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { Dataset } from "../dataset.ts";
import { developerDocuments } from "./developers.ts";
import { discoveryDocuments } from "./discovery.ts";
import { type Draft, textDraft } from "./draft.ts";
import { embedDocuments } from "./embeds.ts";
import { fixedDocuments } from "./fixed.ts";
import { pageDocuments } from "./pages.ts";

/** Documents that change with the reviews. Without insights the others are still served. */
function changingDocuments(dataset: Dataset, insights: InsightsView | null): Draft[] {
  const { changed_at } = dataset;
  const text = JSON.stringify(insights);
  const document = textDraft({ path: PATHS.insights, content_type: JSON_TYPE, text, changed_at });
  return [
    ...(insights === null ? [] : [document]),
    ...pageDocuments(dataset, insights),
    ...embedDocuments(dataset),
    ...discoveryDocuments(dataset),
  ];
}

/** Documents that depend only on the program and the profile. */
const profileDocuments = (dataset: Dataset): Draft[] =>
  [...fixedDocuments(dataset), ...developerDocuments(dataset)].map((draft) => ({ ...draft, fixed: true }));

/** What the documents of the profile that are served now were rendered from. */
export type ServedProfile = Pick<Snapshot, "profile" | "profile_changed_at">;

/** After a restore, another profile may have the same time. */
export const isSameProfile = (a: ServedProfile, b: ServedProfile): boolean =>
  a.profile_changed_at === b.profile_changed_at && JSON.stringify(a.profile) === JSON.stringify(b.profile);

/**
 * Every document but the topics. `served` is the snapshot that is served now: documents that it has for the same profile
 * are left out, which saves a third of a small clinic's build (measured).
 */
export const documentsBeside =
  (served: ServedProfile | null) =>
  (dataset: Dataset, insights: InsightsView | null): Draft[] => [
    ...changingDocuments(dataset, insights),
    ...(served && isSameProfile(served, dataset) ? [] : profileDocuments(dataset)),
  ];
