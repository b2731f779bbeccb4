import type { RespondProblem } from "./problem.ts";

/** The rate limit that counts a request. Null means exempt. */
export type LimitName = "read" | "mcp" | "hub" | null;

export type Client = { address: string };

/** A request with its decoded path parameters. */
export type RouteRequest = Request & { params: Record<string, string> };

/**
 * Counts the messages of a request against the limits of its MCP session and its address. The address has already
 * counted one of them. Returns a response if there are too many.
 */
export type Charge = (session: string, count: number) => Response | null;

/** One line of the route table. HEAD uses the route of GET. OPTIONS is answered for all routes. */
export type Route = {
  path: string;
  methods: readonly ("GET" | "POST" | "DELETE")[];
  limit: LimitName;
  handle: (request: RouteRequest, client: Client, charge: Charge) => Response | Promise<Response>;
  /** Headers that a browser may send from another origin, for the preflight. */
  allow_headers?: string;
  /** Responds with problems in another form than application/json. The hub uses plain text. */
  respondProblem?: RespondProblem;
};
