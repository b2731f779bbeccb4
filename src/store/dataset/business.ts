import { type Profile, profile } from "../../model/business.ts";
import { OperatorError } from "../../operator-error.ts";
import type { Queryable } from "../store.ts";

/** The profile, or why a stored text is none. */
function readParts(text: string): { profile: Profile } | { fault: string } {
  try {
    const { success, data, error } = profile.safeParse(JSON.parse(text));
    if (success) return { profile: data };
    return { fault: error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ") };
  } catch {
    return { fault: "it is no JSON" };
  }
}

export function parseStoredProfile(text: string): Profile {
  const parsed = readParts(text);
  if ("profile" in parsed) return parsed.profile;
  throw new OperatorError(
    `the stored profile cannot be read (${parsed.fault.slice(0, 200)}): store it again with candor business FILE`,
  );
}

const readText = async (db: Queryable): Promise<string | null> =>
  (await db.query<{ profile: string }>("SELECT profile FROM business WHERE id = 1"))[0]?.profile ?? null;

export async function readProfile(db: Queryable): Promise<Profile | null> {
  const text = await readText(db);
  return text === null ? null : parseStoredProfile(text);
}

/** The profile that another one replaces. Null also if it cannot be read: otherwise nothing could replace it. */
export async function readReplacedProfile(db: Queryable): Promise<Profile | null> {
  const text = await readText(db);
  const parsed = text === null ? null : readParts(text);
  return parsed !== null && "profile" in parsed ? parsed.profile : null;
}

export async function saveProfile(tx: Queryable, saved: Profile, changed_at: string): Promise<void> {
  await tx.query(
    `INSERT INTO business (id, profile, changed_at) VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, changed_at = excluded.changed_at`,
    [JSON.stringify(saved), changed_at],
  );
}
