import type { Log } from "../log.ts";
import { messageOf } from "../operator-error.ts";
import type { Settings } from "../settings.ts";
import { asOperatorError } from "../store/connection/database-fault.ts";
import { backUpNow, backupPlan, nextBackupAt } from "../upkeep/scheduled-backup.ts";

/** The longest time between two looks whether a backup is due, and the shortest time until one that failed is repeated. */
const LOOK_MS = 60_000;

/** Makes backups by themselves, in the server that holds the lock of the database. */
export function startBackups(settings: Settings, log: Log, now: () => Date): { stop(): Promise<void> } {
  const plan = backupPlan(settings);
  if (plan === null) return { stop: async () => {} };
  let making: Promise<void> | null = null;
  let not_before = 0;
  const make = async () => {
    try {
      const at = now();
      if (at.getTime() < not_before || at.getTime() < nextBackupAt(plan)) return;
      const { file, reviews, deleted } = await backUpNow(settings, plan, at);
      log.info("backup", { file, published: reviews.published, deleted: deleted.length });
    } catch (error) {
      not_before = now().getTime() + LOOK_MS;
      log.error("backup_failed", { folder: plan.folder, error: messageOf(asOperatorError(error)) });
    }
  };
  const look = () => {
    making ??= make().finally(() => {
      making = null;
    });
  };
  const timer = setInterval(look, Math.min(LOOK_MS, plan.every_seconds * 1000));
  look();
  return {
    async stop() {
      clearInterval(timer);
      await making;
    },
  };
}
