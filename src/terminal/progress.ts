import type { Terminal } from "./command.ts";

/**
 * Draws "12,000 rows, 8,100 per second, 40 s left" on one line. For an unpacked archive, `size` exceeds `total_bytes`.
 */
export function createProgress(terminal: Terminal, total_bytes: number) {
  const started = terminal.now().getTime();
  let drawn = 0;
  return {
    draw({ rows, bytes, size }: { rows: number; bytes: number; size: number }): void {
      const now = terminal.now().getTime();
      if (!terminal.interactive || now - drawn < 200 || rows === 0) return;
      drawn = now;
      const seconds = Math.max((now - started) / 1000, 0.001);
      const left = bytes > 0 ? Math.max(0, (seconds / bytes) * (Math.max(total_bytes, size) - bytes)) : 0;
      const rate = Math.round(rows / seconds).toLocaleString("en-US");
      terminal.error(`\r\u001b[K${rows.toLocaleString("en-US")} rows, ${rate} per second, ${Math.ceil(left)} s left`);
    },
    clear(): void {
      if (terminal.interactive && drawn > 0) terminal.error("\r\u001b[K");
    },
  };
}
