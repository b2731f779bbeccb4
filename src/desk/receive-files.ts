import { randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { isFormToken } from "../owner/desk-access.ts";
import type { ReceivedFile } from "./files-in-hand.ts";
import type { Visit } from "./visit.ts";

const FILE_BYTES = 256 << 20;
const FILES = 20;
const NAME_LENGTH = 100;

/** Why an upload was not taken. Nothing of it is left. */
export type UploadRefusal = "token" | "too_large" | "no_file" | "broken" | "full";

class Stop extends Error {
  readonly why: UploadRefusal;
  constructor(why: UploadRefusal) {
    super(why);
    this.why = why;
  }
}

/** The last part of a path, without what a file system or a terminal would read into it. */
function cleanName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const name = last
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replace(/^\.+/, "")
    .trim();
  const cut = [...name].slice(-NAME_LENGTH).join("");
  return Buffer.byteLength(cut) > 200 || cut === "" ? "file" : cut;
}

type Receiving = { folder: string; most_bytes: number; session: Visit["session"] };

/** Writes files one after another while they arrive. The token comes first: before it nothing is written. */
async function receive(body: ReadableStream<Uint8Array>, type: string, receiving: Receiving): Promise<ReceivedFile[]> {
  const { folder, most_bytes, session } = receiving;
  const parser = new Busboy({
    headers: { "content-type": type },
    limits: { fields: 4, fieldSize: 1024, files: FILES, parts: FILES + 4, fileSize: FILE_BYTES, headerPairs: 20 },
  });
  const files: ReceivedFile[] = [];
  const writing: Promise<unknown>[] = [];
  const streams: Readable[] = [];
  let known = false;
  let total = 0;
  const stop = (why: UploadRefusal) => parser.destroy(new Stop(why));
  parser.on("field", (name: string, value: string) => {
    if (name === "token") known = isFormToken(session, value);
  });
  parser.on("file", (_, stream, given) => {
    stream.on("error", () => {}); // the parser ends with the same error
    streams.push(stream);
    if (!known) {
      stop("token");
      return;
    }
    if (given === "") {
      stream.resume();
      return;
    }
    const own = join(folder, randomUUID());
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const file = { folder: own, path: join(own, cleanName(given)), shown_name: cleanName(given), size: 0 };
    files.push(file);
    stream.on("limit", () => stop("too_large"));
    stream.on("data", (chunk: Uint8Array) => {
      file.size += chunk.length;
      total += chunk.length;
      if (total > most_bytes) stop("full");
    });
    writing.push(pipeline(stream, createWriteStream(file.path, { flags: "wx", mode: 0o600 })));
  });
  for (const limit of ["filesLimit", "partsLimit", "fieldsLimit"] as const) parser.on(limit, () => stop("too_large"));
  try {
    // The types of the runtime and of Node's streams are two names for one thing.
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), parser);
    await Promise.all(writing);
    if (!known) throw new Stop("token");
    if (files.length === 0) throw new Stop("no_file");
    return files;
  } catch (error) {
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(writing);
    for (const file of files) rmSync(file.folder, { recursive: true, force: true });
    throw error;
  }
}

/** The files of an upload, each in a folder of its own. Whatever goes wrong, nothing is left. */
export async function receiveFiles(
  visit: Visit,
  folder: string,
  most_bytes: number,
): Promise<ReceivedFile[] | UploadRefusal> {
  const { request, session } = visit;
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data;/i.test(type) || !request.body) return "broken";
  if (Number(request.headers.get("content-length")) > most_bytes + (1 << 20)) return "too_large";
  try {
    return await receive(request.body, type, { folder, most_bytes, session });
  } catch (error) {
    if (error instanceof Stop) return error.why;
    visit.desk.log.warn("upload_failed", { error: error instanceof Error ? error.message : String(error) });
    return "broken";
  }
}
