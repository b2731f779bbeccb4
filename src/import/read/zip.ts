import { type Entry, fromBuffer, open, type ZipFile } from "yauzl";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { HEAD_BYTES, type Input } from "./input.ts";

/** Review texts compress to about a tenth of their size. A file that compresses far better is a zip bomb. */
const RATIO_LIMIT = 250;
const SIZE_LIMIT = 4 * 1024 * 1024 * 1024;
const ENTRY_LIMIT = 200_000;

const brokenZip = (path: string, error: unknown): OperatorError => {
  const reason = messageOf(error);
  if (/relative path|absolute path|invalid characters in fileName/.test(reason)) {
    return new OperatorError(`${path} was refused: the path of an entry leaves the archive (${reason})`);
  }
  if (/central directory|unexpected EOF|end of file|truncated/i.test(reason)) {
    return new OperatorError(`${path} is a truncated or damaged zip: download it again`);
  }
  return new OperatorError(`${path} cannot be unpacked (${reason}): download it again`);
};

/** A zip file, given by its path, or by its bytes if it was inside another zip. */
export type Archive = { name: string; content: string | Uint8Array };

function openZip({ name, content }: Archive): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true } as const;
  return new Promise((resolve, reject) => {
    const opened = (error: Error | null, zip?: ZipFile) =>
      error || !zip ? reject(brokenZip(name, error)) : resolve(zip);
    if (typeof content === "string") open(content, options, opened);
    else fromBuffer(Buffer.from(content), options, opened);
  });
}

async function* readEntries(path: string, zip: ZipFile): AsyncGenerator<Entry> {
  if (zip.entryCount > ENTRY_LIMIT)
    throw new OperatorError(`${path} has more than ${ENTRY_LIMIT} entries: give the folder instead`);
  for (let count = 0; count < zip.entryCount; count += 1) {
    yield await new Promise<Entry>((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once("error", (error) => reject(brokenZip(path, error)));
      zip.readEntry();
    });
    zip.removeAllListeners("error");
  }
}

async function* readEntry(archive: Archive, name: string): AsyncGenerator<Uint8Array> {
  const path = archive.name;
  const zip = await openZip(archive);
  try {
    for await (const entry of readEntries(path, zip)) {
      if (entry.fileName !== name) continue;
      const stream = await new Promise<AsyncIterable<Uint8Array>>((resolve, reject) => {
        zip.openReadStream(entry, (error, opened) =>
          error || !opened ? reject(brokenZip(path, error)) : resolve(opened),
        );
      });
      let size = 0;
      for await (const chunk of stream) {
        size += chunk.length;
        // The directory may contain false sizes, so the bytes are counted too.
        if (size > SIZE_LIMIT || size > Math.max(entry.compressedSize, 4096) * RATIO_LIMIT) throw zipBomb(path, name);
        yield chunk;
      }
      return;
    }
  } catch (error) {
    throw error instanceof OperatorError ? error : brokenZip(path, error);
  } finally {
    zip.close();
  }
}

const zipBomb = (path: string, name: string) =>
  new OperatorError(
    `${path} was refused: ${name} unpacks to far more data than it should (a zip bomb). Nothing was imported`,
  );

/** An earlier time is not a real one: the clock of a zip begins in 1980. */
const FIRST_MODIFIED_MS = Date.UTC(2005, 0, 1);

function modifiedMs(entry: Entry): number {
  const ms = entry.getLastModDate({ timezone: "UTC" }).getTime();
  return ms >= FIRST_MODIFIED_MS ? ms : 0;
}

async function readHead(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= HEAD_BYTES) break;
  }
  return new Uint8Array(Buffer.concat(parts)).subarray(0, HEAD_BYTES);
}

/**
 * The names of all entries, and those entries as inputs that `wanted` accepts. An entry is unpacked when it is read.
 */
export async function readArchive(
  archive: Archive,
  wanted: (name: string) => boolean,
): Promise<{ names: string[]; inputs: Input[] }> {
  const path = archive.name;
  const zip = await openZip(archive);
  const names: string[] = [];
  const picked: { name: string; size: number }[] = [];
  let total = 0;
  let newest_ms = 0;
  try {
    for await (const entry of readEntries(path, zip)) {
      names.push(entry.fileName);
      newest_ms = Math.max(newest_ms, modifiedMs(entry));
      if (!wanted(entry.fileName)) continue;
      total += entry.uncompressedSize;
      const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 4096);
      if (ratio > RATIO_LIMIT || total > SIZE_LIMIT) throw zipBomb(path, entry.fileName);
      picked.push({ name: entry.fileName, size: entry.uncompressedSize });
    }
  } finally {
    zip.close();
  }
  const inputs: Input[] = [];
  for (const { name, size } of picked) {
    const chunks = () => readEntry(archive, name);
    const archived = newest_ms > 0 ? { archived_ms: newest_ms } : {};
    inputs.push({ name, size, head: await readHead(chunks()), chunks, ...archived });
  }
  return { names, inputs };
}
