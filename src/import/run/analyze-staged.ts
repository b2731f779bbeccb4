import { analyzeCached, type FreshAnalysis, MOST_ANALYZED } from "../../../insights/engine/kept-analyses.ts";
import { wordsToRead } from "../../../insights/engine/words-to-read.ts";
import type { Profile } from "../../model/business.ts";
import { readStagedTexts } from "../../store/imports/staging.ts";
import { readAnalyses } from "../../store/reviews/analyses.ts";
import type { ImportRun } from "./run.ts";

/**
 * Analyzes the texts that a run will publish, except those whose analysis is already stored. A run with more reviews than
 * the insights use leaves it to the server, which knows the newest ones.
 */
export async function analyzeStaged(run: ImportRun, profile: Profile | null): Promise<FreshAnalysis[]> {
  const { store, engineFor } = run.deps;
  const fresh: FreshAnalysis[] = [];
  if (!engineFor || run.staged > MOST_ANALYZED) return fresh;
  const engine = engineFor(profile);
  for await (const page of readStagedTexts(store, run.id)) {
    const kept = await readAnalyses(
      store,
      page.map(({ id }) => id),
    );
    for (const { id, text, language, translation_text, translation_language } of page) {
      const translation = translation_text === null ? null : { text: translation_text, language: translation_language };
      const words = wordsToRead({ text, language, translation });
      if (words) analyzeCached(engine, { id, ...words }, kept.get(id), fresh);
    }
  }
  return fresh;
}
