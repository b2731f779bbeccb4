/**
 * Ends the thread that prepares rows from inside, by an uncaught error or by an exit, while it has work. `bun --preload`
 * loads this file before the program, and the program's own thread loads it, too. PREPARE_FAULT names the way.
 */
export type PrepareFault = "throw" | "exit";

/** The first message opens the thread; the others are batches. */
const BROKEN_AT = 3;

if (Bun.isMainThread) {
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, String(url).endsWith("/prepare-worker.ts") ? { ...options, preload: [import.meta.path] } : options);
    }
  };
} else {
  let messages = 0;
  globalThis.addEventListener("message", () => {
    messages += 1;
    if (messages < BROKEN_AT) return;
    if (process.env.PREPARE_FAULT === "exit") process.exit(3);
    throw new Error("broken by a test");
  });
}
