import { OperatorError } from "../../operator-error.ts";

/** Members of a document that hold its rows: these are handed out one by one, all else is read whole. */
const ROW_MEMBERS = new Set(["reviews", "data", "items", "results", "reviews_data"]);
/** Those that no review has of its own. */
const PAGE_MEMBERS = new Set(["reviews", "reviews_data"]);
/** One value larger than this is no review. */
const VALUE_LIMIT = 64 * 1024 * 1024;

export type JsonElement = {
  value: unknown;
  /** The member of the document that it stood in; null for an array, a line or the whole document. */
  member: string | null;
  /** Members of the document read so far, but those that hold rows. */
  root: Record<string, unknown>;
};

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function advance({ line, column }: { line: number; column: number }, taken: string): { line: number; column: number } {
  const lines = taken.split("\n");
  const last = lines.at(-1)?.length ?? 0;
  return lines.length === 1 ? { line, column: column + last } : { line: line + lines.length - 1, column: last + 1 };
}

/** Cuts one value after another out of a stream of text; JSON.parse reads each. Memory: one value and one chunk. */
function openReader(chunks: AsyncIterable<string>, file: string) {
  const iterator = chunks[Symbol.asyncIterator]();
  let buffer = "";
  let at = 0;
  let place = { line: 1, column: 1 };

  function consume(count: number): void {
    place = advance(place, buffer.slice(at, at + count));
    at += count;
  }

  async function fill(): Promise<boolean> {
    const next = await iterator.next();
    if (next.done) return false;
    buffer = buffer.slice(at) + next.value;
    at = 0;
    return true;
  }

  const broken = (what: string) =>
    new OperatorError(
      `${file} is broken JSON at line ${place.line}, column ${place.column}: ${what}. Export the file again`,
    );

  async function peek(): Promise<string> {
    for (;;) {
      let end = at;
      while (end < buffer.length && isSpace(buffer.charCodeAt(end))) end += 1;
      if (end > at) consume(end - at);
      if (at < buffer.length) return buffer.charAt(at);
      if (!(await fill())) return "";
    }
  }

  async function expect(character: string): Promise<void> {
    const found = await peek();
    if (found !== character) throw broken(found === "" ? "it ends too early" : `expected ${character}, found ${found}`);
    consume(1);
  }

  async function value(): Promise<unknown> {
    await peek();
    const scan = scanValue();
    while (!scan.done(buffer, at)) {
      if (buffer.length - at > VALUE_LIMIT) throw broken("one value is larger than 64 MB");
      if (!(await fill())) {
        if (scan.closesAtEnd()) break;
        throw broken("it ends in the middle of the value that begins here");
      }
    }
    const source = buffer.slice(at, at + scan.length());
    try {
      const parsed: unknown = JSON.parse(source);
      consume(source.length);
      return parsed;
    } catch (error) {
      throw broken(error instanceof SyntaxError ? error.message.replace(/^JSON Parse error: /, "") : String(error));
    }
  }

  return { peek, expect, value, consume, broken };
}

/** Where the value at the reader's place ends; keeps its state while more text comes. */
function scanValue() {
  let offset = 0;
  let depth = 0;
  let inString = false;
  let bare = false;
  return {
    length: () => offset,
    closesAtEnd: () => bare && depth === 0 && offset > 0,
    done(buffer: string, at: number): boolean {
      for (; at + offset < buffer.length; offset += 1) {
        const code = buffer.charCodeAt(at + offset);
        if (inString) {
          // A backslash at the very end of the buffer: look again when its pair is there.
          if (code === 0x5c) {
            if (at + offset + 1 >= buffer.length) return false;
            offset += 1;
          } else if (code === 0x22) inString = false;
          if (!inString && depth === 0) {
            offset += 1;
            return true;
          }
        } else if (code === 0x22) {
          if (bare) return true;
          inString = true;
        } else if (code === 0x7b || code === 0x5b) depth += 1;
        else if (code === 0x7d || code === 0x5d) {
          if (depth === 0) return true;
          depth -= 1;
          if (depth === 0) {
            offset += 1;
            return true;
          }
        } else if (depth === 0) {
          if (code === 0x2c || isSpace(code)) return true;
          bare = true;
        }
      }
      return false;
    },
  };
}

type Reader = ReturnType<typeof openReader>;

async function* readArray(reader: Reader): AsyncGenerator<unknown> {
  await reader.expect("[");
  if ((await reader.peek()) === "]") return reader.consume(1);
  for (;;) {
    yield await reader.value();
    if ((await reader.peek()) === "]") return reader.consume(1);
    await reader.expect(",");
  }
}

async function* readObject(reader: Reader, root: Record<string, unknown>): AsyncGenerator<JsonElement> {
  await reader.expect("{");
  if ((await reader.peek()) === "}") return reader.consume(1);
  for (;;) {
    if ((await reader.peek()) !== '"') throw reader.broken("expected a member's name in quotes");
    const member = String(await reader.value());
    await reader.expect(":");
    if (ROW_MEMBERS.has(member) && (await reader.peek()) === "[") {
      for await (const value of readArray(reader)) yield { value, member, root };
    } else root[member] = await reader.value();
    if ((await reader.peek()) === "}") return reader.consume(1);
    await reader.expect(",");
  }
}

/** A loop over pages or places leaves an array of documents: the rows in them are the rows. */
function* openPage(value: unknown): Generator<JsonElement> {
  const page = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const rows = page.find(([name, part]) => PAGE_MEMBERS.has(name) && Array.isArray(part));
  if (!rows) return yield { value, member: null, root: {} };
  const [member, values] = rows;
  const root = Object.fromEntries(page.filter(([name]) => name !== member));
  for (const row of values) yield { value: row, member, root };
}

/** The rows of a JSON document, a bare array, or one document a line (NDJSON). A document without rows is one row. */
export async function* jsonElements(chunks: AsyncIterable<string>, file: string): AsyncGenerator<JsonElement> {
  const reader = openReader(chunks, file);
  let lines = false;
  for (let first = await reader.peek(); first !== ""; first = await reader.peek()) {
    if (first === "[" && !lines) {
      for await (const value of readArray(reader)) yield* openPage(value);
    } else if (first === "{" && !lines) {
      const root: Record<string, unknown> = Object.create(null);
      let rows = false;
      for await (const element of readObject(reader, root)) {
        rows = true;
        yield element;
      }
      // Later lines look like the first: they are read whole, which is faster.
      lines = !rows;
      if (!rows) yield { value: { ...root }, member: null, root: {} };
    } else yield { value: await reader.value(), member: null, root: {} };
  }
}
