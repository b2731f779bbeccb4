import { reviewId } from "../model/review.ts";
import { VERIFICATION_METHODS } from "../model/review-kinds.ts";
import { answerConsent } from "../owner/answer-consent.ts";
import { acceptRequests, findRequests, forgetRefusals, refuseRequests } from "../owner/answer-requests.ts";
import type { SeenReview } from "../owner/change-reviews.ts";
import { confirmSame, tellApart } from "../owner/decide-likeness.ts";
import { decideReplies, unverifyReviews, verifyReviews, withholdReviews } from "../owner/decide-reviews.ts";
import { decideWords } from "../owner/decide-words.ts";
import { recordChange } from "../owner/desk-access.ts";
import { readVersion } from "../owner/last-change.ts";
import { anyWithheld, findChangedSince, unlessChanged } from "../owner/seen-reviews.ts";
import { WAITING_KINDS } from "../owner/waiting.ts";
import { redirect } from "./desk-responses.ts";
import { refuse } from "./refusals.ts";
import type { Form, Visit } from "./visit.ts";
import { respondWaiting, waitingPath } from "./waiting-page.ts";
import { whoChanged } from "./who-changed.ts";
import { REVIEW_WORDS } from "./words/review-words.ts";

/** "ID@time": a review, and when it was changed last as the page showed it. */
export function readSeen(form: Form): SeenReview[] {
  return form.getAll("review").flatMap((value) => {
    const [id = "", changed_at = ""] = value.split("@");
    return reviewId.safeParse(id).success ? [{ id, changed_at }] : [];
  });
}

const CONSENT = { consent_yes: "yes", consent_anonymous: "anonymous", consent_no: "no" } as const;

/** Of several words of one review, those that are marked. A review with one has no boxes. */
function chosenWords(form: Form): (id: string, words: string) => boolean {
  const [boxes, marked] = [form.getAll("several"), new Set(form.getAll("words"))];
  return (id, words) => !boxes.includes(id) || marked.has(`${id}@${words}`);
}

/** What was decided; "no_method" if nobody said how the authors are known. */
type DecisionResult = { kind: string; ids: string[]; erased: boolean } | "no_method" | "unknown";

async function applyDecision(visit: Visit, form: Form, seen: SeenReview[]): Promise<DecisionResult> {
  const { deps } = visit.desk;
  const decision = form.get("decision") ?? "";
  const kind = WAITING_KINDS.find((one) => one === form.get("kind"));
  const given = form.get(`method-${kind ?? "review"}`);
  const method = VERIFICATION_METHODS.find((one) => one === given);
  const ids = seen.map(({ id }) => id);
  const done = { kind: decision, ids, erased: false };
  const chosen = { ids, seen };
  switch (decision) {
    case "verify":
      if (!method) return "no_method";
      await verifyReviews(deps, chosen, method);
      return done;
    case "unverify":
      await unverifyReviews(deps, chosen);
      return done;
    case "withhold":
      await withholdReviews(deps, chosen);
      return done;
    case "reply_publish":
    case "reply_drop":
      await decideReplies(deps, chosen, decision === "reply_publish" ? "published" : "dropped");
      return done;
    case "same":
      await confirmSame(deps, chosen);
      return done;
    case "different":
      await tellApart(deps, chosen);
      return done;
    case "consent_yes":
    case "consent_anonymous":
    case "consent_no":
      await answerConsent(deps, chosen, CONSENT[decision]);
      return done;
    case "words_show":
    case "words_hide":
      await decideWords(deps, chosen, { show: decision === "words_show", isChosen: chosenWords(form) });
      return done;
    case "accept":
    case "refuse": {
      if (kind !== "source_change" && kind !== "source_removal") return "unknown";
      const requests = await findRequests(deps.store, { ids, kind, source: null });
      if (decision === "refuse") await refuseRequests(deps, requests);
      else return { ...done, erased: (await acceptRequests(deps, requests)).erased };
      return done;
    }
    case "ask_again":
      await forgetRefusals(deps, ids);
      return done;
    default:
      return "unknown";
  }
}

/** What a source asks for may be an erasure, which cannot be taken back. */
export const acceptsRemoval = (form: Form): boolean =>
  form.get("decision") === "accept" && form.get("kind") === "source_removal";

/** Withholding for a legal reason, its end, and erasing are not for staff. */
async function isForManagers({ desk }: Visit, form: Form, seen: readonly SeenReview[]): Promise<boolean> {
  if (form.get("decision") === "verify") return anyWithheld(desk.deps, seen);
  return form.get("decision") === "withhold" || acceptsRemoval(form);
}

type DecideResult = "done" | "role" | { notice: string; status: number };

/** Of two who decide the same, the second is told. Nothing is decided then. */
export async function decideReviews(visit: Visit, form: Form): Promise<DecideResult> {
  const words = REVIEW_WORDS[visit.language];
  const { desk, session } = visit;
  const seen = readSeen(form);
  if (seen.length === 0) return { notice: words.none_chosen, status: 400 };
  if (session.role !== "manager" && (await isForManagers(visit, form, seen))) return "role";
  const told = async (count: number) => ({ notice: words.changed(count, await whoChanged(visit)), status: 409 });
  const changed = await findChangedSince(desk.deps, seen);
  if (changed.length > 0) return told(changed.length);
  const result = await unlessChanged(applyDecision(visit, form, seen));
  if (typeof result === "number") return told(result);
  if (result === "no_method") return { notice: words.no_method, status: 400 };
  if (result === "unknown") return { notice: words.none_chosen, status: 400 };
  if (result.erased) await desk.keepLedger();
  const version = await readVersion(desk.deps);
  await recordChange(desk.deps, { member: session.member, kind: result.kind, version, subjects: result.ids });
  return "done";
}

export async function decideWaiting(visit: Visit, form: Form): Promise<Response> {
  const result = await decideReviews(visit, form);
  if (result === "done") return redirect(waitingPath(visit));
  if (result === "role") return refuse(visit, "role");
  return respondWaiting(visit, {
    ...result,
    chosen: new Set(readSeen(form).map(({ id }) => `${form.get("kind")}:${id}`)),
  });
}
