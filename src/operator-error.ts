/** An error that the operator can fix. The message says what is wrong, where, and how to fix it; the command ends with `exit_code`. */
export class OperatorError extends Error {
  readonly exit_code: 1 | 2;
  constructor(message: string, exit_code: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = "OperatorError";
    this.exit_code = exit_code;
  }
}

/** The command line was wrong: exit code 2. */
export const usageError = (message: string) => new OperatorError(message, 2);

/** What is said of an error that somebody else threw. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of a system's or a database's error, such as ENOENT; "" if it has none. */
export const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
