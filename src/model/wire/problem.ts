import { z } from "zod";

/** The closed list of problems that the service responds with, except at /mcp and the hub (RFC 9457). */
export const PROBLEMS = {
  invalid_parameters: {
    status: 400,
    title: "Invalid query parameters",
    when: "A search parameter is out of range, malformed, repeated, empty or unknown; `issues` lists every fault.",
  },
  invalid_date: {
    status: 400,
    title: "Invalid date",
    when: "The date in the path is not a real calendar date in the form YYYY-MM-DD.",
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
    when: "The service is read-only; `Allow` lists the methods that work here.",
  },
  gone: {
    status: 410,
    title: "Removed",
    when:
      "The review was removed. It does not come back under this id unless the reviewer publishes it again. " +
      "Or, at `/api/changes.json`, the changes after this place are not kept: `reviews_url` names where to begin anew.",
  },
  precondition_failed: {
    status: 412,
    title: "Precondition failed",
    when: "The data is not what `If-Match` names, or has changed since `If-Unmodified-Since`.",
  },
  content_too_large: {
    status: 413,
    title: "Content too large",
    when: "The request body is larger than this path allows.",
  },
  uri_too_long: { status: 414, title: "URI too long", when: "The URL is longer than 8,192 bytes." },
  range_not_satisfiable: {
    status: 416,
    title: "Range not satisfiable",
    when: "`Range` begins after the end of the document; `Content-Range` says how long it is.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    when: "This address sent too many requests; wait `Retry-After` seconds.",
  },
  internal_error: {
    status: 500,
    title: "Internal error",
    when: "The server failed. The operator's log has the same `id`.",
  },
  not_ready: {
    status: 503,
    title: "Not ready",
    when: "The server has just started and is building its first snapshot.",
  },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

const issue = z
  .strictObject({
    path: z
      .array(z.union([z.string(), z.number()]))
      .meta({ description: "Where the fault is, such as the parameter's name." }),
    code: z.string().min(1).meta({ example: "too_big", description: "The kind of fault, for programs." }),
    message: z.string().min(1).meta({ description: "What is wrong and what is allowed, for people." }),
    received: z.string().max(100).optional().meta({ description: "What was sent, cut to 100 characters." }),
  })
  .meta({ id: "Issue", description: "One fault in a request." });
export type Issue = z.infer<typeof issue>;

/** How many faults one response lists. One more entry counts the others. */
export const MAX_ISSUES = 20;
export const moreIssues = (count: number): Issue => ({
  path: [],
  code: "more_issues",
  message: `${count} more ${count === 1 ? "fault" : "faults"} not listed here`,
});

export const problem = z
  .strictObject({
    type: z.url().meta({ description: "Where this kind of problem is described." }),
    title: z.string().min(1).meta({ description: "The kind of problem, for people." }),
    status: z.int().min(400).max(599).meta({ description: "The HTTP status code." }),
    error: z
      .enum(Object.keys(PROBLEMS) as ProblemCode[]) // Object.keys returns string[]
      .meta({ description: "The kind of problem, for programs: a closed list." }),
    detail: z.string().min(1).meta({ description: "What happened here." }),
    instance: z.string().max(500).meta({ description: "The path that was requested." }),
    issues: z.array(issue).optional().meta({
      description: "Present on every 400: one entry for each fault, at most 20, then one that counts the others.",
    }),
    reviews_url: z.url().optional().meta({
      description:
        "With a place in the changes that is gone: read this document as new, and continue after its candor-sequence.",
    }),
    id: z.uuid().optional().meta({ description: "Present on every 500: the same id is in the log." }),
  })
  .meta({ id: "Problem", description: "The members of RFC 9457." });
export type Problem = z.infer<typeof problem>;

type ProblemDetails = {
  detail: string;
  issues?: Issue[];
  headers?: Record<string, string>;
  /** Where to begin anew. */
  reviews_url?: string;
  /** Every 500 has one. The same id is in the log. */
  id?: string;
};

/** Responds with a problem in the form of a layer: as JSON, as a page, or as plain text of the hub. */
export type RespondProblem = (request: Request, code: ProblemCode, details: ProblemDetails) => Response;
