import { stringify } from "yaml";
import { ProfileChanged } from "../import/run/save-business.ts";
import { contentHash } from "../model/basics/content-hash.ts";
import type { Profile } from "../model/business.ts";
import { parsePicture } from "../model/picture.ts";
import { profileFile } from "../model/profile-file.ts";
import { readProfile } from "../store/dataset/business.ts";
import type { OwnerDeps } from "./owner-deps.ts";
import { type SavedProfile, saveOwnProfile } from "./save-profile.ts";

type Person = Pick<
  Profile["technicians"][number],
  "name" | "title" | "aliases" | "called_before" | "left" | "insights"
>;
type Service = Pick<Profile["services"][number], "name" | "description" | "aliases" | "called_before" | "left">;

/** What the page of the profile edits. Everything else of the profile stays as it is. */
export type ProfileEdit = Pick<
  Profile,
  | "name"
  | "type"
  | "description"
  | "url"
  | "telephone"
  | "email"
  | "address"
  | "time_zone"
  | "language"
  | "opening_hours"
  | "price_range"
  | "same_as"
  | "accent_color"
  | "summary"
  | "geo"
  | "license"
  | "structured_data"
  | "faq"
> & {
  /** With the id of somebody who is known already: filters and links go on under it. */
  technicians: (Person & { id?: string })[];
  services: (Service & { id?: string })[];
  service_areas: { id?: string; name: string }[];
  privacy: Profile["privacy"]["names"];
};

export type EditableProfile = { profile: Profile; mark: string };

const markOf = (profile: Profile): string => contentHash(JSON.stringify(profile));

/** The profile, and what tells it from an edited one. Null before there is one. */
export async function readEditable({ store }: OwnerDeps): Promise<EditableProfile | null> {
  const profile = await readProfile(store);
  return profile ? { profile, mark: markOf(profile) } : null;
}

/** Who is known keeps what the page does not show. */
function keepMembers<T extends { id: string }, E extends { id?: string }>(stored: readonly T[], edited: readonly E[]) {
  return edited.map((item) => {
    const known = stored.find(({ id }) => id === item.id);
    const { called_before, left, ...rest } = { called_before: undefined, left: undefined, ...known };
    return { ...rest, ...item };
  });
}

export type Edited = SavedProfile | { faults: string[] } | { changed_meanwhile: true };

/** Two people may save at the same moment: the second one's edit is not saved. */
async function unlessChanged(saving: Promise<SavedProfile>): Promise<SavedProfile | { changed_meanwhile: true }> {
  try {
    return await saving;
  } catch (error) {
    if (error instanceof ProfileChanged) return { changed_meanwhile: true };
    throw error;
  }
}

/** Saves an edit of the profile that `mark` tells. Faults are the members that cannot be used. */
export async function saveEdit(
  deps: OwnerDeps,
  edit: ProfileEdit,
  { mark, lose_mentions }: { mark: string; lose_mentions: boolean },
): Promise<Edited> {
  const before = await readEditable(deps);
  if (!before || before.mark !== mark) return { changed_meanwhile: true };
  const { profile } = before;
  const { privacy, ...members } = edit;
  const parsed = profileFile.safeParse({
    ...profile,
    ...members,
    logo: null,
    technicians: keepMembers(profile.technicians, edit.technicians),
    services: keepMembers(profile.services, edit.services),
    service_areas: keepMembers(profile.service_areas, edit.service_areas),
    privacy: { ...profile.privacy, names: privacy },
  });
  if (!parsed.success) return { faults: [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? "")))] };
  const file = { ...parsed.data, picture: profile.logo };
  return unlessChanged(saveOwnProfile(deps, file, { lose_mentions, edited: profile }));
}

/** Saves a picture as the logo, or takes the logo away. The fault continues a sentence that begins with the picture. */
export async function saveLogo(
  deps: OwnerDeps,
  file: Uint8Array | null,
): Promise<SavedProfile | { fault: string } | { changed_meanwhile: true } | null> {
  const profile = await readProfile(deps.store);
  if (!profile) return null;
  const picture = file === null ? null : parsePicture(file);
  if (picture && "fault" in picture) return picture;
  const parsed = profileFile.parse({ ...profile, logo: null });
  return unlessChanged(saveOwnProfile(deps, { ...parsed, picture }, { lose_mentions: false, edited: profile }));
}

/** The profile as a file for `candor business`. The logo is a picture of its own, so the file does not name it. */
export function renderProfileFile({ logo: _, ...profile }: Profile): string {
  return stringify(profile);
}
