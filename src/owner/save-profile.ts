import { randomUUID } from "node:crypto";
import { type MentionChange, type ProfileReport, saveBusiness } from "../import/run/save-business.ts";
import { assignIds, type ProfileFile } from "../model/profile-file.ts";
import { readProfile } from "../store/dataset/business.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** Saved, or refused because these would lose all their mentions: nothing is changed then. */
export type SavedProfile = { report: ProfileReport } | { refused: "mentions_lost"; lost: MentionChange[] };

/** Saves the profile. `lose_mentions`: the owner has agreed that what is named no more loses its mentions. */
export async function saveOwnProfile(
  { store, now }: OwnerDeps,
  file: ProfileFile,
  { lose_mentions }: { lose_mentions: boolean },
): Promise<SavedProfile> {
  let lost: MentionChange[] = [];
  const profile = assignIds(file, await readProfile(store));
  const report = await saveBusiness({ store, now, newRun: randomUUID }, profile, async (losing) => {
    lost = lose_mentions ? [] : [...losing];
    return lose_mentions;
  });
  return lost.length > 0 && report.version === null ? { refused: "mentions_lost", lost } : { report };
}
