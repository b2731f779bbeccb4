import type { RespondProblem } from "../model/wire/problem.ts";
import type { Route, RouteRequest } from "../model/wire/route.ts";
import type { Current } from "../snapshot/current.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

export type ReadContext = { current: Current; base_url: string; respondProblem: RespondProblem };

export type AnswerSnapshot = (request: RouteRequest, snapshot: Snapshot) => Response | Promise<Response>;

/** A route that responds from the snapshot, or with 503 until the first one is built. */
export function snapshotRoute({ current, respondProblem }: ReadContext, path: string, answer: AnswerSnapshot): Route {
  return {
    path,
    methods: ["GET"],
    limit: "read",
    handle: (request) => {
      const snapshot = current.get();
      if (snapshot) return answer(request, snapshot);
      return respondProblem(request, "not_ready", {
        detail: "the first snapshot is being built",
        headers: { "Retry-After": "1" },
      });
    },
  };
}
