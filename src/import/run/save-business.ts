import { buildMentionFinder } from "../../../insights/engine/mentions.ts";
import type { Profile } from "../../model/business.ts";
import type { Mentions } from "../../model/review.ts";
import { OperatorError } from "../../operator-error.ts";
import { isStricter } from "../../privacy/stricter.ts";
import { MOST_LISTED } from "../../store/changes/change-log.ts";
import { withoutNotes } from "../../store/changes/change-triggers.ts";
import { readReplacedProfile, saveProfile } from "../../store/dataset/business.ts";
import {
  bumpDataset,
  commitTime,
  type Dataset,
  isSameDataset,
  lockDataset,
  readDataset,
} from "../../store/dataset/dataset.ts";
import { refuseOtherKind } from "../../store/dataset/kind.ts";
import { notePurge, purgeDeleted } from "../../store/erasure/purge.ts";
import { createStaging, deleteStaged } from "../../store/imports/staging.ts";
import { readWordsPages, saveMentions } from "../../store/reviews/reviews.ts";
import type { Store } from "../../store/store.ts";
import { findPrivacyChanges, hasChanges, type PrivacyChanges, savePrivacyChanges } from "./apply-privacy.ts";
import { refuseTaxonomy } from "./refuse-taxonomy.ts";
import type { ImportDeps } from "./run.ts";

export type ProfileReport = {
  changed: boolean;
  reviews: number;
  mentions_changed: number;
  /** Reviews of which less is shown than before, because the privacy of the profile is stricter. */
  privacy_changed: number;
  /** The privacy is looser: what was removed before is not stored, so only a new import brings it. */
  privacy_looser: boolean;
  /** Who and what was mentioned before, and is mentioned more or less often now. */
  mentions: MentionChange[];
  /** The stored reviews were dated in another time zone. */
  zone_changed: boolean;
  version: number | null;
};

export type MentionChange = { kind: keyof Mentions; id: string; name: string; before: number; after: number };

const ATTEMPTS = 5;
const KINDS = ["technicians", "services", "service_areas"] as const satisfies readonly (keyof Mentions)[];

/** How many reviews mention each. */
function createTally() {
  const counts = new Map<string, MentionChange>();
  const add = (json: string, when: "before" | "after") => {
    if (json.length <= NOTHING_MENTIONED) return;
    const found: Mentions = JSON.parse(json);
    for (const kind of KINDS)
      for (const { id, name } of found[kind]) {
        const count = counts.get(`${kind} ${id}`) ?? { kind, id, name, before: 0, after: 0 };
        count[when] += 1;
        counts.set(`${kind} ${id}`, count);
      }
  };
  return { add, changed: () => [...counts.values()].filter(({ before, after }) => before > 0 && before !== after) };
}
const NOTHING_MENTIONED = '{"technicians":[],"services":[],"service_areas":[]}'.length;

/** Finds mentions in all stored reviews with this profile, and returns those that changed. Without one, none change. */
export async function findMentionChanges(store: Store, profile: Profile | null) {
  const find = profile && buildMentionFinder(profile);
  const changes: { id: string; mentions: string; place: number }[] = [];
  let published = 0;
  const tally = createTally();
  let reviews = 0;
  for await (const page of readWordsPages(store)) {
    for (const { id, title, text, mentions, state, place } of page) {
      const found =
        find === null ? mentions : JSON.stringify(find([title, text].filter((part) => part !== null).join("\n")));
      if (found !== mentions) changes.push({ id, mentions: found, place });
      if (found !== mentions && state === "published") published += 1;
      tally.add(mentions, "before");
      tally.add(found, "after");
    }
    reviews += page.length;
  }
  changes.sort((a, b) => a.place - b.place);
  return { changes, published, reviews, counts: tally.changed() };
}

type Found = { mentions: { id: string; mentions: string }[]; privacy: PrivacyChanges; many: boolean };

/** The one short transaction. Null if the data changed since the comparison. */
async function commitProfile(deps: ImportDeps, profile: Profile, run: string, compared: Dataset, found: Found) {
  const { store, now } = deps;
  return store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    await refuseOtherKind(tx, deps.kind ?? "business");
    if (!isSameDataset(dataset, compared)) return null;
    const changed_at = commitTime(dataset, now());
    await saveProfile(tx, profile, changed_at);
    const change = async () => {
      if (hasChanges(found.privacy)) {
        await savePrivacyChanges(tx, found.privacy, run, changed_at);
        await notePurge(tx, changed_at);
      }
      await saveMentions(tx, found.mentions, changed_at);
    };
    await (found.many ? withoutNotes(tx, store.dialect, change) : change());
    return bumpDataset(tx, store.dialect, changed_at, found.many ? "anew" : null);
  });
}

/** Another profile is stored than the one that was edited. */
export class ProfileChanged extends Error {}

async function attemptSave(
  deps: ImportDeps,
  profile: Profile,
  { mayLose = async () => true, edited }: SaveOptions,
): Promise<ProfileReport | null> {
  const { store } = deps;
  const run = deps.newRun();
  try {
    const compared = await readDataset(store);
    const before = await readReplacedProfile(store);
    if (edited !== undefined && !Bun.deepEquals(before, edited)) throw new ProfileChanged();
    const { changes, published, reviews, counts: mentions_of } = await findMentionChanges(store, profile);
    const same = {
      reviews,
      mentions_changed: 0,
      mentions: [],
      privacy_changed: 0,
      privacy_looser: false,
      zone_changed: false,
    };
    if (changes.length === 0 && Bun.deepEquals(before, profile)) return { ...same, changed: false, version: null };
    const lost = mentions_of.filter(({ after }) => after === 0);
    if (lost.length > 0 && !(await mayLose(lost))) return { ...same, changed: false, mentions: lost, version: null };
    const privacy = await findPrivacyChanges(deps, run, { before: before?.privacy ?? null, profile });
    const mentions = changes.filter(({ id }) => !privacy.ids.has(id));
    const many = published > MOST_LISTED.without_import;
    const version = await commitProfile(deps, profile, run, compared, { mentions, privacy, many });
    if (version === null) return null;
    if (hasChanges(privacy)) await purgeDeleted(store);
    return {
      changed: true,
      reviews,
      mentions_changed: changes.length,
      mentions: mentions_of,
      privacy_changed: privacy.ids.size,
      privacy_looser: before !== null && isStricter(profile.privacy, before.privacy),
      zone_changed: (before?.time_zone ?? "UTC") !== profile.time_zone,
      version,
    };
  } finally {
    await deleteStaged(store, run);
  }
}

export type SaveOptions = {
  /** Asked before somebody or something loses all mentions. False: nothing is saved, and the report names what would be lost. */
  mayLose?: (lost: readonly MentionChange[]) => Promise<boolean>;
  /** The profile that was edited; null if there was none. If another one is stored by now, ProfileChanged is thrown. */
  edited?: Profile | null;
};

/**
 * Saves the profile, the mentions that it changes in stored reviews, and what a stricter privacy takes out of them, of
 * their earlier versions and of what is kept for undo: in one transaction, as one version.
 */
export async function saveBusiness(
  deps: ImportDeps,
  profile: Profile,
  options: SaveOptions = {},
): Promise<ProfileReport> {
  refuseTaxonomy(profile);
  await createStaging(deps.store);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const report = await attemptSave(deps, profile, options);
    if (report) return report;
  }
  throw new OperatorError("the data kept changing: run candor business again");
}
