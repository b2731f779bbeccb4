import { renderReport } from "../import/run/render-import.ts";
import type { SourceRun } from "./run-types.ts";

const OUTCOMES: Record<SourceRun["outcome"], string> = {
  imported: "",
  unchanged: "nothing new",
  needs_decision: "needs your decision",
  late: "failed",
  busy: "another process reads it at the moment",
  off: "paused",
};

/** The lines of one source, in the words of `candor import`. */
export function renderRun({ name, outcome, imports, notes, fault }: SourceRun): string {
  const reports = imports.map(({ report }) => renderReport(report)).join("");
  const lines = [
    `${name}: ${OUTCOMES[outcome] || "imported"}`,
    ...reports.split("\n").filter((line) => line !== ""),
    ...notes.map((note) => `note: ${note}`),
    ...(outcome === "off" ? [`candor sync resume ${name} goes on`] : []),
    ...(fault ? [fault.text] : []),
  ];
  return lines.map((line, at) => `${at === 0 ? "" : "  "}${line}\n`).join("");
}

/** The same as JSON. */
export const describeOutcome = ({ name, outcome, imports, notes, fault }: SourceRun) => ({
  name,
  outcome,
  imports: imports.map(({ report, rejections }) => ({ ...report, preview: undefined, rejections })),
  notes,
  fault: fault && { code: fault.code, text: fault.text },
});

/** True if the owner has to do something. The exit code is then 1. */
export const isTroubled = ({ outcome, fault }: SourceRun): boolean =>
  fault !== null || outcome === "late" || outcome === "busy" || outcome === "off";
