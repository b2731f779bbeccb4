import { usageError } from "../operator-error.ts";
import { buildSnapshot } from "../publish/build.ts";
import { documentsBeside } from "../publish/documents/documents-beside.ts";
import { createEngines } from "../publish/engines.ts";
import { createInsights } from "../publish/insights.ts";
import { createReviewAnalysis } from "../publish/review-insights.ts";
import { chooseDemoDatabase, loadDemo } from "../serve/demo.ts";
import { parseSettings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { buildSite } from "../static-site/build-site.ts";
import { writeSite } from "../static-site/write-site.ts";
import { openStore } from "../store/connection/open-store.ts";
import { refuseToPublish } from "../store/dataset/demonstration-refusal.ts";
import { readKind } from "../store/dataset/kind.ts";
import { readSnapshotSource } from "../store/dataset/snapshot-source.ts";
import type { Store } from "../store/store.ts";
import { type Arguments, type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { lookAtStore } from "../terminal/with-store.ts";

/** Refuses to export made-up reviews as those of a business. */
const withOwnStore = <T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> =>
  lookAtStore(terminal, async (store) => {
    if ((await readKind(store)) === "demonstration") {
      throw refuseToPublish(parseSettings(terminal.env).DATABASE_URL, "candor export --demo DIR");
    }
    return work(store);
  });

async function withDemoStore<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(await chooseDemoDatabase(terminal), { kind: "demonstration", now: terminal.now });
  try {
    await loadDemo(store, terminal.now);
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The address of the files. Unlike for a server, it may have a path, as on GitHub Pages. */
function parseAddress(args: Arguments, { env }: Terminal): { base_url: string; addressed: boolean } {
  const given = args.text("base-url");
  if (given === null) return { base_url: parseSettings(env).BASE_URL, addressed: Boolean(env.BASE_URL) };
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || url.username !== "")
    throw usageError(`--base-url must be an address such as https://example.github.io/reviews, not ${given}`);
  return { base_url: url.href.replace(/\/$/, ""), addressed: true };
}

const NO_ADDRESS =
  "note: pages link to each other by relative links and work anywhere, but feeds, JSON and sitemap.xml need full addresses and name";

export const exportCommand: Command = {
  usage: `Usage: candor export [--demo] [--base-url URL] DIR [--json]

Writes a static site, for any host or from a disk: every page, pages 1 to n of all reviews
and of each rating, person, service, aspect, topic, source, month and year that a page
links to, every review as a page and as JSON, the data and the feeds. Links are relative,
so it works under any path. It has no search and no control that needs a server, and its
data names no search, /mcp or hub. Feeds, JSON, sitemap.xml and canonical links begin with
BASE_URL. Pages are written as index.html; data also compressed (.gz, .br, .zst) for hosts
that serve such files. A second export into the same folder replaces the files and deletes
those that are no longer part of it.

  --demo           export the demonstration clinic, whose reviews are made up and say so
  --base-url URL   where the files will be, if not at BASE_URL; it may have a path

Examples:
  BASE_URL=https://reviews.example.org candor export public
  candor export --base-url https://harbor-pt.github.io/reviews public
`,
  options: { demo: { type: "boolean" }, "base-url": { type: "string" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const [folder, ...more] = args.positionals;
    if (folder === undefined || more.length > 0) throw usageError("export takes one folder: candor export public");
    const { base_url, addressed } = parseAddress(args, terminal);
    const engineFor = createEngines();
    const readInsights = createInsights(engineFor);
    const withExportedStore = args.flag("demo") ? withDemoStore : withOwnStore;
    const { snapshot } = await withExportedStore(terminal, (store) =>
      readSnapshotSource(store, (source, analysesOf, _changesSince, changes) =>
        buildSnapshot(source, {
          base_url,
          changes,
          readInsights: (dataset) => readInsights(dataset, analysesOf),
          renderDocuments: documentsBeside(null),
        }),
      ),
    );
    const analysis = createReviewAnalysis(engineFor);
    const report = writeSite(folder, buildSite({ snapshot, base_url, addressed, analysis }));
    if (args.flag("json")) writeJson(terminal, report);
    else {
      const size = (report.bytes / 1e6).toFixed(1);
      terminal.out(`${counted(report.files.length, "file")} (${size} MB) written to ${folder}\n`);
      if (!addressed) terminal.out(`${NO_ADDRESS} ${base_url}: set BASE_URL or give --base-url\n`);
    }
    return 0;
  },
};
