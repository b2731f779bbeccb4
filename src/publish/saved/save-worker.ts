import type { Snapshot } from "../../snapshot/snapshot.ts";
import { withoutOldWords } from "../rows/splice-texts.ts";
import type { SavedKey } from "./saved-format.ts";
import { writeSaved } from "./write-saved.ts";

/** The thread that writes one saved snapshot: a large one takes seconds. */
export type SaveRequest = { file: string; key: SavedKey; snapshot: Snapshot };
export type SaveReply = { bytes: number } | { failed: string };

declare const self: Worker;

self.onmessage = ({ data: { file, key, snapshot } }: MessageEvent<SaveRequest>) => {
  try {
    const saved = { ...snapshot, reviews: withoutOldWords(snapshot.reviews) };
    self.postMessage({ bytes: writeSaved(file, key, saved) } satisfies SaveReply);
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies SaveReply);
  }
};
