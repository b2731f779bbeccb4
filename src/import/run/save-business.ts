import { buildMentionFinder } from "../../insights/engine/mentions.ts";
import type { Profile } from "../../model/business.ts";
import { OperatorError } from "../../operator-error.ts";
import { readProfile, saveProfile } from "../../store/business.ts";
import { bumpDataset, commitTime, isSameDataset, lockDataset, readDataset } from "../../store/dataset.ts";
import { refuseOtherKind } from "../../store/kind.ts";
import { readWordsPage, saveMentions } from "../../store/reviews.ts";
import type { ImportDeps } from "./run.ts";

export type ProfileReport = {
  changed: boolean;
  reviews: number;
  mentions_changed: number;
  /** The stored reviews were dated in another time zone. */
  zone_changed: boolean;
  version: number | null;
};

const PAGE = 2000;
const ATTEMPTS = 5;

/** Finds mentions in all stored reviews with the new profile, and returns those that changed. */
async function findMentionChanges({ store }: ImportDeps, profile: Profile) {
  const find = buildMentionFinder(profile);
  const changes: { id: string; mentions: string }[] = [];
  let reviews = 0;
  for (let after = ""; ; ) {
    const page = await readWordsPage(store, after, PAGE);
    for (const { id, title, text, mentions } of page) {
      const found = JSON.stringify(find([title, text].filter((part) => part !== null).join("\n")));
      if (found !== mentions) changes.push({ id, mentions: found });
    }
    reviews += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return { changes, reviews };
    after = last.id;
  }
}

/** Saves the profile and the mentions that it changes in stored reviews, in one transaction. */
export async function saveBusiness(deps: ImportDeps, profile: Profile): Promise<ProfileReport> {
  const { store, now } = deps;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const compared = await readDataset(store);
    const { changes, reviews } = await findMentionChanges(deps, profile);
    const before = await readProfile(store);
    if (changes.length === 0 && Bun.deepEquals(before, profile)) {
      return { changed: false, reviews, mentions_changed: 0, zone_changed: false, version: null };
    }
    const saved = await store.transaction(async (tx) => {
      const dataset = await lockDataset(tx, store.dialect);
      await refuseOtherKind(tx, deps.kind ?? "business");
      if (!isSameDataset(dataset, compared)) return null;
      const changed_at = commitTime(dataset, now());
      await saveProfile(tx, profile, changed_at);
      await saveMentions(tx, changes, changed_at);
      return bumpDataset(tx, store.dialect, changed_at);
    });
    const zone_changed = (before?.time_zone ?? "UTC") !== profile.time_zone;
    if (saved !== null)
      return { changed: true, reviews, mentions_changed: changes.length, zone_changed, version: saved };
  }
  throw new OperatorError("the data kept changing: run candor business again");
}
