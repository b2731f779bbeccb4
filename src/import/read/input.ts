import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { encodingOfHead } from "./encoding-of-head.ts";

/** Bytes with a name: a file, or an entry of an archive. They can be read more than once. */
export type Input = {
  name: string;
  size: number;
  head: Uint8Array;
  chunks(): AsyncIterable<Uint8Array>;
  /** In an archive: the newest modification time of all its entries, if it has one. */
  archived_ms?: number;
};

export const HEAD_BYTES = 64 * 1024;

/** A file as an input. Messages use `name` for it. */
export function fileInput(path: string, name = path): Input {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new OperatorError(`${name} does not exist: check the path`);
  if (!stat.isFile()) throw new OperatorError(`${name} is not a file`);
  if (stat.size === 0) throw new OperatorError(`${name} is empty: export it again`);
  return { name, size: stat.size, head: readHead(path, stat.size), chunks: () => createReadStream(path) };
}

function readHead(path: string, size: number): Uint8Array {
  const head = new Uint8Array(Math.min(size, HEAD_BYTES));
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${messageOf(error)})`);
  }
  try {
    return head.subarray(0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
}

/** The same input, but `onBytes` gets the size of each chunk that is read. */
export function countBytes(input: Input, onBytes: (count: number) => void): Input {
  async function* chunks() {
    for await (const chunk of input.chunks()) {
      onBytes(chunk.length);
      yield chunk;
    }
  }
  return { ...input, chunks };
}

/**
 * The input as text. Throws at a NUL or at a byte that the encoding does not allow, because the rest would be garbage.
 */
export async function* decode(input: Input, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding as Bun.Encoding, { fatal: true }); // chooseEncoding returns only known names
  let bytes = 0;
  const text = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new OperatorError(
        `${input.name} is not ${encoding.toUpperCase()} between bytes ${bytes} and ${bytes + (chunk?.length ?? 0)}: save it as UTF-8`,
      );
    }
  };
  for await (const chunk of input.chunks()) {
    const decoded = text(chunk);
    if (decoded.includes("\u0000")) {
      throw new OperatorError(
        `${input.name} contains a NUL after byte ${bytes}: it is damaged or not text. Export it again as UTF-8`,
      );
    }
    bytes += chunk.length;
    if (decoded !== "") yield decoded;
  }
  const rest = text();
  if (rest !== "") yield rest;
}

/** The whole input as one string. */
export async function readInputText(input: Input, encoding: string): Promise<string> {
  let text = "";
  for await (const part of decode(input, encoding)) text += part;
  return text;
}

export type FileKind = "zip" | "json" | "page" | "table";

const utf16Bytes = (text: string): Buffer => Buffer.from(text, "utf16le");

/** An OLE file. Excel wrote this format until 2003, and still uses it around workbooks with a password. */
function oldWorkbook({ name, head }: Input): OperatorError {
  const bytes = Buffer.from(head);
  if (bytes.includes(utf16Bytes("EncryptedPackage")))
    return new OperatorError(`${name} is protected with a password: open it and save it without one`);
  const old = `${name} is an old Excel workbook (.xls)`;
  return bytes.includes(utf16Bytes("Workbook"))
    ? new OperatorError(`${old}: open it and save it as .xlsx or CSV`)
    : new OperatorError(`${old} or has a password: open it and save it as .xlsx or CSV without a password`);
}

/** The head as text, to detect the kind of the file. For that, it does not matter which older encoding the file has. */
function decodeHead(head: Uint8Array): string {
  const encoding = encodingOfHead(head);
  if (encoding) return new TextDecoder(encoding).decode(head);
  try {
    // `stream`, because the head may end inside a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(head);
  }
}

/**
 * Detects the kind of a file from its first bytes. Refuses a file that is neither text nor a zip, and says what to do.
 */
export function detectKind(input: Input): FileKind {
  const { name, head } = input;
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return "zip";
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) throw oldWorkbook(input);
  if (starts(0x1f, 0x8b))
    throw new OperatorError(`${name} is a gzip archive: unpack it and give the file or folder inside`);
  if (starts(0x25, 0x50, 0x44, 0x46)) throw new OperatorError(`${name} is a PDF: export the reviews as CSV or JSON`);
  const text = decodeHead(head);
  const odd = text.match(/[\u0001-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  if (text.includes("\u0000") || odd > text.length / 20) {
    throw new OperatorError(
      `${name} is a binary file: give a CSV, JSON or spreadsheet file, a saved web page or a Takeout zip`,
    );
  }
  const start = text.trimStart();
  if (start === "") throw new OperatorError(`${name} is empty: export it again`);
  if (start.startsWith("{") || start.startsWith("[")) return "json";
  return start.startsWith("<") ? "page" : "table";
}
