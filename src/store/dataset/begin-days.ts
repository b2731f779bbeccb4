import { dateInZone, renderTime } from "../../model/basics/time.ts";
import { hasLeft } from "../../model/has-left.ts";
import type { Queryable, Store } from "../store.ts";
import { parseStoredProfile } from "./business.ts";
import { bumpDataset, commitTime, lockDataset } from "./dataset.ts";

/** Whether a day came, since the profile last changed, on which somebody leaves. */
async function isDayBegun(db: Queryable, now: Date): Promise<boolean> {
  const [row] = await db.query<{ profile: string; changed_at: string }>(
    "SELECT profile, changed_at FROM business WHERE id = 1",
  );
  if (!row) return false;
  const { time_zone, technicians, services } = parseStoredProfile(row.profile);
  const [shown, today] = [row.changed_at, renderTime(now.getTime())].map((time) => dateInZone(time_zone, time));
  return [...technicians, ...services].some((one) => hasLeft(one, today ?? "") && !hasLeft(one, shown ?? ""));
}

/**
 * Who leaves on a day is shown as former from that day on. Pages show the profile as of its last change, so that every
 * server has the same bytes: when the day comes, the profile counts as changed.
 */
export async function beginDays({ store, now }: { store: Store; now: () => Date }): Promise<void> {
  if (!(await isDayBegun(store, now()))) return;
  await store.transaction(async (tx) => {
    const locked = await lockDataset(tx, store.dialect);
    if (!(await isDayBegun(tx, now()))) return;
    const at = commitTime(locked, now());
    await tx.query("UPDATE business SET changed_at = $1 WHERE id = 1", [at]);
    await bumpDataset(tx, store.dialect, at);
  });
}
