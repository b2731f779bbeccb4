import { OperatorError } from "../../operator-error.ts";
import { isFields } from "../record/values.ts";

/** True for a review of the Places API (old or new), or for a place that contains some. */
export function isPlaces(value: unknown): boolean {
  if (!isFields(value)) return false;
  if ("authorAttribution" in value && ("relativePublishTimeDescription" in value || "publishTime" in value))
    return true;
  if ("author_name" in value && "relative_time_description" in value) return true;
  const inside = isFields(value.result) ? value.result : value;
  return Array.isArray(inside.reviews) && inside.reviews.some(isPlaces);
}

/** The Places API is detected so that nobody publishes its reviews by accident. */
export const placesRefused = (file: string) =>
  new OperatorError(
    `${file} comes from the Google Places API, which gives at most five reviews of a place and does not allow storing them: export "Google Business Profile" from Google Takeout instead`,
  );
