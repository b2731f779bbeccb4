import { createEngines } from "../src/publish/engines.ts";
import { createInsights, type Insights } from "../src/publish/insights.ts";
import type { SnapshotData } from "../src/publish/snapshot-data.ts";

/** Opened on first use, once per process. */
export const engineFor = createEngines();

/** Reads the texts as a server does that has kept no analysis. */
export const readTexts = (dataset: SnapshotData): Promise<Insights> =>
  createInsights(engineFor)(dataset, async () => new Map());
