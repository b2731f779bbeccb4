import { expect, test } from "bun:test";
import { encodingOfHead } from "../../../src/import/read/encoding-of-head.ts";
import { detectKind, type Input } from "../../../src/import/read/input.ts";

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
function inputOf(head: Uint8Array): Input {
  return {
    name: "a",
    size: head.length,
    head,
    async *chunks() {
      yield head;
    },
  };
}
/** What a file with these bytes is, or why it is refused. */
function kindOf(text: string): string {
  try {
    return detectKind(inputOf(bytes(text)));
  } catch (error) {
    return String(error)
      .replace(/^\w+: a (?:is an? )?/, "")
      .replace(/:.*/, "");
  }
}
const OLD = "\xd0\xcf\x11\xe0";

test.each([
  ["PK\x03\x04", "zip"],
  ["PK\x05\x06", "zip"],
  [`PK\x03\x05${"x".repeat(80)}`, "table"],
  ["\x1f\x8b\x08", "gzip archive"],
  ["%PDF-1.7", "PDF"],
  ["%PDX", "table"],
  [`${OLD} W\0o\0r\0k\0b\0o\0o\0k\0`, "old Excel workbook (.xls)"],
  [`${OLD} other`, "old Excel workbook (.xls) or has a password"],
  ['\n {"a": 1}', "json"],
  [" [1]", "json"],
  ["\xef\xbb\xbf<html>", "page"],
  ["a,b\n1,2", "table"],
  ["d\xe9j\xe0,b", "table"],
  [`${"x".repeat(19)}\x01`, "table"],
  [`${"x".repeat(18)}\x01`, "binary file"],
  ["x\0y", "binary file"],
  [" \r\n\t", "is empty"],
  ["", "is empty"],
])("a file that begins with %j is taken as: %s", (head, kind) => {
  expect(kindOf(head)).toBe(kind);
});

const utf16 = (text: string, big = false): string => {
  const little = Buffer.from(text, "utf16le");
  return (big ? little.swap16() : little).toString("latin1");
};

test.each<[string, ReturnType<typeof encodingOfHead>]>([
  ["\xff\xfex", "utf-16le"],
  ["\xff\xfdx", null],
  ["\xfe\xffx", "utf-16be"],
  ["\xfd\xffx", null],
  ["\xef\xbb\xbfx", "utf-8"],
  ["\xef\xbb\xbex", null],
  ["\xef\xba\xbfx", null],
  [utf16("rating"), "utf-16le"],
  [utf16("rating", true), "utf-16be"],
  ["rating", null],
  // One character of ASCII in a hundred bytes is enough, and a few zeros on the other side do not matter.
  [`${"xy".repeat(49)}\0\0`, null],
  [`${"xy".repeat(48)}x\0x\0`, "utf-16le"],
  [`${"xy".repeat(49)}x\0`, null],
  [`${utf16("x".repeat(20))}\0x`, "utf-16le"],
  [`${utf16("x".repeat(19))}\0x`, null],
])("the head %j alone decides on the encoding %p", (head, encoding) => {
  expect(encodingOfHead(bytes(head))).toBe(encoding);
});
