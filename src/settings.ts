import { hidePasswords } from "./log.ts";
import { OperatorError } from "./operator-error.ts";
import { SETTINGS, type Setting } from "./setting-table.ts";
import { isLoopback, Malformed } from "./setting-values.ts";
import { editDistance, suggest } from "./spelling.ts";

/**
 * Only this file reads the environment. The types, the defaults, `candor settings` and docs/settings.md all come from
 * one table.
 */
type Name = keyof typeof SETTINGS;
export type Settings = { [K in Name]: ReturnType<(typeof SETTINGS)[K]["parse"]> };
export type SettingOrigin = { name: string; value: string; origin: string; help: string };

const NAMES = Object.keys(SETTINGS) as Name[]; // Object.keys returns string[]
/** No other program uses these prefixes. MCP_TIMEOUT and others belong to clients on the same machine. */
const OWN_PREFIX = /^(WEBSUB_|RATE_LIMIT_|METRICS_|SYNC_|DESK_|BACKUP_)/;

/** SYNC_SECRET_NAME is the value of a source's header. SYNC_SECRET_NAME_FILE is the file that contains it. */
const SYNC_SECRET = /^SYNC_SECRET_([A-Z0-9_]+?)(_FILE)?$/;

type Environment = Record<string, string | undefined>;
type Origins = Readonly<Record<string, string>>;

/** Setting names of earlier versions. They are still read. */
const OLD_NAMES: { [K in Name]?: string } = { MCP_SESSION_MAX_AGE_SECONDS: "MCP_SESSION_IDLE_SECONDS" };

/** The name under which a setting is given. The old name counts only if the new one is absent. */
function givenName(env: Environment, name: Name): string {
  const old = OLD_NAMES[name];
  return !env[name] && old !== undefined && env[old] ? old : name;
}

function text(env: Environment, name: Name): string {
  const given = env[givenName(env, name)];
  if (given !== undefined && given !== "") return given;
  const { fallback }: Setting<unknown> = SETTINGS[name];
  return typeof fallback === "string" ? fallback : fallback((other) => text(env, other as Name));
}

export function parseSettings(env: Environment): Settings {
  const unknown = Object.keys(env).find((name) => OWN_PREFIX.test(name) && !isOwn(name));
  if (unknown) throw new OperatorError(`unknown setting ${unknown}: run \`candor settings\` to list all settings`, 2);
  const settings: Record<string, unknown> = {};
  for (const name of NAMES) {
    const value = text(env, name);
    try {
      settings[name] = SETTINGS[name].parse(value);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      const shown = "secret" in SETTINGS[name] ? ":" : ` is ${JSON.stringify(hidePasswords(value, value))}:`;
      throw new OperatorError(`setting ${givenName(env, name)}${shown} ${error.message}`, 2);
    }
  }
  const parsed = settings as Settings; // the loop above set every name with its own parser
  if (parsed.WEBSUB_LEASE_MIN > parsed.WEBSUB_LEASE_DEFAULT || parsed.WEBSUB_LEASE_DEFAULT > parsed.WEBSUB_LEASE_MAX) {
    throw new OperatorError("the WEBSUB_LEASE_ settings must satisfy MIN ≤ DEFAULT ≤ MAX", 2);
  }
  refuseBackups(env, parsed.DATABASE_URL);
  refuseOpenDesk(parsed);
  return parsed;
}

/** Other machines reach the desk only through a proxy with https, where everybody signs in. */
function refuseOpenDesk({ DESK_HOST, DESK_URL }: Settings): void {
  if (isLoopback(DESK_HOST) || DESK_URL?.startsWith("https:")) return;
  throw new OperatorError(
    `setting DESK_HOST is ${JSON.stringify(DESK_HOST)}: must be 127.0.0.1, ::1 or localhost, unless DESK_URL is an https address`,
    2,
  );
}

/** PostgreSQL has its own tools, and a setting without an effect would be taken for a backup. */
function refuseBackups(env: Environment, database_url: string): void {
  const given = ["BACKUP_FOLDER", "BACKUP_EVERY", "BACKUP_KEEP"].find((name) => env[name]);
  if (given === undefined || database_url.startsWith("sqlite:")) return;
  throw new OperatorError(
    `setting ${given} is for SQLite, and the database is PostgreSQL: remove it, and let pg_dump and candor backup --ledger run on a schedule, as in deploy/compose.yaml`,
    2,
  );
}

