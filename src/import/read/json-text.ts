import { OperatorError } from "../../operator-error.ts";

/** A larger value is not a review. */
const VALUE_LIMIT = 64 * 1024 * 1024;

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

export function skip(json: JsonText, count: number): void {
  const lines = json.buffer.slice(json.at, json.at + count).split("\n");
  const last = lines.at(-1)?.length ?? 0;
  json.column = lines.length === 1 ? json.column + last : last + 1;
  json.line += lines.length - 1;
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
  while (!scan.findsEnd(json.buffer, json.at)) {
    if (json.buffer.length - json.at > VALUE_LIMIT) throw brokenJson(json, "one value is larger than 64 MB");
    if (!(await readMore(json))) {
      if (scan.mayEndHere()) break;
      throw brokenJson(json, "the file ends in the middle of the value that begins here");
    }
  }
  const source = json.buffer.slice(json.at, json.at + scan.length());
  try {
    const parsed: unknown = JSON.parse(source);
    skip(json, source.length);
    return parsed;
  } catch (error) {
    throw brokenJson(
      json,
      error instanceof SyntaxError ? error.message.replace(/^JSON Parse error: /, "") : String(error),
    );
  }
}

/** Finds where a value ends. Keeps its state, so that it can go on when more text was read. */
function openValueScan() {
  let offset = 0;
  let depth = 0;
  let inString = false;
  let bare = false;
  return {
    length: () => offset,
    mayEndHere: () => bare && depth === 0 && offset > 0,
    findsEnd(buffer: string, at: number): boolean {
      for (; at + offset < buffer.length; offset += 1) {
        const code = buffer.charCodeAt(at + offset);
        if (inString) {
          // A backslash skips the next character, which may not have been read yet.
          if (code === 0x5c) offset += 1;
          else if (code === 0x22) inString = false;
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
