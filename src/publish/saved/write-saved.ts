import { closeSync, constants, fsyncSync, openSync, statfsSync, writeSync } from "node:fs";
import { dirname } from "node:path";

import type { Snapshot } from "../../snapshot/snapshot.ts";
import { SAVED_MAGIC } from "../../store/connection/saved-path.ts";
import {
  bytesOf,
  CHECKSUM_BYTES,
  createChecksum,
  FORMAT,
  hashText,
  type SavedHeader,
  type SavedKey,
  takeApart,
} from "./saved-format.ts";

/** The database on the same disk needs room more than this file does. */
const ROOM = 3;

function refuseFullDisk(path: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < ROOM * bytes) throw new Error("its disk is nearly full");
}

/** Writes a snapshot into an empty file. Returns the number of bytes. */
export function writeSaved(file: string, key: SavedKey, snapshot: Snapshot): number {
  const { outline, arrays } = takeApart(snapshot);
  const text = Buffer.from(JSON.stringify(outline));
  const parts = arrays.map(bytesOf);
  const header: SavedHeader = {
    format: FORMAT,
    key,
    made: {
      version: snapshot.dataset_version,
      commit_id: snapshot.commit_id,
      changed_at: snapshot.committed_at,
      sequence: snapshot.changes.sequence,
    },
    outline_bytes: text.length,
    outline_hash: hashText(text),
    rest_bytes: parts.reduce((sum, { length }) => sum + length, text.length + CHECKSUM_BYTES),
  };
  const head = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const start = Buffer.concat([Buffer.from(SAVED_MAGIC), size, head]);
  refuseFullDisk(file, start.length + header.rest_bytes);
  // Not created here: a command that removes words meanwhile has deleted it.
  const opened = openSync(file, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const checksum = createChecksum();
    const write = (bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length; ) at += writeSync(opened, bytes, at, bytes.length - at);
    };
    for (const part of [start, text, ...parts]) {
      checksum.add(part);
      write(part);
    }
    write(checksum.bytes());
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  return start.length + header.rest_bytes;
}
