import { OperatorError } from "../../operator-error.ts";

/** A larger value is not a review. */
const VALUE_LIMIT = 64 * 1024 * 1024;
const STRING_LIMIT = 4 * 1024 * 1024;
/**
 * 160,000 reviews have this many values. Any value can take 100 bytes of memory: 64 MB of `{},` took 2 GB (measured).
 */
const VALUES_LIMIT = 2_000_000;
/** The runtime's parser uses stack space for each level. */
const DEPTH_LIMIT = 500;

/** A stream of JSON text. `buffer` from `at` on is not used yet. `line` and `column` are the position of `at`. */
export type JsonText = {
  file: string;
  chunks: AsyncIterator<string>;
  buffer: string;
  at: number;
  line: number;
  column: number;
};

export const createJsonText = (chunks: AsyncIterable<string>, file: string): JsonText => ({
  file,
  chunks: chunks[Symbol.asyncIterator](),
  buffer: "",
  at: 0,
  line: 1,
  column: 1,
});

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

export const brokenJson = ({ file, line, column }: JsonText, reason: string) =>
  new OperatorError(`${file} is broken JSON at line ${line}, column ${column}: ${reason}. Export the file again`);

function countLines(json: JsonText, source: string): void {
  const lines = source.split("\n");
  const last = source.length - 1 - source.lastIndexOf("\n");
  json.column = lines.length === 1 ? json.column + last : last + 1;
  json.line += lines.length - 1;
}

export function skip(json: JsonText, count: number): void {
  countLines(json, json.buffer.slice(json.at, json.at + count));
  json.at += count;
}

async function readMore(json: JsonText): Promise<boolean> {
  const next = await json.chunks.next();
  if (next.done) return false;
  json.buffer = json.buffer.slice(json.at) + next.value;
  json.at = 0;
  return true;
}

/** The next character that is not white space, or "" at the end. */
export async function peek(json: JsonText): Promise<string> {
  for (;;) {
    let end = json.at;
    while (end < json.buffer.length && isSpace(json.buffer.charCodeAt(end))) end += 1;
    if (end > json.at) skip(json, end - json.at);
    if (json.at < json.buffer.length) return json.buffer.charAt(json.at);
    if (!(await readMore(json))) return "";
  }
}

export async function expectCharacter(json: JsonText, character: string): Promise<void> {
  const found = await peek(json);
  if (found !== character)
    throw brokenJson(json, found === "" ? "the file ends too early" : `expected ${character}, found ${found}`);
  skip(json, 1);
}

/** The size of everything that is kept in memory together: characters, and nested values. */
export type KeptSize = { size: number; values: number };

/** Reads and parses one value. Memory: one value, one chunk, and what is already `kept`. */
export async function readValue(json: JsonText, kept: KeptSize = { size: 0, values: 0 }): Promise<unknown> {
  await peek(json);
  const scan = createValueScan(kept);
  const parts: string[] = [];
  let size = kept.size;
  while (!scan.findsEnd(json.buffer, json.at)) {
    const fault = scan.fault() ?? (size > VALUE_LIMIT ? "one value is larger than 64 MB" : null);
    if (fault !== null) throw brokenJson(json, fault);
    const part = json.buffer.slice(json.at);
    const next = await json.chunks.next();
    if (next.done && scan.mayEndHere()) break;
    if (next.done) throw brokenJson(json, "the file ends in the middle of the value that begins here");
    parts.push(part);
    size += part.length;
    json.buffer = next.value;
    json.at = 0;
  }
  const source = parts.join("") + json.buffer.slice(json.at, scan.end());
  try {
    const parsed: unknown = JSON.parse(source);
    kept.size += source.length;
    countLines(json, source);
    json.at = scan.end();
    return parsed;
  } catch (error) {
    throw brokenJson(
      json,
      error instanceof SyntaxError ? error.message.replace(/^JSON Parse error: /, "") : String(error),
    );
  }
}

/** Skips the rest of a string. `end` is after its closing quote, or at the end of the chunk if the string continues. */
function skipString(chunk: string, from: number, escaped: boolean) {
  for (let at = escaped ? from + 1 : from; ; ) {
    const quote = chunk.indexOf('"', at);
    const stop = quote === -1 ? chunk.length : quote;
    let slashes = 0;
    while (stop - slashes > at && chunk.charCodeAt(stop - slashes - 1) === 0x5c) slashes += 1;
    const odd = slashes % 2 === 1;
    if (quote === -1) return { end: stop, escaped: odd, inString: true };
    if (!odd) return { end: stop + 1, escaped: false, inString: false };
    at = quote + 1;
  }
}

/** Finds the end of a value. It keeps its state, so that it can continue in the next chunk. */
function createValueScan(kept: KeptSize) {
  kept.values += 1;
  let end = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let string_length = 0;
  let bare = false;
  let deepest = 0;
  const isOver = () => string_length > STRING_LIMIT || deepest > DEPTH_LIMIT || kept.values > VALUES_LIMIT;

  /** Handles a character outside a string. Tells whether the value ends before or after it. */
  function take(code: number): "before" | "after" | null {
    if (code === 0x22) {
      if (bare && depth === 0) return "before";
      inString = true;
      string_length = 0;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      kept.values += 1;
      deepest = Math.max(deepest, depth);
    } else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return "before";
      depth -= 1;
      if (depth === 0) return "after";
    } else if (depth === 0) {
      if (code === 0x2c || isSpace(code)) return "before";
      bare = true;
    } else if (code === 0x2c) kept.values += 1;
    return null;
  }
  return {
    /** The end of the value in the last chunk. */
    end: () => end,
    mayEndHere: () => bare && depth === 0 && !inString,
    fault(): string | null {
      if (deepest > DEPTH_LIMIT) return `values are nested more than ${DEPTH_LIMIT} deep`;
      if (kept.values > VALUES_LIMIT) return "one row, or the document around the rows, has more than 2 million values";
      return string_length > STRING_LIMIT ? "a text is longer than 4 MB" : null;
    },
    /** Reads `chunk` from `at` on. False if the value does not end in this chunk, or if there is a fault. */
    findsEnd(chunk: string, at: number): boolean {
      for (end = at; end < chunk.length; ) {
        if (inString) {
          const found = skipString(chunk, end, escaped);
          string_length += found.end - end;
          ({ end, escaped, inString } = found);
          if (isOver()) return false;
          if (!inString && depth === 0) return true;
          continue;
        }
        const ends = take(chunk.charCodeAt(end));
        if (ends !== "before") end += 1;
        if (ends !== null) return true;
        if (isOver()) return false;
      }
      return false;
    },
  };
}
