import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { renderExplorerHome } from "../http/pages/explorer.ts";
import { siteOf } from "../http/pages/respond-page.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { renderReviewPage } from "../pages/review-page.ts";
import { buildSnapshot } from "../publish/build.ts";
import { documentsBeside } from "../publish/documents/documents.ts";
import { openEngines } from "../publish/engines.ts";
import { openInsights } from "../publish/insights.ts";
import { openReviewAnalysis, type ReviewAnalysis } from "../publish/review-insights.ts";
import { chooseDemoDatabase, loadDemo } from "../serve/demo.ts";
import { parseSettings } from "../settings.ts";
import { reviewAt } from "../snapshot/review-at.ts";
import type { Document, Encoding, Snapshot } from "../snapshot/snapshot.ts";
import { refuseToPublish } from "../store/demonstration-refusal.ts";
import { readKind } from "../store/kind.ts";
import { openStore } from "../store/open.ts";
import { readSnapshotSource } from "../store/snapshot-source.ts";
import type { Store } from "../store/store.ts";
import { type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { lookAtStore } from "../terminal/with-store.ts";

/** Lists the files of an export, so that the next one removes only files that an export wrote. */
const MANIFEST = "candor-export.json";
const manifest = z.object({ files: z.array(z.string().regex(/^(?!.*\.\.)[^/]/)) });

const SUFFIXES = { identity: "", gzip: ".gz", br: ".br", zstd: ".zst" } as const satisfies Record<Encoding, string>;

/** The file that a static host serves for a path: a page is the index.html of its folder. */
function fileOf(path: string, { content_type }: Document): string {
  if (!content_type.startsWith("text/html")) return path.slice(1);
  return join(path.slice(1), "index.html");
}

function parseManifest(path: string): z.infer<typeof manifest> {
  try {
    return manifest.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new OperatorError(
      `${path} is damaged, so the files of the last export are not known: choose a new or empty folder`,
      1,
      { cause: error },
    );
  }
}

function readManifest(folder: string): string[] {
  const path = join(folder, MANIFEST);
  if (existsSync(path)) return parseManifest(path).files;
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new OperatorError(`${folder} contains files that candor export did not write: choose a new or empty folder`);
  }
  return [];
}

/** Renames a finished file into place: a reader sees the old file or the new one, never a part. */
function writeWhole(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
}

/** Pages that the server renders per request: the newest reviews, and one page per review. */
function* pagesOf(
  base_url: string,
  snapshot: Snapshot,
  { evidenceOf }: ReviewAnalysis,
): Iterable<[file: string, markup: string]> {
  yield ["reviews/index.html", renderExplorerHome(base_url, snapshot)];
  const site = siteOf(base_url, snapshot);
  for (let position = 0; position < snapshot.reviews.count; position++) {
    const review = reviewAt(snapshot.reviews, position);
    const evidence = evidenceOf(snapshot, review.id);
    yield [`reviews/${review.id}/index.html`, renderReviewPage({ site, review, evidence })];
  }
}

function writeSnapshot(
  folder: string,
  snapshot: Snapshot,
  pages: Iterable<[file: string, markup: string]>,
): { files: string[]; removed: number } {
  const before = readManifest(folder);
  const files: string[] = [];
  const write = (file: string, bytes: Uint8Array | string) => {
    writeWhole(join(folder, file), bytes);
    files.push(file);
  };
  for (const [path, document] of snapshot.documents) {
    for (const [encoding, bytes] of Object.entries(document.bodies)) {
      write(fileOf(path, document) + SUFFIXES[encoding as Encoding], bytes); // Object.entries returns string keys
    }
  }
  for (const [file, markup] of pages) write(file, markup);
  writeWhole(join(folder, MANIFEST), `${JSON.stringify({ files }, null, 2)}\n`);
  const kept = new Set(files);
  const gone = before.filter((file) => !kept.has(file));
  for (const file of gone) rmSync(join(folder, file), { force: true });
  return { files, removed: gone.length };
}

/** Made-up reviews are not exported as a business's own. */
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

export const command: Command = {
  usage: `Usage: candor export [--demo] DIR [--json]

Writes every document and page as a file, for a static host or a CDN. Pages are
written as index.html, other documents under their path, also compressed (.gz, .br,
.zst) for hosts that serve such files. URLs in the files begin with BASE_URL. A second
export into the same folder replaces the files and deletes those that are no longer
served. Search, filters, older pages of reviews, since, /mcp and the hub need the server.

  --demo   export the demonstration clinic, whose reviews are made up and say so

Examples:
  BASE_URL=https://reviews.example.org candor export public
`,
  options: { demo: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const [folder, ...more] = args.positionals;
    if (folder === undefined || more.length > 0) throw usageError("export takes one folder: candor export public");
    const base_url = parseSettings(terminal.env).BASE_URL;
    const engineFor = openEngines();
    const readInsights = openInsights(engineFor);
    const openToExport = args.flag("demo") ? withDemoStore : withOwnStore;
    const { snapshot } = await openToExport(terminal, (store) =>
      readSnapshotSource(store, (source, analysesOf) =>
        buildSnapshot(source, {
          base_url,
          readInsights: (dataset) => readInsights(dataset, analysesOf),
          renderDocuments: documentsBeside(null),
        }),
      ),
    );
    const pages = pagesOf(base_url, snapshot, openReviewAnalysis(engineFor));
    const { files, removed } = writeSnapshot(folder, snapshot, pages);
    if (args.flag("json")) writeJson(terminal, { files, removed });
    else terminal.out(`${files.length} files written to ${folder}\n`);
    return 0;
  },
};
