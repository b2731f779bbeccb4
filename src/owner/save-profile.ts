import { randomUUID } from "node:crypto";
import { type MentionChange, type ProfileReport, saveBusiness } from "../import/run/save-business.ts";
import type { Profile } from "../model/business.ts";
import { assignIds, type ProfileFile } from "../model/profile-file.ts";
import { readReplacedProfile } from "../store/dataset/business.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** Saved, or refused because these would lose all their mentions: nothing is changed then. */
export type SavedProfile = { report: ProfileReport } | { refused: "mentions_lost"; lost: MentionChange[] };

/** Saves the profile. `lose_mentions`: the owner has agreed that what is named no more loses its mentions. `edited`: see saveBusiness. */
export async function saveOwnProfile(
  { store, now }: OwnerDeps,
  file: ProfileFile,
  { lose_mentions, edited }: { lose_mentions: boolean; edited?: Profile },
): Promise<SavedProfile> {
  let lost: MentionChange[] = [];
  const profile = assignIds(file, edited ?? (await readReplacedProfile(store)));
  const mayLose = async (losing: readonly MentionChange[]) => {
    lost = lose_mentions ? [] : [...losing];
    return lose_mentions;
  };
  const options = edited === undefined ? { mayLose } : { mayLose, edited };
  const report = await saveBusiness({ store, now, newRun: randomUUID }, profile, options);
  return lost.length > 0 && report.version === null ? { refused: "mentions_lost", lost } : { report };
}
