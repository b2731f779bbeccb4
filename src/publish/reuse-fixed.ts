import type { Snapshot } from "../snapshot/snapshot.ts";
import { isSameProfile } from "./documents/documents.ts";

/** `next` with the fixed documents of the snapshot before it, where the profile is the same. */
export function withFixedDocuments(served: Snapshot, next: Snapshot): Snapshot {
  if (!isSameProfile(served, next)) return next;
  const fixed = [...served.documents].filter(([path, document]) => document.fixed && !next.documents.has(path));
  return { ...next, documents: new Map([...next.documents, ...fixed]) };
}
