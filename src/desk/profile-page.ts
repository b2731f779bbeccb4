import { readFileSync, rmSync } from "node:fs";
import type { Profile } from "../model/business.ts";
import { recordChange } from "../owner/desk-access.ts";
import { type ProfileEdit, readEditable, renderProfileFile, saveEdit, saveLogo } from "../owner/edit-profile.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { deskForm, renderDeskPage, tokenField } from "./desk-frame.ts";
import { programSentence } from "./desk-parts.ts";
import { redirect, respondDownload, respondHtml } from "./desk-responses.ts";
import { editOf, profileFields, readEdit } from "./profile-form.ts";
import { receiveFiles } from "./receive-files.ts";
import { refuse } from "./refusals.ts";
import type { Form, Visit } from "./visit.ts";
import { whoChanged } from "./who-changed.ts";
import { PROFILE_WORDS } from "./words/business-words.ts";

/** More than a logo may have, so that one that is too large is told. */
const LOGO_BYTES = 1 << 20;

type Shown = { edit: ProfileEdit; mark: string; logo: Profile["logo"]; told: Markup | null; status: number };

/** The logo is a file, so it has a form of its own. */
function logoForms(visit: Visit, logo: Profile["logo"]): Markup | null {
  if (visit.session.role !== "manager") return null;
  const words = PROFILE_WORDS[visit.language];
  const source = logo === null ? "" : `data:${logo.content_type};base64,${logo.base64}`;
  const shown = logo === null ? null : html`<p><img src="${source}" alt="${words.logo_now}" class="logo-now"></p>`;
  const remove = deskForm(
    visit,
    "/profile/no-logo",
    html`<button type="submit" class="quiet">${words.no_logo}</button>`,
  );
  return html`<section><h2>${words.logo}</h2>${shown}
<form method="post" action="/profile/logo" enctype="multipart/form-data">${tokenField(visit)}
<p class="field"><label for="logo">${words.logo_file}</label><input id="logo" name="logo" type="file" required accept="image/png,image/jpeg"
 aria-describedby="logo-note"><span class="note" id="logo-note">${words.logo_note}</span></p>
<button type="submit">${words.save_logo}</button></form>${logo === null ? null : remove}</section>`;
}

function respondProfile(visit: Visit, { edit, mark, logo, told, status }: Shown): Response {
  const words = PROFILE_WORDS[visit.language];
  const seen = html`<input type="hidden" name="mark" value="${mark}">`;
  const fields = html`${told}${seen}${profileFields(visit, edit)}<p class="save-bar"><button type="submit">${words.save}</button></p>`;
  const body = html`<p class="lead">${words.lead}</p><p class="onward"><a href="/profile/business.yaml">${words.download}</a></p>
${deskForm(visit, "/profile", fields)}${logoForms(visit, logo)}`;
  return respondHtml(renderDeskPage(visit, { title: words.title, body }), status);
}

export async function profilePage(visit: Visit, fault: string | null = null): Promise<Response> {
  const words = PROFILE_WORDS[visit.language];
  const found = await readEditable(visit.desk.deps);
  if (!found) return redirect("/");
  const { profile, mark } = found;
  const page = { edit: editOf(profile), mark, logo: profile.logo };
  if (fault !== null) {
    const told = html`<p class="problem" role="alert">${words.logo_fault} ${programSentence(visit, `the picture ${fault}`)}</p>`;
    return respondProfile(visit, { ...page, told, status: 400 });
  }
  const saved = visit.url.searchParams.get("saved");
  const count = saved !== null && /^[1-9]\d{0,8}$/.test(saved) ? wordsOf(visit.site).format.count(Number(saved)) : null;
  const text = count === null ? words.saved : words.saved_mentions(count);
  const told = saved === null ? null : html`<p class="problem" role="status">${text}</p>`;
  return respondProfile(visit, { ...page, told, status: 200 });
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
    respondProfile(visit, {
      edit,
      mark,
      logo: profile.logo,
      told: html`<div class="problem" role="alert">${content}</div>`,
      status,
    });
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

async function changeLogo(visit: Visit, file: Uint8Array | null): Promise<Response> {
  const { desk, session } = visit;
  const saved = await saveLogo(desk.deps, file);
  if (!saved) return redirect("/");
  if ("fault" in saved) return profilePage(visit, saved.fault);
  if ("changed_meanwhile" in saved) return profilePage(visit, "was sent while somebody else saved: send it again");
  const version = "report" in saved ? saved.report.version : null;
  if (version !== null)
    await recordChange(desk.deps, { member: session.member, kind: "profile", version, subjects: [] });
  return redirect("/profile?saved=0");
}

export const removeLogo = (visit: Visit): Promise<Response> => changeLogo(visit, null);

export async function uploadLogo(visit: Visit): Promise<Response> {
  const { files } = visit.desk;
  const received = await receiveFiles(visit, files.folder, Math.min(files.room(), LOGO_BYTES));
  if (received === "token") return refuse(visit, "token");
  if (typeof received === "string")
    return profilePage(visit, received === "no_file" ? "was not chosen" : "could not be received, or is too large");
  try {
    const [first] = received;
    return await changeLogo(visit, first ? readFileSync(first.path) : null);
  } finally {
    for (const { folder } of received) rmSync(folder, { recursive: true, force: true });
  }
}

export async function downloadProfile(visit: Visit): Promise<Response> {
  const { desk, session } = visit;
  const found = await readEditable(desk.deps);
  if (!found) return redirect("/");
  await recordChange(desk.deps, { member: session.member, kind: "profile_downloaded", version: null, subjects: [] });
  return respondDownload(renderProfileFile(found.profile), "application/yaml; charset=utf-8", "business.yaml");
}
