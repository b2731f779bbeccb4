import { beginProfile, type FirstFault, type FirstProfile } from "../owner/begin-profile.ts";
import { recordChange } from "../owner/desk-access.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { countryOptions, typeOptions, zoneOptions } from "./business-choices.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { selectField } from "./desk-parts.ts";
import { redirect, respondHtml } from "./desk-responses.ts";
import type { Form, Visit } from "./visit.ts";
import { SETUP_WORDS } from "./words/setup-words.ts";

const FIRST: FirstProfile = { name: "", type: "LocalBusiness", country: "", time_zone: "" };

function renderSetup(visit: Visit, given: FirstProfile, faults: readonly FirstFault[]): string {
  const words = SETUP_WORDS[visit.language];
  const here = given.time_zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const problems = faults.map((fault) => html`<li>${words.faults[fault]}</li>`);
  const told: Markup | null = problems.length > 0 ? html`<ul class="problem" role="alert">${problems}</ul>` : null;
  const name = html`<input id="name" name="name" value="${given.name}" required maxlength="300" autocomplete="organization" dir="auto">`;
  const body = html`<p class="lead">${words.lead}</p>${told}${deskForm(
    visit,
    "/",
    html`<p class="field"><label for="name">${words.name}</label>${name}</p>
${selectField({ name: "type", label: words.type, note: words.type_note }, given.type, typeOptions(visit))}
${selectField({ name: "country", label: words.country }, given.country, countryOptions(visit))}
${selectField({ name: "time_zone", label: words.time_zone, note: words.time_zone_note }, here, zoneOptions())}
<button type="submit">${words.save}</button>`,
  )}`;
  return renderDeskPage(visit, { title: words.title, body });
}

export const setupPage = async (visit: Visit): Promise<Response> => respondHtml(renderSetup(visit, FIRST, []));

export async function saveSetup(visit: Visit, form: Form): Promise<Response> {
  const { desk, session } = visit;
  const text = (name: string) => (form.get(name) ?? "").replace(/\s+/g, " ").trim();
  const first = { name: text("name"), type: text("type"), country: text("country"), time_zone: text("time_zone") };
  const begun = await beginProfile(desk.deps, first);
  if ("faults" in begun) return respondHtml(renderSetup(visit, first, begun.faults), 400);
  if ("taken" in begun) return redirect("/");
  await recordChange(desk.deps, { member: session.member, kind: "profile", version: begun.version, subjects: [] });
  return redirect("/import");
}
