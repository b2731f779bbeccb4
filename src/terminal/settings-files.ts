import { readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { codeOf, OperatorError, usageError } from "../operator-error.ts";
import { sqlitePath } from "../store/connection/open-store.ts";

/** Where settings are searched after the environment. */
export type SettingsPlaces = {
  /** The working folder, whose candor.env is read. */
  folder: string;
  /** The settings file of the machine, which the service and every command on it share. */
  system: string;
};

type Values = Record<string, string | undefined>;

/** The settings, and for each that comes from a file, which file. */
export type LayeredSettings = { env: Values; origins: Record<string, string> };

/** A missing file has no settings. An unreadable file is different, because it could name the store. */
type FileSettings = { shown: string; values: Record<string, string>; unreadable: boolean };

/** The option --env may be anywhere on the command line. */
export function takeEnvOption(argv: readonly string[]): { argv: string[]; file: string | null } {
  const rest: string[] = [];
  const files: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at] ?? "";
    if (argument === "--") return { argv: [...rest, ...argv.slice(at)], file: onlyFile(files) };
    if (argument === "--env") files.push(argv[++at] ?? "");
    else if (argument.startsWith("--env=")) files.push(argument.slice("--env=".length));
    else rest.push(argument);
  }
  return { argv: rest, file: onlyFile(files) };
}

function onlyFile(files: readonly string[]): string | null {
  if (files.length > 1) throw usageError("--env is given twice: give it only once");
  if (files[0] === "") throw usageError("option --env needs a value");
  return files[0] ?? null;
}

function unquote(value: string): string {
  const single = /^'([^']*)'\s*(?:#.*)?$/.exec(value);
  if (single) return single[1] ?? "";
  const double = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(value);
  if (double) return (double[1] ?? "").replace(/\\(.)/g, (_, escaped) => (escaped === "n" ? "\n" : escaped));
  return value.replace(/(?:^|\s)#.*$/, "").trim();
}

/** Parses NAME=value lines in the same way as systemd, Docker and shells. */
export function parseSettingsFile(shown: string, text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new OperatorError(`${shown}, line ${index + 1} is not NAME=value: fix the line, or begin it with #`, 2);
    }
    values[name] = unquote(value.trim());
  }
  return values;
}

/** A relative path of the database or of its backups in a file is relative to that file, so that the file means the same from every folder. */
function placeDatabase({ shown, values }: FileSettings, folder: string | null): void {
  const backups = values.BACKUP_FOLDER;
  if (backups && folder !== null) values.BACKUP_FOLDER = resolve(folder, backups);
  const path = sqlitePath(values.DATABASE_URL ?? "");
  if (path === null || path === ":memory:" || isAbsolute(path)) return;
  if (folder === null) {
    throw new OperatorError(
      `setting DATABASE_URL in ${shown} is relative: write the whole path, such as sqlite:/var/lib/candor/candor.db`,
      2,
    );
  }
  values.DATABASE_URL = `sqlite:${resolve(folder, path)}`;
}

function readFile(path: string, shown: string, required: boolean): FileSettings {
  try {
    return { shown, values: parseSettingsFile(shown, readFileSync(path, "utf8")), unreadable: false };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = codeOf(error);
    if (!required && (code === "ENOENT" || code === "ENOTDIR")) return { shown, values: {}, unreadable: false };
    if (required) throw new OperatorError(`the settings file ${path} cannot be read (${code}): check --env`, 2);
    return { shown, values: {}, unreadable: true };
  }
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** First the environment, then `file` (--env), then candor.env in the working folder, then the file of the machine. */
export function readSettingsFiles(environment: Values, file: string | null, places: SettingsPlaces): LayeredSettings {
  const named = file === null ? null : readFile(resolve(places.folder, file), file, true);
  const local = readFile(resolve(places.folder, "candor.env"), "candor.env", false);
  const system = readFile(places.system, places.system, false);
  const files = [...(named ? [named] : []), local, system];
  if (named) placeDatabase(named, dirname(resolve(places.folder, file ?? "")));
  placeDatabase(system, null);
  const env: Values = { ...environment };
  const origins: Record<string, string> = {};
  for (const { shown, values, unreadable } of files) {
    if (unreadable && !isSet(env.DATABASE_URL)) {
      throw new OperatorError(
        `the settings file ${shown} cannot be read, so it is not known which database to use: run this as a user who may read it, such as the service's (sudo -u candor …), or set DATABASE_URL`,
        2,
      );
    }
    for (const [name, value] of Object.entries(values)) {
      if (isSet(env[name]) || !isSet(value)) continue;
      env[name] = value;
      origins[name] = shown;
    }
  }
  return { env, origins };
}
