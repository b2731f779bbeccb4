import { OperatorError } from "../../operator-error.ts";

/** A larger row is not a review. Either a quote was never closed, or the row has ten million columns. */
const RECORD_LIMIT = 1024 * 1024;
const [QUOTE, RETURN] = [0x22, 0x0d];
const NONE = Number.POSITIVE_INFINITY;

type LineEnd = "\n" | "\r";

/**
 * The end of the first line, outside quotes. \r
 *  and \r\r
 *  end with
 * . Old Macs wrote only \r.
 */
export function lineEndOf(head: string): LineEnd {
  const end = /\r*\n|\r/.exec(head.replace(/(^|[,;|\t\r\n])"(?:[^"]|"")*"/g, "$1"))?.[0] ?? "\n";
  return end.endsWith("\n") ? "\n" : "\r";
}

/** A table that is being read. */
type TableText = {
  readonly file: string;
  readonly delimiter: string;
  readonly line_end: LineEnd;
  /** The text that is not used yet: the current record and the rest of the chunk. */
  text: string;
  at: number;
  /**
   * The next delimiter and line end at or after `at`. Each is searched only once, even if many cells come before it.
   */
  next_delimiter: number;
  next_line: number;
  lines_before: number;
  /** True if no more chunks follow. */
  ended: boolean;
};

function countLines(text: string, line_end: LineEnd): number {
  let lines = 0;
  for (let at = text.indexOf(line_end); at !== -1; at = text.indexOf(line_end, at + 1)) lines += 1;
  return lines;
}

const lineAt = ({ text, line_end, lines_before }: TableText, place: number): number =>
  lines_before + 1 + countLines(text.slice(0, place), line_end);

const broken = (table: TableText, place: number, reason: string) =>
  new OperatorError(`${table.file} is a broken table at line ${lineAt(table, place)}: ${reason}`);

function find({ text, at }: TableText, sign: string): number {
  const found = text.indexOf(sign, at);
  return found === -1 ? NONE : found;
}

/** Reads a quoted cell and stops after its closing quote. Null if the rest is in the next chunk. */
function readQuoted(table: TableText): string | null {
  const { text, ended } = table;
  const opened = table.at;
  let cell = "";
  for (let from = opened + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1 && ended)
      throw broken(
        table,
        opened,
        "a cell begins with a quote that is never closed. Close it, or export the file again",
      );
    if (quote === -1 || (quote + 1 === text.length && !ended)) return null;
    cell += text.slice(from, quote);
    table.at = quote + 1;
    if (text.charCodeAt(table.at) !== QUOTE) return cell;
    cell += '"';
    from = quote + 2;
  }
}

/** After a quoted cell: true if the record continues. Null if that depends on the next chunk. */
function goesOn(table: TableText, opened: number): boolean | null {
  const { text, line_end } = table;
  if (text.startsWith(table.delimiter, table.at)) {
    table.at += 1;
    return true;
  }
  let end = table.at;
  while (line_end === "\n" && text.charCodeAt(end) === RETURN) end += 1;
  if (end === text.length && !table.ended) return null;
  if (end < text.length && text[end] !== line_end)
    throw broken(
      table,
      table.at,
      `a cell that begins with a quote at line ${lineAt(table, opened)} has a quote before its end. Write a quote inside a quoted cell twice ("")`,
    );
  table.at = end + 1;
  return false;
}

/** Reads one record and stops after it. Null if the rest is in the next chunk. */
function readRecord(table: TableText): string[] | null {
  const { text, delimiter, line_end } = table;
  const cells: string[] = [];
  for (;;) {
    const { at } = table;
    if (text.charCodeAt(at) === QUOTE) {
      const cell = readQuoted(table);
      const more = cell === null ? null : goesOn(table, at);
      if (cell === null || more === null) return null;
      cells.push(cell);
      if (!more) return cells;
      continue;
    }
    if (table.next_delimiter < at) table.next_delimiter = find(table, delimiter);
    if (table.next_line < at) table.next_line = find(table, line_end);
    if (table.next_delimiter < table.next_line) {
      cells.push(text.slice(at, table.next_delimiter));
      table.at = table.next_delimiter + 1;
      continue;
    }
    if (table.next_line === NONE && !table.ended) return null;
    let end = Math.min(table.next_line, text.length);
    table.at = end + 1;
    while (end > at && text.charCodeAt(end - 1) === RETURN) end -= 1;
    cells.push(text.slice(at, end));
    return cells;
  }
}

/** The records that are complete so far. An empty line is a record without cells. */
function readRecords(table: TableText): string[][] {
  const { text } = table;
  const records: string[][] = [];
  let start = 0;
  while (start < text.length) {
    table.at = start;
    const cells = readRecord(table);
    const end = cells === null ? text.length : table.at;
    if (end - start > RECORD_LIMIT) throw broken(table, start, "a row is larger than 1 MB (is a quote not closed?)");
    if (cells === null) break;
    // An empty quoted cell is a cell.
    records.push(cells.length === 1 && cells[0] === "" && text[start] !== '"' ? [] : cells);
    start = end;
  }
  table.lines_before += countLines(text.slice(0, start), table.line_end);
  table.text = text.slice(start);
  return records;
}

/**
 * Splits a table into records (RFC 4180 §2), one chunk at a time. A quote inside an unquoted cell is text. A quote
 * inside a quoted cell must be doubled. Otherwise the following rows would become part of a text, and the names in them
 * would be published.
 */
export function createSplitter(file: string, delimiter: string, line_end: LineEnd) {
  const table: TableText = {
    ...{ file, delimiter, line_end, text: "", at: 0 },
    ...{ next_delimiter: -1, next_line: -1, lines_before: 0, ended: false },
  };
  const read = (chunk: string): string[][] => {
    table.text += chunk;
    table.next_delimiter = -1;
    table.next_line = -1;
    return readRecords(table);
  };
  return {
    take: read,
    end(): string[][] {
      table.ended = true;
      return read("");
    },
  };
}
