import { readFileSync } from "node:fs";
import { constants } from "node:os";

/** Two signals within this time are one: a terminal sends Ctrl-C to this process and to the one that started it. */
const ONE_SIGNAL_MS = 500;
const WATCH_MS = 1000;

/** What bin/candor.mjs says about itself. Null for a process that another program started. */
function parseLauncher(text: string | undefined): { pid: number; nohup: boolean } | null {
  const [, pid, nohup] = /^(\d+)( nohup)?$/.exec(text ?? "") ?? [];
  // A process that was started by this one's child inherits the variable.
  return pid === undefined || Number(pid) !== process.ppid ? null : { pid: Number(pid), nohup: nohup !== undefined };
}

/** Whether this process was started with SIGHUP ignored, as by nohup. Only Linux says so. */
function isHangupIgnored(): boolean {
  try {
    const [, mask = "0"] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return ((BigInt(`0x${mask}`) >> BigInt(constants.signals.SIGHUP - 1)) & 1n) === 1n;
  } catch {
    return false;
  }
}

/**
 * Resolves with what stops the process: a signal, or the end of the launcher that started it. A second signal ends it at
 * once. A hangup that was ignored at the start stays ignored.
 */
export function untilStopped(env: Record<string, string | undefined>): {
  received: Promise<string>;
  stopping: AbortSignal;
} {
  const stopping = new AbortController();
  const launcher = parseLauncher(env.CANDOR_LAUNCHER);
  const received = new Promise<string>((resolve) => {
    let first_ms = 0;
    const stop = (signal: string) => {
      if (stopping.signal.aborted && performance.now() - first_ms > ONE_SIGNAL_MS) process.exit(1);
      if (stopping.signal.aborted) return;
      first_ms = performance.now();
      stopping.abort();
      resolve(signal);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
    // Sent when a terminal closes or an init script reloads.
    const ignored = launcher?.nohup || isHangupIgnored();
    process.on("SIGHUP", ignored ? () => {} : stop);
    if (launcher === null) return;
    const timer = setInterval(() => {
      if (process.ppid !== launcher.pid) stop("launcher ended");
    }, WATCH_MS);
    timer.unref();
    stopping.signal.addEventListener("abort", () => clearInterval(timer));
  });
  return { received, stopping: stopping.signal };
}
