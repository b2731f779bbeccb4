/** The closed list of problems the service answers with outside /mcp and the hub (RFC 9457 members, contract §1). */
export const PROBLEMS = {
  invalid_parameters: { status: 400, title: "Invalid query parameters" },
  invalid_date: { status: 400, title: "Invalid date" },
  malformed_request: { status: 400, title: "Malformed request" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  gone: { status: 410, title: "Taken back" },
  content_too_large: { status: 413, title: "Content too large" },
  uri_too_long: { status: 414, title: "URI too long" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Internal error" },
  not_ready: { status: 503, title: "Not ready" },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** A fault the operator can mend: the message says what, where and how. Ends a command with `exit_code`. */
export class OperatorError extends Error {
  readonly exit_code: 1 | 2;
  constructor(message: string, exit_code: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = "OperatorError";
    this.exit_code = exit_code;
  }
}

/** The call itself was wrong: exit code 2. */
export const usageError = (message: string) => new OperatorError(message, 2);

/** The candidate that is one or two slips of the finger away. */
export function suggest(word: string, candidates: readonly string[]): string {
  const near = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near && near.distance <= Math.max(1, Math.floor(word.length / 3)) ? near.candidate : "";
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
