import type { Settings } from "../settings.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Terminal } from "../terminal/command.ts";

const EMPTY = "No review is published yet: candor import FILE in another terminal brings yours in.";

const DEMO = [
  "",
  "Serving the demonstration clinic: a made-up business with made-up reviews.",
  "To try what an owner does, in a copy that is deleted afterwards: candor desk --demo",
  "Your own reviews never mix with it. To publish them: candor desk",
];

/** Prints the addresses for the person who started the service. */
export function greet(terminal: Terminal, { BASE_URL }: Settings, snapshot: Snapshot | null): void {
  const lines = [
    ...(snapshot?.demonstration ? DEMO : []),
    "",
    `  Pages        ${BASE_URL}/`,
    `  Reviews      ${BASE_URL}/reviews.json`,
    `  Insights     ${BASE_URL}/insights.json`,
    `  Search       ${BASE_URL}/api/reviews/search?min_rating=4&query=knee`,
    `  Feeds        ${BASE_URL}/api/feed.json and ${BASE_URL}/feed.xml`,
    `  For agents   ${BASE_URL}/mcp`,
    `  Developers   ${BASE_URL}/developers`,
    "",
    ...(snapshot?.reviews.count === 0 ? [EMPTY, ""] : []),
    "Stop with Ctrl-C.",
    "",
  ];
  terminal.out(lines.join("\n"));
}
