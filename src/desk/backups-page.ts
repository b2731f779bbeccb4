import { recordChange } from "../owner/desk-access.ts";
import {
  BACKUP_TESTED,
  downloadBackup,
  downloadLedger,
  makeOwnBackup,
  type OwnBackups,
  readBackups,
  readLastTest,
  testOwnBackup,
} from "../owner/own-backups.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { deskTable, selectField } from "./desk-parts.ts";
import { respondDownload, respondHtml } from "./desk-responses.ts";
import { showTime } from "./shown-times.ts";
import type { Form, Visit } from "./visit.ts";
import { UPKEEP_WORDS } from "./words/upkeep-words.ts";

const HOUR_SECONDS = 3600;
const MB = 1e6;

function backupList(visit: Visit, { backups }: OwnBackups): Markup {
  const words = UPKEEP_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  if (backups.length === 0) return html`<p>${words.no_backup}</p>`;
  const rows = backups.map((backup) => {
    const { at, bytes, has_ledger } = backup;
    const name = nameOf(backup);
    const label = html`${words.test}<span class="hidden"> ${name}</span>`;
    const body = html`<input type="hidden" name="file" value="${name}"><button type="submit" class="quiet">${label}</button>`;
    const test = visit.session.role === "manager" ? deskForm(visit, "/backups/test", body) : null;
    return html`<tr><th scope="row"><time datetime="${at}">${showTime(visit, at)}</time><br><span class="of">${name}</span></th>
<td>${format.tenth(bytes / MB)} MB</td><td>${has_ledger ? words.yes : words.no}</td><td>${test}</td></tr>`;
  });
  return deskTable(words.backups_title, [words.backup, words.size, words.erasures, words.test], rows);
}

const nameOf = ({ file }: OwnBackups["backups"][number]): string => file.split(/[/\\]/).at(-1) ?? file;

/** One file with everything, for another place. */
function downloadForm(visit: Visit, { backups }: OwnBackups): Markup | null {
  const words = UPKEEP_WORDS[visit.language];
  if (backups.length === 0 || visit.session.role !== "manager") return null;
  const options = backups.map((backup) => ({ value: nameOf(backup), label: showTime(visit, backup.at) }));
  const secret = (name: string, label: string) =>
    html`<p class="field"><label for="${name}">${label}</label><input type="password" id="${name}" name="${name}" required
 minlength="12" maxlength="1000" autocomplete="new-password" aria-describedby="passphrase-note"></p>`;
  const body = html`${selectField({ name: "file", label: words.backup }, options[0]?.value ?? "", options)}
${secret("passphrase", words.passphrase)}${secret("again", words.passphrase_again)}
<p class="note" id="passphrase-note">${words.passphrase_note}</p><button type="submit">${words.download}</button>`;
  const form = deskForm(visit, "/backups/download", body);
  return html`<section><h2>${words.download_title}</h2><p>${words.download_lead}</p>${form}</section>`;
}

async function renderBackups(visit: Visit, told: string | null): Promise<string> {
  const words = UPKEEP_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const found = readBackups(visit.desk.upkeep);
  const notice = told === null ? null : html`<p class="problem" role="status">${told}</p>`;
  if (!found) {
    const ledger = deskForm(visit, "/backups/ledger", html`<button type="submit">${words.download_ledger}</button>`);
    const command = html`<p class="command"><code>pg_dump --format=custom --file=candor.dump "$DATABASE_URL"</code></p>
${visit.session.role === "manager" ? ledger : null}`;
    return renderDeskPage(visit, {
      title: words.backups_title,
      body: html`${notice}<p>${words.postgres}</p>${command}`,
    });
  }
  const hours = format.count(Math.round(found.every_seconds / HOUR_SECONDS));
  const last = await readLastTest(visit.desk.deps);
  const facts: [string, string][] = [
    [words.folder_is, found.folder],
    [words.schedule, found.every_seconds === 0 ? words.never : words.every(hours)],
    [words.last_test, last ? `${showTime(visit, last.at)}: ${last.subjects.join(", ")}` : words.no_test],
  ];
  const known = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`);
  const make = deskForm(visit, "/backups", html`<button type="submit">${words.back_up}</button>`);
  const body = html`<p class="lead">${words.backups_lead}</p>${notice}<dl class="known">${known}</dl>
${visit.session.role === "manager" ? make : null}<section>${backupList(visit, found)}</section>${downloadForm(visit, found)}`;
  return renderDeskPage(visit, { title: words.backups_title, body });
}

export const backupsPage = async (visit: Visit): Promise<Response> => respondHtml(await renderBackups(visit, null));

const note = ({ desk, session }: Visit, kind: string, file: string): Promise<void> =>
  recordChange(desk.deps, { member: session.member, kind, version: null, subjects: [file] });

export async function makeBackup(visit: Visit): Promise<Response> {
  const file = await makeOwnBackup(visit.desk.upkeep);
  await note(visit, "backed_up", file);
  return respondHtml(await renderBackups(visit, UPKEEP_WORDS[visit.language].made(file)));
}

export async function testListed(visit: Visit, form: Form): Promise<Response> {
  const file = form.get("file") ?? "";
  const { restored } = await testOwnBackup(visit.desk.upkeep, file);
  const { count } = wordsOf(visit.site).format;
  const held = Object.values(restored.held).reduce((sum, some) => sum + some, 0);
  await note(visit, BACKUP_TESTED, file);
  const told = UPKEEP_WORDS[visit.language].test_ok(file, count(restored.published), count(held));
  return respondHtml(await renderBackups(visit, told));
}

export async function downloadListed(visit: Visit, form: Form): Promise<Response> {
  const file = form.get("file") ?? "";
  const given: [string, string] = [form.get("passphrase") ?? "", form.get("again") ?? ""];
  const sealed = downloadBackup(visit.desk.upkeep, file, given);
  if (typeof sealed === "string")
    return respondHtml(await renderBackups(visit, UPKEEP_WORDS[visit.language][sealed]), 400);
  await note(visit, "backup_downloaded", file);
  return respondDownload(sealed.content, "application/octet-stream", sealed.name);
}

export async function downloadErasures(visit: Visit): Promise<Response> {
  const text = await downloadLedger(visit.desk.upkeep);
  const name = `candor-${visit.desk.deps.now().toISOString().slice(0, 10)}.erasures`;
  await note(visit, "backup_downloaded", name);
  return respondDownload(text, "application/octet-stream", name);
}
