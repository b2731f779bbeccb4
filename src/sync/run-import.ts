import { randomUUID } from "node:crypto";
import { detectReviews } from "../import/formats/detect.ts";
import { askAll } from "../import/formats/find-questions.ts";
import type { Reviews } from "../import/formats/opened-reviews.ts";
import { leaveOutPhotos } from "../import/formats/takeout-parts.ts";
import type { Rejection } from "../import/record/candidate.ts";
import { OpenQuestions } from "../import/record/open-questions.ts";
import { importRows } from "../import/run/import-files.ts";
import type { AskedRow, Bringer } from "../import/run/may-change.ts";
import {
  DEFAULT_OPTIONS,
  type ImportDeps,
  type ImportHooks,
  type ImportReport,
  isRefused,
  type RowOutcome,
} from "../import/run/run.ts";
import type { OpenFiles } from "../import/run/stage-files.ts";
import { OperatorError } from "../operator-error.ts";
import { leaveToOthers } from "../store/imports/bringers.ts";
import type { Queryable, Store } from "../store/store.ts";
import { closeRequests, readKnownRequests, saveRequests, settleRequests } from "../store/sync/source-requests.ts";
import {
  deleteSyncMembers,
  findSharedMembers,
  markSyncMissing,
  readSyncMembers,
  type SyncMember,
  saveSyncMembers,
} from "../store/sync/sync-reviews.ts";
import type { SyncConfig } from "./config.ts";
import { SyncFault } from "./fault.ts";
import { type CompleteRead, planRemovals, type RemovalPlan } from "./plan-removals.ts";
import type { SyncDeps } from "./run-types.ts";

export type SyncImport = {
  source: string;
  /** The same for a URL or another Candor server. Null for a folder, which is the owner's. */
  bringer: Bringer;
  /** The name in the list of imports. */
  label: string;
  /** The files to read. None if the content is the same as before. */
  paths: readonly string[];
  /** The source has no reviews at all, so everything is missing. */
  nothing: boolean;
  config: Pick<SyncConfig["config"], "format" | "verified_by" | "location" | "source" | "reading">;
  dry_run: boolean;
  asked_at: string;
  /** Adds what the source knows and the file does not say. */
  adapt(reviews: Reviews): Reviews;
  /** Null if nothing is ever removed. `has` and `listings` come from the rows. */
  complete: Pick<CompleteRead, "started_at" | "gone_ms" | "yes" | "tombstones"> | null;
  /** The listing of a review, if the read is complete for each listing. Null: it is complete for the whole source. */
  listingOf: ((row: RowOutcome["row"]) => string) | null;
  /** When the content was exported, if that was earlier than now. */
  exportedAt(): string | null;
  /** Runs in the transaction. Must check that this process still has its claim, and save the state of the source. */
  committing(tx: Queryable, done: { plan: RemovalPlan | null; complete: boolean; changed: boolean }): Promise<void>;
};

export type SyncImported = {
  report: ImportReport;
  plan: RemovalPlan | null;
  rejections: Rejection[];
  /** The read contained every review of the source, and each could be identified. */
  complete: boolean;
};

type Seen = {
  /** The listing of each review that was read. */
  members: Map<string, string>;
  rejections: Rejection[];
  /** Rejected rows that cannot be assigned to a review. */
  unknown: number;
  /** What was stored about the source before. */
  before: Map<string, SyncMember>;
  /** Rows that wait for the owner. */
  asked: AskedRow[];
};

/** The report counts all rejections, but keeps only these: an untrusted 32 MiB can unpack to 100 million bad rows. */
const KEPT_REJECTIONS = 1000;
const MOST_ROWS = 2_000_000;

const createSeen = (): Seen => ({ members: new Map(), rejections: [], unknown: 0, before: new Map(), asked: [] });

/** Ends a read that has too many rows. */
export function limitRows(reviews: Reviews, most = MOST_ROWS): Reviews {
  async function* rows() {
    let count = 0;
    for await (const batch of reviews.rows) {
      count += batch.length;
      if (count > most) throw new SyncFault({ code: "too_large", text: `${reviews.file} has more than ${most} rows` });
      yield batch;
    }
  }
  return { ...reviews, rows: rows() };
}

const readingOf = ({ format, location, reading }: SyncImport["config"]) => ({
  ...DEFAULT_OPTIONS,
  ...reading,
  format,
  location: location ?? null,
});

/** Opens the files, or nothing if the content did not change. */
const filesAt = ({ paths, config, adapt }: SyncImport): OpenFiles =>
  async function* open(reading) {
    const { location = null } = config;
    const options = { ...readingOf(config), ...reading };
    for (const path of await leaveOutPhotos(paths, location))
      yield (await detectReviews(path, options)).map((reviews) => limitRows(adapt(reviews)));
  };

/** Keeps only those removals whose review no other complete source has. */
async function keepShared(store: Store, source: string, plan: RemovalPlan): Promise<RemovalPlan> {
  const { published, held } = plan.removed;
  const shared = await findSharedMembers(store, source, [...published.map(({ id }) => id), ...held]);
  const removed = {
    published: published.filter(({ id }) => !shared.has(id)),
    held: held.filter((id) => !shared.has(id)),
  };
  return { ...plan, removed };
}

