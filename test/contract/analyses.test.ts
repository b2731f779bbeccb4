import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../../insights/engine/analyze.ts";
import { analysisKey, analyzeCached, type FreshAnalysis } from "../../insights/engine/kept-analyses.ts";
import { engine } from "../../insights/test/loaded-engine.ts";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { buildSnapshot } from "../../src/publish/build.ts";
import { documentsBeside } from "../../src/publish/documents/documents-beside.ts";
import { createEngines } from "../../src/publish/engines.ts";
import { createInsights } from "../../src/publish/insights.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { readAnalyses, saveAnalyses } from "../../src/store/reviews/analyses.ts";
import type { Store } from "../../src/store/store.ts";
import { clinicReviews } from "../clinic-store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";

const REVIEWS = join(newFolder(), "reviews.ndjson");
// Google translated the six French texts.
const TRANSLATED = '"text":"(Translated by Google) The receptionist was rude.\\n\\n(Original)\\n$1","language":"fr"';
writeFileSync(REVIEWS, clinicReviews().replaceAll(/"text":"((?:[^"\\]|\\.)*)","language":"fr"/g, TRANSLATED));

describe.each(DATABASES)("analyses kept in $dialect", ({ newDatabase }) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await newDatabase());
    await insertRows(store, [
      reviewRow(1, { text: "The pain is gone." }),
      reviewRow(2, { text: "Rude receptionist." }),
    ]);
  });
  afterAll(() => store.close());
  const ID_1 = reviewRow(1).id;
  const ID_2 = reviewRow(2).id;

  test("a saved analysis is read back and not computed again", async () => {
    const fresh: FreshAnalysis[] = [];
    const made = analyzeCached(engine, { id: ID_1, text: "The pain is gone.", language: "en" }, undefined, fresh);
    analyzeCached(engine, { id: ID_2, text: "Rude receptionist.", language: "en" }, undefined, fresh);
    await store.transaction((tx) => saveAnalyses(tx, fresh));
    const kept = await readAnalyses(store, [ID_1, ID_2]);
    expect([...kept.keys()].sort()).toEqual([ID_1, ID_2]);
    const first = kept.get(ID_1);
    const again: FreshAnalysis[] = [];
    expect(analyzeCached(engine, { id: ID_1, text: "The pain is gone.", language: "en" }, first, again)).toEqual(made);
    expect(again).toEqual([]);
  });

  test("a new text has a new key, and its analysis replaces the old one", async () => {
    const cached = (await readAnalyses(store, [ID_1])).get(ID_1);
    const fresh: FreshAnalysis[] = [];
    const review = { id: ID_1, text: "It hurts.", language: "en" };
    expect(analyzeCached(engine, review, cached, fresh)).toEqual(analyze(engine, "It hurts."));
    await store.transaction((tx) => saveAnalyses(tx, fresh));
    expect((await readAnalyses(store, [ID_1])).get(ID_1)?.key).toBe(analysisKey(engine, "It hurts.", "en"));
  });

  test("an analysis is deleted with its review, and none is saved for a deleted review", async () => {
    const [gone, kept] = [reviewRow(3), reviewRow(4)];
    const save = () =>
      store.transaction((tx) =>
        saveAnalyses(
          tx,
          [gone, kept].map(({ id }) => ({ review_id: id, key: "k", body: "{}" })),
        ),
      );
    const saved = async () => [...(await readAnalyses(store, [gone.id, kept.id])).keys()].sort();
    await insertRows(store, [gone, kept]);
    await save();
    expect(await saved()).toEqual([gone.id, kept.id]);
    await store.query("DELETE FROM review WHERE id = $1", [gone.id]);
    expect(await saved()).toEqual([kept.id]);
    await save();
    expect(await saved()).toEqual([kept.id]);
  });

  test("any number of analyses is saved, in statements of bounded size", async () => {
    const rows = Array.from({ length: 650 }, (_, index) => reviewRow(1000 + index));
    await insertRows(store, rows);
    const made = rows.map(({ id }) => ({ review_id: id, key: `key of ${id}`, body: "{}" }));
    const sizes: number[] = [];
    await store.transaction((tx) =>
      saveAnalyses(
        {
          query: (text, values = []) => {
            sizes.push(values.length);
            return tx.query(text, values);
          },
        },
        made,
      ),
    );
    expect(sizes).toEqual([1500, 450]);
    const kept = await readAnalyses(
      store,
      rows.map(({ id }) => id),
    );
    expect(kept.size).toBe(650);
    for (const { review_id, key, body } of made) expect(kept.get(review_id)).toEqual({ key, body });
  });

  test("an import saves the analyses of what it publishes: a snapshot computes none and shows the same", async () => {
    const deps = { now: () => new Date("2026-11-01T12:00:00Z"), newRun: () => "run" };
    const engineFor = createEngines();
    const build = async (ahead: boolean) => {
      await using stack = new AsyncDisposableStack();
      const other = await openStore(await newDatabase());
      stack.defer(() => other.close());
      await importFiles({ ...deps, store: other, ...(ahead ? { engineFor } : {}) }, [REVIEWS], DEFAULT_OPTIONS);
      const { snapshot, fresh } = await readSnapshotSource(other, (source, analysesOf) =>
        buildSnapshot(source, {
          base_url: "https://reviews.example",
          readInsights: (dataset) => createInsights(engineFor)(dataset, analysesOf),
          renderDocuments: documentsBeside(null),
        }),
      );
      const document = snapshot.documents.get("/insights.json");
      const { limits } = JSON.parse(Buffer.from(wholeBody(document?.bodies.identity ?? [])).toString());
      return { made: fresh.length, hash: document?.hash, limits };
    };
    const [ahead, later] = [await build(true), await build(false)];
    expect(later.made).toBeGreaterThan(150);
    expect(ahead).toEqual({ ...later, made: 0 });
    expect(ahead.limits).toContain(
      "6 reviews in another language were read in translation. They are counted, and never quoted.",
    );
  });
});
