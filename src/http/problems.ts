import { cut } from "../model/basics/cut.ts";
import { COMMON_HEADERS } from "../model/wire/common-headers.ts";
import { PROBLEMS, type Problem, type RespondProblem } from "../model/wire/problem.ts";

/** The path of a request, even when URL cannot parse it. */
export const pathOf = (request: Request): string => (URL.parse(request.url)?.pathname ?? request.url).slice(0, 500);

/** Longer details are cut. The issues contain the same, each on its own. */
const MAX_DETAIL_CHARACTERS = 2000;

/** Problems with the members of RFC 9457 as application/json: the shape of every error outside /mcp and the hub. */
export function createProblems(base_url: string): RespondProblem {
  return (request, code, { detail, issues, headers, id, reviews_url }) => {
    const { status, title } = PROBLEMS[code];
    const body: Problem = {
      type: `${base_url}/developers/errors#${code}`,
      title,
      status,
      error: code,
      detail: cut(detail, MAX_DETAIL_CHARACTERS),
      instance: pathOf(request),
      ...(issues ? { issues } : {}),
      ...(id ? { id } : {}),
      ...(reviews_url ? { reviews_url } : {}),
    };
    return new Response(JSON.stringify(body), {
      status,
      headers: { ...COMMON_HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
    });
  };
}
