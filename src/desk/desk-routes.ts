import type { Session } from "../owner/desk-access.ts";
import { recordPage } from "./record-page.ts";
import { todayPage } from "./today-page.ts";
import type { Form, Visit } from "./visit.ts";

/** A page to look at, for everybody who signed in. */
type LookRoute = { path: string; method: "GET"; least: Session["role"]; handle: (visit: Visit) => Promise<Response> };
/** A change. The form was checked: it is of this session and of this desk. */
type ChangeRoute = {
  path: string;
  method: "POST";
  least: Session["role"];
  handle: (visit: Visit, form: Form) => Promise<Response>;
};
/** A form with files. Its body is not read yet: the handler reads the token first. */
type UploadRoute = {
  path: string;
  method: "UPLOAD";
  least: Session["role"];
  handle: (visit: Visit) => Promise<Response>;
};
export type DeskRoute = LookRoute | ChangeRoute | UploadRoute;

const look = (path: string, handle: LookRoute["handle"]): LookRoute => ({
  path,
  method: "GET",
  least: "staff",
  handle,
});

export const DESK_ROUTES: readonly DeskRoute[] = [look("/", todayPage), look("/record", recordPage)];

/** "/import/:n" matches /import/12, with n = "12". Null if the path is another. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}
