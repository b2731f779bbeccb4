import { VERIFICATION_METHODS } from "../model/review-kinds.ts";
import { recordChange } from "../owner/desk-access.ts";
import { readVersion } from "../owner/last-change.ts";
import {
  addOwnSource,
  changeSource,
  listSources,
  noSource,
  type OwnSource,
  runOwnSource,
} from "../owner/own-sources.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { deskTable, programSentence, selectField } from "./desk-parts.ts";
import { redirect, respondHtml } from "./desk-responses.ts";
import { refuse } from "./refusals.ts";
import { showTime } from "./shown-times.ts";
import { showFault } from "./source-fault.ts";
import type { Form, Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";
import { TODAY_WORDS } from "./words/today-words.ts";
import { UPKEEP_WORDS } from "./words/upkeep-words.ts";

function sourceRow(visit: Visit, { name, place, state, last_success, fault }: OwnSource): Markup {
  const words = UPKEEP_WORDS[visit.language];
  const today = TODAY_WORDS[visit.language];
  const button = (decision: string, label: string) =>
    html`<button type="submit" class="quiet" name="decision" value="${decision}">${label}<span class="hidden"> ${name}</span></button>`;
  const switched = state === "off" ? button("resume", words.resume) : button("pause", words.pause);
  const confirm = state === "needs_decision" ? button("confirm", words.really_removed) : null;
  const buttons = html`${confirm} ${button("run", words.run)} ${button("test", words.test)} ${switched} ${button("remove", words.remove)}`;
  const form = deskForm(
    visit,
    "/sources",
    html`<input type="hidden" name="name" value="${name}"><div class="actions">${buttons}</div>`,
  );
  const when = last_success === null ? today.never : showTime(visit, last_success);
  const why = fault ? html`<p class="note">${showFault(visit, fault)}</p>` : null;
  return html`<tr><th scope="row" dir="auto">${name}</th><td dir="auto" class="file-cell">${place}</td><td>${today.states[state]}${why}</td>
<td>${when}</td><td>${visit.session.role === "manager" ? form : null}</td></tr>`;
}

function addForm(visit: Visit, given: Record<"name" | "place" | "kind", string>): Markup {
  const words = UPKEEP_WORDS[visit.language];
  const methods = VERIFICATION_METHODS.map((value) => ({ value, label: IMPORT_WORDS[visit.language].methods[value] }));
  const kinds = [
    { value: "folder", label: words.folder },
    { value: "url", label: words.url },
  ];
  const input = (name: "name" | "place") =>
    html`<input id="${name}" name="${name}" value="${given[name]}" required maxlength="2000" autocomplete="off" dir="auto">`;
  const body = html`<input type="hidden" name="decision" value="add">
<p class="field"><label for="name">${words.name}</label>${input("name")}</p>
${selectField({ name: "kind", label: words.kind }, given.kind, kinds)}
<p class="field"><label for="place">${words.place}</label>${input("place")}</p>
${selectField({ name: "verified_by", label: words.verified }, "", [{ value: "", label: words.by_file }, ...methods])}
<button type="submit">${words.add}</button>`;
  return html`<section><h2>${words.add_title}</h2>${deskForm(visit, "/sources", body)}</section>`;
}

const NOTHING_GIVEN = { name: "", place: "", kind: "folder" };

async function respondSources(
  visit: Visit,
  told: Markup | null,
  status: number,
  given = NOTHING_GIVEN,
): Promise<Response> {
  const words = UPKEEP_WORDS[visit.language];
  const rows = (await listSources(visit.desk.deps)).map((source) => sourceRow(visit, source));
  const columns = [words.name, words.place, words.state, words.last, words.what];
  const list = rows.length > 0 ? deskTable(words.sources_title, columns, rows) : html`<p>${words.none}</p>`;
  const add = visit.session.role === "manager" ? addForm(visit, given) : null;
  const body = html`<p class="lead">${words.sources_lead}</p>${told}<section>${list}</section>${add}`;
  return respondHtml(renderDeskPage(visit, { title: words.sources_title, body }), status);
}

export const sourcesPage = (visit: Visit): Promise<Response> => respondSources(visit, null, 200);

const note = (visit: Visit, kind: string, name: string, version: number | null): Promise<void> =>
  recordChange(visit.desk.deps, { member: visit.session.member, kind, version, subjects: [name] });

async function runNow(
  visit: Visit,
  name: string,
  { dry_run, yes }: { dry_run: boolean; yes: boolean },
): Promise<Response> {
  const words = UPKEEP_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const { upkeep } = visit.desk;
  const before = await readVersion(visit.desk.deps);
  const run = await runOwnSource(upkeep, name, { dry_run, yes });
  const version = await readVersion(visit.desk.deps);
  if (version !== before) await note(visit, "source_run", name, version);
  const lines = run.imports.map(({ report: { added, updated, rejected } }) => {
    const [one, other, more] = [added, updated, rejected].map((count) => format.count(count));
    return html`<li>${words.counts(one ?? "", other ?? "", more ?? "")}</li>`;
  });
  lines.push(...run.notes.map((text) => html`<li>${programSentence(visit, text)}</li>`));
  const fault = run.fault ? html`<p>${showFault(visit, run.fault)}</p>` : null;
  const head = dry_run ? words.tested(name) : words.ran(name);
  const told = html`<div class="problem" role="status"><p>${head} ${words.outcome[run.outcome] ?? ""}</p><ul>${lines}</ul>${fault}</div>`;
  return respondSources(visit, told, 200);
}

export async function decideSource(visit: Visit, form: Form): Promise<Response> {
  const { desk } = visit;
  const name = (form.get("name") ?? "").trim();
  const decision = form.get("decision");
  switch (decision) {
    case "add": {
      const given = { name, place: (form.get("place") ?? "").trim(), kind: form.get("kind") ?? "" };
      const fault = await addOwnSource(desk.upkeep, { ...given, verified_by: form.get("verified_by") ?? "" });
      if (fault !== null)
        return respondSources(
          visit,
          html`<p class="problem" role="alert">${programSentence(visit, fault)}</p>`,
          400,
          given,
        );
      await note(visit, "source_added", name, null);
      return redirect("/sources");
    }
    case "run":
    case "test":
    case "confirm":
      return runNow(visit, name, { dry_run: decision === "test", yes: decision === "confirm" });
    case "pause":
    case "resume":
    case "remove":
      if (!(await changeSource(desk.deps, name, decision))) throw noSource(name);
      await note(visit, `source_${decision}d`, name, null);
      return redirect("/sources");
    default:
      return refuse(visit, "method");
  }
}
