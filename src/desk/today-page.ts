import { readBackups } from "../owner/own-backups.ts";
import { readToday, type Today } from "../owner/today.ts";
import { WAITING_KINDS } from "../owner/waiting.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { deskTable, programSentence } from "./desk-parts.ts";
import { respondHtml } from "./desk-responses.ts";
import { setupPage } from "./setup-page.ts";
import { showTime } from "./shown-times.ts";
import { showFault } from "./source-fault.ts";
import type { Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";
import { TODAY_WORDS } from "./words/today-words.ts";

function figures(visit: Visit, today: Today): Markup {
  const { format } = wordsOf(visit.site);
  const words = TODAY_WORDS[visit.language];
  const waiting = Object.values(today.waiting).reduce((sum, count) => sum + count, 0);
  const shown: [string, number, string][] = [
    [words.published, today.published, "/reviews?state=published"],
    [words.new_this_week, today.new_this_week, "/imports"],
    [words.waiting, waiting, "/waiting"],
    ...(today.withheld > 0 ? [[words.withheld, today.withheld, "/reviews?state=withheld"] as const] : []),
  ].map(([name, count, path]) => [String(name), Number(count), String(path)]);
  return html`<dl class="figures">${shown.map(
    ([name, count, path]) => html`<div><dt>${name}</dt><dd><a href="${path}">${format.count(count)}</a></dd></div>`,
  )}</dl>`;
}

/** How many wait, by kind, each with a link. Null if nothing does. */
export function waitingCounts(visit: Visit, waiting: Today["waiting"]): Markup | null {
  const { format } = wordsOf(visit.site);
  const words = TODAY_WORDS[visit.language];
  const rows = WAITING_KINDS.filter((kind) => waiting[kind] > 0).map(
    (kind) =>
      html`<tr><th scope="row"><a href="/waiting#${kind}">${words.kinds[kind]}</a></th><td>${format.count(waiting[kind])}</td></tr>`,
  );
  return rows.length > 0 ? html`<table class="counts"><tbody>${rows}</tbody></table>` : null;
}

function waits(visit: Visit, { waiting, published }: Today): Markup {
  const words = TODAY_WORDS[visit.language];
  const list = waitingCounts(visit, waiting);
  const first = html`<p>${words.none_yet}</p><p><a class="button" href="/import">${IMPORT_WORDS[visit.language].title}</a></p>`;
  const nothing = published === 0 ? first : html`<p>${words.nothing_waits}</p>`;
  return html`<section><h2>${words.waits}</h2>${list ?? nothing}</section>`;
}

function sourceList(visit: Visit, { sources }: Today): Markup {
  const words = TODAY_WORDS[visit.language];
  const rows = sources.map(({ name, state, last_success, fault }) => {
    const when = last_success === null ? words.never : showTime(visit, last_success);
    const why = fault ? html`<p class="note">${showFault(visit, fault)}</p>` : null;
    return html`<tr><th scope="row" dir="auto">${name}</th><td>${words.states[state]}${why}</td><td>${when}</td></tr>`;
  });
  const columns = [words.name, words.state, words.last_success];
  const list = rows.length > 0 ? deskTable(words.sources, columns, rows) : html`<p>${words.no_sources}</p>`;
  return html`<section><h2>${words.sources}</h2>${list}</section>`;
}

/** What is wrong, and what to do. The checks are those of `candor doctor`. */
function problems(visit: Visit): Markup | null {
  if (visit.session.role !== "manager") return null;
  const words = TODAY_WORDS[visit.language];
  const checkup = visit.desk.checkup();
  const list = (checkup?.problems ?? []).map(
    ({ state, check, found, fix }) =>
      html`<li><strong>${words.problem[state]} ${words.checks[check] ?? check}</strong>: ${programSentence(visit, found)}${
        fix ? html`<p class="note">→ ${programSentence(visit, fix)}</p>` : null
      }</li>`,
  );
  const told = checkup === null ? words.checking : words.no_problem(showTime(visit, checkup.at));
  const body = list.length > 0 ? html`<ul class="plain">${list}</ul>` : html`<p role="status">${told}</p>`;
  return html`<section><h2>${words.problems}</h2>${body}</section>`;
}

/** When the last backup was made. With PostgreSQL nobody here knows. */
function lastBackup(visit: Visit): Markup | null {
  const found = readBackups(visit.desk.upkeep);
  if (!found) return null;
  const words = TODAY_WORDS[visit.language];
  const [last] = found.backups;
  const told = last ? words.last_backup(showTime(visit, last.at)) : words.no_backup;
  return html`<section><h2>${words.backups}</h2><p>${told} <a href="/backups">${words.to_backups}</a></p></section>`;
}

/** Before a profile is saved, the first page is Set up. */
export async function todayPage(visit: Visit): Promise<Response> {
  if (visit.site.business === null) return setupPage(visit);
  const today = await readToday(visit.desk.deps);
  const checks = problems(visit);
  const body = html`${figures(visit, today)}${waits(visit, today)}${checks}${sourceList(visit, today)}${lastBackup(visit)}`;
  const refresh = checks !== null && visit.desk.checkup() === null;
  return respondHtml(renderDeskPage(visit, { title: TODAY_WORDS[visit.language].title, body, refresh }));
}
