import { checkTaxonomy } from "../../insights/engine/reading/check-taxonomy.ts";
import { detectReviews } from "../import/formats/detect.ts";
import { askAll } from "../import/formats/find-questions.ts";
import { notesOf, type ReadOptions } from "../import/formats/opened-reviews.ts";
import { createPreparation } from "../import/prepare/preparation.ts";
import { prepareRow } from "../import/prepare/prepare-row.ts";
import { isRejection, type Rejection } from "../import/record/candidate.ts";
import { OpenQuestions } from "../import/record/open-questions.ts";
import { refuseTaxonomy } from "../import/run/refuse-taxonomy.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { counted } from "../spelling.ts";
import { type Arguments, type Command, oneLine, type Terminal, writeJson } from "../terminal/command.ts";
import type { ProfileText } from "../terminal/profile-text.ts";
import { parseProfile, readProfileFile } from "../terminal/read-profile.ts";
import { parseReading, READING_OPTIONS } from "../terminal/reading-options.ts";
import { withStandardInput } from "../terminal/standard-input.ts";

/**
 * The profile in a file, or null if it is none. YAML is always a profile; JSON is one if it has a time zone at its top.
 */
function readAsProfile(terminal: Terminal, path: string): ProfileText | null {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return null;
  try {
    const yaml = /\.ya?ml$/i.test(path);
    const text = readProfileFile(yaml ? terminal : { error: () => {} }, path);
    const { value } = text;
    const isProfile =
      typeof value === "object" &&
      value !== null &&
      ("time_zone" in value || "technicians" in value || isTaxonomy(value));
    return isProfile || yaml ? text : null;
  } catch (error) {
    // It may be a file of reviews. If it is not, reading it as one reports what is wrong.
    if (error instanceof OperatorError && !/\.ya?ml$/i.test(path)) return null;
    throw error;
  }
}

/** A taxonomy has aspects as a list; in a profile it is the name of a taxonomy. */
const isTaxonomy = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "aspects" in value && Array.isArray(value.aspects);

function checkTaxonomyFile(args: Arguments, terminal: Terminal, path: string, value: unknown): number {
  const checked = checkTaxonomy(value);
  if ("faults" in checked) {
    for (const fault of checked.faults) terminal.error(`${oneLine(`${path}: ${fault}`)}\n`);
    if (args.flag("json")) writeJson(terminal, { kind: "taxonomy", faults: checked.faults });
    return 1;
  }
  const { id, aspects, questions = [], topics = [] } = checked.taxonomy;
  const found = { aspects: aspects.length, questions: questions.length, topics: topics.length };
  if (args.flag("json")) writeJson(terminal, { kind: "taxonomy", id, ...found });
  else
    terminal.out(
      `${path}: a taxonomy (${id}), ${counted(found.aspects, "aspect")}, ${counted(found.questions, "question")}, ` +
        `${counted(found.topics, "topic")}\n`,
    );
  return 0;
}

async function checkReviews(
  path: string,
  options: ReadOptions,
  now_ms: number,
  onRejected: (rejection: Rejection) => void,
) {
  const counts = { format: "", read: 0, accepted: 0, rejected: 0, unverified: 0, consent: 0 };
  const warnings: string[] = [];
  const opened = createPreparation(null, now_ms);
  for (const file of await detectReviews(path, { ...options, today: opened.today })) {
    counts.format = file.format;
    const preparation = { ...file, ...opened };
    for await (const batch of file.rows) {
      for (const parsed of batch) {
        counts.read += 1;
        const prepared = await prepareRow(parsed, preparation);
        if (isRejection(prepared)) {
          counts.rejected += 1;
          onRejected(prepared);
          continue;
        }
        counts.accepted += 1;
        if (prepared.row.held_reason === "unverified") counts.unverified += 1;
        if (prepared.row.held_reason === "consent") counts.consent += 1;
      }
    }
    warnings.push(...notesOf(file));
  }
  return { ...counts, warnings };
}

export const checkCommand: Command = {
  usage: `Usage: candor check FILE [--format NAME] [--location NAME] [--map FIELD=COLUMN]
       [--consent COLUMN=VALUES] [--ignore COLUMN] [--scale 5|10|100]
       [--dates dmy|mdy] [--sheet NAME] [--hidden read|skip] [--encoding NAME] [--json]

Checks a business profile, a taxonomy or a file of reviews without importing it: its format, how
many rows are good, and what is wrong with the others. Exit code 1 if anything is wrong.
The options are those of candor import. The file - is standard input.

Examples:
  candor check business.yaml
  candor check taxonomy.yaml
  candor check reviews.csv --map rating=Stars
`,
  options: {
    format: { type: "string" },
    location: { type: "string" },
    ...READING_OPTIONS,
    json: { type: "boolean" },
  },
  async run(args, terminal) {
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0) throw usageError("check takes one file: candor check business.yaml");
    const profile = readAsProfile(terminal, path);
    if (profile !== null && isTaxonomy(profile.value)) return checkTaxonomyFile(args, terminal, path, profile.value);
    if (profile !== null) {
      const { name, technicians, services, service_areas, taxonomy } = parseProfile(terminal, path, profile);
      refuseTaxonomy({ taxonomy });
      const found = { technicians: technicians.length, services: services.length, service_areas: service_areas.length };
      if (args.flag("json")) writeJson(terminal, { kind: "business", name, ...found });
      else
        terminal.out(
          `${path}: a business profile (${name}), ${counted(found.technicians, "technician")}, ` +
            `${counted(found.services, "service")}, ${counted(found.service_areas, "service area")}\n`,
        );
      return 0;
    }
    const format = args.text("format");
    const options: ReadOptions = {
      format: format === "auto" ? null : format,
      location: args.text("location"),
      ...parseReading(args),
    };
    const onRejected = ({ place, reason }: Rejection) =>
      terminal.error(`${oneLine(`${place.file}, row ${place.row}: ${reason}`)}\n`);
    const report = await withStandardInput([path], (standard_input) =>
      checkReviews(path, { ...options, standard_input }, terminal.now().getTime(), onRejected).catch(async (error) => {
        throw error instanceof OpenQuestions ? await askAll([path], { ...options, standard_input }, error) : error;
      }),
    );
    if (args.flag("json")) writeJson(terminal, { kind: "reviews", ...report });
    else {
      terminal.out(
        `${path}: ${report.format}, ${counted(report.read, "row")}, ${report.accepted} good, ` +
          `${report.rejected} rejected, ${report.unverified} would be held as unverified` +
          `${report.consent > 0 ? `, ${report.consent} as consent` : ""}\n`,
      );
      for (const warning of report.warnings) terminal.out(`note: ${warning}\n`);
    }
    return report.rejected > 0 ? 1 : 0;
  },
};
