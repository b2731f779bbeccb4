import { OperatorError } from "../../operator-error.ts";

/** A larger value is not a review. */
const VALUE_LIMIT = 64 * 1024 * 1024;
const STRING_LIMIT = 4 * 1024 * 1024;
/** The parser of the runtime uses the stack for each level. */
const DEPTH_LIMIT = 500;

/** A stream of JSON text. `buffer` from `at` on was read and not used yet; `line` and `column` say where `at` is. */
export type JsonText = {
  file: string;
  chunks: AsyncIterator<string>;
  buffer: string;
  at: number;
  line: number;
  column: number;
};

export const openJsonText = (chunks: AsyncIterable<string>, file: string): JsonText => ({
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
  const last = lines.at(-1)?.length ?? 0;
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

/** The next character that is not white space; "" at the end. */
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

/** Cuts one value out of the text and parses it. Memory: one value and one chunk. */
export async function readValue(json: JsonText): Promise<unknown> {
  await peek(json);
  const scan = openValueScan();
  const parts: string[] = [];
  let size = 0;
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

/** Finds where a value ends. Keeps its state, so that it can go on in the next chunk. */
function openValueScan() {
  let end = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let string_length = 0;
  let bare = false;
  let deepest = 0;
  const isOver = () => string_length > STRING_LIMIT || deepest > DEPTH_LIMIT;

  /** Takes one character; true if the value ends before it ("before") or with it ("after"). */
  function take(code: number): "before" | "after" | null {
    if (inString) {
      string_length += 1;
      if (escaped) escaped = false;
      else if (code === 0x5c) escaped = true;
      else if (code === 0x22) inString = false;
      return !inString && depth === 0 ? "after" : null;
    }
    if (code === 0x22) {
      if (bare && depth === 0) return "before";
      inString = true;
      string_length = 0;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return "before";
      depth -= 1;
      if (depth === 0) return "after";
    } else if (depth === 0) {
      if (code === 0x2c || isSpace(code)) return "before";
      bare = true;
    }
    return null;
  }
  return {
    /** Where in the last chunk the value ends. */
    end: () => end,
    mayEndHere: () => bare && depth === 0 && !inString,
    fault(): string | null {
      if (deepest > DEPTH_LIMIT) return `values are nested more than ${DEPTH_LIMIT} deep`;
      return string_length > STRING_LIMIT ? "a text is longer than 4 MB" : null;
    },
    /** Reads `chunk` from `at` on. False at the end of the chunk, or at a fault. */
    findsEnd(chunk: string, at: number): boolean {
      for (end = at; end < chunk.length; end += 1) {
        const ends = take(chunk.charCodeAt(end));
        if (ends === "after") end += 1;
        if (ends !== null) return true;
        if (isOver()) return false;
      }
      return false;
    },
  };
}
