import type { Profile } from "../model/business.ts";
import { readProfile } from "../store/dataset/business.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** The stored profile. Null before the first one is saved. */
export const readOwnProfile = ({ store }: OwnerDeps): Promise<Profile | null> => readProfile(store);
