import { type Profile, profile } from "../../model/business.ts";
import type { Queryable } from "../store.ts";

export async function readProfile(db: Queryable): Promise<Profile | null> {
  const [row] = await db.query<{ profile: string }>("SELECT profile FROM business WHERE id = 1");
  return row ? profile.parse(JSON.parse(row.profile)) : null;
}

export async function saveProfile(tx: Queryable, saved: Profile, changed_at: string): Promise<void> {
  await tx.query(
    `INSERT INTO business (id, profile, changed_at) VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, changed_at = excluded.changed_at`,
    [JSON.stringify(saved), changed_at],
  );
}
