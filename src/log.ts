/**
 * Logs are one JSON object per line on standard error. They never contain review texts, names, client addresses or
 * passwords.
 */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type Log = {
  [level in Exclude<LogLevel, "silent">]: (event: string, fields?: Record<string, unknown>) => void;
};

/** Shown instead of a password. */
const HIDDEN = "…";
const SECRET_NAME = /pass|pwd|secret|token|key|credential/i;
/** An optional name or address with an optional port. The punctuation of a sentence may follow. */
const HOST = /^(?:\[[0-9a-f:.%]*\][.,;)}]*|[^:[\]]*)(?::\d*[.,;)}]*)?$/i;
/** Every URL in a text, without its scheme. */
const AFTER_SCHEME = /:\/\/[^\s"'`<>]+/g;
/** password=…, pwd='…' and "password": "…", as in connection strings and objects, up to the next space. */
const KEYWORD =
  /(pass(?:word|wd|phrase)?|pwd)(["']?\s{0,3}=\s{0,3}|["']\s{0,3}:\s{0,3})(?:"(?:[^"\\]|\\.){0,200}"|'(?:[^'\\]|\\.){0,200}'|[^\s…])\S*/gi;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // "100%" is also a possible password
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

/**
 * `rest` is the text after `://`. If there is an `@` after the host, the end of the password is unknown, so everything
 * is hidden.
 */
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
  // No host looks like this. It may be "user:password" without the rest.
  if (!hosts.split(",").every((host) => HOST.test(host))) return HIDDEN;
  const shown_query = query.length === 0 ? "" : `?${hideParameters(query.join("?"))}`;
  return `${shown_user}${hosts}${path}${shown_query}`;
}

/**
 * A text without the passwords of the URLs in it, in any spelling. Log lines, error messages and shown settings all use
 * it. `url` is the URL that the text is about, if there is one. It may contain spaces and quotes, and a driver may
 * quote a part of it that it took for the host or the database.
 */
export function hidePasswords(text: string, url = ""): string {
  let shown = text;
  const [scheme = "", rest] = url.split(/:\/\/(.*)/s);
  // Not a URL, but somebody may write "postgres:user:password@host" instead of one.
  if (rest === undefined && url.includes("@") && !url.startsWith("sqlite:")) shown = shown.replaceAll(url, HIDDEN);
  if (rest !== undefined) {
    shown = shown.replaceAll(url, () => `${scheme}://${hideInUrl(rest)}`);
    const [, user, password = ""] = /^([^:@]*):(.*)@/s.exec(rest) ?? [];
    // The user's name is shown anyway. In tests it is often the same as the password.
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
 * Logs what the runtime and libraries print, so that the log stays JSON lines. Only console.error is more than a
 * detail: the PostgreSQL driver warns at every attempt to listen again, which `database_away` has already said once.
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

/** The line that names the error. Bun's message of a thread's error also contains code. */
export const errorLine = (message: string): string => /^\w*error: .*$/im.exec(message)?.[0] ?? message;
