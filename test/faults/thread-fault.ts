/**
 * Ends a database thread from inside, by an uncaught error or by an exit. `bun --preload` loads this file before the
 * server, which then breaks its own thread on SIGUSR2, in the way that THREAD_FAULT names.
 */
export type ThreadFault = "throw" | "exit";

const channel = new BroadcastChannel("thread-fault");
channel.unref();

export const breakThread = (fault: ThreadFault): void => channel.postMessage(fault);

/** Database threads that start after this call load this file too, and wait for the fault. */
export function armThreads(): void {
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, String(url).endsWith("/sqlite-worker.ts") ? { ...options, preload: [import.meta.path] } : options);
    }
  };
}

if (!Bun.isMainThread) {
  channel.onmessage = ({ data }: { data: ThreadFault }) => {
    if (data === "exit") process.exit(3);
    throw new Error("broken by a test");
  };
} else if (process.env.THREAD_FAULT) {
  const fault = process.env.THREAD_FAULT as ThreadFault; // the test that starts this process sets it
  armThreads();
  process.on("SIGUSR2", () => breakThread(fault));
}
