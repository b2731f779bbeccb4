import { findListings } from "../record/listings.ts";
import { listTakeoutZip } from "./google-takeout.ts";

/** A Takeout of more than 2 GB has parts: takeout-20260501T101500Z-001.zip, -002.zip. Together they are complete. */
const PART = /^(.*\d{8}T\d{6}Z)(?:-\d+)?-\d{3}\.zip$/i;

/** The name that all parts of one export share. For a file that is no part, its own path. */
export const exportOf = (path: string): string => PART.exec(path)?.[1] ?? path;

async function hasReviews(path: string, location: string | null): Promise<boolean> {
  const { listings } = await listTakeoutZip({ name: path, content: path });
  return findListings(listings, location).length > 0;
}

/**
 * Omits the parts of a Takeout that have none of the wanted reviews, because most parts contain only photos. If no part
 * has any, all stay, and reading them reports what is wrong.
 */
export async function leaveOutPhotos(paths: readonly string[], location: string | null): Promise<string[]> {
  const kept: string[] = [];
  for (const parts of Map.groupBy(paths, exportOf).values()) {
    const full: string[] = [];
    if (parts.length > 1) for (const path of parts) if (await hasReviews(path, location)) full.push(path);
    kept.push(...(full.length > 0 ? full : parts));
  }
  return kept;
}
