import type { Tables } from "../import/import.ts";
import { parseSettings } from "../settings.ts";
import * as analyses from "../store/analyses.ts";
import * as business from "../store/business.ts";
import * as dataset from "../store/dataset.ts";
import { asOperatorError } from "../store/fault.ts";
import { openStore } from "../store/open.ts";
import * as reviews from "../store/reviews.ts";
import * as staging from "../store/staging.ts";
import type { Store } from "../store/store.ts";
import * as tombstones from "../store/tombstones.ts";
import type { Terminal } from "./command.ts";

/** The statements, for the parts that are handed them. */
export const tables: Tables = { analyses, business, dataset, reviews, staging, tombstones };

/** Opens the store that the settings name, for as long as the work takes. */
export async function withStore<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(parseSettings(terminal.env).DATABASE_URL, { now: terminal.now });
  try {
    return await work(store);
  } catch (error) {
    throw asOperatorError(error);
  } finally {
    await store.close();
  }
}
