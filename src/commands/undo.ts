import { randomUUID } from "node:crypto";
import { type ConfirmUndo, type UndoPlan, undoImport } from "../import/run/undo-import.ts";
import { usageError } from "../operator-error.ts";
import { counted } from "../spelling.ts";
import { UNDO_DAYS } from "../store/imports/import-runs.ts";
import { askYes, type Command, oneLine, type Terminal, writeJson } from "../terminal/command.ts";
import { withExistingStore } from "../terminal/with-store.ts";

/** The file name of an import by `candor add`. */
const BY_HAND = "candor add";

function parseRun(positionals: readonly string[]): number | null {
  const [given, ...more] = positionals;
  if (more.length > 0) throw usageError("undo takes one import: candor undo 3");
  if (given === undefined) return null;
  if (!/^\d{1,9}$/.test(given))
    throw usageError(`${JSON.stringify(given)} is not the number of an import: candor undo 3`);
  return Number(given);
}

type Counts = Omit<UndoPlan, "committed_at" | "files" | "run">;

const describe = ({ removed, restored, returned }: Counts): string =>
  [
    `${counted(removed, "added review")} removed`,
    `${counted(restored, "changed review")} as before`,
    `${counted(returned, "removed review")} back`,
  ].join(", ");

/** What later imports mean for this undo. */
function describeLater({ kept, held, unknown }: Counts): string[] {
  const lines: string[] = [];
  if (kept > 0)
    lines.push(
      kept === 1
        ? "1 other review stays: a later import or a source has it, too"
        : `${kept} other reviews stay: later imports or sources have them, too`,
    );
  if (held > 0)
    lines.push(
      held === 1
        ? "1 of them is held: no later import says how its author is known to be a customer"
        : `${held} of them are held: no later import says how their authors are known to be customers`,
    );
  const old = unknown.join(", ");
  if (unknown.length === 1)
    lines.push(
      `import ${old} is of an earlier version, which did not note what it had: if a review is missing, import its file again`,
    );
  if (unknown.length > 1)
    lines.push(
      `imports ${old} are of an earlier version, which did not note what they had: if a review is missing, import their files again`,
    );
  return lines;
}

/** Asks only on a terminal. A script that calls `undo` means it. */
function confirmOn(terminal: Terminal): ConfirmUndo {
  const { ask } = terminal;
  if (!ask) return async () => true;
  return async (plan) => {
    terminal.out(`import ${plan.run} of ${plan.committed_at} (${oneLine(plan.files.join(", "))})\n`);
    for (const line of describeLater(plan)) terminal.out(`${line}\n`);
    return askYes(ask, `Take it back: ${describe(plan)}?`);
  };
}

export const undoCommand: Command = {
  usage: `Usage: candor undo [RUN] [--yes] [--json]

Takes an import back, the last one or the one with the number RUN (candor status lists
them): reviews that it added are removed, reviews that it changed are as they were before,
with their former words, rating, date and revision, and reviews that it removed are back.
All of it or nothing; a running server shows the change, and subscribers are notified.
What a later import also had stays as that one has it. A removed review is listed as
import_undone, is not counted as erased, and may be imported again. What was erased stays
erased.
An import can be taken back for ${UNDO_DAYS} days, unless later changes build on it: then it says
which. On a terminal it asks first; --yes does not.

Examples:
  candor undo
  candor undo 3
`,
  options: { yes: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const wanted = parseRun(args.positionals);
    const confirm = args.flag("yes") || args.flag("json") ? async () => true : confirmOn(terminal);
    const deps = { now: terminal.now, newRun: randomUUID };
    let by_hand = false;
    const noteFiles: ConfirmUndo = (plan) => {
      by_hand = plan.files.every((file) => file === BY_HAND);
      return confirm(plan);
    };
    const report = await withExistingStore(terminal, (store) => undoImport({ ...deps, store }, wanted, noteFiles));
    if (args.flag("json")) writeJson(terminal, report);
    else {
      terminal.out(`import ${report.run} is taken back: ${describe(report)}\n`);
      for (const line of describeLater(report)) terminal.out(`${line}\n`);
      if (report.erased > 0)
        terminal.out(
          `${counted(report.erased, "review")} erased since: ${report.erased === 1 ? "it stays" : "they stay"} erased\n`,
        );
      terminal.out(
        by_hand ? "to reverse: candor add it again\n" : "to reverse: import the file again, with the same options\n",
      );
    }
    return 0;
  },
};
