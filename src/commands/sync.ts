import { statSync } from "node:fs";
import { resolve } from "node:path";
import { FORMAT_NAMES } from "../import/formats/detect.ts";
import { SOURCES, VERIFICATION_METHODS } from "../model/review-kinds.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { changeSource, runSources, type SourceChange, storeSource } from "../owner/own-sources.ts";
import { parseEvery } from "../setting-values.ts";
import { parseSettings, syncSecrets } from "../settings.ts";
import { suggest } from "../spelling.ts";
import type { Store } from "../store/store.ts";
import { readSyncSource, readSyncSources, type SyncSource } from "../store/sync/sync-sources.ts";
import { COMMANDS, hashConfig, nameFault, parseHeader, type SyncConfig, urlFault } from "../sync/config.ts";
import { describeOutcome, isTroubled, renderRun } from "../sync/render-run.ts";
import type { SourceRun } from "../sync/run-types.ts";
import { ownFolderFault } from "../sync/scan-folder.ts";
import { describeSource, renderSource } from "../sync/source-status.ts";
import { guardOf } from "../sync/sync-deps.ts";
import { type Arguments, type Command, choice, oneLine, type Terminal, writeJson } from "../terminal/command.ts";
import { parseAnswers, READING_OPTIONS } from "../terminal/reading-options.ts";
import { lookAtStore, withExistingStore } from "../terminal/with-store.ts";
import { keepLedger } from "../upkeep/erasure-ledger.ts";

const usage = `Usage: candor sync [NAME…] [--dry-run] [--yes] [--json]
       candor sync add folder NAME PATH [--format F] [--verified-by M] [--complete]
                  [--location L] [options of reading]
       candor sync add url NAME URL [--header NAME=SECRET_NAME] [--format F]
                  [--verified-by M] [--complete] [--location L] [--every 1h]
                  [options of reading]
       candor sync status | pause NAME | resume NAME | remove NAME

Reads reviews from sources: a folder, a URL, or another Candor (its /reviews.json). Without
a name it reads all of them now. A server reads them by itself (ROLE both or worker, unless
SYNC is off). Reading again changes nothing. A source removes a review only if it is
complete: a Takeout, another Candor, or with --complete. If more than a tenth or more than
20 are missing, none is removed until you run candor sync NAME --yes.

  --format NAME         the format of its files (default: detected)
  --verified-by METHOD  how you know that the authors were customers:
                        ${VERIFICATION_METHODS.join(", ")}
  --complete            the source has every review of its listing: one that is missing
                        was removed there
  --location NAME       the listing to read, by id or name, if its files have several
  --source, --map, --scale, --dates, --sheet, --hidden, --encoding, --consent, --ignore
                        how its files are read, as for candor import
  --header NAME=SECRET  sends a header whose value is in SYNC_SECRET_SECRET, or in the file
                        that SYNC_SECRET_SECRET_FILE names (mode 0600)
  --every TIME          how often a URL is read: 30s, 15m, 1h, 1d
  --dry-run             show what would change; change nothing
  --yes                 what is missing was really removed: remove it now
  --json                print the result as JSON

Exit code 0; 1 if a source failed or needs a decision.

Examples:
  candor sync add folder takeout inbox
  candor sync add url desk https://desk.example.net/reviews.csv --verified-by visit_record
  candor sync add url apify https://api.apify.com/v2/acts/NAME/runs/last/dataset/items --header Authorization=APIFY
  candor sync add url main https://reviews.example.net/reviews.json
  candor sync status
`;

function parseCommon(args: Arguments) {
  const format = args.text("format");
  if (format !== null && format !== "auto" && !FORMAT_NAMES.includes(format))
    throw usageError(`--format ${format} is unknown: use one of ${FORMAT_NAMES.join(", ")}`);
  const location = args.text("location");
  if (location?.trim() === "") throw usageError("--location needs the id or the name of a listing");
  const source = choice(args, "source", SOURCES);
  const reading = parseAnswers(args);
  return {
    format: format === "auto" ? null : format,
    verified_by: choice(args, "verified-by", VERIFICATION_METHODS),
    complete: args.flag("complete"),
    ...(location === null ? {} : { location }),
    ...(source === null ? {} : { source }),
    ...(Object.keys(reading).length === 0 ? {} : { reading }),
  };
}

