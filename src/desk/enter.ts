import { beginSession, endSession, isLinkGood } from "../owner/desk-access.ts";
import { html } from "../pages/parts/html.ts";
import { clearSessionCookie, setSessionCookie } from "./desk-cookies.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { redirect, respondHtml } from "./desk-responses.ts";
import { refuse } from "./refusals.ts";
import type { CountFailure } from "./sign-in.ts";
import type { Arrival, Form, Visit } from "./visit.ts";
import { REFUSAL_WORDS } from "./words/refusal-words.ts";

/** Opening the link shows a button. So a program that only looks at links, as some mail does, does not use it up. */
export async function showLink(arrival: Arrival | Visit): Promise<Response> {
  const token = arrival.url.searchParams.get("token") ?? "";
  if (!(await isLinkGood(arrival.desk.deps, token))) return refuse(arrival, token === "" ? "sign_in" : "used");
  const { title, text, button } = REFUSAL_WORDS[arrival.language].open;
  const body = html`<p class="lead">${text}</p><form method="post" action="/open">
<input type="hidden" name="token" value="${token}"><button type="submit">${button}</button></form>`;
  return respondHtml(renderDeskPage(arrival, { title, body }));
}

/** A right link is never refused because others failed: only wrong ones are counted. */
export async function enterWithLink(arrival: Arrival, form: Form, wrong_links: CountFailure): Promise<Response> {
  const { desk, address } = arrival;
  const session = await beginSession(desk.deps, form.get("token") ?? "", desk.instance);
  if (session) return redirect("/", { "Set-Cookie": setSessionCookie(desk.addresses, session.secret) });
  const verdict = wrong_links(address);
  return verdict.allowed ? refuse(arrival, "used") : refuse(arrival, "many", { headers: verdict.headers });
}

export async function signOut({ desk, session }: Visit): Promise<Response> {
  await endSession(desk.deps, session);
  return redirect(desk.challenges ? "/sign-in" : "/open", { "Set-Cookie": clearSessionCookie(desk.addresses) });
}
