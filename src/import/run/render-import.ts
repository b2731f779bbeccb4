import { counted } from "../../spelling.ts";
import type { RunCounts } from "../../store/imports/import-runs.ts";
import type { Rejection } from "../record/candidate.ts";
import type { ImportReport, RowOutcome } from "./run.ts";

/** "read 6 = added 4 + held 1 + rejected 1": every row that was read is in one of the parts. */
export function renderCounts(counts: RunCounts): string {
  const { read, added, added_held, updated, unchanged, kept_out, rejected, removed } = counts;
  const parts: [string, number][] = [
    ["added", added - added_held],
    ["held", added_held],
    ["updated", updated],
    ["unchanged", unchanged],
    ["erased before", kept_out],
    ["rejected", rejected],
  ];
  const shown = parts.filter(([, count]) => count > 0).map(([name, count]) => `${name} ${count}`);
  const gone = removed > 0 ? `; removed ${removed}` : "";
  return `read ${read}${shown.length > 0 ? ` = ${shown.join(" + ")}` : ""}${gone}`;
}

export function renderReport(report: ImportReport): string {
  const { held } = report;
  const lines = [
    ...report.files.map(({ file, format, rows }) => `${file}: ${format}, ${counted(rows, "row")}`),
    renderCounts(report),
  ];
  if (held.unverified > 0) {
    lines.push(
      `  ${held.unverified} held as unverified: import again with --verified-by METHOD to say how you know that the authors were customers, or run candor verify ID… for single reviews`,
    );
  }
  if (held.consent > 0)
    lines.push(
      `  ${held.consent} held as consent, because their authors did not clearly agree: candor waiting lists them, and ` +
        "candor consent ID… yes, anonymous or no answers. If a column means something else, import again with " +
        "--consent COLUMN=VALUES or --ignore COLUMN",
    );
  if (held.duplicate > 0) lines.push(`  ${held.duplicate} held as duplicates of reviews from another source`);
  if (held.legal > 0) lines.push(`  ${held.legal} held for a legal reason, as before`);
  if (report.replies_held > 0) {
    lines.push(
      `  ${counted(report.replies_held, "owner reply", "owner replies")} held because they may reveal health details: candor status lists them`,
    );
  }
  if (report.asked > 0)
    lines.push(
      `  ${counted(report.asked, "row")} would change reviews that something else brought: candor waiting lists them`,
    );
  if (report.repeated > 0)
    lines.push(`  ${counted(report.repeated, "row")} taken for repeats of other rows: --verbose lists them`);
  if (report.kept_out > 0)
    lines.push(
      `  ${counted(report.kept_out, "row")} skipped: ${report.kept_out === 1 ? "it was" : "they were"} erased`,
    );
  lines.push(...report.warnings.map((warning) => `note: ${warning}`));
  if (report.dry_run) lines.push("dry run: nothing was changed");
  else if (report.version !== null)
    lines.push(
      `import ${report.run}: candor undo ${report.run} takes it back`,
      "a running server shows the change automatically; candor serve starts one",
    );
  return `${lines.join("\n")}\n`;
}

/** Which columns were chosen, and the first rows as they will be stored. Empty if all formats are known. */
export function renderMapping({ files, preview }: ImportReport): string {
  const lines: string[] = [];
  for (const { file, mapping } of files) {
    if (!mapping) continue;
    lines.push(`${file}, columns:`);
    for (const [field, header] of Object.entries(mapping.columns))
      lines.push(`    ${field} = ${header.replaceAll("\n", " + ")}`);
    for (const described of mapping.consents.described) lines.push(`  consent: ${described}`);
    if (mapping.ignored.length > 0) lines.push(`  not read: ${mapping.ignored.join(", ")}`);
    for (const doubt of mapping.unsure) lines.push(`  not certain: ${doubt}`);
  }
  if (lines.length === 0) return "";
  lines.push("first rows, as they will be stored:");
  for (const { date, rating, source, author, title, text, reply_text, ...row } of preview) {
    const state = row.state === "held" ? `held: ${row.held_reason}` : "published";
    const words = shorten([title, text].filter(Boolean).join(" / "));
    lines.push(`    ${date}  ${counted(rating, "star")}  ${source}  ${state}  ${author}: ${words}`);
    if (reply_text === null) continue;
    const reply_state = row.reply_state === "held" ? `held: ${row.reply_held_reason}` : row.reply_state;
    lines.push(`        reply, ${reply_state}: ${shorten(reply_text)}`);
  }
  return `${lines.map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ")).join("\n")}\n`;
}

const shorten = (value: string | number | null): string => {
  const text = JSON.stringify(value) ?? "";
  return text.length > 100 ? `${text.slice(0, 97)}…"` : text;
};

/** One line for a row that repeats another row, for --verbose. */
export const renderRepeat = ({ place, row }: RowOutcome): string =>
  `${place.file}, row ${place.row}: repeats another row (${row.date}, ${counted(row.rating, "star")}, ${row.author})\n`;

/** One line per changed field, for --dry-run. */
export function renderOutcome({ kind, row, changes }: RowOutcome): string {
  if (kind === "added") return `+ ${row.id}  ${row.date}  ${counted(row.rating, "star")}  ${row.author}\n`;
  if (kind !== "updated") return "";
  const lines = changes.map(({ field, from, to }) => `    ${field}: ${shorten(from)} → ${shorten(to)}\n`);
  return `~ ${row.id}  ${row.date}\n${lines.join("")}`;
}

/** A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text. */
const safeCell = (cell: string): string => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;

/** The rejected rows as CSV, for --rejects. */
export function renderRejects(rejections: readonly Rejection[]): string {
  const rows = rejections.map(({ place, reason }) => [place.file, String(place.row), reason].map(safeCell).join(","));
  return `${["file,row,reason", ...rows].join("\r\n")}\r\n`;
}
