import { randomUUID } from "node:crypto";
import { reviewsByHand } from "../import/formats/by-hand.ts";
import type { Candidate } from "../import/record/candidate.ts";
import { readOrder } from "../import/record/dates/date-order.ts";
import { parseWhen } from "../import/record/dates/when.ts";
import { parseStars } from "../import/record/values.ts";
import { importRows } from "../import/run/import-files.ts";
import { DEFAULT_OPTIONS, type RowOutcome } from "../import/run/run.ts";
import { dateInZone, renderTime } from "../model/basics/time.ts";
import { SOURCES, VERIFICATION_METHODS } from "../model/review-kinds.ts";
import { messageOf, OperatorError, usageError } from "../operator-error.ts";
import { createEngines } from "../publish/engines.ts";
import { suggest } from "../spelling.ts";
import { readProfile } from "../store/dataset/business.ts";
import type { Store } from "../store/store.ts";
import { type Arguments, type Command, choice, type Terminal, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { tryStore, withStore } from "../terminal/with-store.ts";
import { isStoreMissing } from "../upkeep/database-label.ts";

/** What the operator entered as text. Null for what was not entered. */
type Entered = Record<"author" | "rating" | "date" | "title" | "text" | "verified-by", string | null>;

/** Questions for options that are not given, if there is a terminal. The title is only an option. */
const QUESTIONS: [keyof Entered, string][] = [
  ["author", "Name of the reviewer (Enter: none) "],
  ["rating", "Rating, 1 to 5 "],
  ["date", "Date of the review, YYYY-MM-DD (Enter: today) "],
  ["text", "Text, on one line (Enter: none) "],
  [
    "verified-by",
    `How do you know that the author was a customer?\n${VERIFICATION_METHODS.join(", ")} (Enter: hold it) `,
  ],
];

async function readEntered(args: Arguments, { ask }: Terminal): Promise<Entered> {
  const entered: Entered = {
    author: args.text("author"),
    rating: args.text("rating"),
    date: args.text("date"),
    title: args.text("title"),
    text: args.text("text"),
    "verified-by": choice(args, "verified-by", VERIFICATION_METHODS),
  };
  // With a rating the call is complete, so that scripts and people in a hurry are not asked.
  if (entered.rating !== null) return entered;
  if (!ask) throw usageError("add needs a rating: candor add --author NAME --rating 5 --text TEXT");
  for (const [field, question] of QUESTIONS) {
    const answer = entered[field] ?? (await ask(question)).trim();
    entered[field] = answer === "" ? null : answer;
  }
  return entered;
}

function parseMethod(given: string | null) {
  if (given === null) return null;
  const method = VERIFICATION_METHODS.find((name) => name === given.replaceAll(" ", "_"));
  if (method) return method;
  const near = suggest(given, VERIFICATION_METHODS);
  const help = near ? `did you mean ${near}?` : `use one of ${VERIFICATION_METHODS.join(", ")}`;
  throw new OperatorError(`${JSON.stringify(given)} is not a way to verify: ${help}`);
}

/** Uses the same parsers as for a row of a file, so faults have the same messages. */
function parseEntered(entered: Entered, today: string): Omit<Candidate, "place"> {
  const { author, title, text } = entered;
  if (entered.date !== null && readOrder(entered.date) === "either")
    throw new OperatorError(`date ${JSON.stringify(entered.date)} can be read two ways: write it as YYYY-MM-DD`);
  const day = entered.date === null ? { date: today } : parseWhen(entered.date);
  return {
    ...day,
    author,
    rating: parseStars(entered.rating),
    text,
    ...(title === null ? {} : { title }),
    // Nothing distinguishes two ratings of one day without name and text, yet each is a review.
    ...(author === null && text === null ? { source_id: randomUUID() } : {}),
  };
}

async function readToday(store: Store, now: Date): Promise<string> {
  const zone = (await readProfile(store))?.time_zone ?? "UTC";
  return dateInZone(zone, renderTime(now.getTime()));
}

async function addReview(store: Store, entered: Entered, args: Arguments, terminal: Terminal) {
  const method = parseMethod(entered["verified-by"]);
  const source = choice(args, "source", SOURCES) ?? "direct";
  let candidate: Omit<Candidate, "place">;
  try {
    candidate = parseEntered(entered, await readToday(store, terminal.now()));
  } catch (error) {
    throw new OperatorError(`the review was not added: ${messageOf(error)}`);
  }
  const outcomes: RowOutcome[] = [];
  const rejections: string[] = [];
  async function* open() {
    yield [reviewsByHand(candidate, { source, verified_by: method })];
  }
  const deps = { store, now: terminal.now, newRun: randomUUID, engineFor: createEngines() };
  const options = { ...DEFAULT_OPTIONS, strict: true };
  const report = await importRows(deps, open, options, {
    outcome: (outcome) => outcomes.push(outcome),
    rejected: ({ reason }) => rejections.push(reason),
    restarted: () => {
      outcomes.length = 0;
      rejections.length = 0;
    },
  });
  if (rejections.length > 0) throw new OperatorError(`the review was not added: ${rejections.join("; ")}`);
  return { report, outcome: outcomes[0] };
}

type Added = Awaited<ReturnType<typeof addReview>>;

function renderAdded({ report, outcome }: Added): string {
  if (!outcome) return "nothing was changed\n";
  const { kind, row } = outcome;
  if (kind === "kept_out") return "not added: this review was erased, and no import brings it back\n";
  const line = listReviews([row], ({ state, held_reason }) => (state === "held" ? `held: ${held_reason}` : state));
  if (kind === "unchanged") return `this review is already stored\n${line}`;
  const what = kind === "added" ? "added" : "corrected a review that was already stored";
  const verify = row.held_reason === "unverified" ? `publish it: candor verify ${row.id} --verified-by METHOD\n` : "";
  return `${what}\n${line}${verify}import ${report.run}: candor undo ${report.run} takes it back\n`;
}

export const addCommand: Command = {
  usage: `Usage: candor add [--author NAME] --rating 1…5 [--date DATE] [--text TEXT] [options]

Adds one review by hand, such as one from a card at the front desk. Without --rating it asks
on the terminal. Names are shortened and private details replaced as in an import. Without a
verification the review is held, and counted publicly, until candor verify. It is an import
with a number: candor undo takes it back.

  --author NAME         the reviewer's name, shown as the profile says
  --rating 1…5          the stars that the reviewer gave
  --date DATE           YYYY-MM-DD (today if it is not given)
  --title TEXT          a title, if there is one
  --text TEXT           the reviewer's own words
  --source NAME         where it was written, direct if not given:
                        ${SOURCES.join(", ")}
  --verified-by METHOD  how you know that the author was a customer:
                        ${VERIFICATION_METHODS.join(", ")}
  --json                print the review and the number of the import as JSON

Examples:
  candor add --author "Maria Sanchez" --rating 5 --text "My knee is fine again." --verified-by visit_record
  candor add --rating 4 --date 2026-05-01
`,
  options: {
    author: { type: "string" },
    rating: { type: "string" },
    date: { type: "string" },
    title: { type: "string" },
    text: { type: "string" },
    source: { type: "string" },
    "verified-by": { type: "string" },
    json: { type: "boolean" },
  },
  async run(args, terminal) {
    if (args.positionals.length > 0) throw usageError("add takes options only: candor add --rating 5 --text TEXT");
    const entered = await readEntered(args, terminal);
    const add = (store: Store) => addReview(store, entered, args, terminal);
    // If the review is refused, no database is created.
    if (isStoreMissing(terminal)) await tryStore(terminal, add);
    const added = await withStore(terminal, add);
    if (args.flag("json")) {
      const { kind, row } = added.outcome ?? { kind: "unchanged", row: null };
      const { report } = added;
      writeJson(terminal, {
        outcome: kind,
        id: row?.id ?? null,
        state: row?.state ?? null,
        held_reason: row?.held_reason ?? null,
        run: report.run,
        version: report.version,
      });
    } else terminal.out(renderAdded(added));
    return 0;
  },
};
