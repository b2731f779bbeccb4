import { Database } from "bun:sqlite";
import { cpuSeconds, peakMegabytes, residentMegabytes, restartPeak } from "./process.ts";

/** How often the lock is asked for. */
const ASK_MS = 20;

/** Asks for the write lock of a SQLite database again and again. `end` returns the longest time that it was held. */
export function watchLock(file: string): { end(): Promise<number> } {
  const worker = new Worker(new URL("./lock-watcher.ts", import.meta.url).href);
  const { promise, resolve } = Promise.withResolvers<number>();
  worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
  worker.postMessage(file);
  return {
    async end() {
      worker.postMessage(null);
      const longest_s = await promise;
      worker.terminate();
      return longest_s;
    },
  };
}

/** Runs in the thread of `watchLock`. */
export function askForLock(file: string): { end(): number } {
  const db = new Database(file);
  db.run("PRAGMA busy_timeout = 600000");
  let longest_ms = 0;
  const timer = setInterval(() => {
    const asked = performance.now();
    db.run("BEGIN IMMEDIATE");
    longest_ms = Math.max(longest_ms, performance.now() - asked);
    db.run("ROLLBACK");
  }, ASK_MS);
  return {
    end() {
      clearInterval(timer);
      db.close();
      return longest_ms / 1000;
    },
  };
}

/** The highest memory of a server during a change, as a multiple of that before it, and its CPU seconds. */
export async function costOf(pid: number, change: () => Promise<unknown>) {
  const [serve_mb, before_s] = [residentMegabytes(pid), cpuSeconds(pid)];
  restartPeak(pid);
  await change();
  return { times: peakMegabytes(pid) / serve_mb, cpu_s: cpuSeconds(pid) - before_s };
}
