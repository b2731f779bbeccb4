import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { SavedKey } from "./saved-format.ts";
import { writeSaved } from "./write-saved.ts";

/** The thread that writes one saved snapshot: a large one takes seconds. */
export type SaveRequest = { file: string; key: SavedKey; snapshot: Snapshot };
export type SaveReply = { bytes: number } | { failed: string };

declare const self: Worker;

self.onmessage = ({ data: { file, key, snapshot } }: MessageEvent<SaveRequest>) => {
  try {
    self.postMessage({ bytes: writeSaved(file, key, snapshot) } satisfies SaveReply);
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies SaveReply);
  }
};
