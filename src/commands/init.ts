import { mkdirSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isTimeZone } from "../model/basics/time.ts";
import { LOCAL_BUSINESS_TYPES } from "../model/local-business-types.ts";
import { KINDS } from "../model/taxonomy-names.ts";
import { codeOf, messageOf, OperatorError, usageError } from "../operator-error.ts";
import { describeDatabase } from "../settings.ts";
import { suggest } from "../spelling.ts";
import { type Arguments, type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { type InitAnswers, renderBusinessFile, renderSettingsFile } from "../terminal/init-files.ts";

const TRIES = 3;
const NAME_LIMIT = 300;

type Parsed = { value: string } | { fault: string };

function parseName(given: string): Parsed {
  const value = given.replace(/\s+/g, " ").trim();
  if (value === "") return { fault: "the name is empty" };
  return value.length > NAME_LIMIT ? { fault: `the name has more than ${NAME_LIMIT} characters` } : { value };
}

function parseTimeZone(given: string): Parsed {
  const value = given.trim();
  if (isTimeZone(value)) return { value };
  const near = suggest(value, Intl.supportedValuesOf("timeZone"));
  return {
    fault: `${value} is no time zone: ${near ? `did you mean ${near}?` : "write one such as America/Los_Angeles"}`,
  };
}

function parseCountry(given: string): Parsed {
  const value = given.trim().toUpperCase();
  const known =
    /^[A-Z]{2}$/.test(value) && new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(value);
  return known ? { value } : { fault: `${given.trim()} is no country: write two letters, such as US` };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, "");

/** A type of schema.org, as written or in words: "auto repair" is AutoRepair. */
function parseType(given: string): Parsed {
  const known = LOCAL_BUSINESS_TYPES.find((type) => plain(type) === plain(given));
  if (known) return { value: known };
  const of_taxonomy = Object.entries(OTHER_KINDS).find(([words]) => plain(words) === plain(given));
  if (of_taxonomy) return { value: of_taxonomy[1] };
  const near = suggest(given.trim(), LOCAL_BUSINESS_TYPES);
  const advice = near ? `did you mean ${near}?` : `write one of schema.org, such as ${KINDS.join(", ")}`;
  return { fault: `${given.trim()} is no kind of business: ${advice}` };
}

/** What people call a kind. */
const OTHER_KINDS = { "physical therapy": "Physiotherapy", "hair dresser": "HairSalon", mechanic: "AutoRepair" };

function readOption(args: Arguments, option: string, parse: (given: string) => Parsed): string | null {
  const given = args.text(option);
  if (given === null) return null;
  const parsed = parse(given);
  if ("fault" in parsed) throw usageError(`--${option}: ${parsed.fault}`);
  return parsed.value;
}

/** Asks until the answer is usable. An empty answer means `fallback`. */
async function askFor<T extends string | null>(
  ask: NonNullable<Terminal["ask"]>,
  terminal: Terminal,
  question: string,
  parse: (given: string) => Parsed,
  fallback: T,
): Promise<string | T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const given = await ask(question);
    if (given.trim() === "") return fallback;
    const parsed = parse(given);
    if ("value" in parsed) return parsed.value;
    terminal.error(`${parsed.fault}\n`);
  }
  throw new OperatorError("nothing was written: run candor init again");
}

/** Takes the options, then asks on a terminal, otherwise uses what is most likely. */
async function readAnswers(args: Arguments, terminal: Terminal): Promise<Omit<InitAnswers, "database_elsewhere">> {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const given = {
    name: readOption(args, "name", parseName),
    type: readOption(args, "type", parseType),
    time_zone: readOption(args, "time-zone", parseTimeZone),
    country: readOption(args, "country", parseCountry),
  };
  const { ask } = terminal;
  if (!ask || args.flag("yes")) return { ...given, time_zone: given.time_zone ?? here };
  const kind = `What it is: ${KINDS.join(", ")} or another type of schema.org (Enter: none of these): `;
  const country = "Its country, two letters such as US (Enter: none): ";
  return {
    name: given.name ?? (await askFor(ask, terminal, "Name of the business: ", parseName, null)),
    type: given.type ?? (await askFor(ask, terminal, kind, parseType, null)),
    time_zone:
      given.time_zone ?? (await askFor(ask, terminal, `Its time zone (Enter: ${here}): `, parseTimeZone, here)),
    country: given.country ?? (await askFor(ask, terminal, country, parseCountry, null)),
  };
}

/** False if a file of that name exists. It is never overwritten. */
function writeNew(path: string, text: string, mode: number): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw new OperatorError(`${path} cannot be written (${messageOf(error)})`);
  }
}

const FILES = [
  { name: "business.yaml", mode: 0o644, render: renderBusinessFile },
  { name: "candor.env", mode: 0o600, render: renderSettingsFile }, // it may contain a key or a password
] as const;

function report(terminal: Terminal, folder: string | null, written: string[], kept: string[]): void {
  for (const name of written) terminal.out(`written: ${name}\n`);
  for (const name of kept) terminal.out(`kept as it was: ${name}\n`);
  terminal.out(
    [
      "",
      "Next, describe your business in business.yaml: staff, services, address. Then run:",
      ...(folder === null ? [] : [`  cd ${folder}`]),
      "  candor business business.yaml",
      "",
    ].join("\n"),
  );
}

export const initCommand: Command = {
  usage: `Usage: candor init [--name NAME] [--type TYPE] [--time-zone ZONE] [--country CODE] [--dir DIR]
       [--yes] [--json]

Writes business.yaml (the profile of your business, with an example of everything it can
hold) and candor.env (settings), for you to fill in. Commands and the service that are
started in that folder read its candor.env. A file that exists is never overwritten.
On a terminal it asks for what the options leave open; --yes asks nothing.

  --name NAME        the name of the business
  --type TYPE        what it is, by the names of schema.org: Dentist, Restaurant, AutoRepair …;
                     the insights look for what reviews of that trade talk about
  --time-zone ZONE   its time zone (default: that of this machine)
  --country CODE     its country, two letters
  --dir DIR          the folder to write to (default: this one); created if needed
  --yes              ask nothing

Examples:
  candor init --name "Harbor Physical Therapy" --type Physiotherapy --time-zone America/Los_Angeles --country US
`,
  options: {
    name: { type: "string" },
    type: { type: "string" },
    "time-zone": { type: "string" },
    country: { type: "string" },
    dir: { type: "string" },
    yes: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(args, terminal) {
    if (args.positionals.length > 0) throw usageError("init takes only options: candor init --dir DIR");
    const folder = args.text("dir");
    const { origin } = describeDatabase(terminal.env, terminal.origins);
    const database_elsewhere = isAbsolute(origin) ? origin : null;
    const answers = { ...(await readAnswers(args, terminal)), database_elsewhere };
    try {
      if (folder !== null) mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw new OperatorError(`${folder} cannot be made (${messageOf(error)})`);
    }
    const written: string[] = [];
    const kept: string[] = [];
    for (const { name, mode, render } of FILES) {
      const path = folder === null ? name : join(folder, name);
      (writeNew(path, render(answers), mode) ? written : kept).push(path);
    }
    if (args.flag("json")) writeJson(terminal, { written, kept });
    else report(terminal, folder, written, kept);
    return written.length > 0 ? 0 : 1;
  },
};
