import { writeFileSync } from "node:fs";
import { OperatorError } from "../errors.ts";
import type { Rejection } from "../import/candidate.ts";
import type { RowOutcome } from "../import/compare.ts";
import type { ImportReport } from "../import/import.ts";
import { counted, type Terminal } from "./command.ts";

export function renderReport(report: ImportReport): string {
  const { read, added, updated, unchanged, removed, rejected, held } = report;
  const lines = [
    ...report.files.map(({ file, format, rows }) => `${file}: ${format}, ${counted(rows, "row")}`),
    `read ${read}, added ${added}, updated ${updated}, unchanged ${unchanged}, removed ${removed}, held ${held.unverified + held.duplicate + held.legal}, rejected ${rejected}`,
  ];
  if (held.unverified > 0) {
    lines.push(
      `  ${held.unverified} held as unverified: import again with --verified-by METHOD to say how you know the authors, or candor verify ID… for some`,
    );
  }
  if (held.duplicate > 0) lines.push(`  ${held.duplicate} held as duplicates of what another source has`);
  if (held.legal > 0) lines.push(`  ${held.legal} held for a legal reason, as before`);
  if (report.replies_held > 0) {
    lines.push(
      `  ${counted(report.replies_held, "owner reply", "owner replies")} held, since they may tell about a patient: candor status lists them`,
    );
  }
  if (report.kept_out > 0) lines.push(`  ${report.kept_out} kept out: they were erased`);
  lines.push(...report.warnings.map((warning) => `note: ${warning}`));
  if (report.dry_run) lines.push("dry run: nothing was changed");
  else if (report.version !== null) lines.push("a running server shows this by itself; candor serve starts one");
  return `${lines.join("\n")}\n`;
}

const short = (value: string | number | null): string => {
  const text = JSON.stringify(value) ?? "";
  return text.length > 100 ? `${text.slice(0, 97)}…"` : text;
};

/** One line a changed field, for --dry-run. */
export function renderOutcome({ kind, row, changes }: RowOutcome): string {
  if (kind === "added") return `+ ${row.id}  ${row.date}  ${counted(row.rating, "star")}  ${row.author}\n`;
  if (kind !== "updated") return "";
  const lines = changes.map(({ field, from, to }) => `    ${field}: ${short(from)} → ${short(to)}\n`);
  return `~ ${row.id}  ${row.date}\n${lines.join("")}`;
}

/** A spreadsheet runs a cell that begins like a formula: an apostrophe makes it words. */
const safeCell = (cell: string): string => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;

export function writeRejects(path: string, rejections: readonly Rejection[]): void {
  const rows = rejections.map(({ place, reason }) => [place.file, String(place.row), reason].map(safeCell).join(","));
  try {
    writeFileSync(path, `${["file,row,reason", ...rows].join("\r\n")}\r\n`);
  } catch (error) {
    throw new OperatorError(`${path} cannot be written (${error instanceof Error ? error.message : error})`);
  }
}

/** "12,000 rows, 8,100 a second, 40 s left", drawn over itself. An archive is larger unpacked than `total_bytes` says. */
export function openProgress(terminal: Terminal, total_bytes: number) {
  const started = terminal.now().getTime();
  let drawn = 0;
  return {
    draw({ rows, bytes, size }: { rows: number; bytes: number; size: number }): void {
      const now = terminal.now().getTime();
      if (!terminal.interactive || now - drawn < 200 || rows === 0) return;
      drawn = now;
      const seconds = Math.max((now - started) / 1000, 0.001);
      const left = bytes > 0 ? Math.max(0, (seconds / bytes) * (Math.max(total_bytes, size) - bytes)) : 0;
      const rate = Math.round(rows / seconds).toLocaleString("en-US");
      terminal.error(`\r\u001b[K${rows.toLocaleString("en-US")} rows, ${rate} a second, ${Math.ceil(left)} s left`);
    },
    clear(): void {
      if (terminal.interactive && drawn > 0) terminal.error("\r\u001b[K");
    },
  };
}
