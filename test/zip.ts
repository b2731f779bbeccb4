import { deflateRawSync } from "node:zlib";

export type ZipEntry = {
  name: string;
  data: string | Uint8Array;
  /** The size that the zip's directory gives instead of the real one. */
  claimed_size?: number;
  /** YYYY-MM-DDTHH:MM:SS, even seconds; without it the entry has no time. */
  modified?: string;
};

/** MS-DOS time and date, as a zip has them. */
function dosTime(modified: string): { time: number; date: number } {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = modified.split(/\D/).map(Number);
  return { time: (hour << 11) | (minute << 5) | (second >> 1), date: ((year - 1980) << 9) | (month << 5) | day };
}

/** Builds a zip file; `claimed_size` makes one that lies about its content. */
export function buildZip(entries: readonly ZipEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimed_size, modified } of entries) {
    const raw = Buffer.from(data);
    const packed = deflateRawSync(raw);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0); // version needed
    fields.writeUInt16LE(0x0800, 2); // names are UTF-8
    fields.writeUInt16LE(8, 4); // deflate
    if (modified !== undefined) {
      fields.writeUInt16LE(dosTime(modified).time, 6);
      fields.writeUInt16LE(dosTime(modified).date, 8);
    }
    fields.writeUInt32LE(Bun.hash.crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimed_size ?? raw.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, ...directory, Buffer.from("PK\u0005\u0006"), end]));
}
