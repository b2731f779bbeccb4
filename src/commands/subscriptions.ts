import { countEnded } from "../store/hub/ended-subscriptions.ts";
import { countHandshakes } from "../store/hub/handshakes.ts";
import { countSubscriptions } from "../store/hub/subscriptions.ts";
import type { Store } from "../store/store.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { lookAtStore } from "../terminal/with-store.ts";

/** Only counts. Callbacks are capability URLs, so no command lists them. */
async function readCounts(store: Store, now: Date) {
  return {
    topics: await countSubscriptions(store, now.toISOString()),
    pending: await countHandshakes(store),
    ended_this_week: Object.fromEntries((await countEnded(store)).map(({ state, count }) => [state, count])),
  };
}

/** Of the longest topic. */
const WIDTH = 17;

export const subscriptionsCommand: Command = {
  usage: `Usage: candor subscriptions [--json]

Shows for each topic of the WebSub hub how many subscriptions are active, on how
many hosts, how many do not have the newest version yet and how many failed last time.
Then how many requests wait for their callback, and what ended in the last week and why.
Callbacks are not shown: anyone who knows a callback can use it.

Examples:
  candor subscriptions
  candor subscriptions --json
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const counts = await lookAtStore(terminal, (store) => readCounts(store, terminal.now()));
    if (args.flag("json")) {
      writeJson(terminal, counts);
      return 0;
    }
    for (const { topic, active, hosts, owed, failing } of counts.topics) {
      terminal.out(`${topic.padEnd(WIDTH)}  ${active} active on ${hosts} hosts, ${owed} behind, ${failing} failing\n`);
    }
    if (counts.topics.length === 0) terminal.out("no topics yet: candor serve creates them\n");
    const ended = Object.entries(counts.ended_this_week).map(([state, count]) => `${count} ${state}`);
    terminal.out(`${"pending".padEnd(WIDTH)}  ${counts.pending}\n`);
    terminal.out(`${"ended this week".padEnd(WIDTH)}  ${ended.join(", ") || "none"}\n`);
    return 0;
  },
};
