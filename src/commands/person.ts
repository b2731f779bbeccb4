import { writeFileSync } from "node:fs";
import { messageOf, OperatorError, usageError } from "../operator-error.ts";
import { erasePerson } from "../owner/erase-person.ts";
import {
  exportPerson,
  findPerson,
  idsByAuthor,
  type PersonMatch,
  type PersonReview,
  personWords,
} from "../owner/find-person.ts";
import { readLookAlikes } from "../owner/look-alikes.ts";
import { parseSettings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { createPrivateFile } from "../store/connection/private-file.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listLookAlikes } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";
import { keepLedger } from "../upkeep/erasure-ledger.ts";

const HOW: Record<PersonMatch, string> = {
  author: "written under this full name",
  short_name: "written under the short name, maybe by somebody else",
  words: "the name is in the words, or was before it was hidden there",
  short_words: "the short name is in the words, maybe of somebody else",
  contact: "the mail or phone is in the words, or was before it was hidden there",
};

function render(found: readonly PersonReview[]): string {
  const lines = found.flatMap(({ id, date, rating, source, author, match, state, earlier, ...words }) => [
    `${id}  ${date}  ${counted(rating, "star")}  ${source}  ${author}  ${state}`,
    `  ${HOW[match]}`,
    ...personWords(words, [words.translation_text]).map((text) => `  ${text.replaceAll("\n", "\n  ")}`),
    ...words.doubtful.map((text) => `  hidden there in doubt: ${text}`),
    ...earlier.flatMap((old) => personWords(old, []).map((text) => `  before edit ${old.revision}: ${text}`)),
    "",
  ]);
  return `${lines.join("\n")}\n`;
}

function exportTo(file: string, content: string): void {
  createPrivateFile(file);
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new OperatorError(`${file} cannot be written (${messageOf(error)})`);
  }
}

export const personCommand: Command = {
  usage: `Usage: candor person NAME [--export FILE] [--erase --yes] [--json]

Shows what is stored of a person, to answer a request for access or erasure (GDPR, CCPA):
reviews that were written under the full name, reviews under the short name that may be
somebody else's, and reviews whose words or owner reply name the person or show the short
name, each with its earlier versions, and with what is kept for candor undo of reviews that
an import removed. With a mail address or a phone number instead of the name, it shows the
reviews in whose words it is, or was before it was hidden there. --export writes them to
FILE, as JSON, for the person. --erase --yes erases those that were written under the full
name; for the others, use candor erase ID. Nothing of this is ever served.

Examples:
  candor person "Ann Bee"
`,
  options: {
    export: { type: "string" },
    erase: { type: "boolean" },
    yes: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(args, terminal) {
    const name = args.positionals.join(" ").trim();
    if (name === "") throw usageError('name a person: candor person "Maria Sanchez"');
    if (args.flag("erase") && !args.flag("yes")) throw usageError("--erase cannot be undone: add --yes");
    const file = args.text("export");
    await withExistingStore(terminal, async (store) => {
      const reviews = await findPerson(store, name);
      if (file !== null) exportTo(file, exportPerson(name, reviews));
      const deps = { store, now: terminal.now, settings: parseSettings(terminal.env) };
      const ids = idsByAuthor(reviews);
      const done = args.flag("erase")
        ? await erasePerson({ ...deps, keepLedger: () => keepLedger(terminal, store) }, ids)
        : { erased: null, look_alikes: await readLookAlikes(store, ids), files: [] };
      const { erased, files } = done;
      const left = done.look_alikes.filter(({ id }) => !reviews.some((one) => one.id === id));
      const look_alikes = left.map(({ id }) => id);
      if (args.flag("json")) return writeJson(terminal, { name, reviews, look_alikes, files, erased });
      terminal.out(reviews.length === 0 ? `nothing is stored of ${name}\n` : render(reviews));
      if (file !== null) terminal.out(`${counted(reviews.length, "review")} written to ${file}\n`);
      if (erased !== null) terminal.out(`${erased} erased\n`);
      if (left.length > 0) terminal.out(`look-alikes of these that are stored, too:\n${listLookAlikes(left)}`);
      if (files.length > 0)
        terminal.out(
          `these files still hold the words; delete them when you no longer need them:\n${files.map((one) => `  ${one}\n`).join("")}`,
        );
    });
    return 0;
  },
};
