import type { Profile } from "../model/business.ts";
import { buildNames } from "../snapshot/resolve-name.ts";
import { NO_THEMES, type ReviewIndex, type TextIndex, type TombstoneIndex } from "../snapshot/review-index.ts";
import { buildRunningValues } from "../snapshot/running-values.ts";
import type { RowColumns } from "./rows/ordered-rows.ts";
import type { ReviewsBody } from "./rows/reviews-body.ts";

const labelsOf = (entries: readonly { id: string; name: string }[]): Map<string, string> =>
  new Map(entries.map(({ id, name }) => [id, name]));

function profileNames(profile: Profile | null) {
  const { technicians, services, service_areas } = profile ?? { technicians: [], services: [], service_areas: [] };
  return {
    technician_names: buildNames(technicians),
    service_names: buildNames(services),
    technician_labels: labelsOf(technicians),
    service_labels: labelsOf(services),
    service_area_labels: labelsOf(service_areas),
    uncounted_technicians: new Set(technicians.filter(({ insights }) => !insights).map(({ id }) => id)),
    time_zone: profile?.time_zone ?? "UTC",
  };
}

/** Puts the parts of an index together. The themes come later, from the insights. */
export function buildReviewIndex(input: {
  columns: RowColumns;
  body: ReviewsBody;
  text: TextIndex;
  vocabulary: string;
  tombstones: TombstoneIndex;
  profile: Profile | null;
}): ReviewIndex {
  const { columns, body, text, vocabulary, tombstones, profile } = input;
  return {
    ...columns,
    ...body,
    ...buildRunningValues(columns),
    ...NO_THEMES,
    ...profileNames(profile),
    vocabulary,
    tombstones,
    text,
  };
}
