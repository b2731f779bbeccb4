import type { Session } from "../owner/desk-access.ts";
import { allQuestionsPage, answerAll } from "./all-questions.ts";
import { downloadPerson, eraseListed } from "./answer-person.ts";
import { backupsPage, downloadErasures, downloadListed, makeBackup, testListed } from "./backups-page.ts";
import { answerAgain, discardFile, publishPreview, updatePreview } from "./change-file.ts";
import { acceptsRemoval, decideWaiting } from "./decide.ts";
import { editStored } from "./edit-stored.ts";
import { filePage } from "./file-page.ts";
import { importPage, uploadFiles } from "./import-page.ts";
import { importsPage, reopenListed, undoListed, undoPage } from "./imports-page.ts";
import { invite, peoplePage, removeListed } from "./people-page.ts";
import { personPage, searchPerson } from "./person-page.ts";
import { downloadProfile, profilePage, removeLogo, saveProfilePage, uploadLogo } from "./profile-page.ts";
import { recordPage } from "./record-page.ts";
import { storedReviewsPage } from "./reviews-page.ts";
import { saveSetup } from "./setup-page.ts";
import { decideSource, sourcesPage } from "./sources-page.ts";
import { decideReview, eraseReview, storedReviewPage } from "./stored-review-page.ts";
import { todayPage } from "./today-page.ts";
import type { Form, Visit } from "./visit.ts";
import { waitingPage } from "./waiting-page.ts";
import { websitePage } from "./website-page.ts";

/** A page to look at, for everybody who signed in. */
type LookRoute = { path: string; method: "GET"; least: Session["role"]; handle: (visit: Visit) => Promise<Response> };
/** A change. The form was checked: it is of this session and of this desk. */
type ChangeRoute = {
  path: string;
  method: "POST";
  least: Session["role"];
  /** It cannot be taken back, or gives something out: the passkey must have been used just before. */
  confirms?: (form: Form) => boolean;
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

const change = (path: string, least: Session["role"], handle: ChangeRoute["handle"]): ChangeRoute => ({
  path,
  method: "POST",
  least,
  handle,
});

const confirmed = (path: string, handle: ChangeRoute["handle"]): ChangeRoute => ({
  ...change(path, "manager", handle),
  confirms: () => true,
});

export const DESK_ROUTES: readonly DeskRoute[] = [
  look("/", todayPage),
  change("/", "manager", saveSetup),
  look("/import", importPage),
  { path: "/import", method: "UPLOAD", least: "staff", handle: uploadFiles },
  look("/import/questions", allQuestionsPage),
  change("/import/questions", "staff", answerAll),
  look("/import/:number", filePage),
  change("/import/:number/preview", "staff", updatePreview),
  change("/import/:number/again", "staff", answerAgain),
  change("/import/:number/publish", "staff", publishPreview),
  change("/import/:number/discard", "staff", discardFile),
  look("/waiting", waitingPage),
  { ...change("/waiting", "staff", decideWaiting), confirms: acceptsRemoval },
  look("/reviews", storedReviewsPage),
  look("/reviews/:id", storedReviewPage),
  change("/reviews/:id/decide", "staff", decideReview),
  change("/reviews/:id/edit", "staff", editStored),
  confirmed("/reviews/:id/erase", eraseReview),
  { ...look("/person", personPage), least: "manager" },
  change("/person", "manager", searchPerson),
  confirmed("/person/export", downloadPerson),
  confirmed("/person/erase", eraseListed),
  look("/imports", importsPage),
  look("/imports/:run", undoPage),
  change("/imports/:run/reopen", "manager", reopenListed),
  change("/imports/:run/undo", "manager", undoListed),
  look("/profile", (visit) => profilePage(visit)),
  change("/profile", "manager", saveProfilePage),
  look("/profile/business.yaml", downloadProfile),
  { path: "/profile/logo", method: "UPLOAD", least: "manager", handle: uploadLogo },
  change("/profile/no-logo", "manager", removeLogo),
  look("/sources", sourcesPage),
  change("/sources", "manager", decideSource),
  look("/backups", backupsPage),
  change("/backups", "manager", makeBackup),
  change("/backups/test", "manager", testListed),
  confirmed("/backups/download", downloadListed),
  confirmed("/backups/ledger", downloadErasures),
  look("/website", websitePage),
  look("/record", recordPage),
  { ...look("/people", peoplePage), least: "manager" },
  confirmed("/people", invite),
  confirmed("/people/remove", removeListed),
];

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
