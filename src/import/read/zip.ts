import { type Entry, open, type ZipFile } from "yauzl";
import { OperatorError } from "../../operator-error.ts";
import { HEAD_BYTES, type Input } from "./input.ts";

/** Texts of reviews shrink to a tenth; a thousandth is a bomb. */
const RATIO_LIMIT = 250;
const SIZE_LIMIT = 4 * 1024 * 1024 * 1024;
const ENTRY_LIMIT = 200_000;

const broken = (path: string, error: unknown): OperatorError => {
  const what = error instanceof Error ? error.message : String(error);
  if (/relative path|absolute path|invalid characters in fileName/.test(what)) {
    return new OperatorError(`${path} is refused: an entry's path leaves the archive (${what})`);
  }
  if (/central directory|unexpected EOF|end of file|truncated/i.test(what)) {
    return new OperatorError(`${path} is a truncated or damaged zip: download it again`);
  }
  return new OperatorError(`${path} cannot be unpacked (${what}): download it again`);
};

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) =>
      error || !zip ? reject(broken(path, error)) : resolve(zip),
    );
  });
}

async function* walk(path: string, zip: ZipFile): AsyncGenerator<Entry> {
  for (let count = 0; count < zip.entryCount; count += 1) {
    if (count > ENTRY_LIMIT)
      throw new OperatorError(`${path} has more than ${ENTRY_LIMIT} entries: give the folder instead`);
    yield await new Promise<Entry>((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once("error", (error) => reject(broken(path, error)));
      zip.readEntry();
    });
    zip.removeAllListeners("error");
  }
}

async function* unpack(path: string, name: string): AsyncGenerator<Uint8Array> {
  const zip = await openZip(path);
  try {
    for await (const entry of walk(path, zip)) {
      if (entry.fileName !== name) continue;
      const stream = await new Promise<AsyncIterable<Uint8Array>>((resolve, reject) => {
        zip.openReadStream(entry, (error, opened) =>
          error || !opened ? reject(broken(path, error)) : resolve(opened),
        );
      });
      let size = 0;
      for await (const chunk of stream) {
        size += chunk.length;
        // The directory may lie about sizes; the bytes that come do not.
        if (size > SIZE_LIMIT || size > Math.max(entry.compressedSize, 4096) * RATIO_LIMIT) throw bomb(path, name);
        yield chunk;
      }
      return;
    }
  } catch (error) {
    throw error instanceof OperatorError ? error : broken(path, error);
  } finally {
    zip.close();
  }
}

const bomb = (path: string, name: string) =>
  new OperatorError(`${path} is refused: ${name} unpacks to far more than it should (a zip bomb). Nothing was read`);

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

/** Names of all entries, and those that `wanted` picks as inputs, unpacked when they are read. */
export async function openArchive(
  path: string,
  wanted: (name: string) => boolean,
): Promise<{ names: string[]; inputs: Input[] }> {
  const zip = await openZip(path);
  const names: string[] = [];
  const picked: { name: string; size: number }[] = [];
  let total = 0;
  try {
    for await (const entry of walk(path, zip)) {
      names.push(entry.fileName);
      if (!wanted(entry.fileName)) continue;
      total += entry.uncompressedSize;
      const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 4096);
      if (ratio > RATIO_LIMIT || total > SIZE_LIMIT) throw bomb(path, entry.fileName);
      picked.push({ name: entry.fileName, size: entry.uncompressedSize });
    }
  } finally {
    zip.close();
  }
  const inputs: Input[] = [];
  for (const { name, size } of picked) {
    const chunks = () => unpack(path, name);
    inputs.push({ name, size, head: await readHead(chunks()), chunks });
  }
  return { names, inputs };
}
