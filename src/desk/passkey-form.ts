import type { PasskeyPlace } from "../owner/passkeys.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import type { Arrival } from "./visit.ts";
import { PEOPLE_WORDS } from "./words/people-words.ts";

/** What a passkey of this desk belongs to. Null on this machine, where there are no passkeys. */
export const passkeyPlace = ({ desk: { addresses, challenges } }: Arrival): PasskeyPlace | null =>
  challenges && { origin: addresses.origin, challenges };

/** The name of the form field with what the passkey signed. */
export const CREDENTIAL_FIELD = "credential";

type PasskeyForm = { action: string; kind: "create" | "get"; options: object; fields: Markup; button: string };

/** A form whose button asks for a passkey first: desk.client.js fills the field in and sends the form. */
export function passkeyForm({ language }: Arrival, { action, kind, options, fields, button }: PasskeyForm): Markup {
  const words = PEOPLE_WORDS[language];
  return html`<form method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}">
<input type="hidden" name="${CREDENTIAL_FIELD}" value="">${fields}
<p class="problem" role="alert" data-failed hidden>${words.browser_failed}</p>
<noscript><p class="problem">${words.needs_script}</p></noscript>
<button type="submit">${button}</button></form>`;
}
