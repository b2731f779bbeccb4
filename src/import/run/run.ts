import type { Engine } from "../../../insights/engine/engine.ts";
import { renderTime } from "../../model/basics/time.ts";
import type { Profile } from "../../model/business.ts";
import type { Kind } from "../../model/demonstration.ts";
import type { Tombstone } from "../../model/review.ts";
import type { HeldReason, Source, VerificationMethod } from "../../model/review-kinds.ts";
import type { Sighting } from "../../store/imports/sightings.ts";
import type { ToldApart } from "../../store/reviews/likeness.ts";
import type { ReviewKey } from "../../store/reviews/review-keys.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import type { ErasedSketch } from "../../store/reviews/sketches.ts";
import type { Queryable, Store } from "../../store/store.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import type { CopyIndex } from "../recognize/sketch-index.ts";
import type { Erased } from "../recognize/stored-sketches.ts";
import type { Rejection } from "../record/candidate.ts";
import type { Mapping } from "../record/choose-columns.ts";
import type { ConsentColumn } from "../record/consent/consent-survey.ts";
import type { DateOrder } from "../record/dates/when.ts";
import type { Columns } from "../record/find-columns.ts";
import type { ConsentAnswer, HiddenChoice } from "../record/open-questions.ts";
import type { Scale } from "../record/values.ts";
import type { ApplyEdits } from "./apply-edits.ts";
import { type Claims, createClaims } from "./claimed-ids.ts";
import type { Deferred } from "./corrections.ts";
import type { AskedRow, Bringer } from "./may-change.ts";
import type { FieldChange } from "./merge-review.ts";
import { buildMaybeSeen, buildSeenIds, type SeenIds } from "./seen-ids.ts";
import type { Withdrawing } from "./withdraw-consent.ts";

export type ImportDeps = {
  store: Store;
  now: () => Date;
  newRun: () => string;
  /** What the store has to be: only the demonstration itself brings made-up reviews into one. */
  kind?: Kind;
  /** The name of the source that is read; none for an import by hand. */
  sync_source?: string;
  /** The name of the URL or other Candor that is read; none: the owner imports, by hand or from a folder. */
  bringer?: string;
  /** Analyzes the texts during the import, so that a running server need not. Without it the server does. */
  engineFor?: (profile: Profile | null) => Engine;
  /** Files of so many bytes are prepared in a thread, too. The default is 2 MB, or none on a machine with one core. */
  thread_from_bytes?: number;
};

export type ImportOptions = {
  format: string | null;
  source: Source | null;
  location: string | null;
  verified_by: VerificationMethod | null;
  map: Columns;
  scale: Scale | null;
  dates: DateOrder | null;
  sheet?: string | null;
  hidden?: HiddenChoice | null;
  encoding?: string | null;
  consent?: readonly ConsentAnswer[];
  ignore?: readonly string[];
  /** Where standard input was saved, for the path "-". */
  standard_input?: string | null;
  shown_name?: string | null;
  complete: boolean;
  /** When a complete file was exported; an archive says so itself. */
  exported_at: string | null;
  dry_run: boolean;
  /** More than a tenth of a listing may be deleted. */
  yes: boolean;
  /** Nothing is imported if any row is rejected. */
  strict: boolean;
};

export const DEFAULT_OPTIONS: ImportOptions = {
  format: null,
  source: null,
  location: null,
  verified_by: null,
  map: {},
  scale: null,
  dates: null,
  complete: false,
  exported_at: null,
  dry_run: false,
  yes: false,
  strict: false,
};

/** Callbacks that report on a run while it works. */
export type ImportHooks = {
  rejected?(rejection: Rejection): void;
  outcome?(outcome: RowOutcome): void;
  removed?(tombstone: Tombstone): void;
  /** `size` is the unpacked size of the files opened so far. */
  progress?(done: { rows: number; bytes: number; size: number }): void;
  /** Asked once before anything is stored, if a file had no known format. False: nothing is stored. */
  confirm?(report: ImportReport): Promise<boolean>;
  /** The data changed meanwhile and the run starts again: everything reported so far is void. */
  restarted?(): void;
  /** Decides what is removed, instead of the complete exports of the run. */
  findRemovals?(run: ImportRun): Promise<Removals>;
  /** Called in the transaction of the run, also if it changes nothing: saves what has to be true together with the rows. */
  committing?(tx: Queryable, changed: boolean): Promise<void>;
};

/** A held review was never public, so it needs no tombstone. */
export type Removals = { published: Tombstone[]; held: string[] };

