import type { Verdict } from "../http/rate-limit.ts";
import type { Session } from "../owner/desk-access.ts";
import { findInvited } from "../owner/desk-members.ts";
import {
  joinOptions,
  joinWithPasskey,
  type PasskeyFault,
  type PasskeyPlace,
  signInOptions,
  signInWithPasskey,
} from "../owner/passkeys.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { setSessionCookie } from "./desk-cookies.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { isOwnPath, redirect, respondHtml } from "./desk-responses.ts";
import { CREDENTIAL_FIELD, passkeyForm } from "./passkey-form.ts";
import type { Arrival, Form } from "./visit.ts";
import { PEOPLE_WORDS } from "./words/people-words.ts";

export type CountFailure = (address: string) => Verdict;
type Told = { notice?: string; status: number; headers?: Record<string, string> };

/** A page that leads nowhere and says why. */
function refuseEntry(arrival: Arrival, kind: "old_link" | "too_many", status: number, headers = {}): Response {
  const { title, text } = PEOPLE_WORDS[arrival.language][kind];
  return respondHtml(renderDeskPage(arrival, { title, body: html`<p class="lead">${text}</p>` }), status, headers);
}

const noticed = (notice: string | undefined): Markup | null =>
  notice === undefined ? null : html`<p class="problem" role="alert">${notice}</p>`;

/** Shown at every address before somebody signed in. Signing in leads back to that address. */
export function showSignIn(arrival: Arrival, place: PasskeyPlace, back: string, { notice, status }: Told): Response {
  const { title, text, button, lost } = PEOPLE_WORDS[arrival.language].sign_in;
  const form = passkeyForm(arrival, {
    action: "/sign-in",
    kind: "get",
    options: signInOptions(place),
    fields: html`<input type="hidden" name="back" value="${back}">`,
    button,
  });
  const body = html`<p class="lead">${text}</p>${noticed(notice)}${form}<p class="note">${lost}</p>`;
  return respondHtml(renderDeskPage(arrival, { title, body }), status);
}

/** A right passkey is never refused because others failed: only wrong ones are counted. */
function answer(
  arrival: Arrival,
  entered: Session | PasskeyFault,
  { back, failed, count }: { back: string; failed: () => Response | Promise<Response>; count: CountFailure },
): Response | Promise<Response> {
  const { desk, address } = arrival;
  if ("secret" in entered) return redirect(back, { "Set-Cookie": setSessionCookie(desk.addresses, entered.secret) });
  desk.log.debug("sign_in_refused", { fault: entered.fault });
  const verdict = count(address);
  return verdict.allowed ? failed() : refuseEntry(arrival, "too_many", 429, verdict.headers);
}

export async function signIn(
  arrival: Arrival,
  place: PasskeyPlace,
  form: Form,
  count: CountFailure,
): Promise<Response> {
  const asked = form.get("back") ?? "/";
  const back = isOwnPath(asked) ? asked : "/";
  const entered = await signInWithPasskey(arrival.desk.deps, place, form.get(CREDENTIAL_FIELD) ?? "");
  const notice = PEOPLE_WORDS[arrival.language].failed;
  return answer(arrival, entered, {
    back,
    failed: () => showSignIn(arrival, place, back, { notice, status: 403 }),
    count,
  });
}

/** The page of an invitation. Looking at it does not use it up. */
export async function showInvitation(
  arrival: Arrival,
  place: PasskeyPlace,
  token: string,
  { notice, status }: Told,
): Promise<Response> {
  const { deps } = arrival.desk;
  const person = await findInvited(deps, token);
  if (!person) return refuseEntry(arrival, "old_link", 403);
  const { title, text, roles, button } = PEOPLE_WORDS[arrival.language].join;
  const form = passkeyForm(arrival, {
    action: "/join",
    kind: "create",
    options: await joinOptions(deps, place, person, token),
    fields: html`<input type="hidden" name="token" value="${token}">`,
    button,
  });
  const body = html`<p class="lead">${text(person.name)}</p><p>${roles[person.role]}</p>${noticed(notice)}${form}`;
  return respondHtml(renderDeskPage(arrival, { title, body }), status);
}

export async function join(arrival: Arrival, place: PasskeyPlace, form: Form, count: CountFailure): Promise<Response> {
  const { deps } = arrival.desk;
  const token = form.get("token") ?? "";
  const person = await findInvited(deps, token);
  const joined = person
    ? await joinWithPasskey(deps, place, { person, token }, form.get(CREDENTIAL_FIELD) ?? "")
    : { fault: "the invitation is not good" };
  const notice = PEOPLE_WORDS[arrival.language].not_made;
  return answer(arrival, joined, {
    back: "/",
    failed: () => showInvitation(arrival, place, token, { notice, status: 403 }),
    count,
  });
}