async function saveMembers(tx: Queryable, call: SyncImport, seen: Seen, plan: RemovalPlan | null): Promise<void> {
  // Saves only what is new: writing a hundred thousand unchanged rows would hold the lock for seconds.
  const news = [...seen.members].filter(([id, listing]) => {
    const known = seen.before.get(id);
    return !known || known.missing_since !== null || known.legal !== 0 || known.listing !== listing;
  });
  await saveSyncMembers(tx, call.source, news);
  if (!plan || !call.complete) return;
  await deleteSyncMembers(tx, call.source, plan.forget);
  if (call.bringer !== null && plan.forget.length > 0) {
    await leaveToOthers(tx, call.bringer, plan.forget);
    await settleRequests(tx);
  }
  await markSyncMissing(tx, call.source, plan.missing, call.complete.started_at);
}

/** What the source asks for now. What it no longer asks for is gone. */
async function saveAsked(tx: Queryable, { source, asked_at }: SyncImport, { asked, members }: Seen): Promise<void> {
  const nameOf = ({ review_id, hash }: { review_id: string; hash: string }) => `${review_id} ${hash}`;
  const now = new Set(asked.map(nameOf));
  const known = await readKnownRequests(tx, source);
  const before = new Set(known.map(nameOf));
  await closeRequests(
    tx,
    known.filter(
      (one) =>
        one.refused_at === null && (one.kind === "source_change" ? !now.has(nameOf(one)) : members.has(one.review_id)),
    ),
  );
  const news = asked.filter((one) => !before.has(nameOf(one)));
  await saveRequests(
    tx,
    news.map(({ review_id, hash, wanted }) => ({
      source,
      review_id,
      hash,
      kind: "source_change",
      reason: "elsewhere",
      wanted: JSON.stringify(wanted),
      asked_at,
    })),
  );
}

/** An unusable file is a fault of the source. Any other error is thrown. */
async function importFiles(deps: ImportDeps, call: SyncImport, hooks: ImportHooks): Promise<ImportReport> {
  const { verified_by, location = null, source = null } = call.config;
  const options = { ...DEFAULT_OPTIONS, source, verified_by, location, dry_run: call.dry_run };
  try {
    return await importRows(deps, filesAt(call), options, hooks);
  } catch (first) {
    const asks = first instanceof OpenQuestions;
    const error = asks ? await askAll(call.paths, readingOf(call.config), first) : first;
    if (!(error instanceof OperatorError)) throw error;
    const demonstration = /comes from a demonstration/.test(error.message);
    const kept_changing = /kept changing/.test(error.message);
    const code = demonstration ? "demonstration" : kept_changing ? "database" : "not_recognized";
    const one = /contains several listings/.test(error.message) ? "Say which" : "Answer";
    const what = one === "Answer" ? "the options" : "--location";
    const again = `. ${one} in the source: candor sync remove ${call.source}, then candor sync add it again with ${what}`;
    throw new SyncFault({ code, text: `${error.lines.join("; ")}${asks ? again : ""}` });
  }
}

/** Imports the reviews of a source and removes those that a complete source no longer has, in one transaction. */
export async function importFromSource(deps: SyncDeps, call: SyncImport): Promise<SyncImported> {
  const { store, engineFor, fetching } = deps;
  let seen = createSeen();
  let plan: RemovalPlan | null = null;
  const unchanged = call.paths.length === 0 && !call.nothing;
  // A row that cannot be identified may be any review, so the read does not show which reviews are missing.
  const isComplete = () => call.complete !== null && seen.unknown === 0;
  const hooks: ImportHooks = {
    outcome: ({ kind, row }) => {
      if (kind !== "kept_out") seen.members.set(row.id, call.listingOf?.(row) ?? "");
    },
    rejected: (rejection) => {
      if (seen.rejections.length < KEPT_REJECTIONS) seen.rejections.push(rejection);
      if (!rejection.source_id) seen.unknown += 1;
    },
    restarted: () => {
      seen = createSeen();
      plan = null;
    },
    async findRemovals(run) {
      seen.asked = run.asked;
      if (!call.complete) return { published: [], held: [] };
      const members = await readSyncMembers(store, call.source);
      seen.before = new Map(members.map((member) => [member.review_id, member]));
      if (!isComplete()) return { published: [], held: [] };
      const has = unchanged ? null : (id: string) => seen.members.has(id) || run.seen.has(id);
      const listings = unchanged || !call.listingOf ? null : new Set(seen.members.values());
      const read = {
        ...call.complete,
        bringer: call.bringer,
        has,
        listings,
        exported_at: call.exportedAt(),
        deleted_at: run.now,
      };
      if (unchanged)
        run.report.files.push({ file: call.label, format: "sync", location: null, rows: 0, mapping: null });
      plan = await keepShared(store, call.source, planRemovals(members, read));
      return plan.removed;
    },
    async committing(tx, changed) {
      await call.committing(tx, { plan, complete: isComplete(), changed });
      if (call.complete) await saveMembers(tx, call, seen, plan);
      if (!unchanged && call.bringer !== null) await saveAsked(tx, call, seen);
    },
  };
  const importing: ImportDeps = {
    store,
    now: fetching.now,
    newRun: randomUUID,
    sync_source: call.source,
    ...(call.bringer === null ? {} : { bringer: call.bringer }),
    // It shares the machine with requests and nobody waits for it, so one thread is enough.
    thread_from_bytes: Number.POSITIVE_INFINITY,
    ...(engineFor ? { engineFor } : {}),
  };
  const report = await deps.exclusive(() => importFiles(importing, call, hooks));
  if (isRefused(report, { ...DEFAULT_OPTIONS })) {
    const [first] = seen.rejections;
    const text = `every row was rejected, the first because: ${first?.reason ?? ""}`;
    throw new SyncFault({ code: "rejected", text });
  }
  return { report, plan, rejections: seen.rejections, complete: isComplete() };
}
