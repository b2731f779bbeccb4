import { randomUUID } from "node:crypto";
import { usageError } from "../errors.ts";
import { type ImportReport, importFiles } from "../import/import.ts";
import { SOURCES, VERIFICATION_METHODS } from "../model/review.ts";
import { type Command, choice, writeJson } from "./command.ts";
import { tables, withStore } from "./with-store.ts";

function renderReport(report: ImportReport): string {
  const { read, added, updated, unchanged, removed, rejected, held } = report;
  const lines = [
    ...report.files.map(({ file, format, rows }) => `${file}: ${format}, ${rows} rows`),
    `read ${read}, added ${added}, updated ${updated}, unchanged ${unchanged}, removed ${removed}, rejected ${rejected}`,
  ];
  if (held.unverified > 0)
    lines.push(`held ${held.unverified} unverified: publish them with candor verify ID… --verified-by METHOD`);
  if (held.duplicate > 0) lines.push(`held ${held.duplicate} that another source has already`);
  if (held.legal > 0) lines.push(`held ${held.legal} for a legal reason, as before`);
  if (report.replies_held > 0) lines.push(`held ${report.replies_held} owner replies: see candor status`);
  if (report.kept_out > 0) lines.push(`kept out ${report.kept_out} that were erased`);
  if (report.dry_run) lines.push("dry run: nothing was changed");
  return `${lines.join("\n")}\n`;
}

export const command: Command = {
  usage: `Usage: candor import FILE… [options]

Brings reviews in: all of a run or nothing of it. What a file is, is found out from
its content. The same file again changes nothing.

  --format NAME         say what the file is instead of finding out
  --source NAME         where the reviews are from: ${SOURCES.join(", ")}
  --location NAME       the listing, where a file holds several
  --verified-by METHOD  ${VERIFICATION_METHODS.join(", ")}
                        (reviews without a verification are held, see candor verify)
  --dry-run             show what would happen, change nothing
  --strict              change nothing if any row is rejected
  --json                the report for machines

Exit code 0; 1 if every row was rejected, or any with --strict.
`,
  options: {
    format: { type: "string" },
    source: { type: "string" },
    location: { type: "string" },
    "verified-by": { type: "string" },
    complete: { type: "boolean" },
    "dry-run": { type: "boolean" },
    strict: { type: "boolean" },
    yes: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(args, terminal) {
    if (args.positionals.length === 0) throw usageError("import takes at least one file: candor import reviews.json");
    const options = {
      format: args.text("format"),
      source: choice(args, "source", SOURCES),
      location: args.text("location"),
      verified_by: choice(args, "verified-by", VERIFICATION_METHODS),
      complete: args.flag("complete"),
      dry_run: args.flag("dry-run"),
      yes: args.flag("yes"),
      strict: args.flag("strict"),
    };
    const report = await withStore(terminal, (store) =>
      importFiles({ store, tables, now: terminal.now, newRun: randomUUID }, args.positionals, options, {
        rejected: ({ place, reason }) => terminal.error(`${place.file}, row ${place.row}: ${reason}\n`),
      }),
    );
    if (args.flag("json")) writeJson(terminal, report);
    else terminal.out(renderReport(report));
    return report.rejected > 0 && (options.strict || report.rejected === report.read) ? 1 : 0;
  },
};
