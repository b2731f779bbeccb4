/** The closed list of problems the service answers with outside /mcp and the hub (RFC 9457 members, contract §1). */
export const PROBLEMS = {
  invalid_parameters: {
    status: 400,
    title: "Invalid query parameters",
    when: "A parameter of the search is out of bounds, malformed, repeated, empty or unknown; `issues` lists every fault.",
  },
  invalid_date: {
    status: 400,
    title: "Invalid date",
    when: "The date in the path is not a real calendar date, YYYY-MM-DD.",
  },
  malformed_request: {
    status: 400,
    title: "Malformed request",
    when: "The request cannot be understood; `issues` says what is wrong.",
  },
  not_found: { status: 404, title: "Not found", when: "Nothing is served at this path, or no review has this id." },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The service is read-only; `Allow` lists what is possible.",
  },
  gone: {
    status: 410,
    title: "Taken back",
    when: "The review was taken back. It will not return under this id unless the reviewer publishes it again.",
  },
  content_too_large: { status: 413, title: "Content too large", when: "The body is over the limit of this path." },
  uri_too_long: { status: 414, title: "URI too long", when: "The URL has more than 8,192 bytes." },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    when: "Too many requests from this address; wait for `Retry-After` seconds.",
  },
  internal_error: { status: 500, title: "Internal error", when: "Our fault. `id` is also in the operator's log." },
  not_ready: {
    status: 503,
    title: "Not ready",
    when: "The server has just started and is building its first snapshot.",
  },
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
