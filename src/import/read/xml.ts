import { OperatorError } from "../../operator-error.ts";

/** A part of an XML document. Names have no prefix, because writers choose prefixes freely. */
export type XmlEvent =
  | { kind: "open"; name: string; attributes: Record<string, string> }
  | { kind: "close"; name: string }
  | { kind: "text"; text: string };

/** A larger tag or text is not part of a table of reviews. */
const PART_LIMIT = 4 * 1024 * 1024;
const DEPTH_LIMIT = 200;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Decodes the five entities of XML and character references. There are no others, because a document type is refused.
 */
function decodeText(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1);

function parseAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", double, single] of source.matchAll(
    /(?<=\s)([^\s=/"'<>]{1,200})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g,
  ))
    attributes[withoutPrefix(name)] = decodeText(double ?? single ?? "");
  return attributes;
}

/** The end of the markup that begins at `at`, or -1 if more text is needed. A ">" may be inside an attribute. */
function markupEnd(buffer: string, at: number): number {
  const ends = (mark: string) => {
    const found = buffer.indexOf(mark, at);
    return found === -1 ? -1 : found + mark.length;
  };
  if (buffer.startsWith("<!--", at)) return ends("-->");
  if (buffer.startsWith("<![CDATA[", at)) return ends("]]>");
  if (buffer.startsWith("<?", at)) return ends("?>");
  let quote = "";
  for (let index = at + 1; index < buffer.length; index += 1) {
    const character = buffer.charAt(index);
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return index + 1;
  }
  return -1;
}

function* parseMarkup(markup: string): Generator<XmlEvent> {
  if (markup.startsWith("<![CDATA[")) yield { kind: "text", text: markup.slice(9, -3) };
  else if (markup.startsWith("</")) yield { kind: "close", name: withoutPrefix(markup.slice(2, -1).trim()) };
  else if (!markup.startsWith("<!") && !markup.startsWith("<?")) {
    const closed = markup.endsWith("/>");
    const inside = markup.slice(1, closed ? -2 : -1);
    const space = inside.search(/\s/);
    const name = withoutPrefix(space === -1 ? inside : inside.slice(0, space));
    yield { kind: "open", name, attributes: space === -1 ? {} : parseAttributes(inside.slice(space)) };
    if (closed) yield { kind: "close", name };
  }
}

/**
 * Reads an XML document in pieces, one batch of events per chunk. Refuses a document type, because it may define
 * entities that grow without limit. No spreadsheet program writes one.
 */
export async function* readXml(chunks: AsyncIterable<string>, file: string): AsyncGenerator<XmlEvent[]> {
  const broken = (reason: string) => new OperatorError(`${file} is damaged: ${reason}. Save it again`);
  let buffer = "";
  let depth = 0;
  for await (const chunk of chunks) {
    buffer += chunk;
    let at = 0;
    const events: XmlEvent[] = [];
    for (;;) {
      const open = buffer.indexOf("<", at);
      if (open === -1) break;
      if (open > at) events.push({ kind: "text", text: decodeText(buffer.slice(at, open)) });
      at = open;
      if (buffer.startsWith("<!DOCTYPE", at)) throw broken("its XML has a document type, which no spreadsheet needs");
      const end = markupEnd(buffer, at);
      if (end === -1) break;
      for (const event of parseMarkup(buffer.slice(at, end))) {
        depth += event.kind === "open" ? 1 : event.kind === "close" ? -1 : 0;
        events.push(event);
      }
      if (depth > DEPTH_LIMIT || depth < 0) throw broken("its XML is not nested properly");
      at = end;
    }
    buffer = buffer.slice(at);
    if (buffer.length > PART_LIMIT) throw broken("a part of its XML is larger than 4 MB");
    if (events.length > 0) yield events;
  }
  if (depth !== 0 || buffer.trim() !== "") throw broken("its XML ends too early");
}
