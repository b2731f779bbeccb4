import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { saveBusiness } from "../../src/import/run/save-business.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import type { Profile } from "../../src/model/business.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { testProfile } from "../rows.ts";

const OPEN: Profile["privacy"] = { names: "full", avatars: true, redact: false };
const HEAD = "id,name,rating,date,title,review,reply";
const FIRST = "1,Maria Sanchez,5,2026-01-01,From Maria Sanchez,Call me at 541-555-0137.,";
const SECOND =
  '1,Maria Sanchez,5,2026-01-01,From Maria Sanchez,"Call 541-555-0188, says Maria Sanchez.","Thanks, Maria Sanchez!"';
const OTHER = "2,Cy Dee,4,2026-01-02,,My son Ethan Caldwell liked it.,";

describe.each(DATABASES)("a stricter privacy in $dialect", ({ newDatabase }) => {
  let store: Store;
  let url: string;
  let clock = 0;
  const deps = () => ({ store, now: () => new Date(clock), newRun: () => crypto.randomUUID() });
  const load = (...lines: string[]) => {
    clock += 60_000;
    const path = join(newFolder(), "own.csv");
    writeFileSync(path, `${[HEAD, ...lines].join("\n")}\n`);
    return importFiles(deps(), [path], { ...DEFAULT_OPTIONS, verified_by: "operator" });
  };
  const save = (privacy: Profile["privacy"]) => {
    clock += 60_000;
    return saveBusiness(deps(), testProfile({ privacy }));
  };
  const shown = async () => [
    ...(await store.query("SELECT author, title, text, reply_text, redactions FROM review ORDER BY source_id")),
  ];
  beforeEach(async () => {
    url = await newDatabase();
    store = await openStore(url);
    clock = Date.parse("2026-05-01T12:00:00Z");
  });
  afterEach(() => store.close());

  async function fill() {
    await save(OPEN);
    await load(FIRST, OTHER, "3,Ana,5,2026-01-03,,Kind people.,");
    await load(SECOND);
    await store.query("INSERT INTO analysis (review_id, key, body) SELECT id, 'key', text FROM review");
  }

  /** The files of the tables on PostgreSQL; all files of the folder on SQLite. */
  async function readBytes(): Promise<string> {
    if (store.dialect === "sqlite") {
      const place = dirname(url.slice("sqlite:".length));
      return readdirSync(place)
        .map((file) => readFileSync(join(place, file)).toString("latin1"))
        .join("");
    }
    await store.query("CHECKPOINT");
    const rows = await store.query<{ bytes: string }>(
      `SELECT encode(pg_read_binary_file(pg_relation_filepath(oid)), 'escape') AS bytes FROM pg_class
       WHERE relname IN ('review', 'review_revision', 'former_review', 'analysis', 'staging', 'pg_statistic')`,
    );
    return rows.map(({ bytes }) => bytes).join("");
  }

  test("applies to reviews, earlier versions and what undo keeps, as one version, and the old words leave the disk", async () => {
    await fill();
    if (store.dialect === "postgres") await store.query("ANALYZE");
    expect(await readBytes()).toContain("541-555-0137");
    const { version } = await readDataset(store);
    expect(await save({ names: "first_initial", avatars: false, redact: true })).toMatchObject({
      reviews: 3,
      privacy_changed: 2,
      privacy_looser: false,
      version: version + 1,
    });
    expect(await shown()).toEqual([
      {
        author: "Maria S.",
        title: "From Maria S.",
        text: "Call [phone], says Maria S..",
        reply_text: "Thanks, Maria S.!",
        redactions: JSON.stringify([
          { kind: "phone", count: 1 },
          { kind: "name", count: 3 },
        ]),
      },
      {
        author: "Cy D.",
        title: null,
        text: "My son Ethan C. liked it.",
        reply_text: null,
        redactions: JSON.stringify([{ kind: "name", count: 1 }]),
      },
      { author: "Ana", title: null, text: "Kind people.", reply_text: null, redactions: "[]" },
    ]);
    expect(await store.query("SELECT title, text FROM review_revision")).toEqual([
      { title: "From Maria S.", text: "Call me at [phone]." },
    ]);
    const bytes = await readBytes();
    for (const word of ["541-555-0137", "541-555-0188", "Sanchez", "Caldwell"]) expect(bytes).not.toContain(word);
    // The same files again change nothing, and undo brings back the words as they may be shown.
    expect(await load(SECOND, OTHER)).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    await undoImport(deps(), null, async () => true);
    expect((await shown())[0]).toMatchObject({ text: "Call me at [phone].", author: "Maria S." });
    expect(await save({ names: "first_initial", avatars: false, redact: true })).toMatchObject({ changed: false });
  });

  test("the words before the edits of a review that an import removed are redacted, too, and return like that", async () => {
    await fill();
    const path = join(newFolder(), "complete.csv");
    writeFileSync(path, `${HEAD}\n${OTHER}\n`);
    const complete = { complete: true, exported_at: "2026-12-01T00:00:00Z", yes: true };
    await importFiles(deps(), [path], { ...DEFAULT_OPTIONS, ...complete });
    await save({ names: "first_initial", avatars: false, redact: true });
    const bytes = await readBytes();
    for (const word of ["541-555-0137", "541-555-0188", "Sanchez"]) expect(bytes).not.toContain(word);
    await undoImport(deps(), null, async () => true);
    expect(await store.query("SELECT title, text FROM review_revision")).toEqual([
      { title: "From Maria S.", text: "Call me at [phone]." },
    ]);
  });

  test("names are shortened once more by initials, and gone with anonymous", async () => {
    await fill();
    await save({ names: "first_initial", avatars: false, redact: true });
    const counts = (await shown())[0]?.redactions ?? "";
    expect(await save({ names: "initials", avatars: false, redact: true })).toMatchObject({ privacy_changed: 3 });
    expect(await shown()).toMatchObject([
      { author: "M. S.", title: "From M. S.", reply_text: "Thanks, M. S.!", redactions: counts },
      { author: "C. D.", text: "My son E. C. liked it." },
      { author: "A." },
    ]);
    expect(await save({ names: "anonymous", avatars: false, redact: true })).toMatchObject({ privacy_changed: 3 });
    expect(await shown()).toMatchObject([
      { author: "Anonymous", title: "From [name]", reply_text: "Thanks, [name]!" },
      { author: "Anonymous" },
      { author: "Anonymous" },
    ]);
    expect(await load(SECOND)).toMatchObject({ added: 0 });
  });

  test("a looser one changes no review, and says that words come back only by an import", async () => {
    await save({ names: "first_initial", avatars: false, redact: true });
    await load(FIRST);
    expect(await save(OPEN)).toMatchObject({ privacy_changed: 0, privacy_looser: true });
    expect(await shown()).toMatchObject([{ author: "Maria S.", text: "Call me at [phone]." }]);
    await load(FIRST);
    expect(await shown()).toMatchObject([{ author: "Maria Sanchez", text: "Call me at 541-555-0137." }]);
  });

  test("an erased review stays away with its words as they were before", async () => {
    await fill();
    await save({ names: "anonymous", avatars: false, redact: true });
    const { eraseReviews } = await import("../../src/import/run/erase-reviews.ts");
    const rows = await store.query<{ id: string }>("SELECT id FROM review");
    await eraseReviews(
      deps(),
      rows.map(({ id }) => id),
      "erased_on_request",
    );
    await save(OPEN);
    expect(await load(SECOND.replace(/^1/, ""), OTHER.replace(/^2/, ""))).toMatchObject({ added: 0, kept_out: 2 });
  });
});
