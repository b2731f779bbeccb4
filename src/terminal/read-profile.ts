import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Profile } from "../model/business.ts";
import { PICTURE_BYTES, type Picture, parsePicture } from "../model/picture.ts";
import { assignIds, type ProfileFile, profileFile } from "../model/profile-file.ts";
import { isTaxonomyName, TAXONOMY_NAMES } from "../model/taxonomy-names.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { counted, suggest } from "../spelling.ts";
import { oneLine, type Terminal } from "./command.ts";
import { describeFaults } from "./profile-faults.ts";
import { type ProfileFault, type ProfileText, parseProfileText } from "./profile-text.ts";

const PROFILE_LIMIT = 2 * 1024 * 1024;
const MADE_UP =
  "is the profile of the demonstration, and its business is made up: candor init writes a profile of your own to fill in";

function readText(path: string): string {
  let bytes: Uint8Array;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found)
    throw new OperatorError(`${path} does not exist: check the path. candor init writes a profile to fill in`);
  if (found.isDirectory()) throw new OperatorError(`${path} is a folder: give the file with the profile`);
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${messageOf(error)}): check the path`);
  }
  if (bytes.length > PROFILE_LIMIT)
    throw new OperatorError(`${path} is too large for a business profile: the limit is 2 MB`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${path} is not UTF-8: save it as UTF-8`);
  }
}

type Report = Pick<Terminal, "error">;

/** A single fault becomes the error itself. Several faults are printed before it, one per line. */
function refuse(terminal: Report, path: string, faults: readonly ProfileFault[]): OperatorError {
  const lines = faults.map(({ line, column, words }) => `${path}, line ${line}, column ${column}: ${words}`);
  const [only = `${path} is not a business profile`] = lines;
  if (lines.length <= 1) return new OperatorError(only);
  for (const line of lines) terminal.error(`${oneLine(line)}\n`);
  return new OperatorError(`${path} has ${counted(lines.length, "fault")}: fix them, and run this again`);
}

/** Reads a profile file, YAML or JSON, without checking what is in it. */
export function readProfileFile(terminal: Report, path: string): ProfileText {
  const text = parseProfileText(readText(path));
  if ("faults" in text) throw refuse(terminal, path, text.faults);
  return text;
}

/** The logo that a profile names, as a path relative to the profile's folder. */
function readLogo(profile_path: string, logo: string): Picture | { fault: string } {
  if (/^\w+:\/\//.test(logo))
    return { fault: "logo is an address: save the picture beside this file, and write its name" };
  const path = resolve(dirname(profile_path), logo);
  const failed = (why: string) => ({ fault: `logo: ${path} ${why}` });
  try {
    const found = statSync(path);
    // Reading a pipe would never end.
    if (!found.isFile()) return failed("is not a file");
    if (found.size >= PICTURE_BYTES) return failed(`has ${Math.ceil(found.size / 1024)} KB: the limit is 100 KB`);
    const parsed = parsePicture(readFileSync(path));
    return "fault" in parsed ? failed(parsed.fault) : parsed;
  } catch (error) {
    return failed(`cannot be read (${messageOf(error)}): check the name`);
  }
}

/** What the taxonomy file beside a profile holds. Whoever uses it checks it. */
function readTaxonomyBeside(
  profile_path: string,
  named: string,
): { value: Record<string, unknown> } | { fault: string } {
  const path = resolve(dirname(profile_path), named);
  const near = suggest(named, TAXONOMY_NAMES);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    const names = TAXONOMY_NAMES.join(", ");
    return {
      fault: `taxonomy: there is no file ${path}; ${near ? `did you mean ${near}?` : `or use one of ${names}`}`,
    };
  }
  const text = parseProfileText(readText(path));
  if ("faults" in text) return { fault: `taxonomy: ${path}, line ${text.faults[0]?.line}: ${text.faults[0]?.words}` };
  const { value } = text;
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap
    ? { value: { ...value } }
    : { fault: `taxonomy: ${path} is not a taxonomy: it has lines such as id: and aspects:` };
}

/** Reports all faults, each with its place in the file, and reads the picture and the taxonomy that the profile names. */
export function parseProfile(terminal: Report, path: string, text: ProfileText): ProfileFile {
  const parsed = profileFile.safeParse(text.value);
  if (!parsed.success) throw refuse(terminal, path, describeFaults(parsed.error.issues, text));
  const picture = parsed.data.logo === null ? null : readLogo(path, parsed.data.logo);
  if (picture && "fault" in picture)
    throw refuse(terminal, path, [{ ...text.placeOf(["logo"]), words: picture.fault }]);
  const { taxonomy } = parsed.data;
  if (typeof taxonomy !== "string" || isTaxonomyName(taxonomy)) return { ...parsed.data, picture };
  const beside = readTaxonomyBeside(path, taxonomy);
  if ("fault" in beside) throw refuse(terminal, path, [{ ...text.placeOf(["taxonomy"]), words: beside.fault }]);
  return { ...parsed.data, taxonomy: beside.value, picture };
}

/** The demonstration's profile may be analyzed but never published as a business. */
export function refuseMadeUp(path: string, { demonstration }: ProfileFile): void {
  if (demonstration) throw new OperatorError(`${path} ${MADE_UP}`);
}

/** The demonstration's profile, which is part of the program. */
export function parseDemoProfile(path: string): Profile {
  const text = parseProfileText(readText(path));
  return assignIds(profileFile.parse("faults" in text ? null : text.value), null);
}
