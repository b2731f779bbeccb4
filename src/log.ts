/** Structured logs: one JSON object a line on standard error; never a review's words, a name or an address. */
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

/** What a log may say of an error: its name and message; the stack only of a surprise, at an edge. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: `${error.name}: ${error.message}`, ...(error.stack ? { stack: error.stack } : {}) };
}
