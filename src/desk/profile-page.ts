import { recordChange } from "../owner/desk-access.ts";
import { type ProfileEdit, readEditable, renderProfileFile, saveEdit } from "../owner/edit-profile.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { whoChanged } from "./change-file.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { redirect, respondDownload, respondHtml } from "./desk-responses.ts";
import { editOf, profileFields, readEdit } from "./profile-form.ts";
import type { Form, Visit } from "./visit.ts";
import { PROFILE_WORDS } from "./words/business-words.ts";

type Shown = { edit: ProfileEdit; mark: string; told: Markup | null; status: number };

function respondProfile(visit: Visit, { edit, mark, told, status }: Shown): Response {
  const words = PROFILE_WORDS[visit.language];
  const seen = html`<input type="hidden" name="mark" value="${mark}">`;
  const body = html`<p class="lead">${words.lead}</p><p class="onward"><a href="/profile/business.yaml">${words.download}</a></p>
${deskForm(visit, "/profile", html`${told}${seen}${profileFields(visit, edit)}<button type="submit">${words.save}</button>`)}`;
  return respondHtml(renderDeskPage(visit, { title: words.title, body }), status);
}

export async function profilePage(visit: Visit): Promise<Response> {
  const words = PROFILE_WORDS[visit.language];
  const found = await readEditable(visit.desk.deps);
  if (!found) return redirect("/");
  const saved = visit.url.searchParams.get("saved");
  const count = saved !== null && /^[1-9]\d{0,8}$/.test(saved) ? wordsOf(visit.site).format.count(Number(saved)) : null;
  const text = count === null ? words.saved : words.saved_mentions(count);
  const told = saved === null ? null : html`<p class="problem" role="status">${text}</p>`;
  return respondProfile(visit, { edit: editOf(found.profile), mark: found.mark, told, status: 200 });
}

/** What somebody typed is never lost: it is shown again with what is wrong. */
export async function saveProfilePage(visit: Visit, form: Form): Promise<Response> {
  const words = PROFILE_WORDS[visit.language];
  const { desk, session } = visit;
  const found = await readEditable(desk.deps);
  if (!found) return redirect("/");
  const { mark, profile } = found;
  const edit = readEdit(form, profile);
  const asked = { mark: form.get("mark") ?? "", lose_mentions: form.get("lose") === "yes" };
  const result = await saveEdit(desk.deps, edit, asked);
  const alert = (content: Markup, status: number) =>
    respondProfile(visit, { edit, mark, told: html`<div class="problem" role="alert">${content}</div>`, status });
  if ("changed_meanwhile" in result) return alert(html`${words.changed(await whoChanged(visit))}`, 409);
  if ("faults" in result) {
    const names = result.faults.map((fault) => html`<li>${words.members[fault] ?? fault}</li>`);
    return alert(html`${words.faults}<ul>${names}</ul>`, 400);
  }
  if ("refused" in result) {
    const names = result.lost.map(({ name }) => html`<li dir="auto">${name}</li>`);
    const agree = html`<label class="choice"><input type="checkbox" name="lose" value="yes"> <span>${words.lose}</span></label>`;
    return alert(html`${words.lost}<ul>${names}</ul><p>${words.lost_advice}</p>${agree}`, 409);
  }
  const { version, mentions_changed } = result.report;
  if (version !== null) {
    await recordChange(desk.deps, { member: session.member, kind: "profile", version, subjects: [] });
  }
  return redirect(`/profile?saved=${mentions_changed}`);
}

export async function downloadProfile(visit: Visit): Promise<Response> {
  const found = await readEditable(visit.desk.deps);
  if (!found) return redirect("/");
  return respondDownload(renderProfileFile(found.profile), "application/yaml; charset=utf-8", "business.yaml");
}
