import { REDACTION_KINDS } from "../model/review-kinds.ts";
import type { SeenReview } from "../owner/change-reviews.ts";
import { correctReview } from "../owner/correct-review.ts";
import { recordChange } from "../owner/desk-access.ts";
import { forgetHidden, hideWords } from "../owner/hide-words.ts";
import { readVersion } from "../owner/last-change.ts";
import { rewordReply } from "../owner/reword-reply.ts";
import { findChangedSince, unlessChanged } from "../owner/seen-reviews.ts";
import { readSeen } from "./decide.ts";
import { redirect } from "./desk-responses.ts";
import { correctionsIn } from "./edit-forms.ts";
import { refuse } from "./refusals.ts";
import { respondReview } from "./stored-review-page.ts";
import type { Form, Visit } from "./visit.ts";
import { whoChanged } from "./who-changed.ts";
import { EDIT_WORDS } from "./words/edit-words.ts";
import { REVIEW_WORDS } from "./words/review-words.ts";

/** What to record, or why nothing was changed. */
type EditResult = { recorded: string | null } | { notice: string };

async function applyEdit(
  visit: Visit,
  form: Form,
  { id, seen }: { id: string; seen: SeenReview[] },
): Promise<EditResult> {
  const words = EDIT_WORDS[visit.language];
  const deps = { ...visit.desk.deps, seen };
  switch (form.get("edit")) {
    case "hide": {
      const kind = REDACTION_KINDS.find((one) => one === form.get("kind"));
      if (!kind) return { notice: words.no_kind };
      const given = (form.get("words") ?? "").replaceAll("\r\n", "\n");
      const result = await hideWords(deps, id, { words: given, kind });
      return result === "hidden" ? { recorded: "hide_words" } : { notice: words.hide_refusals[result] };
    }
    case "forget":
      return { recorded: (await forgetHidden(deps, id)) ? "forget_hidden" : null };
    case "reply": {
      const result = await rewordReply(deps, id, (form.get("reply") ?? "").replaceAll("\r\n", "\n"));
      if (result === "empty" || result === "too_long") return { notice: words.reply_refusals[result] };
      return { recorded: result === "unchanged" ? null : "reword_reply" };
    }
    case "correct": {
      const result = await correctReview(deps, id, correctionsIn(form));
      if (typeof result === "object") return { notice: words.wrong_value(words.members[result.refused]) };
      return { recorded: result === "unchanged" ? null : "correct" };
    }
    default:
      return { notice: words.unknown_edit };
  }
}

const MANAGERS_EDITS = new Set(["correct"]);

/** Edits one review. Of two who edit the same, the second is told, and nothing of hers is saved. */
export async function editStored(visit: Visit, form: Form): Promise<Response> {
  const { desk, session, params } = visit;
  const id = params.id ?? "";
  if (MANAGERS_EDITS.has(form.get("edit") ?? "") && session.role !== "manager") return refuse(visit, "role");
  const respond = (notice: string, status: number) => respondReview(visit, notice, status);
  const seen = readSeen(form).filter((one) => one.id === id);
  if (seen.length === 0) return respond(EDIT_WORDS[visit.language].unknown_edit, 400);
  const changed = async () => respond(REVIEW_WORDS[visit.language].changed(1, await whoChanged(visit)), 409);
  if ((await findChangedSince(desk.deps, seen)).length > 0) return changed();
  const result = await unlessChanged(applyEdit(visit, form, { id, seen }));
  if (typeof result === "number") return changed();
  if ("notice" in result) return respond(result.notice, 400);
  if (result.recorded !== null) {
    const version = await readVersion(desk.deps);
    await recordChange(desk.deps, { member: session.member, kind: result.recorded, version, subjects: [id] });
  }
  return redirect(`/reviews/${id}`);
}
