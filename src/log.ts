/** Logs are one JSON object per line on standard error. They never contain review text, a name or a client's address. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type Log = {
  [level in Exclude<LogLevel, "silent">]: (event: string, fields?: Record<string, unknown>) => void;
};

export function openLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  now: () => Date = () => new Date(),
): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  const at = (name: Exclude<LogLevel, "silent">) => {
    if (LOG_LEVELS.indexOf(name) < threshold) return () => {};
    return (event: string, fields: Record<string, unknown> = {}) =>
      write(`${JSON.stringify({ time: now().toISOString(), level: name, event, ...fields })}\n`);
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The fields of an error in a log line. For an expected error, log only `error`, without the stack. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: `${error.name}: ${error.message}`, ...(error.stack ? { stack: error.stack } : {}) };
}
