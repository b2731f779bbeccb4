import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { codeOf, messageOf } from "../../operator-error.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { SAVED_MAGIC } from "../../store/connection/saved-path.ts";
import {
  bytesOf,
  createChecksum,
  findDifference,
  hashText,
  MOST_HEADER_BYTES,
  putTogether,
  type SavedCommit,
  type SavedHeader,
  type SavedKey,
} from "./saved-format.ts";

/** `ignored`: why there is a file that cannot be used. Null if there is none. */
export type ReadSaved = { snapshot: Snapshot } | { ignored: string } | null;

class Unusable extends Error {}

/** Reads all of `bytes` at a place of the file. */
function readAt(file: number, at: number, bytes: Uint8Array): Uint8Array {
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, at + done);
    if (read === 0) throw new Unusable("it is not complete");
    done += read;
  }
  return bytes;
}

/** Only what this user wrote, and nobody else could change. */
function refuseOthers({ uid, mode, nlink }: Stats): void {
  if (process.getuid && uid !== process.getuid()) throw new Unusable("it belongs to another user");
  if (process.getuid && mode & 0o077) throw new Unusable("others may read or write it");
  if (nlink !== 1) throw new Unusable("it has a second name");
}

function readStart(file: number, size: number): { header: SavedHeader; start: Uint8Array } {
  const fixed = Buffer.alloc(SAVED_MAGIC.length + 4);
  if (size < fixed.length) throw new Unusable("it is not complete");
  readAt(file, 0, fixed);
  if (fixed.toString("latin1", 0, SAVED_MAGIC.length) !== SAVED_MAGIC) throw new Unusable("another program wrote it");
  const length = fixed.readUInt32LE(SAVED_MAGIC.length);
  if (length > MOST_HEADER_BYTES) throw new Unusable("it is damaged");
  const start = new Uint8Array(fixed.length + length);
  readAt(file, 0, start);
  const header: SavedHeader | null = JSON.parse(Buffer.from(start.subarray(fixed.length)).toString());
  if (typeof header !== "object" || header === null) throw new Unusable("it is damaged");
  return { header, start };
}

const isCommit = (made: Partial<SavedCommit> | undefined): made is SavedCommit =>
  Number.isSafeInteger(made?.version) &&
  Number.isSafeInteger(made?.sequence) &&
  typeof made?.commit_id === "string" &&
  !Number.isNaN(Date.parse(made.changed_at ?? ""));

/**
 * The snapshot in an open file, if its key is `wanted` and `mayServe` agrees to its commit. It is also asked about a file
 * that another version of the program wrote for the same database.
 */
async function readOpened(
  file: number,
  wanted: SavedKey,
  mayServe: (made: SavedCommit) => Promise<boolean>,
): Promise<Snapshot> {
  const stat = fstatSync(file);
  if (!stat.isFile()) throw new Unusable("it is no file");
  refuseOthers(stat);
  const { header, start } = readStart(file, stat.size);
  const { key, made, outline_bytes, rest_bytes } = header;
  const served = key?.database === wanted.database && isCommit(made) && (await mayServe(made));
  const difference = findDifference(header, wanted);
  if (difference !== null) throw new Unusable(`it is of another ${difference}`);
  if (stat.size !== start.length + rest_bytes) throw new Unusable("it is not complete");
  if (!served) throw new Unusable("more than additions was committed since");
  if (!(outline_bytes >= 0 && outline_bytes < stat.size)) throw new Unusable("it is damaged");
  const text = readAt(file, start.length, Buffer.alloc(outline_bytes));
  if (hashText(text) !== header.outline_hash) throw new Unusable("it is damaged");
  const { value, arrays } = putTogether(JSON.parse(Buffer.from(text).toString()));
  const checksum = createChecksum();
  checksum.add(start);
  checksum.add(text);
  let at = start.length + outline_bytes;
  for (const array of arrays) {
    const bytes = readAt(file, at, bytesOf(array));
    checksum.add(bytes);
    at += bytes.length;
  }
  const sum = checksum.bytes();
  if (Buffer.compare(readAt(file, at, Buffer.alloc(sum.length)), sum) !== 0) throw new Unusable("it is damaged");
  return value as Snapshot; // a program with the same mark wrote it, and no byte changed
}

/** Reads the file that a server of this installation saved. Nothing in it is used before all of it was checked. */
export async function readSaved(
  path: string,
  ...wanted: [SavedKey, Parameters<typeof readOpened>[2]]
): Promise<ReadSaved> {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    return { ignored: codeOf(error) === "ELOOP" ? "it is a link" : messageOf(error) };
  }
  try {
    return { snapshot: await readOpened(file, ...wanted) };
  } catch (error) {
    if (error instanceof Unusable) return { ignored: error.message };
    if (error instanceof SyntaxError || error instanceof RangeError) return { ignored: "it is damaged" };
    throw error;
  } finally {
    closeSync(file);
  }
}
