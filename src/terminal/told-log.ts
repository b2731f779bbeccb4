const TOLD: readonly unknown[] = ["warn", "error"];
/** What the desk itself says on its first page. */
const KNOWN: readonly unknown[] = ["nothing_stored"];
const NOT_TOLD: readonly string[] = ["time", "level", "event", "stack"];

function parseLogLine(line: string): Record<string, unknown> | null {
  try {
    return line.startsWith("{") ? JSON.parse(line) : null;
  } catch {
    return null; // it is in words already
  }
}

/** What a line of a log says to somebody at a terminal: warnings and errors in words. Null: nothing. */
export function tellLogLine(line: string): string | null {
  const entry = parseLogLine(line.trim());
  if (entry === null) return line;
  const { level, event } = entry;
  if (!TOLD.includes(level) || KNOWN.includes(event)) return null;
  const facts = Object.entries(entry).flatMap(([name, value]) => (NOT_TOLD.includes(name) ? [] : [String(value)]));
  return `candor: ${[String(event).replaceAll("_", " "), ...facts].join(": ")}\n`;
}

/** Tells the lines of another process. */
export async function tellLog(stream: ReadableStream<Uint8Array>, write: (text: string) => void): Promise<void> {
  const tell = (line: string) => {
    const told = line === "" ? null : tellLogLine(line);
    if (told !== null) write(told);
  };
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/(?<=\n)/);
    rest = lines.at(-1)?.endsWith("\n") ? "" : (lines.pop() ?? "");
    for (const line of lines) tell(line);
  }
  tell(rest);
}
