import { readdirSync, readlinkSync } from "node:fs";

/** What a process has open: files, deleted ones too, and sockets. */
export const openFilesOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
    } catch {
      return []; // closed meanwhile
    }
  });