export type ImportReport = {
  read: number;
  /** The number of the import, as `candor undo` takes it; null if nothing was changed. */
  run: number | null;
  added: number;
  /** How many of those added are held. */
  added_held: number;
  updated: number;
  unchanged: number;
  removed: number;
  rejected: number;
  /** How many of the rows read are held, by reason. */
  held: Record<HeldReason, number>;
  replies_held: number;
  /** Rows taken for repeats of other rows of the same file; they also count as unchanged. */
  repeated: number;
  /** Rows of erased reviews, which no import restores. */
  kept_out: number;
  /** Rows that would change a review that something else brought: they wait for the owner. Also counted as unchanged. */
  asked: number;
  /** Rows of a complete export that is older than the last one of its listing. Also counted as unchanged. */
  left_alone: number;
  files: {
    file: string;
    format: string;
    location: string | null;
    rows: number;
    /** In a file of no known format: which columns were chosen, and what was not certain about it. */
    mapping: Mapping | null;
    /** The columns that were read for consent. */
    consents?: readonly ConsentColumn[];
  }[];
  /** The first rows, as they will be published. */
  preview: StoredReview[];
  warnings: string[];
  dry_run: boolean;
  /** The version of the dataset afterwards; null if nothing was changed. */
  version: number | null;
};

/** What happened to a row. kept_out: its review was erased. */
export type RowOutcome = {
  kind: "added" | "updated" | "unchanged" | "kept_out";
  place: Prepared["place"];
  row: StoredReview;
  changes: FieldChange[];
  /** Another row of the same file is the same review. */
  repeat: boolean;
};

export type ListingOrigin = { format: string; location: string | null };

/** Complete listings, by format and location. A missing review is deleted if it is older than the export. */
export type Origins = Map<string, ListingOrigin & { newest_ms: number; exported_ms: number | null }>;

/** One attempt at an import. */
export type ImportRun = Withdrawing & {
  deps: ImportDeps;
  options: ImportOptions;
  hooks: ImportHooks;
  id: string;
  now: string;
  /** The key of the store, for hashes of names and of what reviews are known under. */
  identity_key: string;
  /** What the rows since the last batch add to what stored reviews are known under. */
  aliases: ReviewKey[];
  /** Stored reviews that the rows have, and that are not staged yet. */
  sightings: Sighting[];
  /** Ids of the reviews in the run so far. */
  seen: SeenIds;
  /** What the rows of the current file have used so far. */
  claims: Claims;
  /** Rows of the current file that may correct a stored review: decided when all its rows are known. */
  deferred: Deferred[];
  /** Match keys of the rows staged so far; may say yes for others. */
  matched: SeenIds;
  /** Nothing was stored or erased before the run. */
  empty: boolean;
  /** By what copies of stored and staged reviews are found; made for the first row that is not stored. */
  index: CopyIndex | null;
  /** Rows that are stored under another id than their own. */
  renamed: Map<string, string>;
  /** What the owner decided about look-alikes. */
  isApart: ToldApart;
  applyEdits: ApplyEdits;
  /** What was erased; null if nothing was. */
  erased: Erased | null;
  /** New words of erased reviews. */
  kept_out: ErasedSketch[];
  /** Who imports; null: the owner. */
  bringer: Bringer;
  /** Reviews that only a source brought so far, and that this import of the owner has, too. */
  shared: Set<string>;
  asked: AskedRow[];
  /** Listings of which the run has all reviews. */
  origins: Origins;
  staged: number;
  /** Rows with the words of the demonstration's reviews. */
  invented: number;
  bytes: number;
  size: number;
  report: ImportReport;
};

export function startImportRun(deps: ImportDeps, options: ImportOptions, hooks: ImportHooks): ImportRun {
  const report: ImportReport = {
    read: 0,
    run: null,
    added: 0,
    added_held: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    rejected: 0,
    held: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
    replies_held: 0,
    repeated: 0,
    kept_out: 0,
    asked: 0,
    left_alone: 0,
    files: [],
    preview: [],
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
    identity_key: "",
    aliases: [],
    sightings: [],
    seen: buildSeenIds(),
    claims: createClaims(),
    deferred: [],
    matched: buildMaybeSeen(),
    empty: false,
    index: null,
    renamed: new Map(),
    isApart: () => false,
    applyEdits: (review) => review,
    erased: null,
    kept_out: [],
    bringer: deps.bringer ?? null,
    shared: new Set(),
    asked: [],
    withdrawn: [],
    refused: new Map(),
    origins: new Map(),
    staged: 0,
    invented: 0,
    bytes: 0,
    size: 0,
    report,
  };
}

/** Nothing is imported if every row was rejected, or any row with --strict. */
export const isRefused = ({ rejected, read }: ImportReport, { strict }: ImportOptions): boolean =>
  rejected > 0 && (strict || rejected === read);