function parseFolder(args: Arguments, path: string, terminal: Terminal): SyncConfig {
  for (const option of ["header", "every"])
    if (args.text(option) !== null) throw usageError(`--${option} is for URLs, not for folders`);
  const folder = resolve(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new OperatorError(`${folder} is not a folder: create it first`);
  const own = ownFolderFault(parseSettings(terminal.env), folder);
  if (own !== null) throw new OperatorError(own);
  return { kind: "folder", config: { path: folder, ...parseCommon(args) } };
}

function parseUrl(args: Arguments, url: string, terminal: Terminal): SyncConfig {
  const fault = urlFault(url, guardOf(parseSettings(terminal.env)));
  if (fault !== null) throw usageError(`the URL cannot be used: ${fault}`);
  const given = args.text("header");
  const header = given === null ? null : parseHeader(given);
  if (header && "fault" in header) throw usageError(`--header ${header.fault}`);
  const every = args.text("every");
  const every_seconds = every === null ? null : parseEvery(every);
  if (every !== null && every_seconds === null)
    throw usageError(`--every ${every} is not a time such as 30s, 15m, 1h or 1d`);
  return { kind: "url", config: { url, header, every_seconds, ...parseCommon(args) } };
}

async function add(args: Arguments, terminal: Terminal): Promise<number> {
  const [, kind = "", name = "", place = "", ...rest] = args.positionals;
  if (!["folder", "url"].includes(kind) || place === "" || rest.length > 0)
    throw usageError("write candor sync add folder NAME PATH, or candor sync add url NAME URL");
  for (const option of ["dry-run", "yes"])
    if (args.flag(option)) throw usageError(`--${option} is for a run: candor sync NAME --${option}`);
  const wrong = nameFault(name);
  if (wrong !== null) throw usageError(wrong);
  const source = kind === "folder" ? parseFolder(args, place, terminal) : parseUrl(args, place, terminal);
  return withExistingStore(terminal, async (store) => {
    if (await storeSource({ store, now: terminal.now }, name, source)) {
      terminal.out(`${name} is set up: a running server reads it by itself, and candor sync ${name} reads it now\n`);
      return 0;
    }
    const before = await readSyncSource(store, name);
    if (before?.config_hash !== hashConfig(source))
      throw new OperatorError(
        `there is already a source ${name}: choose another name, or run candor sync remove ${name} first`,
      );
    terminal.out(`${name} is already set up like this\n`);
    return 0;
  });
}

const unknownSource = (name: string, sources: readonly SyncSource[]) => {
  const near = suggest(name, [...sources.map((source) => source.name), ...COMMANDS]);
  return new OperatorError(
    `there is no source ${name}: ${near ? `did you mean ${near}?` : "candor sync status lists them"}`,
  );
};

async function change(args: Arguments, terminal: Terminal, verb: SourceChange): Promise<number> {
  const [, name = "", ...rest] = args.positionals;
  if (name === "" || rest.length > 0) throw usageError(`write candor sync ${verb} NAME`);
  await withExistingStore(terminal, async (store) => {
    if (!(await changeSource({ store, now: terminal.now }, name, verb)))
      throw unknownSource(name, await readSyncSources(store));
  });
  const said = {
    pause: `${name} is paused: candor sync resume ${name} goes on\n`,
    resume: `${name} is ready: a running server reads it by itself, and candor sync ${name} reads it now\n`,
    remove: `${name} is removed; the reviews that it brought stay\n`,
  };
  terminal.out(said[verb]);
  return 0;
}

async function status(args: Arguments, terminal: Terminal): Promise<number> {
  const sources = (await lookAtStore(terminal, readSyncSources)).map(describeSource);
  if (args.flag("json")) {
    writeJson(terminal, { sources });
    return 0;
  }
  if (sources.length === 0) terminal.out("no source is set up: candor help sync shows how\n");
  for (const source of sources) terminal.out(`${renderSource(source).map(oneLine).join("\n")}\n`);
  if (parseSettings(terminal.env).SYNC === "off") terminal.out("SYNC is off: sources are read only by hand\n");
  return 0;
}

async function chooseNames(store: Store, wanted: readonly string[]): Promise<string[]> {
  const sources = await readSyncSources(store);
  const unknown = wanted.find((name) => !sources.some((source) => source.name === name));
  if (unknown !== undefined) throw unknownSource(unknown, sources);
  if (wanted.length > 0) return [...new Set(wanted)];
  return sources.filter(({ state }) => state !== "off").map(({ name }) => name);
}

const READING = Object.keys(READING_OPTIONS);

async function runNow(args: Arguments, terminal: Terminal): Promise<number> {
  for (const option of ["format", "verified-by", "header", "every", "location", "source", ...READING])
    if (args.text(option) !== null || args.list(option).length > 0)
      throw usageError(`--${option} is for candor sync add`);
  if (args.flag("complete")) throw usageError("--complete is for candor sync add");
  if (args.flag("yes") && args.positionals.length === 0)
    throw usageError("--yes needs the name of a source: candor sync NAME --yes");
  const settings = parseSettings(terminal.env);
  const runs = await withExistingStore(terminal, async (store) => {
    const keepErasures = (erased_in: Store) => keepLedger(terminal, erased_in);
    const deps = { store, settings, secrets: syncSecrets(terminal.env), now: terminal.now, keepErasures };
    const options = { dry_run: args.flag("dry-run"), yes: args.flag("yes") };
    return runSources(deps, await chooseNames(store, args.positionals), options);
  });
  if (args.flag("json")) writeJson(terminal, { sources: runs.map(describeOutcome) });
  else for (const run of runs) write(terminal, run);
  if (runs.length === 0 && !args.flag("json")) terminal.out("no source is set up: candor help sync shows how\n");
  return runs.some(isTroubled) ? 1 : 0;
}

function write(terminal: Terminal, run: SourceRun): void {
  for (const { rejections } of run.imports)
    for (const { place, reason } of rejections)
      terminal.error(`${oneLine(`${place.file}, row ${place.row}: ${reason}`)}\n`);
  const text = renderRun(run).split("\n").map(oneLine).join("\n");
  if (isTroubled(run)) terminal.error(text);
  else terminal.out(text);
}

export const syncCommand: Command = {
  usage,
  options: {
    format: { type: "string" },
    "verified-by": { type: "string" },
    complete: { type: "boolean" },
    header: { type: "string" },
    every: { type: "string" },
    location: { type: "string" },
    source: { type: "string" },
    ...READING_OPTIONS,
    "dry-run": { type: "boolean" },
    yes: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(args, terminal) {
    const [first] = args.positionals;
    if (first === "add") return add(args, terminal);
    if (first === "status") return status(args, terminal);
    if (first === "pause" || first === "resume" || first === "remove") return change(args, terminal, first);
    return runNow(args, terminal);
  },
};
