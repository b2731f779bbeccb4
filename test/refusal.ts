import { OperatorError } from "../src/operator-error.ts";

/** The message and the exit code that `work` is refused with; null if it is not refused. */
export function refusalOf(work: () => unknown): { message: string; exit_code: number } | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { message: error.message, exit_code: error.exit_code };
  }
}
