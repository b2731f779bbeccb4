import type { Terminal } from "./command.ts";

type Signal = "SIGINT" | "SIGTERM";
const NUMBERS: Record<Signal, number> = { SIGINT: 2, SIGTERM: 15 };

/** What a command that changes everything or nothing says when it is ended. */
export type Interruption = {
  /** From now on the change is made in one transaction: it ends before the process does. */
  committing(): void;
  /** The signal that came meanwhile; null if none did. */
  ended(): number | null;
};

/**
 * Says that nothing was stored when Ctrl-C ends the work before it is committed. Later than that, the commit is awaited, so
 * that the command can say what was stored.
 */
export async function withInterruption<T>(
  { error }: Pick<Terminal, "error">,
  work: (interruption: Interruption) => Promise<T>,
): Promise<T> {
  let committing = false;
  let code: number | null = null;
  const stop = (signal: Signal) => {
    const again = code !== null; // a terminal sends the signal to npx, too, which passes it on
    code = 128 + NUMBERS[signal];
    if (committing || again) return;
    error("\ncandor: ended: nothing was stored\n");
    // Others may have to clean up first.
    setImmediate(() => process.exit(code ?? 1));
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    return await work({
      committing: () => {
        committing = true;
      },
      ended: () => code,
    });
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}
