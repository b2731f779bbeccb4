import type { Engine } from "../../insights/engine/engine.ts";
import type { Profile } from "../../model/business.ts";
import type { Source, Tombstone, VerificationMethod } from "../../model/review.ts";
import { renderTime } from "../../model/time.ts";
import type { StoredReview } from "../../store/reviews.ts";
import type { Store } from "../../store/store.ts";
import type { Prepared } from "../prepare/prepare.ts";
import type { Rejection } from "../record/candidate.ts";
import type { Columns } from "../record/columns.ts";
import type { FieldChange } from "./merge.ts";
import { buildPerhapsSeen, buildSeenIds, type SeenIds } from "./seen-ids.ts";

export type ImportDeps = {
  store: Store;
  now: () => Date;
  newRun: () => string;
  /** Reads the texts ahead, so that a running server need not: without it they are read when they are shown. */
  engineFor?: (profile: Profile | null) => Engine;
};

export type ImportOptions = {
  format: string | null;
  source: Source | null;
  location: string | null;
  verified_by: VerificationMethod | null;
  map: Columns;
  complete: boolean;
  dry_run: boolean;
  /** More than a tenth of a listing may be deleted. */
  yes: boolean;
  /** Nothing goes in if any row is rejected. */
  strict: boolean;
};

export const DEFAULT_OPTIONS: ImportOptions = {
  format: null,
  source: null,
  location: null,
  verified_by: null,
  map: {},
  complete: false,
  dry_run: false,
  yes: false,
  strict: false,
};

/** What the caller may want to see on the way. */
export type ImportHooks = {
  rejected?(rejection: Rejection): void;
  outcome?(outcome: RowOutcome): void;
  removed?(tombstone: Tombstone): void;
  /** `size` is that of the files opened so far, unpacked. */
  progress?(done: { rows: number; bytes: number; size: number }): void;
  /** The data changed in between: everything told so far is void and comes again. */
  restarted?(): void;
};

export type ImportReport = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  rejected: number;
  /** Of the rows read: held, and why. */
  held: { unverified: number; duplicate: number; legal: number };
  replies_held: number;
  /** Rows of erased reviews, which no import brings back. */
  kept_out: number;
  files: { file: string; format: string; location: string | null; rows: number }[];
  warnings: string[];
  dry_run: boolean;
  /** The dataset's version afterwards; null when nothing was changed. */
  version: number | null;
};

/** What became of a row: kept_out is one of an erased review. */
export type RowOutcome = {
  kind: "added" | "updated" | "unchanged" | "kept_out";
  place: Prepared["place"];
  row: StoredReview;
  changes: FieldChange[];
};

/** By format and location: the newest time in the export, before which what is missing was deleted. */
export type Origins = Map<string, { format: string; location: string | null; newest_ms: number }>;

/** One attempt at an import. */
export type Run = {
  deps: ImportDeps;
  options: ImportOptions;
  hooks: ImportHooks;
  id: string;
  now: string;
  seen: SeenIds;
  matched: SeenIds;
  empty: boolean;
  /** Listings that the run holds completely. */
  origins: Origins;
  staged: number;
  bytes: number;
  size: number;
  report: ImportReport;
};

export function openRun(deps: ImportDeps, options: ImportOptions, hooks: ImportHooks): Run {
  const report: ImportReport = {
    read: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    rejected: 0,
    held: { unverified: 0, duplicate: 0, legal: 0 },
    replies_held: 0,
    kept_out: 0,
    files: [],
    warnings: [],
    dry_run: options.dry_run,
    version: null,
  };
  const now = renderTime(deps.now().getTime());
  return {
    deps,
    options,
    hooks,
    id: deps.newRun(),
    now,
    seen: buildSeenIds(),
    matched: buildPerhapsSeen(),
    empty: false,
    origins: new Map(),
    staged: 0,
    bytes: 0,
    size: 0,
    report,
  };
}

/** Everything was rejected, or something was and the operator is strict: nothing goes in. */
export const isRefused = ({ rejected, read }: ImportReport, { strict }: ImportOptions): boolean =>
  rejected > 0 && (strict || rejected === read);
