import { renderCounts } from "../import/run/render-import.ts";
import { type AppliedRules, readRules } from "../owner/rules.ts";
import { countWaiting, describeWaiting, type WaitingKind } from "../owner/waiting.ts";
import { parseSettings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { damaged, findDamage } from "../store/connection/check-database.ts";
import { createClock } from "../store/connection/clock.ts";
import { readProfile } from "../store/dataset/business.ts";
import { readDataset } from "../store/dataset/dataset.ts";
import { readKind } from "../store/dataset/kind.ts";
import { type HubHealth, readHubHealth } from "../store/hub/hub-health.ts";
import { readRuns, type StoredRun } from "../store/imports/import-runs.ts";
import { countReviews, type HeldReview, readHeld } from "../store/reviews/reviews.ts";
import { countTombstones } from "../store/reviews/tombstones.ts";
import type { Store } from "../store/store.ts";
import { readSyncSources } from "../store/sync/sync-sources.ts";
import { describeSource, renderSyncLines } from "../sync/source-status.ts";
import { type Command, oneLine, type Terminal, writeJson } from "../terminal/command.ts";
import { alignRows, listReviews } from "../terminal/review-lines.ts";
import { describeJudged, lookAtStore } from "../terminal/with-store.ts";
import { listBackups } from "../upkeep/kept-backups.ts";
import { backupPlan } from "../upkeep/scheduled-backup.ts";

const LISTED = 20;
const IMPORTS_LISTED = 5;
/** A larger database is checked only by candor doctor: it takes seconds. */
const MOST_CHECKED_BYTES = 256e6;

/** The backups that the server makes. Null if it makes none. */
function readBackups(env: Terminal["env"]) {
  const plan = backupPlan(parseSettings(env));
  if (plan === null) return null;
  const kept = listBackups(plan.folder);
  return { folder: plan.folder, every_seconds: plan.every_seconds, kept: kept.length, last: kept[0] ?? null };
}

function renderBackups(backups: ReturnType<typeof readBackups>): string[] {
  if (backups === null) return [];
  const { folder, kept, last } = backups;
  return [`backups     ${last ? `${kept} kept, the last from ${last.at}` : "none yet"}, in ${folder}`];
}

async function readStatus(store: Store, { now, env }: Pick<Terminal, "now" | "env">) {
  const [damage] = await findDamage(store, MOST_CHECKED_BYTES);
  if (damage !== undefined) throw damaged(damage);
  const profile = await readProfile(store);
  const dataset = await readDataset(store);
  const kind = await readKind(store);
  // A demonstration does not change, and the file that it was imported from was a temporary copy.
  const imports = kind === "demonstration" ? [] : await readRuns(store, IMPORTS_LISTED);
  return {
    business: profile?.name ?? null,
    dataset,
    reviews: await countReviews(store),
    taken_back: await countTombstones(store),
    waiting: await readHeld(store, LISTED),
    waiting_counts: await countWaiting(store, now()),
    imports: imports.map(({ exports: _, ...run }) => run),
    rules: await readRules(store),
    backups: readBackups(env),
    sync: (await readSyncSources(store)).map(describeSource),
    hub: await readHubHealth(store, new Date(await createClock(store.dialect, now)(store)).toISOString()),
  };
}

const list = (entries: [string, number][]) => entries.map(([reason, count]) => `${count} ${reason}`).join(", ");

function renderHub({ active, pending, failing, ended_this_week, paused, behind, last_failure }: HubHealth): string[] {
  const ended = Object.entries(ended_this_week);
  const ends = ended.length > 0 ? `; ended this week: ${list(ended)}` : "";
  const lines = [`hub         ${active} active, ${pending} pending, ${failing} failing${ends}`];
  if (behind.subscriptions > 0) {
    const since = behind.since === null ? "" : `, the first since ${behind.since}`;
    lines.push(`behind      ${counted(behind.subscriptions, "subscription")}${since}`);
  }
  if (paused.key > 0)
    lines.push(`paused      ${counted(paused.key, "subscription")}: SECRET_KEY cannot open the secret`);
  if (paused.network > 0)
    lines.push(`paused      ${counted(paused.network, "subscription")}: the hub's network is down`);
  if (last_failure) lines.push(`last error  ${last_failure.at}, ${last_failure.of}: ${last_failure.reason}`);
  return lines;
}

/** Everything that waits, by kind; no line if nothing does. */
function renderWaitingCounts(counts: Record<WaitingKind, number>): string[] {
  const waits = Object.values(counts).some((count) => count > 0);
  return waits ? [`waiting     ${describeWaiting(counts)}`] : [];
}

/** Nothing if everything was imported under the rules of this version. */
function renderRules({ applied, judged_at, dataset_version, hidden, replies_held }: AppliedRules): string[] {
  if (!applied)
    return ["rules       not yet applied to what is stored: the server does it by itself, and so does an import"];
  if (judged_at === null || hidden + replies_held === 0) return [];
  const version = dataset_version === null ? "" : ` (version ${dataset_version})`;
  return [`rules       applied at ${judged_at}${version}: ${describeJudged({ hidden, replies_held })}`];
}

function renderImports(imports: readonly Omit<StoredRun, "exports">[]): string {
  if (imports.length === 0) return "";
  const rows = imports.map(({ number, committed_at, files, counts, undone_at }) => [
    String(number),
    committed_at,
    renderCounts(counts) + (undone_at === null ? "" : `; taken back ${undone_at}`),
    oneLine(files.map(({ file }) => file).join(", ")),
  ]);
  const undo = imports.some(({ undone_at }) => undone_at === null) ? "  take one back: candor undo NUMBER\n" : "";
  return `last imports\n${alignRows(rows)}${undo}`;
}

/** Held reviews, then held replies. A review can be in both lists. */
function renderWaiting(waiting: readonly HeldReview[]): string {
  const held = waiting.filter(({ held_reason }) => held_reason !== null);
  const replies = waiting.filter(({ reply_held_reason }) => reply_held_reason !== null);
  const parts: string[] = [];
  if (held.length > 0) {
    parts.push(
      "held reviews\n",
      listReviews(held, ({ held_reason }) => held_reason ?? ""),
    );
    parts.push("  why, and what to do: candor show ID\n");
    if (held.some(({ held_reason }) => held_reason !== "legal"))
      parts.push("  publish: candor verify ID… --verified-by METHOD\n");
  }
  if (replies.length > 0) {
    parts.push(
      "owner replies that wait\n",
      listReviews(replies, ({ reply_held_reason }) => reply_held_reason ?? ""),
    );
    parts.push("  read a reply: candor reply ID; then candor reply ID publish, or drop\n");
  }
  if (waiting.length === LISTED) parts.push("  … only the newest are shown\n");
  return parts.join("");
}

export const statusCommand: Command = {
  usage: `Usage: candor status [--json]

Shows what is stored, what is published, what is held and why, which owner replies
wait for a decision, what sources ask for, the last imports with their numbers, the
sources of candor sync,
and the hub status:
subscriptions that are active, pending and failing, how many do not have the newest
version and since when, how many are paused by a fault of this hub, and the last failure.
Callbacks are not shown: anyone who knows a callback can use it.

Examples:
  candor status
  candor status --json
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const status = await lookAtStore(terminal, (store) => readStatus(store, terminal));
    if (args.flag("json")) {
      writeJson(terminal, status);
      return 0;
    }
    const { reviews, dataset, taken_back, waiting } = status;
    const held = Object.entries(reviews.held).filter(([, count]) => count > 0);
    const removed = Object.entries(taken_back);
    terminal.out(
      [
        `business    ${status.business ?? "none yet: candor business FILE"}`,
        `published   ${counted(reviews.published, "review")}${reviews.newest_date ? `, the newest from ${reviews.newest_date}` : ""}`,
        `held        ${list(held) || "none"}`,
        `removed     ${list(removed) || "none"}`,
        `replies     ${reviews.replies_held} held`,
        ...renderWaitingCounts(status.waiting_counts),
        ...renderRules(status.rules),
        `dataset     version ${dataset.version}, changed ${dataset.changed_at}`,
        ...renderBackups(status.backups),
        ...renderHub(status.hub),
        ...renderSyncLines(status.sync).map(oneLine),
        "",
      ].join("\n"),
    );
    terminal.out(renderImports(status.imports) + renderWaiting(waiting));
    return 0;
  },
};
