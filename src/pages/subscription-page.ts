import type { ShownTry, SubscriptionStatus } from "../model/wire/subscription-status.ts";
import { html, type Markup } from "./parts/html.ts";
import { renderPage } from "./parts/layout.ts";
import type { Site } from "./parts/site.ts";

const TITLE = "Status of a subscription";

/** `last_error` → "Last error" */
const labelOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;

const row = (name: string, value: string | number): Markup =>
  html`<tr><th scope="row">${labelOf(name)}</th><td>${value}</td></tr>
`;

const tryRow = ({ at, status, milliseconds, bytes, error }: ShownTry): Markup =>
  html`<tr><td>${at}</td><td>${status ?? "none"}</td><td>${milliseconds}</td><td>${bytes}</td><td>${error ?? ""}</td></tr>
`;

function triesTable(tries: readonly ShownTry[]): Markup {
  if (tries.length === 0) return html`<p>Nothing was delivered yet.</p>`;
  return html`<table><thead><tr><th>Time</th><th>Status</th><th>Milliseconds</th><th>Bytes</th><th>Error</th></tr></thead>
<tbody>${tries.map(tryRow)}</tbody></table>`;
}

/** The page of a status URL, for developers and therefore in English. It never names its own address, a secret. */
export function renderSubscriptionPage(site: Site, { facts, owed, tries }: SubscriptionStatus): string {
  const rows = Object.entries(facts).map(([name, value]) => row(name, value));
  if (owed)
    rows.push(row("owed_since", owed.since ?? "unknown"), row("next_attempt_at", owed.next_attempt_at ?? "now"));
  const body = html`<h1>${TITLE}</h1>
<table><tbody>${rows}</tbody></table>
<h2>Last tries</h2>
${triesTable(tries)}
<p><code>POST</code> to the status URL sends the present version again: once a minute, ten times a day.
<a href="/developers/websub">How deliveries work</a></p>`;
  return renderPage({ site, path: "/developers", title: TITLE, description: TITLE, body, noindex: true });
}
