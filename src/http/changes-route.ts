import { cut } from "../model/basics/cut.ts";
import type { Issue } from "../model/wire/problem.ts";
import { PATHS, topicLink } from "../render/links.ts";
import { JSON_TYPE } from "../render/media-types.ts";
import { isKept, logChangedAt } from "../snapshot/change-entries.ts";
import { changesPage } from "../snapshot/changes-page.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { respondParts } from "./respond.ts";
import type { ReadContext } from "./snapshot-route.ts";

type Place = { after: number; history: string | null };

/** The place to continue from. Null if none was asked for. */
function parsePlace(query: URLSearchParams): Place | null | { issues: Issue[] } {
  const [after, ...more] = query.getAll("after");
  if (after === undefined) return null;
  const fault = (code: string, message: string) => ({
    issues: [{ path: ["after"], code, message, received: cut(after) }],
  });
  if (more.length > 0) return fault("repeated", "after must be given only once");
  if (!/^\d+$/.test(after)) return fault("invalid_type", "after must be a whole number");
  return { after: Number(after), history: query.get("history") };
}

/** The changes after a place, as this snapshot has them: the same bytes on every server. */
export function serveChanges(context: ReadContext, request: Request, snapshot: Snapshot): Response | null {
  const { base_url, respondProblem } = context;
  const { changes, reviews, demonstration } = snapshot;
  const asked = parsePlace(new URL(request.url).searchParams);
  if (asked === null) return null;
  if ("issues" in asked) {
    const detail = asked.issues.map(({ message }) => message).join("; ");
    return respondProblem(request, "invalid_parameters", { detail, issues: asked.issues });
  }
  if (!isKept(changes, asked.after, asked.history)) {
    const reviews_url = base_url + PATHS.reviews;
    const detail = `the changes after this place are not kept: read ${reviews_url} as new, and continue after its candor-sequence`;
    return respondProblem(request, "gone", { detail, reviews_url });
  }
  return respondParts(request, {
    content_type: JSON_TYPE,
    ...changesPage({ base_url, demonstration, changes, reviews }, asked.after),
    changed_ms: Date.parse(logChangedAt(changes)),
    link: topicLink(base_url, PATHS.changes),
    place: changes,
  });
}
