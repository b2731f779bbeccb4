import type { ChangePlace } from "../model/changes.ts";
import { PATHS } from "../render/links.ts";
import type { Document, Snapshot } from "../snapshot/snapshot.ts";

/** The feeds show only some reviews. The other topics show every change, so they have the place of the snapshot. */
const FEEDS = [PATHS.json_feed, PATHS.atom_feed] as const;

export type AnnouncedPlaces = ReadonlyMap<string, ChangePlace & { hash: string }>;

/**
 * The feeds with the places at which their bytes were announced. It is known before the snapshot is swapped in, so an
 * answer never has new bytes with an old sequence.
 */
export function withPlaces(snapshot: Snapshot, announced: AnnouncedPlaces): Snapshot {
  const documents = new Map(snapshot.documents);
  for (const path of FEEDS) {
    const [document, known] = [documents.get(path), announced.get(path)];
    if (!document || known?.hash !== document.hash) continue;
    documents.set(path, { ...document, place: { history: known.history, sequence: known.sequence } });
  }
  return { ...snapshot, documents };
}

/** The places of a snapshot that is served. */
export function placesOf({ documents }: Snapshot): AnnouncedPlaces {
  const placed = (document: Document | undefined) =>
    document?.place ? [{ ...document.place, hash: document.hash }] : [];
  return new Map(FEEDS.flatMap((path) => placed(documents.get(path)).map((place) => [path, place] as const)));
}
