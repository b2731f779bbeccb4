import {
  brokenJson,
  createJsonText,
  expectCharacter,
  type JsonText,
  type KeptSize,
  peek,
  readValue,
  skip,
} from "./json-text.ts";

/** Members of a document that contain its rows. They are read one row at a time, everything else at once. */
const ROW_MEMBERS = new Set([
  "reviews",
  "data",
  "items",
  "results",
  "reviews_data",
  "locationReviews",
  "location_reviews",
]);
/** The subset of ROW_MEMBERS that a review itself never has. */
const PAGE_MEMBERS = new Set(["reviews", "reviews_data", "locationReviews", "location_reviews"]);

export type JsonElement = {
  value: unknown;
  /** The member of the document that contained it. Null for an array, a line or the whole document. */
  member: string | null;
  /** Members of the document that were read so far, except those that contain rows. */
  root: Record<string, unknown>;
};

async function* readArray(json: JsonText): AsyncGenerator<unknown> {
  await expectCharacter(json, "[");
  if ((await peek(json)) === "]") return skip(json, 1);
  for (;;) {
    yield await readValue(json);
    if ((await peek(json)) === "]") return skip(json, 1);
    await expectCharacter(json, ",");
  }
}

async function* readObject(json: JsonText, root: Record<string, unknown>): AsyncGenerator<JsonElement> {
  await expectCharacter(json, "{");
  if ((await peek(json)) === "}") return skip(json, 1);
  const kept: KeptSize = { size: 0, values: 0 };
  for (;;) {
    if ((await peek(json)) !== '"') throw brokenJson(json, "expected a member name in quotes");
    const member = String(await readValue(json, kept));
    await expectCharacter(json, ":");
    if (ROW_MEMBERS.has(member) && (await peek(json)) === "[") {
      for await (const value of readArray(json)) yield { value, member, root };
    } else root[member] = await readValue(json, kept);
    if ((await peek(json)) === "}") return skip(json, 1);
    await expectCharacter(json, ",");
  }
}

/** A script that fetches page after page may write an array of documents. Their rows are the rows of the file. */
function* readPageRows(value: unknown): Generator<JsonElement> {
  const page = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const rows = page.find(([name, part]) => PAGE_MEMBERS.has(name) && Array.isArray(part));
  if (!rows) return yield { value, member: null, root: {} };
  const [member, values] = rows;
  const root = Object.fromEntries(page.filter(([name]) => name !== member));
  for (const row of values) yield { value: row, member, root };
}

/** The rows of a JSON document, an array, or one document per line (NDJSON). A document without rows is one row. */
export async function* readJsonElements(chunks: AsyncIterable<string>, file: string): AsyncGenerator<JsonElement> {
  const json = createJsonText(chunks, file);
  let lines = false;
  for (let first = await peek(json); first !== ""; first = await peek(json)) {
    if (first === "[" && !lines) {
      for await (const value of readArray(json)) yield* readPageRows(value);
    } else if (first === "{" && !lines) {
      const root: Record<string, unknown> = Object.create(null);
      let rows = false;
      for await (const element of readObject(json, root)) {
        rows = true;
        yield element;
      }
      // Later lines look like the first one, so each is read as a whole, which is faster.
      lines = !rows;
      if (!rows) yield { value: { ...root }, member: null, root: {} };
    } else yield { value: await readValue(json), member: null, root: {} };
  }
}
