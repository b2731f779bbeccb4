import { DESK_ROLES, invitePerson, listPeople, removePerson } from "../owner/desk-members.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { deskTable } from "./desk-parts.ts";
import { respondHtml } from "./desk-responses.ts";
import { refuse } from "./refusals.ts";
import { showTime } from "./shown-times.ts";
import type { Form, Visit } from "./visit.ts";
import { PEOPLE_WORDS } from "./words/people-words.ts";

type PeopleWords = (typeof PEOPLE_WORDS)["en"]["people"];

async function peopleTable(visit: Visit, words: PeopleWords): Promise<Markup | null> {
  const rows = (await listPeople(visit.desk.deps)).map(({ name, role, used_at, invited_until }) => {
    const open = invited_until === null ? words.expired : words.invited_until(showTime(visit, invited_until));
    const state = used_at === null ? open : html`<time datetime="${used_at}">${showTime(visit, used_at)}</time>`;
    const button = html`<button type="submit" class="quiet">${words.remove}<span class="hidden"> ${name}</span></button>`;
    const form = deskForm(visit, "/people/remove", html`<input type="hidden" name="name" value="${name}">${button}`);
    return html`<tr><th scope="row" dir="auto">${name}</th><td>${words.roles[role]}</td>
<td>${state}</td><td>${form}</td></tr>`;
  });
  return rows.length === 0 ? null : deskTable(words.title, [words.name, words.role, words.state, words.what], rows);
}

function inviteForm(visit: Visit, words: PeopleWords, given: Given): Markup {
  const roles = [...DESK_ROLES].reverse().map((role) => {
    const chosen = role === given.role ? html` checked` : null;
    return html`<label class="choice"><input type="radio" name="role" value="${role}" required${chosen}>
<span>${words.roles[role]}</span></label>`;
  });
  const input = html`<input id="name" name="name" value="${given.name}" required maxlength="60"
 autocomplete="off" dir="auto" aria-describedby="name-note">`;
  const body = html`<p class="field"><label for="name">${words.name}</label>${input}
<span class="note" id="name-note">${words.invite_note}</span></p>
<fieldset><legend>${words.role}</legend>${roles}</fieldset><button type="submit">${words.invite}</button>`;
  return html`<section><h2>${words.invite_title}</h2>${deskForm(visit, "/people", body)}</section>`;
}

type Given = { name: string; role: string };
const NOBODY: Given = { name: "", role: "" };

async function respondPeople(visit: Visit, told: Markup | null, status: number, given = NOBODY): Promise<Response> {
  const words = PEOPLE_WORDS[visit.language].people;
  if (visit.desk.challenges === null) {
    return respondHtml(renderDeskPage(visit, { title: words.title, body: html`<p class="lead">${words.here}</p>` }));
  }
  const list = await peopleTable(visit, words);
  const body = html`<p class="lead">${words.lead}</p>${told}<section>${list}</section>${inviteForm(visit, words, given)}`;
  return respondHtml(renderDeskPage(visit, { title: words.title, body }), status);
}

export const peoplePage = (visit: Visit): Promise<Response> => respondPeople(visit, null, 200);

const alert = (notice: string): Markup => html`<p class="problem" role="alert">${notice}</p>`;

/** The link is shown once, on the answer itself, and is in no address and no log. */
export async function invite(visit: Visit, form: Form): Promise<Response> {
  const { desk, session } = visit;
  if (desk.challenges === null) return refuse(visit, "missing");
  const words = PEOPLE_WORDS[visit.language].people;
  const given = { name: form.get("name") ?? "", role: form.get("role") ?? "" };
  const role = DESK_ROLES.find((known) => known === given.role);
  if (role === undefined) return respondPeople(visit, alert(words.faults.role), 400, given);
  const invited = await invitePerson(desk.deps, { name: given.name, role }, session.member);
  if ("refused" in invited) return respondPeople(visit, alert(words.faults[invited.refused]), 400, given);
  const link = `${desk.addresses.origin}/join?token=${invited.token}`;
  const told = html`<div class="problem" role="status"><p>${words.link(invited.name)}</p>
<p class="command"><code>${link}</code></p></div>`;
  return respondPeople(visit, told, 200);
}

export async function removeListed(visit: Visit, form: Form): Promise<Response> {
  const { desk, session } = visit;
  if (desk.challenges === null) return refuse(visit, "missing");
  const words = PEOPLE_WORDS[visit.language].people;
  const name = form.get("name") ?? "";
  const removal = await removePerson(desk.deps, name, { keep_manager: true, by: session.member });
  if (removal !== "removed") return respondPeople(visit, alert(words.faults[removal]), 409);
  return respondPeople(visit, html`<p class="problem" role="status">${words.removed(name)}</p>`, 200);
}
