import { type Finding, ok } from "../model/finding.ts";
import type { Queryable } from "../store/store.ts";
import { countWaiting, describeWaiting } from "./waiting.ts";

/** What waits for the owner is no fault, but the owner should know. */
export const checkWaiting = async (db: Queryable, now: Date): Promise<Finding> =>
  ok("waiting", describeWaiting(await countWaiting(db, now)));
