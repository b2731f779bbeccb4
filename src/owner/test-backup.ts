import { rmSync } from "node:fs";
import { join } from "node:path";
import { readDataset } from "../store/dataset/dataset.ts";
import { countReviews, type ReviewCounts } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";
import { newTemporaryFolder, removeLeftFolders } from "../upkeep/temporary-folder.ts";
import { prepareCopy, type Restoring, refuseNoBackup } from "./restore-backup.ts";

/** The copy of a backup that is tested is in such a folder. */
const TESTED_IN = "candor-restore-test";

type Contents = { version: number; changed_at: string; reviews: ReviewCounts };

/** What restoring a backup would give, and what the database holds now. */
export type BackupTest = {
  file: string;
  backup: Contents;
  erased: number;
  restored: ReviewCounts;
  now: Contents | null;
};

/** Deletes what tests left that were killed. */
export const removeLeftTests = (): void => removeLeftFolders(TESTED_IN);

/** Restores a backup into a temporary place, checks it, and compares. `live` is the database of now, if there is one. */
export async function testBackup(testing: Omit<Restoring, "path">, live: Store | null): Promise<BackupTest> {
  refuseNoBackup(testing.file);
  const folder = newTemporaryFolder(TESTED_IN);
  try {
    const { stored, before, erased, after } = await prepareCopy(join(folder, "candor.db"), null, {
      ...testing,
      trial: true,
    });
    const now = live && { ...pick(await readDataset(live)), reviews: await countReviews(live) };
    return { file: testing.file, backup: { ...pick(before), reviews: stored }, erased, restored: after, now };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const pick = ({ version, changed_at }: { version: number; changed_at: string }) => ({ version, changed_at });
