import { confirmOptions, confirmWithPasskey } from "../owner/passkeys.ts";
import { html } from "../pages/parts/html.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { respondHtml } from "./desk-responses.ts";
import { CREDENTIAL_FIELD, passkeyForm, passkeyPlace } from "./passkey-form.ts";
import type { Form, Visit } from "./visit.ts";
import { PEOPLE_WORDS } from "./words/people-words.ts";

const CONFIRMED_MS = 5 * 60_000;

function isRecent({ session, desk }: Visit): boolean {
  const at = session.confirmed_at;
  return at !== null && desk.deps.now().getTime() - Date.parse(at) <= CONFIRMED_MS;
}

/**
 * What cannot be taken back, or gives something out, needs a passkey that was used in the last five minutes. Null if
 * it was; otherwise a page that asks for it, and sends the same form again. On this machine nobody has a passkey.
 */
export async function askToConfirm(visit: Visit, form: Form): Promise<Response | null> {
  const place = passkeyPlace(visit);
  if (place === null || isRecent(visit)) return null;
  const { desk, session, language, url } = visit;
  const given = form.get(CREDENTIAL_FIELD) ?? "";
  const result = given === "" ? null : await confirmWithPasskey(desk.deps, place, session, given);
  if (result === "confirmed") return null;
  if (result !== null) desk.log.debug("confirm_refused", { fault: result.fault });
  const words = PEOPLE_WORDS[language];
  const { title, text, button, cancel } = words.confirm;
  const same = [...form]
    .filter(([name]) => name !== CREDENTIAL_FIELD)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const options = await confirmOptions(desk.deps, place, session);
  const notice = result === null ? null : html`<p class="problem" role="alert">${words.failed}</p>`;
  const asking = passkeyForm(visit, { action: url.pathname, kind: "get", options, fields: html`${same}`, button });
  const body = html`<p class="lead">${text}</p>${notice}${asking}<p class="onward"><a href="/">${cancel}</a></p>`;
  return respondHtml(renderDeskPage(visit, { title, body }), 403);
}
