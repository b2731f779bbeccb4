import { html, type Markup } from "../pages/parts/html.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { programSentence } from "./desk-parts.ts";
import { respondHtml } from "./desk-responses.ts";
import type { Arrival } from "./visit.ts";
import { REFUSAL_WORDS, type RefusalKind } from "./words/refusal-words.ts";

const LINK_COMMAND = "candor desk link";

const REFUSAL_STATUS: Record<RefusalKind, number> = {
  sign_in: 401,
  open: 200,
  used: 403,
  many: 429,
  origin: 403,
  token: 403,
  role: 403,
  missing: 404,
  method: 405,
  large: 413,
  failed: 500,
  refused: 409,
};

type RefusalOptions = { detail?: string; headers?: Record<string, string> };

/** A page that says what was not done, and what to do now. `detail` is a sentence of an operation, or a number. */
export function refuse(arrival: Arrival, kind: RefusalKind, { detail, headers }: RefusalOptions = {}): Response {
  const words = REFUSAL_WORDS[arrival.language];
  const { title, text } = words[kind];
  const command =
    kind === "sign_in" || kind === "used" ? html`<p class="command"><code>${LINK_COMMAND}</code></p>` : null;
  const told = detail && kind === "refused" ? programSentence(arrival, detail) : detail;
  const more: Markup | null = told ? html`<p dir="auto">${told}</p>` : null;
  const back = "session" in arrival ? html`<p class="onward"><a href="/">${words.back}</a></p>` : null;
  const body = html`${text === "" ? null : html`<p class="lead">${text}</p>`}${command}${more}${back}`;
  return respondHtml(renderDeskPage(arrival, { title, body }), REFUSAL_STATUS[kind], headers);
}
