import { OperatorError } from "../errors.ts";
import { buildMentionFinder } from "../insights/mentions.ts";
import type { Profile } from "../model/business.ts";
import type { ImportDeps } from "./import.ts";

export type ProfileReport = {
  changed: boolean;
  reviews: number;
  mentions_changed: number;
  /** Days of reviews that are stored were counted elsewhere. */
  zone_changed: boolean;
  version: number | null;
};

const PAGE = 2000;
const ATTEMPTS = 5;

/** Mentions of all stored reviews by the new profile: the ones that differ from what is stored. */
async function findChanges({ store, tables }: ImportDeps, profile: Profile) {
  const find = buildMentionFinder(profile);
  const changes: { id: string; mentions: string }[] = [];
  let reviews = 0;
  for (let after = ""; ; ) {
    const page = await tables.reviews.readWordsPage(store, after, PAGE);
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

/** Saves the profile and what it makes of the stored reviews' mentions, in one transaction. */
export async function saveBusiness(deps: ImportDeps, profile: Profile): Promise<ProfileReport> {
  const { store, tables, now } = deps;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const { version } = await tables.dataset.readDataset(store);
    const { changes, reviews } = await findChanges(deps, profile);
    const before = await tables.business.readProfile(store);
    if (changes.length === 0 && Bun.deepEquals(before, profile)) {
      return { changed: false, reviews, mentions_changed: 0, zone_changed: false, version: null };
    }
    const saved = await store.transaction(async (tx) => {
      const dataset = await tables.dataset.lockDataset(tx);
      if (dataset.version !== version) return null;
      const changed_at = tables.dataset.commitTime(dataset, now());
      await tables.business.saveProfile(tx, profile, changed_at);
      await tables.reviews.saveMentions(tx, changes, changed_at);
      return tables.dataset.bumpDataset(tx, store.dialect, changed_at);
    });
    const zone_changed = (before?.time_zone ?? "UTC") !== profile.time_zone;
    if (saved !== null)
      return { changed: true, reviews, mentions_changed: changes.length, zone_changed, version: saved };
  }
  throw new OperatorError("other changes to the data kept coming in between: run it again");
}
