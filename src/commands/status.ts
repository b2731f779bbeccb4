import { counted } from "../spelling.ts";
import { readProfile } from "../store/business.ts";
import { openClock } from "../store/clock.ts";
import { readDataset } from "../store/dataset.ts";
import { type HubHealth, readHubHealth } from "../store/hub-health.ts";
import { countReviews, readHeld } from "../store/reviews.ts";
import type { Store } from "../store/store.ts";
import { countTombstones } from "../store/tombstones.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { lookAtStore } from "../terminal/with-store.ts";

const LISTED = 20;

async function readStatus(store: Store, now: () => Date) {
  const profile = await readProfile(store);
  const dataset = await readDataset(store);
  return {
    business: profile?.name ?? null,
    dataset,
    reviews: await countReviews(store),
    taken_back: await countTombstones(store),
    waiting: await readHeld(store, LISTED),
    hub: await readHubHealth(store, new Date(await openClock(store.dialect, now)(store)).toISOString()),
  };
}

const list = (entries: [string, number][]) => entries.map(([reason, count]) => `${count} ${reason}`).join(", ");

function renderHub({ active, pending, failing, ended_this_week, paused, behind, last_failure }: HubHealth): string[] {
  const ended = Object.entries(ended_this_week);
  const ends = ended.length > 0 ? `; ended this week: ${list(ended)}` : "";
  const lines = [`hub         ${active} active, ${pending} pending, ${failing} failing${ends}`];
  if (behind.subscriptions > 0) {
    const since = behind.since === null ? "" : `, the first since ${behind.since}`;
    lines.push(`behind      ${behind.subscriptions} subscriptions${since}`);
  }
  if (paused.key > 0)
    lines.push(`paused      ${counted(paused.key, "subscription")}: SECRET_KEY cannot open the secret`);
  if (paused.network > 0)
    lines.push(`paused      ${counted(paused.network, "subscription")}: the hub's network is down`);
  if (last_failure) lines.push(`last error  ${last_failure.at}, ${last_failure.of}: ${last_failure.reason}`);
  return lines;
}

export const command: Command = {
  usage: `Usage: candor status [--json]

Shows what is stored, what is published, what is held and why, which owner replies
wait for a decision, and the hub status: subscriptions that are active, pending and
failing, how many do not have the newest version and since when, how many are paused
by a fault of this hub, and the last failure.
Callbacks are not shown: anyone who knows a callback can use it.
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const status = await lookAtStore(terminal, (store) => readStatus(store, terminal.now));
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
        `dataset     version ${dataset.version}, changed ${dataset.changed_at}`,
        ...renderHub(status.hub),
        "",
      ].join("\n"),
    );
    for (const { id, date, rating, source, held_reason, reply_held_reason } of waiting) {
      const why = held_reason ? `held: ${held_reason}` : `reply held: ${reply_held_reason}`;
      terminal.out(`  ${id}  ${date}  ${counted(rating, "star")}  ${source}  ${why}\n`);
    }
    if (waiting.length === LISTED) terminal.out("  … only the newest are shown\n");
    if (reviews.held.unverified > 0) terminal.out("  publish: candor verify ID… --verified-by METHOD\n");
    if (reviews.replies_held > 0)
      terminal.out("  read a reply: candor reply ID; then candor reply ID publish, or drop\n");
    return 0;
  },
};
