/**
 * An error that the operator can fix. The message says what is wrong, where, and how to fix it. The command ends with
 * `exit_code`.
 */
export class OperatorError extends Error {
  readonly exit_code: 1 | 2;
  constructor(message: string, exit_code: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = "OperatorError";
    this.exit_code = exit_code;
  }
  /** What a terminal prints, one line each. */
  get lines(): readonly string[] {
    return [this.message];
  }
}

/** For a wrong command line: exit code 2. */
export const usageError = (message: string) => new OperatorError(message, 2);

/** The message of an error from other code. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of an error from the system or a database, such as ENOENT. "" if it has none. */
export const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Replaces the runtime's own message, which speaks of "the computer" and "the url". */
export function describeUnreachable(error: unknown): string {
  const message = messageOf(error);
  return /unable to connect/i.test(message) ? "no server answers there" : message;
}
