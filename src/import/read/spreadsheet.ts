import { OperatorError } from "../../operator-error.ts";
import { choose, OpenQuestions } from "../record/open-questions.ts";
import { readTable } from "./header-row.ts";
import { detectKind, type Input } from "./input.ts";
import { isOdsPart, readOds } from "./ods.ts";
import type { Sheet, Workbook } from "./workbook.ts";
import { isWorkbookPart, readXlsx } from "./xlsx.ts";
import { type Archive, readArchive } from "./zip.ts";

/** A workbook inside a zip is unpacked into memory, up to this size. */
const INNER_LIMIT = 128 * 1024 * 1024;

/** The workbook in an archive with these entries. Null if the archive is no workbook. */
export async function readSpreadsheet(archive: Archive, names: readonly string[]): Promise<Workbook | null> {
  if (names.some((name) => name.toLowerCase() === "xl/workbook.xml"))
    return readXlsx(archive.name, (await readArchive(archive, isWorkbookPart)).inputs);
  if (names.some((name) => name.toLowerCase() === "xl/workbook.bin"))
    throw new OperatorError(`${archive.name} is a binary Excel workbook (.xlsb): open it and save it as .xlsx`);
  if (names.includes("content.xml") && names.includes("mimetype"))
    return readOds(archive.name, (await readArchive(archive, isOdsPart)).inputs);
  return null;
}

/**
 * The sheet in --sheet (a name or number), otherwise the only one that looks like reviews, otherwise the only one with
 * columns, otherwise the first. Several of a kind are a question.
 */
export async function chooseSheet(
  { name, sheets }: Workbook,
  asked: string | null,
  isHeader: (cells: string[]) => boolean,
): Promise<Sheet | undefined> {
  if (asked !== null) {
    const found = sheets.find((sheet) => sheet.name === asked) ?? sheets[Number(asked) - 1];
    if (found) return found;
    const list = sheets.map((sheet, index) => `${index + 1} ${sheet.name}`).join(", ");
    throw new OperatorError(`${name} has no sheet ${asked}; it has ${list}`);
  }
  if (sheets.length === 1) return sheets[0];
  const known: Sheet[] = [];
  const tables: Sheet[] = [];
  for (const sheet of sheets) {
    const records = sheet.read();
    const { headers } = await readTable(records, isHeader);
    await records.return(undefined);
    if (isHeader(headers)) known.push(sheet);
    if (headers.filter((header) => header !== "").length > 1) tables.push(sheet);
  }
  const likely = known.length > 0 ? known : tables;
  if (likely.length > 1) {
    const choices = likely.map((sheet) => `--sheet ${JSON.stringify(sheet.name)}`).join(" or ");
    throw new OpenQuestions([
      {
        id: "sheet",
        kind: "sheet",
        file: name,
        column: null,
        values: [],
        text: `${name} has several sheets that ${known.length > 0 ? "look like" : "may have"} reviews: choose with ${choices}`,
        choices: likely.map((sheet) => choose(sheet.name, { sheet: sheet.name })),
      },
    ]);
  }
  return likely[0] ?? sheets[0];
}

const TABLE = /\.(?:csv|tsv|tab|json|ndjson|jsonl|xlsx|xlsm|ods|html?|zip)$/i;
const isVisible = (name: string): boolean => !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);
const isTable = (name: string): boolean => TABLE.test(name) && isVisible(name);

async function readBytes(archive: Archive, input: Input): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input.chunks()) {
    size += chunk.length;
    if (size > INNER_LIMIT)
      throw new OperatorError(`${archive.name}: ${input.name} is larger than 128 MB: unpack it first`);
    parts.push(chunk);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** The only table in an archive: an input, or another archive if it is a workbook. */
export async function findTableIn(archive: Archive, names: readonly string[]): Promise<Input | Archive> {
  const named = names.filter(isTable);
  const tables = named.length > 0 ? named : names.filter((name) => /\.txt$/i.test(name) && isVisible(name));
  const [name] = tables;
  if (name === undefined)
    throw new OperatorError(
      `${archive.name} has no Google Business Profile reviews and no table (CSV, JSON or a spreadsheet) in it`,
    );
  if (tables.length > 1) {
    const shown = tables.slice(0, 10).join(", ");
    throw new OperatorError(
      `${archive.name} has ${tables.length} tables: ${shown}${tables.length > 10 ? ", …" : ""}. Unpack it and give the one with the reviews`,
    );
  }
  const [input] = (await readArchive(archive, (entry) => entry === name)).inputs;
  if (!input) throw new OperatorError(`${archive.name} cannot be unpacked: download it again`);
  const inner = { ...input, name: `${archive.name}: ${name}` };
  if (input.size === 0) throw new OperatorError(`${inner.name} is empty: export it again`);
  if (detectKind(inner) !== "zip") return inner;
  // A zip in a zip must not contain a third one, because zip bombs are nested.
  if (typeof archive.content !== "string") throw new OperatorError(`${inner.name} is a zip in a zip: unpack it first`);
  return { name: inner.name, content: await readBytes(archive, inner) };
}
