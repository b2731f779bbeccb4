/*
 * Makes one gzip member of pieces that are compressed separately, as pigz does. Every piece except the last ends with a
 * full flush, so that it needs nothing from the previous piece. Joined members would also be legal (RFC 1952 §2.2), but
 * curl, Chromium and others read only the first.
 */
/** RFC 1952 §2.3: deflate, no flags, no time, no hint, Unix. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
/** The polynomial of CRC-32, reflected. */
const POLYNOMIAL = 0xedb88320;

export type DeflatedPiece = { deflated: Uint8Array; crc: number; length: number };

export async function deflatePiece(bytes: Uint8Array, level: number, last: boolean): Promise<DeflatedPiece> {
  const [{ promisify }, { constants, crc32, deflateRaw }] = await Promise.all([
    import("node:util"),
    import("node:zlib"),
  ]);
  const finishFlush = last ? constants.Z_FINISH : constants.Z_FULL_FLUSH;
  const deflated = await promisify(deflateRaw)(bytes, { level, finishFlush });
  return { deflated, crc: crc32(bytes), length: bytes.length };
}

/** The product of two polynomials modulo the CRC's polynomial. The highest bit is the lowest power. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= b;
    b = b & 1 ? (b >>> 1) ^ POLYNOMIAL : b >>> 1;
  }
  return product >>> 0;
}

/** The CRC-32 of two joined texts, computed from their CRCs, as crc32_combine of zlib does. */
export function combineCrc(first: number, second: number, second_length: number): number {
  let shift = 0x80000000; // 1
  let square = 0x00800000; // x to the power of 8: one byte
  for (let rest = second_length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(square, shift);
    square = multiply(square, square);
  }
  return (multiply(shift, first) ^ second) >>> 0;
}

/** The parts of a whole gzip file. */
export function joinDeflated(pieces: readonly DeflatedPiece[]): Uint8Array[] {
  let [crc, length] = [0, 0];
  for (const piece of pieces) {
    crc = combineCrc(crc, piece.crc, piece.length);
    length += piece.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return [HEADER, ...pieces.map(({ deflated }) => deflated), new Uint8Array(trailer)];
}
