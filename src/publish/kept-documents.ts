import type { Document, Snapshot } from "../snapshot/snapshot.ts";
import { isSameProfile, type Served } from "./documents/documents-beside.ts";

/** What the next build must know about the served snapshot. */
export function servedParts({ profile, profile_changed_at, canonical, documents }: Snapshot): Served {
  const example = documents.values().find(({ examples_of }) => examples_of !== undefined);
  const site = canonical?.site ?? null;
  return { profile, profile_changed_at, canonical: { site }, examples_of: example?.examples_of ?? null };
}

/** `next`, with those documents of the previous snapshot that were not rendered again. */
export function withKeptDocuments(served: Snapshot, next: Snapshot): Snapshot {
  const same_profile = isSameProfile(served, next);
  const kept = [...served.documents].flatMap(([path, document]): [string, Document][] => {
    if (next.documents.has(path)) return [];
    // Examples can change with the reviews, so the document gets the time of the new snapshot.
    if (document.examples_of) return [[path, { ...document, changed_at: next.changed_at }]];
    return document.fixed && same_profile ? [[path, document]] : [];
  });
  return { ...next, documents: new Map([...next.documents, ...kept]) };
}
