import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, type YAMLError } from "yaml";

type Place = { line: number; column: number };
export type ProfileFault = Place & { words: string };

/** A parsed YAML or JSON file, with the place of everything in it. */
export type ProfileText = {
  value: unknown;
  /** The place of the value at a path, or of the nearest thing around it. */
  placeOf(path: readonly PropertyKey[]): Place;
  /** The place of a member's name. */
  placeOfKey(path: readonly PropertyKey[], key: string): Place;
};

/** The parser's codes in words for somebody who does not know YAML. */
const SYNTAX: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "this member is given twice: keep one of them",
  TAB_AS_INDENT: "this line begins with a tab: indent with spaces",
  BAD_INDENT: "this line is indented differently from the lines it belongs to",
  MISSING_CHAR: "something is not closed here: a quote, a bracket or a brace",
  BAD_DQ_ESCAPE: "a backslash in double quotes needs another one: write \\\\, or use single quotes",
  BAD_SCALAR_START: "a value that begins with this character must be in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a value that contains a colon and a space must be in quotes",
  MULTILINE_IMPLICIT_KEY: "a colon is missing after the name, or a quote is not closed",
  UNEXPECTED_TOKEN: "something is too much here: check quotes, brackets and indentation",
  BAD_ALIAS: "a value that begins with * or & must be in quotes",
};

const isFirst = (error: YAMLError, index: number, all: readonly YAMLError[]): boolean =>
  all.findIndex(({ pos }) => pos[0] === error.pos[0]) === index;

function syntaxFaults(document: Document.Parsed, lines: LineCounter): ProfileFault[] {
  return document.errors.filter(isFirst).map(({ code, pos }) => {
    const { line, col } = lines.linePos(pos[0]);
    return { line, column: col, words: SYNTAX[code] ?? "this line cannot be read: check quotes and indentation" };
  });
}

/** A member without a value counts as missing. */
function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, dropNulls(member)]),
  );
}

/** A file that is nested or repeated without end stops the parser with an error of the runtime. */
export function parseProfileText(text: string): ProfileText | { faults: ProfileFault[] } {
  try {
    return parseText(text);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    return { faults: [{ line: 1, column: 1, words: "this file is nested too deeply, or repeats itself too often" }] };
  }
}

/** In YAML, # after a space starts a comment, so a color without quotes would be lost silently. */
function lostColor(document: Document.Parsed, place: (offset: number | undefined) => Place): ProfileFault[] {
  if (!isMap(document.contents)) return [];
  return document.contents.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || key.value !== "accent_color" || !isScalar(value) || value.value !== null) return [];
    const [lost] = /^[0-9a-f]+/i.exec(value.comment ?? "") ?? [];
    if (lost === undefined) return [];
    const words = `accent_color is empty, because # begins a comment: put the color in quotes, as in "#${lost}"`;
    return [{ ...place(key.range?.[0]), words }];
  });
}

function parseText(text: string): ProfileText | { faults: ProfileFault[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) return { faults: syntaxFaults(document, lines) };
  const place = (offset: number | undefined): Place => {
    const { line, col } = lines.linePos(offset ?? 0);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const lost = lostColor(document, place);
  if (lost.length > 0) return { faults: lost };
  const nodeAt = (path: readonly PropertyKey[]): unknown =>
    path.length === 0 ? document.contents : document.getIn(path, true);
  const placeOf = (path: readonly PropertyKey[]): Place => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = nodeAt(path.slice(0, length));
      if (isNode(node)) return place(node.range?.[0]);
    }
    return place(0);
  };
  return {
    value: dropNulls(document.toJS({ maxAliasCount: 100 })),
    placeOf,
    placeOfKey(path, key) {
      const map = nodeAt(path);
      const pair = isMap(map) ? map.items.find(({ key: name }) => isScalar(name) && name.value === key) : undefined;
      return pair && isNode(pair.key) ? place(pair.key.range?.[0]) : placeOf(path);
    },
  };
}
