import type { Store } from "../store/store.ts";
import { type Command, writeJson } from "./command.ts";
import { tables, withStore } from "./with-store.ts";

const LISTED = 20;

async function readStatus(store: Store) {
  const profile = await tables.business.readProfile(store);
  const dataset = await tables.dataset.readDataset(store);
  return {
    business: profile?.name ?? null,
    dataset,
    reviews: await tables.reviews.countReviews(store),
    taken_back: await tables.tombstones.countTombstones(store),
    waiting: await tables.reviews.readHeld(store, LISTED),
  };
}

export const command: Command = {
  usage: `Usage: candor status [--json]

Says what is stored, what is published, what is held and why, and which owner
replies wait for a decision.
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const status = await withStore(terminal, readStatus);
    if (args.flag("json")) {
      writeJson(terminal, status);
      return 0;
    }
    const { reviews, dataset, taken_back, waiting } = status;
    const held = Object.entries(reviews.held).filter(([, count]) => count > 0);
    const gone = Object.entries(taken_back);
    const list = (entries: [string, number][]) => entries.map(([reason, count]) => `${count} ${reason}`).join(", ");
    terminal.out(
      [
        `business    ${status.business ?? "none yet: candor business FILE"}`,
        `published   ${reviews.published} reviews${reviews.newest_date ? `, the newest of ${reviews.newest_date}` : ""}`,
        `held        ${list(held) || "none"}`,
        `taken back  ${list(gone) || "none"}`,
        `replies     ${reviews.replies_held} held`,
        `dataset     version ${dataset.version}, changed ${dataset.changed_at}`,
        "",
      ].join("\n"),
    );
    for (const { id, date, rating, source, held_reason, reply_held_reason } of waiting) {
      const why = held_reason ? `held: ${held_reason}` : `reply held: ${reply_held_reason}`;
      terminal.out(`  ${id}  ${date}  ${rating} stars  ${source}  ${why}\n`);
    }
    if (waiting.length === LISTED) terminal.out("  … only the newest are listed\n");
    return 0;
  },
};
