import { createHash } from "node:crypto";
import { crc32, inflateSync } from "node:zlib";
import { z } from "zod";

/** The size limit of a picture, so that a page with its logo stays small. */
export const PICTURE_BYTES = 100 * 1024;
const SIDE = { min: 16, max: 2048 } as const;

/** A published picture, without the metadata that cameras and programs leave in files. */
export const picture = z.strictObject({
  content_type: z.enum(["image/png", "image/jpeg"]),
  width: z.int().min(SIDE.min).max(SIDE.max),
  height: z.int().min(SIDE.min).max(SIDE.max),
  /** Part of the picture's URL, which therefore changes with the picture. */
  hash: z.string().regex(/^[0-9a-f]{12}$/),
  base64: z.base64(),
});
export type Picture = z.infer<typeof picture>;

type Contents = Pick<Picture, "content_type" | "width" | "height"> & { bytes: Buffer };
type Parsed = Contents | { fault: string };

const DAMAGED: Parsed = { fault: "is damaged or cut off: save the picture again" };
const OTHER: Parsed = { fault: "is neither a PNG nor a JPEG picture, whatever its name says" };

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/** The chunks that a browser needs to draw the picture. Texts, times, places and animations are removed. */
const PNG_CHUNKS = ["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "pHYS", "IDAT", "IEND"];
/** PNG §11.2.2: samples per pixel by color type. */
const PNG_SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function* pngChunks(file: Buffer): Iterable<{ type: string; data: Buffer; whole: Buffer } | null> {
  for (let at = PNG_SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) break;
    const type = file.toString("latin1", at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) break;
    yield { type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) };
    if (type === "IEND") return;
    at = end;
  }
  yield null;
}

/** True if the data can be decompressed and has no more bytes than a picture of this size. */
function unpacks(data: Buffer, most_bytes: number): boolean {
  try {
    return inflateSync(data, { maxOutputLength: most_bytes }).length > 0;
  } catch {
    return false;
  }
}

function parsePng(file: Buffer): Parsed {
  const kept: Buffer[] = [PNG_SIGNATURE];
  const data: Buffer[] = [];
  let head: Buffer | null = null;
  for (const chunk of pngChunks(file)) {
    if (chunk === null || (head === null) !== (chunk.type === "IHDR")) return DAMAGED;
    if (chunk.type === "IHDR") head = chunk.data;
    if (chunk.type === "IDAT") data.push(chunk.data);
    if (PNG_CHUNKS.includes(chunk.type)) kept.push(chunk.whole);
  }
  if (head?.length !== 13) return DAMAGED;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const bits = head.readUInt8(8) * (PNG_SAMPLES[head.readUInt8(9)] ?? 0);
  const content: Contents = { content_type: "image/png", width, height, bytes: Buffer.concat(kept) };
  if (hasOddSize(content)) return content;
  // Interlaced pictures have up to seven passes with separate rows.
  const most_bytes = 2 * height * (Math.ceil((width * bits) / 8) + 1) + 64;
  return bits > 0 && unpacks(Buffer.concat(data), most_bytes) ? content : DAMAGED;
}

/** Baseline, extended and progressive: the kinds that browsers draw. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2];
/** Comments, and application segments except JFIF, color profile and color transform. */
const isNote = (marker: number): boolean =>
  marker === 0xfe || (marker > 0xe0 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee);

function parseJpeg(file: Buffer): Parsed {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 4 <= file.length; ) {
    if (file.readUInt8(at) !== 0xff) return DAMAGED;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // a fill byte (T.81 §B.1.1.2)
      continue;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length) return DAMAGED;
    if (JPEG_FRAMES.includes(marker) && end - at >= 9)
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    if (marker === 0xda) {
      const last = file.lastIndexOf(Buffer.from([0xff, 0xd9]));
      if (!size || last < end) return DAMAGED;
      kept.push(file.subarray(at, last + 2));
      return { content_type: "image/jpeg", ...size, bytes: Buffer.concat(kept) };
    }
    if (!isNote(marker)) kept.push(file.subarray(at, end));
    at = end;
  }
  return DAMAGED;
}

const isOdd = (side: number): boolean => side < SIDE.min || side > SIDE.max;
const hasOddSize = ({ width, height }: Contents): boolean => isOdd(width) || isOdd(height);

function parseContents(file: Buffer): Parsed {
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return parsePng(file);
  return file.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")) ? parseJpeg(file) : OTHER;
}

/**
 * Reads a PNG or JPEG file, recognized by its content. The fault continues a sentence that begins with the file's name.
 */
export function parsePicture(file: Uint8Array): Picture | { fault: string } {
  if (file.length >= PICTURE_BYTES) return { fault: "is too large: the limit is 100 KB" };
  const contents = parseContents(Buffer.from(file.buffer, file.byteOffset, file.length));
  if ("fault" in contents) return contents;
  const { content_type, width, height, bytes } = contents;
  if (hasOddSize(contents))
    return { fault: `is ${width} × ${height} pixels: each side must have ${SIDE.min} to ${SIDE.max}` };
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return { content_type, width, height, hash, base64: bytes.toString("base64") };
}
