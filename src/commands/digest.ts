import { isCalendarDate, parseTime, renderTime } from "../model/basics/time.ts";
import { usageError } from "../operator-error.ts";
import { countWaiting, describeWaiting } from "../owner/waiting.ts";
import { counted } from "../spelling.ts";
import { createClock } from "../store/connection/clock.ts";
import { readProfile } from "../store/dataset/business.ts";
import { type HubHealth, readHubHealth } from "../store/hub/hub-health.ts";
import { type NewsReview, readAddedSince, readEditedSince } from "../store/reviews/news.ts";
import { countReviews, readHeldReplies, readHeldReviews } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";
import { readSyncSources } from "../store/sync/sync-sources.ts";
import { describeSource, findTroubled, renderSyncNews } from "../sync/source-status.ts";
import { type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { lookAtStore, tryStore } from "../terminal/with-store.ts";
import { isStoreMissing } from "../upkeep/database-label.ts";

const LISTED = 20;
/** Reviews that an owner wants to answer soon are listed first. */
const LOW = 2;

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };

/** Converts "7d", "24h", "2w", a date or a time to a time. */
export function parseSince(given: string, now: Date): string {
  const found = /^(\d{1,4})([hdw])$/.exec(given);
  if (found) return renderTime(now.getTime() - Number(found[1]) * (UNITS[found[2] ?? ""] ?? 0));
  const time = isCalendarDate(given) ? `${given}T00:00:00Z` : parseTime(given);
  if (time === null) throw usageError(`--since ${given} is not a time: use 7d, 24h, 2w or a date such as 2026-05-01`);
  return time;
}

async function readDigest(store: Store, since: string, now: Terminal["now"]) {
  const added = await readAddedSince(store, since);
  const edited = await readEditedSince(store, since);
  const counts = await countReviews(store);
  return {
    business: (await readProfile(store))?.name ?? null,
    since,
    low: [...added, ...edited].filter(({ rating }) => rating <= LOW),
    new: added,
    edited,
    held_count: counts.held.unverified + counts.held.consent + counts.held.duplicate,
    held: await readHeldReviews(store, LISTED),
    replies_count: counts.replies_held,
    replies: await readHeldReplies(store, LISTED),
    waiting_counts: await countWaiting(store, now()),
    hub: await readHubHealth(store, new Date(await createClock(store.dialect, now)(store)).toISOString()),
    sync: findTroubled((await readSyncSources(store)).map(describeSource)),
  };
}

type Digest = Awaited<ReturnType<typeof readDigest>>;

const troubles = ({ failing, paused }: HubHealth): number => failing + paused.key + paused.network;

const isQuiet = ({ new: added, edited, waiting_counts, hub, sync }: Digest): boolean =>
  added.length + edited.length + troubles(hub) + sync.length === 0 &&
  Object.values(waiting_counts).every((count) => count === 0);

/** What waits and has no list of its own in the digest. */
function renderOthers({ unverified: _, duplicate: __, reply: ___, ...others }: Digest["waiting_counts"]): string {
  const waits = Object.values(others).some((count) => count > 0);
  return waits ? `\nAlso waiting for you\n  ${describeWaiting(others)}\n` : "";
}

function section(title: string, total: number, lines: string, next: string): string {
  if (total === 0) return "";
  const more = total > LISTED ? `  … and ${total - LISTED} more\n` : "";
  return `\n${title}\n${lines}${more}${next === "" ? "" : `  ${next}\n`}`;
}

const news = (title: string, reviews: readonly NewsReview[]): string => {
  const remark = ({ state }: NewsReview) => (state === "held" ? "held" : "published");
  return section(title, reviews.length, listReviews(reviews.slice(0, LISTED), remark), "");
};

function renderHub({ failing, paused, last_failure }: HubHealth): string {
  const lines: string[] = [];
  if (failing > 0) lines.push(`  ${counted(failing, "subscriber")} failing\n`);
  if (paused.key > 0) lines.push(`  ${paused.key} paused: SECRET_KEY cannot open the secret\n`);
  if (paused.network > 0) lines.push(`  ${paused.network} paused: the hub's network is down\n`);
  if (lines.length > 0 && last_failure) lines.push(`  last error ${last_failure.at}: ${last_failure.reason}\n`);
  return lines.length === 0 ? "" : `\nSubscribers\n${lines.join("")}  candor subscriptions shows more\n`;
}

function renderDigest(digest: Digest): string {
  const { business, since, held_count, held, replies_count, replies, hub } = digest;
  return [
    `${business ?? "Candor"}: since ${since}\n`,
    isQuiet(digest) ? "nothing new, and nothing waits for you\n" : "",
    news(`Low ratings (${digest.low.length}): 1 or 2 stars, new or edited`, digest.low),
    news(`New reviews (${digest.new.length})`, digest.new),
    news(`Edited reviews (${digest.edited.length})`, digest.edited),
    section(
      `Held (${held_count}): not published`,
      held_count,
      listReviews(held, ({ held_reason }) => held_reason ?? ""),
      "candor show ID says why; candor verify ID --verified-by METHOD publishes",
    ),
    section(
      `Owner replies that wait (${replies_count})`,
      replies_count,
      listReviews(replies, ({ reply_held_reason }) => reply_held_reason ?? ""),
      "candor reply ID shows one; then candor reply ID publish, or drop",
    ),
    renderOthers(digest.waiting_counts),
    renderHub(hub),
    renderSyncNews(digest.sync),
  ].join("");
}

export const digestCommand: Command = {
  usage: `Usage: candor digest [--since 7d] [--always] [--json]

Prints in plain text, for a mail by cron, what is new since a time: new and edited reviews,
those with 1 or 2 stars first, reviews that are held, owner replies and everything else
that wait for a decision, subscribers whose deliveries fail, and sources that cannot be read. Prints nothing if there is nothing to
say, so that cron sends no mail; --always prints anyway. The exit code is 0.

  --since TIME   7d (the default), 24h, 2w, or a date such as 2026-05-01
  --always       print even if there is nothing to say
  --json         print the same as JSON, always

Examples:
  candor digest
  candor digest --since 24h --always
`,
  options: { since: { type: "string" }, always: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    if (args.positionals.length > 0) throw usageError("digest takes no arguments: candor digest --since 7d");
    const since = parseSince(args.text("since") ?? "7d", terminal.now());
    if (isStoreMissing(terminal) && !args.flag("json")) {
      // Cron may run before the first import. That is not a fault to send mail about.
      if (args.flag("always")) terminal.out("there is no database yet: nothing new, and nothing waits for you\n");
      return 0;
    }
    const look = isStoreMissing(terminal) ? tryStore : lookAtStore;
    const digest = await look(terminal, (store) => readDigest(store, since, terminal.now));
    if (args.flag("json")) writeJson(terminal, digest);
    else if (args.flag("always") || !isQuiet(digest)) terminal.out(renderDigest(digest));
    return 0;
  },
};
