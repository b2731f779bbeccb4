import { randomUUID } from "node:crypto";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { FORMAT_NAMES } from "../import/formats/detect.ts";
import type { Rejection } from "../import/record/candidate.ts";
import { FIELD_NAMES } from "../import/record/find-columns.ts";
import { importFiles } from "../import/run/import-files.ts";
import {
  renderMapping,
  renderOutcome,
  renderRejects,
  renderRepeat,
  renderReport,
} from "../import/run/render-import.ts";
import { type ImportHooks, type ImportOptions, isRefused } from "../import/run/run.ts";
import { parseTime } from "../model/basics/time.ts";
import { SOURCES, VERIFICATION_METHODS } from "../model/review-kinds.ts";
import { messageOf, OperatorError, usageError } from "../operator-error.ts";
import { createEngines } from "../publish/engines.ts";
import { counted } from "../spelling.ts";
import { createPrivateFile } from "../store/connection/private-file.ts";
import {
  type Arguments,
  askYes,
  type Command,
  choice,
  oneLine,
  type Terminal,
  writeJson,
} from "../terminal/command.ts";
import { withInterruption } from "../terminal/interrupted.ts";
import { createProgress } from "../terminal/progress.ts";
import { parseReading, READING_OPTIONS } from "../terminal/reading-options.ts";
import { withStandardInput } from "../terminal/standard-input.ts";
import { tryStore, withStore } from "../terminal/with-store.ts";

const usage = `Usage: candor import FILE… [options]

Imports reviews: all of them or none. The format is detected from the content.
Importing the same file again changes nothing. A running server shows the change.
The import gets a number, and candor undo takes it back. - is standard input.

  --format NAME         ${FORMAT_NAMES.slice(0, 7).join(", ")},
                        ${FORMAT_NAMES.slice(7).join(", ")}
                        (auto: detected)
  --source NAME         the source of reviews that do not name one:
                        ${SOURCES.join(", ")}
  --location NAME       the listing to import, by id or name, if a file has several
  --map FIELD=COLUMN    which column holds a field; repeat it per field. FIELD is one of
                        ${FIELD_NAMES.slice(0, 8).join(", ")},
                        ${FIELD_NAMES.slice(8).join(", ")}.
                        In JSON, COLUMN may be a path: --map author=reviewer.name.
                        FIELD=none: no column holds it
  --consent COLUMN=VALUES
                        which values of a column mean that a review may be published,
                        separated by commas; every other row is held. Without it, a
                        column that asks for consent is read by its name and its values
  --ignore COLUMN       the column is not about consent, although it looks like it
  --scale 5|10|100      what the ratings of your own table are out of; 10 halves them
  --dates dmy|mdy       which comes first in dates such as 3/4/2025, if the file does not show it
  --sheet NAME|NUMBER   the sheet of a workbook, if several look like reviews
  --hidden read|skip    whether rows and columns that a workbook hides are read
  --encoding NAME       the encoding of a file, such as windows-1250 or shift_jis
                        (default: decided by the whole content, and reported)
  --verified-by METHOD  how you know that the authors were customers:
                        ${VERIFICATION_METHODS.join(", ")}.
                        Exports of platforms count as platform_account. Other reviews
                        are held, and counted publicly, until candor verify
  --complete            the file has every review of its listing: a missing review was
                        deleted at the source (a Takeout zip is always complete).
                        A review that is newer than the export is never deleted
  --exported-at TIME    when a --complete file was exported (a zip says so itself)
  --yes                 continue even if more than a tenth of a listing would be deleted
  --dry-run             show the columns it chose, the first rows and what would change,
                        field by field; change nothing
  --strict              change nothing if any row is rejected
  --verbose             list the rows that were taken for repeats of other rows
  --rejects FILE        write the place and reason of each rejected row as CSV
  --json                print the report as JSON

Exit code 0; 1 if a file cannot be used, if every row was rejected, or if any row was
rejected with --strict.

Examples:
  candor import takeout-20260501.zip
  candor import reviews.csv --source yelp --verified-by visit_record
  candor import reviews.xlsx --sheet 2
  candor import export.csv --map rating=Stars --map date="Day of visit" --dry-run
`;

function parseExportedAt(args: Arguments, now: Date): string | null {
  const given = args.text("exported-at");
  if (given === null) return null;
  const time = parseTime(given);
  if (time === null) throw usageError(`--exported-at ${given} is not a time such as 2026-05-01T12:00:00Z`);
  if (Date.parse(time) > now.getTime()) throw usageError(`--exported-at ${given} is in the future`);
  return time;
}

