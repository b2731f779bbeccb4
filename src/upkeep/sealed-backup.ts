import { createCipheriv, createHash, pbkdf2, randomBytes } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { readSecretKeys } from "../secret-key.ts";
import type { Settings } from "../settings.ts";
import { ledgerBeside } from "../store/erasure/ledger.ts";

/** As `openssl enc -aes-256-cbc -pbkdf2 -md sha256 -iter 600000` reads it: docs/desk.md shows how to open one. */
const ROUNDS = 600_000;
const SALT_BYTES = 8;
const KEY_BYTES = 32;
const IV_BYTES = 16;
const BLOCK = 512;

type Entry = { name: string; size: number; read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

const inMemory = (name: string, text: string): Entry => {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, read: () => [bytes] };
};
const onDisk = (name: string, path: string): Entry => ({
  name,
  size: statSync(path).size,
  read: () => createReadStream(path),
});

/** The header of a file in a tar archive (POSIX ustar). A size of 8 GiB or more is written in bytes, as GNU tar does. */
function tarHeader({ name, size }: Entry, at_ms: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  header.write(name, 0, "utf8");
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  if (size < 8 ** 11) octal(size, 124, 12);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  octal(Math.floor(at_ms / 1000), 136, 12);
  header.write("        0", 148, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** The files one after another, and last the hashes of what was written. */
async function* tarOf(entries: readonly Entry[], at_ms: number): AsyncGenerator<Uint8Array> {
  const sums: string[] = [];
  const last = () => inMemory("SHA256SUMS", `${sums.join("\n")}\n`);
  for (let index = 0; index <= entries.length; index += 1) {
    const entry = entries[index] ?? last();
    const hash = createHash("sha256");
    let left = entry.size;
    yield tarHeader(entry, at_ms);
    for await (const chunk of entry.read()) {
      hash.update(chunk);
      left -= chunk.length;
      yield chunk;
    }
    if (left !== 0) throw new Error(`${entry.name} changed while it was read`);
    sums.push(`${hash.digest("hex")}  ${entry.name}`);
    const padding = (BLOCK - (entry.size % BLOCK)) % BLOCK;
    if (padding > 0) yield Buffer.alloc(padding);
  }
  yield Buffer.alloc(2 * BLOCK);
}

async function* encrypted(content: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const made = await promisify(pbkdf2)(passphrase, salt, ROUNDS, KEY_BYTES + IV_BYTES, "sha256");
  const cipher = createCipheriv("aes-256-cbc", made.subarray(0, KEY_BYTES), made.subarray(KEY_BYTES));
  yield Buffer.concat([Buffer.from("Salted__"), salt]);
  for await (const chunk of content) {
    const sealed = cipher.update(chunk);
    if (sealed.length > 0) yield sealed;
  }
  yield cipher.final();
}

export type SealedBackup = { name: string; content: ReadableStream<Uint8Array> };

/** A backup, its list of erasures and the key of the installation, in one file that only the passphrase opens. */
export function sealBackup(settings: Settings, file: string, passphrase: string, now: Date): SealedBackup {
  const name = basename(file);
  const [key = ""] = readSecretKeys(settings);
  const ledger = ledgerBeside(file);
  const listed = statSync(ledger, { throwIfNoEntry: false }) ? [onDisk(basename(ledger), ledger)] : [];
  const entries = [onDisk(name, file), ...listed, inMemory("candor.key", `${key}\n`)];
  const content = Readable.from(encrypted(tarOf(entries, now.getTime()), passphrase), { objectMode: false });
  // The types of the runtime and of Node's streams are two names for one thing.
  return { name: `${name}.tar.enc`, content: Readable.toWeb(content) as ReadableStream<Uint8Array> };
}
