/** Logs are one JSON object per line on standard error. They never contain review text, a name, a client's address or a password. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type Log = {
  [level in Exclude<LogLevel, "silent">]: (event: string, fields?: Record<string, unknown>) => void;
};

/** What is shown instead of a password. */
const HIDDEN = "…";
const SECRET_NAME = /pass|pwd|secret|token|key|credential/i;
/** A name, an address or none, with a port or none; behind it perhaps the point or parenthesis of a sentence. */
const HOST = /^(?:\[[0-9a-f:.%]*\][.,;)}]*|[^:[\]]*)(?::\d*[.,;)}]*)?$/i;
/** Every URL in a text, from the end of its scheme on. */
const AFTER_SCHEME = /:\/\/[^\s"'`<>]+/g;
/** password=…, pwd='…' and "password": "…", as connection strings and objects write them, up to the next space. */
const KEYWORD =
  /(pass(?:word|wd|phrase)?|pwd)(["']?\s{0,3}=\s{0,3}|["']\s{0,3}:\s{0,3})(?:"(?:[^"\\]|\\.){0,200}"|'(?:[^'\\]|\\.){0,200}'|[^\s…])\S*/gi;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // "100%" is a password, too
  }
}

const hideParameters = (query: string): string =>
  query
    .split(/[&;]/)
    .map((pair) => {
      const [name = ""] = pair.split("=");
      return SECRET_NAME.test(decoded(name)) ? `${name}=${HIDDEN}` : pair;
    })
    .join("&");

/** `rest` is what follows `://`. With an `@` after the host, nobody can say where the password ends: all is hidden. */
function hideInUrl(rest: string): string {
  const authority = /^[^/?#\\]*/.exec(rest)?.[0] ?? "";
  const tail = rest.slice(authority.length);
  if (tail.includes("@")) return HIDDEN;
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(at, 0));
  const name = user.split(/:|%3a|@/i, 1)[0] ?? "";
  const shown_user = at < 0 ? "" : name === user ? `${user}@` : `${name}:${HIDDEN}@`;
  const [path = "", ...query] = tail.split("?");
  const hosts = authority.slice(at + 1);
  // No host looks like this: "user:password" without the rest, perhaps.
  if (!hosts.split(",").every((host) => HOST.test(host))) return HIDDEN;
  const shown_query = query.length === 0 ? "" : `?${hideParameters(query.join("?"))}`;
  return `${shown_user}${hosts}${path}${shown_query}`;
}

/**
 * A text without the passwords of the URLs in it, however they are spelled. Log lines, error messages and shown settings
 * all go through it. `url` is the one URL that the text is about, if there is one: it may contain spaces and quotes, and
 * a driver may quote a piece of it that it took for the host or the database.
 */
export function hidePasswords(text: string, url = ""): string {
  let shown = text;
  const [scheme = "", rest] = url.split(/:\/\/(.*)/s);
  // Not a URL, but "postgres:user:password@host" looks like what somebody would write for one.
  if (rest === undefined && url.includes("@") && !url.startsWith("sqlite:")) shown = shown.replaceAll(url, HIDDEN);
  if (rest !== undefined) {
    shown = shown.replaceAll(url, () => `${scheme}://${hideInUrl(rest)}`);
    const [, user, password = ""] = /^([^:@]*):(.*)@/s.exec(rest) ?? [];
    // The user's name is shown anyway, and often is the password in a test.
    for (const piece of [password, decoded(password), ...password.split(/[/?#@]/)]) {
      if (piece.length > 3 && piece !== user) shown = shown.replaceAll(piece, HIDDEN);
    }
  }
  return shown
    .replace(AFTER_SCHEME, (found) => `://${hideInUrl(found.slice(3))}`)
    .replace(KEYWORD, (_, name: string, equals: string) => `${name}${equals}${HIDDEN}`);
}

const hideInField = (_: string, value: unknown): unknown => (typeof value === "string" ? hidePasswords(value) : value);

export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  now: () => Date = () => new Date(),
): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  const at = (name: Exclude<LogLevel, "silent">) => {
    if (LOG_LEVELS.indexOf(name) < threshold) return () => {};
    return (event: string, fields: Record<string, unknown> = {}) =>
      write(`${JSON.stringify({ time: now().toISOString(), level: name, event, ...fields }, hideInField)}\n`);
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * Logs what the runtime and libraries print, so that the log stays JSON lines. The PostgreSQL driver warns at every
 * attempt to listen again, which `database_away` has said once: only console.error is more than a detail.
 */
export function logConsole(log: Log, target: Pick<Console, "log" | "info" | "warn" | "error" | "debug"> = console) {
  const printed = { ...target };
  const as =
    (level: "debug" | "error") =>
    (...values: unknown[]) =>
      log[level]("printed", {
        text: values.map((value) => (value instanceof Error ? value.message : String(value))).join(" "),
      });
  const quiet = as("debug");
  Object.assign(target, { log: quiet, info: quiet, warn: quiet, debug: quiet, error: as("error") });
  return { release: () => void Object.assign(target, printed) };
}

/** The fields of an error in a log line. For an expected error, log only `error`, without the stack. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: `${error.name}: ${error.message}`, ...(error.stack ? { stack: error.stack } : {}) };
}

/** Bun's message of a thread's error is a code frame; the line that names the error is enough. */
export const errorLine = (message: string): string => /^\w*error: .*$/im.exec(message)?.[0] ?? message;
