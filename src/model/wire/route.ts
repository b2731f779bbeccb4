import type { RespondProblem } from "./problem.ts";

/** Which rate limit counts a request; null is exempt. */
export type LimitName = "read" | "mcp" | "hub" | null;

export type Client = { address: string };

/** What a request matched: its path parameters, decoded. */
export type RouteRequest = Request & { params: Record<string, string> };

/**
 * Counts the messages of a request against the limit of its MCP session, and against that of its address, which has
 * counted one of them already. The response if they are too many.
 */
export type Charge = (session: string, count: number) => Response | null;

/** One line of the route table. HEAD goes with GET, OPTIONS is answered for all. */
export type Route = {
  path: string;
  methods: readonly ("GET" | "POST" | "DELETE")[];
  limit: LimitName;
  handle: (request: RouteRequest, client: Client, charge: Charge) => Response | Promise<Response>;
  /** Headers a browser may send across origins, for the preflight. */
  allow_headers?: string;
  /** In place of application/json: the hub answers in plain text. */
  respondProblem?: RespondProblem;
};