/**
 * "environment", the file that the value comes from, or "default". `origins` has the files of settings that come from
 * files.
 */
const originOf = (env: Environment, origins: Origins, name: string): string =>
  env[name] ? (origins[name] ?? "environment") : "default";

/** The database that every command and the service use here, and the setting that it comes from. */
export const describeDatabase = (env: Environment, origins: Origins = {}) => ({
  url: hidePasswords(text(env, "DATABASE_URL"), text(env, "DATABASE_URL")),
  origin: originOf(env, origins, "DATABASE_URL"),
});

/** Whether the value of a setting is for nobody else: a key, a secret, or a URL with a password. */
export function isSecret(name: string, value: string): boolean {
  if (name === "DATABASE_URL") return hidePasswords(value, value) !== value;
  return name === "SECRET_KEY" || (SYNC_SECRET.test(name) && !name.endsWith("_FILE"));
}

const isOwn = (name: string): boolean => name in SETTINGS || SYNC_SECRET.test(name);

/** The value of a header, or the file that contains it. */
export type SyncSecret = { value: string } | { file: string };

/** The secrets of sources, by the name after SYNC_SECRET_. If a value and a file are both given, the value counts. */
export function syncSecrets(env: Environment): Record<string, SyncSecret> {
  const secrets: Record<string, SyncSecret> = {};
  for (const [setting, value] of Object.entries(env)) {
    const [, name, file] = SYNC_SECRET.exec(setting) ?? [];
    if (name === undefined || !value) continue;
    if (file === undefined) secrets[name] = { value };
    else secrets[name] ??= { file: value };
  }
  return secrets;
}

export type StrangeSetting = { name: string; origin: string; suggestion: string };

const letters = (name: string): string => [...name].sort().join("");

/**
 * True for one typing error: one letter, or two swapped letters. Short names are skipped: they often belong to other
 * programs.
 */
function isTypo(name: string, own: string): boolean {
  const distance = editDistance(name, own);
  return name.length >= 6 && (distance === 1 || (distance === 2 && letters(name) === letters(own)));
}

/** Gives PORT for CANDOR_PORT, port and P_O_R_T. Kubernetes sets CANDOR_PORT for a service named candor. */
const bare = (name: string): string =>
  name
    .toUpperCase()
    .replace(/^CANDOR_/, "")
    .replaceAll("_", "");

/** Names that are similar to ours, and unknown names in our files. Most likely they are settings without an effect. */
export function findStrangeSettings(env: Environment, origins: Origins = {}): StrangeSetting[] {
  return Object.keys(env)
    .filter(
      (name) =>
        !isOwn(name) && !Object.values(OLD_NAMES).includes(name) && env[name] && !/^tcp:\/\//.test(env[name] ?? ""),
    )
    .flatMap((name) => {
      const near = NAMES.find((own) => bare(name) === bare(own)) ?? NAMES.find((own) => isTypo(name, own)) ?? "";
      const origin = originOf(env, origins, name);
      const suggestion = near || (origins[name] ? suggest(name.toUpperCase(), NAMES) : "");
      return near || origins[name] ? [{ name, origin, suggestion }] : [];
    });
}

/** Every setting with its value and the origin of the value. Secrets are hidden. */
export function describeSettings(env: Environment, origins: Origins = {}): SettingOrigin[] {
  const settings: SettingOrigin[] = NAMES.map((name) => {
    const value = text(env, name);
    return {
      name,
      value: name === "SECRET_KEY" && value !== "" ? "(set)" : hidePasswords(value, value),
      origin: originOf(env, origins, givenName(env, name)),
      help: SETTINGS[name].help,
    };
  });
  for (const name of Object.keys(env).sort()) {
    const [, secret, file] = SYNC_SECRET.exec(name) ?? [];
    if (secret === undefined || !env[name]) continue;
    const help = file ? `the file that holds the secret ${secret} of a source` : `the secret ${secret} of a source`;
    settings.push({ name, value: file ? (env[name] ?? "") : "(set)", origin: originOf(env, origins, name), help });
  }
  return settings;
}
