import { describe, expect, test } from "bun:test";
import { readXml, type XmlEvent } from "../../../src/import/read/xml.ts";
import { endOf } from "../../end-of.ts";

async function eventsOf(...chunks: string[]): Promise<XmlEvent[]> {
  async function* read() {
    yield* chunks;
  }
  return (await Array.fromAsync(readXml(read(), "a.xlsx"))).flat();
}
const open = (name: string, attributes: Record<string, string> = {}): XmlEvent => ({ kind: "open", name, attributes });
const close = (name: string): XmlEvent => ({ kind: "close", name });
const text = (words: string): XmlEvent => ({ kind: "text", text: words });

const DOCUMENT = `<?xml version="1.0"?><?x don't > stop?><!-- <b> > --><x:a n:b='1 > "0"' c = "&lt;&#65;&#x42;">
<b/>R&amp;D &nosuch; &#0;&#1114112;&#1;&#1114111;<![CDATA[<raw> & ]]]><c d="'" /><e f="1"
g="2">h</e></x:a > <!---->`;
const EVENTS = [
  open("a", { b: '1 > "0"', c: "<AB" }),
  text("\n"),
  open("b"),
  close("b"),
  text("R&D &nosuch; \u0001\u{10ffff}"),
  text("<raw> & ]"),
  open("c", { d: "'" }),
  close("c"),
  open("e", { f: "1", g: "2" }),
  text("h"),
  close("e"),
  close("a"),
  text(" "),
];

test("a document is the same whatever its chunks are", async () => {
  expect(await eventsOf(DOCUMENT)).toEqual(EVENTS);
  expect(await eventsOf(...DOCUMENT)).toEqual(EVENTS);
  for (let at = 1; at < DOCUMENT.length; at += 1)
    expect([at, await eventsOf(DOCUMENT.slice(0, at), DOCUMENT.slice(at))]).toEqual([at, EVENTS]);
});

describe("a document is refused", () => {
  const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);

  test.each([
    ["<!DOCTYPE x><a/>", "its XML has a document type, which no spreadsheet needs"],
    [nested(201), "its XML is not nested properly"],
    ["<a/></a>", "its XML is not nested properly"],
    ["<a>", "its XML ends too early"],
    ["<a/>b", "its XML ends too early"],
    ["<a/><b", "its XML ends too early"],
  ])("%#", async (document, reason) => {
    expect(await endOf(eventsOf(document))).toThrow(`a.xlsx is damaged: ${reason}. Save it again`);
  });

  test("if a part of it is larger than 4 MB", async () => {
    const long = "x".repeat(4 * 1024 * 1024 - 4);
    expect(await eventsOf(`<a>${long}`, "</a>")).toHaveLength(3);
    expect(await eventsOf("<a>", `xxxx${long}`, "</a>")).toHaveLength(3);
    expect(await endOf(eventsOf("<a>", `xxxxx${long}`, "</a>"))).toThrow("a part of its XML is larger than 4 MB");
  });

  test("but not if it is nested 200 deep", async () => {
    expect(await eventsOf(nested(200))).toHaveLength(400);
  });
});
