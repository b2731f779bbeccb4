import { analyzeCached, type FreshAnalysis } from "../insights/cache.ts";
import type { Run } from "./import.ts";

/** A run of more leaves the reading to the server: the insights read the newest reviews only, and memory stays bounded. */
const MOST = 20_000;
const PAGE = 1000;

/** Analyses of the texts that a run will publish, those left out that are kept already. */
export async function analyzeStaged({ deps, id: run, staged }: Run): Promise<FreshAnalysis[]> {
  const { store, tables, engineFor } = deps;
  const fresh: FreshAnalysis[] = [];
  if (!engineFor || staged > MOST) return fresh;
  const engine = engineFor(await tables.business.readProfile(store));
  for (let after = ""; ; ) {
    const page = await tables.staging.readStagedTexts(store, run, after, PAGE);
    const kept = await tables.analyses.readAnalyses(
      store,
      page.map(({ id }) => id),
    );
    for (const review of page) analyzeCached(engine, review, kept.get(review.id), fresh);
    if (page.length < PAGE) return fresh;
    after = page.at(-1)?.id ?? "";
  }
}