function parseOptions(args: Arguments, now: Date): ImportOptions {
  const format = args.text("format");
  return {
    format: format === "auto" ? null : format,
    source: choice(args, "source", SOURCES),
    location: args.text("location"),
    verified_by: choice(args, "verified-by", VERIFICATION_METHODS),
    ...parseReading(args),
    complete: args.flag("complete"),
    exported_at: parseExportedAt(args, now),
    dry_run: args.flag("dry-run"),
    yes: args.flag("yes"),
    strict: args.flag("strict"),
  };
}

/** The reasons repeat parts of the rows, so only the owner of the file can read it. */
function writeRejects(path: string, rejections: readonly Rejection[]): void {
  try {
    createPrivateFile(path);
    writeFileSync(path, renderRejects(rejections));
  } catch (error) {
    throw new OperatorError(`${path} cannot be written (${messageOf(error)})`);
  }
}

/** Shows how the columns were understood and asks before anything is stored. */
function askOnce(terminal: Terminal, clear: () => void): NonNullable<ImportHooks["confirm"]> {
  let answer: boolean | null = null;
  return async (report) => {
    if (answer !== null) return answer;
    clear();
    terminal.out(renderMapping(report));
    answer = terminal.ask ? await askYes(terminal.ask, `Import ${counted(report.added, "new review")}?`) : false;
    return answer;
  };
}

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.positionals.length === 0) throw usageError("import takes at least one file: candor import takeout.zip");
  const options = parseOptions(args, terminal.now());
  const asJson = args.flag("json");
  const verbose = args.flag("verbose") && !asJson;
  const total = args.positionals.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const progress = createProgress(terminal, total);
  let rejections: Rejection[] = [];
  let changes: string[] = [];
  const hooks: ImportHooks = {
    rejected: (rejection) => rejections.push(rejection),
    progress: progress.draw,
    restarted: () => {
      rejections = [];
      changes = [];
    },
    ...(terminal.ask && !options.yes && !asJson ? { confirm: askOnce(terminal, progress.clear) } : {}),
    outcome: (outcome) => {
      if (outcome.repeat && verbose) changes.push(renderRepeat(outcome));
      if (options.dry_run && !asJson) changes.push(renderOutcome(outcome));
    },
    ...(options.dry_run && !asJson
      ? {
          removed: ({ id, date }) => changes.push(`- ${id}  ${date}  missing from the export\n`),
        }
      : {}),
  };
  const { report, ended } = await importOnce(args.positionals, terminal, options, hooks).finally(progress.clear);
  for (const { place, reason } of rejections)
    terminal.error(`${oneLine(`${place.file}, row ${place.row}: ${reason}`)}\n`);
  const rejects = args.text("rejects");
  if (rejects !== null) writeRejects(rejects, rejections);
  if (options.dry_run && !asJson) terminal.out(renderMapping(report));
  for (const change of changes) terminal.out(change);
  if (asJson) writeJson(terminal, { ...report, preview: undefined, rejections });
  else terminal.out(renderReport(report));
  if (ended !== null) {
    terminal.error(`candor: ended: ${report.version === null ? "nothing was changed" : "everything was stored"}\n`);
    return ended;
  }
  if (!isRefused(report, options)) return 0;
  terminal.error(
    options.strict
      ? "candor: rows were rejected and --strict was given: nothing was changed\n"
      : "candor: every row was rejected: nothing was changed\n",
  );
  return 1;
}

/** `ended`: the exit code, if a signal came while the reviews were stored. */
async function importOnce(paths: readonly string[], terminal: Terminal, options: ImportOptions, hooks: ImportHooks) {
  const deps = { now: terminal.now, newRun: randomUUID, engineFor: createEngines() };
  const known = options.format === null || FORMAT_NAMES.some((name) => name === options.format);
  const missing = paths.find((path) => path !== "-" && !existsSync(path));
  if (known && missing !== undefined) throw new OperatorError(`${missing} does not exist: check the path`);
  const open = options.dry_run ? tryStore : withStore;
  return withInterruption(terminal, async ({ committing, ended }) => {
    const report = await open(terminal, (store) =>
      withStandardInput(paths, (standard_input) =>
        importFiles(
          { ...deps, store },
          paths,
          { ...options, standard_input },
          { ...hooks, committing: async () => committing() },
        ),
      ),
    );
    return { report, ended: ended() };
  });
}

export const importCommand: Command = {
  usage,
  options: {
    format: { type: "string" },
    source: { type: "string" },
    location: { type: "string" },
    ...READING_OPTIONS,
    "verified-by": { type: "string" },
    complete: { type: "boolean" },
    "exported-at": { type: "string" },
    "dry-run": { type: "boolean" },
    strict: { type: "boolean" },
    verbose: { type: "boolean" },
    yes: { type: "boolean" },
    rejects: { type: "string" },
    json: { type: "boolean" },
  },
  run,
};
