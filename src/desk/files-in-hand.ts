import { rmSync } from "node:fs";
import { type FileInHand, newFileInHand } from "../owner/file-in-hand.ts";

const ALL_BYTES = 2 ** 30;
const KEPT_MS = 8 * 3_600_000;

export type ReceivedFile = Pick<FileInHand, "folder" | "path" | "shown_name" | "size">;

/** The files that were uploaded and not published yet. They live as long as the desk: a start finds none. */
export type FilesInHand = {
  folder: string;
  /** How many bytes another upload may have. */
  room(): number;
  add(received: ReceivedFile): FileInHand;
  find(number: string): FileInHand | null;
  list(): FileInHand[];
  /** Deletes the file and what is known of it. */
  drop(file: FileInHand): void;
  /** Deletes the file and its rows. How many there were of each kind can still be read. */
  deleteUpload(file: FileInHand): void;
  /** Deletes files that nobody looked at for long. */
  forgetOld(): void;
  /** Deletes all files, also those that a desk left that was killed. */
  clear(): void;
};

export function createFilesInHand(folder: string, now: () => number): FilesInHand {
  const files = new Map<number, { file: FileInHand; used_ms: number }>();
  let last = 0;
  const drop = (file: FileInHand) => {
    file.canceled = true;
    file.rows.close();
    files.delete(file.number);
    rmSync(file.folder, { recursive: true, force: true });
  };
  const forgetOld = () => {
    for (const { file, used_ms } of [...files.values()])
      if (now() - used_ms > KEPT_MS && file.stage.name !== "publishing") drop(file);
  };
  return {
    folder,
    room() {
      forgetOld();
      const held = [...files.values()].filter(({ file }) => file.stage.name !== "published");
      return ALL_BYTES - held.reduce((sum, { file }) => sum + file.size, 0);
    },
    add(received) {
      last += 1;
      const file = newFileInHand(last, received);
      files.set(last, { file, used_ms: now() });
      return file;
    },
    find(number) {
      forgetOld();
      const found = /^[1-9]\d{0,9}$/.test(number) ? files.get(Number(number)) : undefined;
      if (!found) return null;
      found.used_ms = now();
      return found.file;
    },
    list() {
      forgetOld();
      return [...files.values()].map(({ file }) => file);
    },
    drop,
    forgetOld,
    deleteUpload: ({ folder: own }) => rmSync(own, { recursive: true, force: true }),
    clear() {
      for (const { file } of [...files.values()]) drop(file);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
