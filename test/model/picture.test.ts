import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { parsePicture, picture } from "../../src/model/picture.ts";
import { jpegFile, jpegSegment, pngChunk, pngFile } from "../pictures.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";

const parsed = (file: Uint8Array) => {
  const found = parsePicture(file);
  if ("fault" in found) throw new Error(found.fault);
  return { ...found, bytes: Buffer.from(found.base64, "base64") };
};

describe("a picture", () => {
  test("is known by its content: PNG or JPEG, and its size", () => {
    expect(parsed(pngFile(120, 40))).toMatchObject({ content_type: "image/png", width: 120, height: 40 });
    expect(parsed(jpegFile(300, 200))).toMatchObject({ content_type: "image/jpeg", width: 300, height: 200 });
    expect(picture.safeParse(parsePicture(pngFile(120, 40))).success).toBe(true);
    expect(parsed(pngFile(16, 2048)).bytes).toEqual(pngFile(16, 2048));
  });

  test("loses the notes in its file, and keeps what is needed to draw it", () => {
    const notes = [pngChunk("tEXt", Buffer.from("Author\0Maria")), pngChunk("eXIf", Buffer.from("GPS"))];
    const color = pngChunk("gAMA", Buffer.from([0, 0, 0xb1, 0x8f]));
    expect(parsed(pngFile(20, 20, [...notes, color])).bytes).toEqual(pngFile(20, 20, [color]));
    const exif = [jpegSegment(0xe1, Buffer.from("Exif\0\0GPS")), jpegSegment(0xfe, Buffer.from("by Maria"))];
    const adobe = jpegSegment(0xee, Buffer.from("Adobe\0d\0\0\0\0\x01", "latin1"));
    expect(parsed(jpegFile(20, 20, [...exif, adobe])).bytes).toEqual(jpegFile(20, 20, [adobe]));
  });

  test("may have fill bytes between its segments, which are dropped, but nothing else", () => {
    const adobe = jpegSegment(0xee, Buffer.from("Adobe\0d\0\0\0\0\x01", "latin1"));
    for (const count of [1, 2])
      expect(parsed(jpegFile(20, 20, [Buffer.alloc(count, 0xff), adobe])).bytes).toEqual(jpegFile(20, 20, [adobe]));
    expect(parsePicture(jpegFile(20, 20, [Buffer.from([0]), adobe]))).toHaveProperty("fault");
  });

  test("is a baseline, extended or progressive JPEG, and no lossless one", () => {
    const withFrame = (marker: number) => {
      const file = jpegFile(20, 20);
      file[file.indexOf(Buffer.from([0xff, 0xc0])) + 1] = marker;
      return "fault" in parsePicture(file);
    };
    expect([0xc0, 0xc1, 0xc2, 0xc3].map(withFrame)).toEqual([false, false, false, true]);
  });

  test.each([
    ["gray", 0, 1],
    ["color", 2, 3],
    ["palette", 3, 1],
    ["gray with transparency", 4, 2],
    ["color with transparency", 6, 4],
  ])("has no more data than a picture of its size and colors: %s", (_, type, samples) => {
    const refused = (bytes: number) => {
      const file = pngFile(20, 16, [], 1);
      const head = Buffer.from(file.subarray(16, 29));
      head[9] = type;
      const data = pngChunk("IDAT", deflateSync(Buffer.alloc(bytes)));
      const chunks = [file.subarray(0, 8), pngChunk("IHDR", head), data, pngChunk("IEND", Buffer.alloc(0))];
      return "fault" in parsePicture(Buffer.concat(chunks));
    };
    const most = 2 * 16 * (20 * samples + 1) + 64;
    expect([0, 16 * (20 * samples + 1), most, most + 1].map(refused)).toEqual([true, false, false, true]);
  });

  test("has nothing after its end", () => {
    const tail = Buffer.from("<script>alert(1)</script>");
    expect(parsed(Buffer.concat([pngFile(20, 20), tail])).bytes).toEqual(pngFile(20, 20));
    expect(parsed(Buffer.concat([jpegFile(20, 20), tail])).bytes).toEqual(jpegFile(20, 20));
  });

  test.each<[string, Uint8Array, string]>([
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "is neither a PNG nor a JPEG picture"],
    ["GIF", Buffer.from("GIF89a"), "is neither a PNG nor a JPEG picture"],
    ["nothing", Buffer.alloc(0), "is neither a PNG nor a JPEG picture"],
    ["a PNG that is cut off", pngFile(20, 20).subarray(0, 60), "is damaged or cut off"],
    ["a PNG without its end", pngFile(20, 20).subarray(0, -12), "is damaged or cut off"],
    ["a PNG signature alone", pngFile(20, 20).subarray(0, 8), "is damaged or cut off"],
    ["a PNG with too much data", pngFile(20, 20, [], 2000), "is damaged or cut off"],
    ["a JPEG that is cut off", jpegFile(20, 20).subarray(0, -2), "is damaged or cut off"],
    ["a JPEG without a frame", Buffer.from("ffd8ffda0003000012ffd9", "hex"), "is damaged or cut off"],
    ["a picture of 15 pixels", pngFile(15, 20), "is 15 × 20 pixels: each side must have 16 to 2048"],
    ["a picture of 2,049 pixels", jpegFile(20, 2049), "is 20 × 2049 pixels"],
    [
      "a file of 100 KB",
      Buffer.concat([pngFile(20, 20), Buffer.alloc(100 * 1024)]),
      "is too large: the limit is 100 KB",
    ],
  ])("%s is refused", (_, file, fault) => {
    const found = parsePicture(file);
    expect("fault" in found ? found.fault : "accepted").toContain(fault);
  });

  test("with any byte changed is taken or refused, and never throws", () => {
    const random = openRandom(SEED);
    for (const whole of [pngFile(20, 20), jpegFile(20, 20, [jpegSegment(0xe1, Buffer.alloc(30, 0xff))])]) {
      for (let i = 0; i < 2000; i++) {
        const file = Buffer.from(whole.subarray(0, i % 3 === 0 ? Math.floor(random() * whole.length) : whole.length));
        for (let changes = 0; changes < 3 && file.length > 0; changes++) {
          file[Math.floor(random() * file.length)] = Math.floor(random() * 256);
        }
        const found = parsePicture(file);
        expect("fault" in found || found.width <= 2048).toBe(true);
      }
    }
  });
});
