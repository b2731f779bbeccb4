import { recordChange } from "../owner/desk-access.ts";
import { isTyped, WORD_TO_ERASE } from "../owner/erase-named.ts";
import { type ErasedPerson, erasePerson } from "../owner/erase-person.ts";
import { exportPerson, findPerson, idsByAuthor, type PersonReview } from "../owner/find-person.ts";
import { readVersion } from "../owner/last-change.ts";
import { type LookAlikeReview, readLookAlikes } from "../owner/look-alikes.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { sourceName } from "../pages/parts/review-card.ts";
import { siteName } from "../pages/parts/site.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { deskTable } from "./desk-parts.ts";
import { respondDownload, respondHtml } from "./desk-responses.ts";
import { alikeList, byReview, givenIn, respondPerson } from "./person-page.ts";
import { showTime } from "./shown-times.ts";
import type { Form, Visit } from "./visit.ts";
import { whoChanged } from "./who-changed.ts";
import { FRAME_WORDS } from "./words/frame-words.ts";
import { PERSON_WORDS } from "./words/person-words.ts";

/** `alike`: those that only look like what the person wrote. */
type Chosen = { given: string; ids: string[]; reviews: PersonReview[]; alike: LookAlikeReview[] };

/** What was chosen of what is found now. Null if that is nothing, or something else was sent. */
async function readChosen({ desk }: Visit, form: Form): Promise<Chosen | null> {
  const given = givenIn(form);
  const ids = [...new Set(form.getAll("review"))];
  if (given === "" || ids.length === 0) return null;
  const { store } = desk.deps;
  const found = await findPerson(store, given);
  const reviews = found.filter(({ id }) => ids.includes(id));
  const alike = (await readLookAlikes(store, idsByAuthor(found))).filter(({ id }) => ids.includes(id));
  const known = new Set([...reviews, ...alike].map(({ id }) => id));
  return ids.every((id) => known.has(id)) ? { given, ids, reviews, alike } : null;
}

const respondNone = (visit: Visit, form: Form): Promise<Response> =>
  respondPerson(visit, {
    given: givenIn(form),
    chosen: new Set(form.getAll("review")),
    notice: PERSON_WORDS[visit.language].none_chosen,
    status: 400,
  });

/** The record never has what the person gave. */
async function note({ desk, session }: Visit, kind: string, subjects: string[]): Promise<void> {
  const version = kind === "person_erased" ? await readVersion(desk.deps) : null;
  await recordChange(desk.deps, { member: session.member, kind, version, subjects });
}

export async function downloadPerson(visit: Visit, form: Form): Promise<Response> {
  const chosen = await readChosen(visit, form);
  if (!chosen || chosen.reviews.length === 0) return respondNone(visit, form);
  await note(
    visit,
    "person_exported",
    byReview(chosen.reviews).map(([{ id }]) => id),
  );
  const name = `candor-person-${visit.desk.deps.now().toISOString().slice(0, 10)}.json`;
  return respondDownload(exportPerson(chosen.given, chosen.reviews), "application/json; charset=utf-8", name);
}

/** What is left after erasing, with what looks like it. */
async function leftList(visit: Visit, given: string, { look_alikes }: ErasedPerson): Promise<Markup> {
  const words = PERSON_WORDS[visit.language];
  const left = byReview(await findPerson(visit.desk.deps.store, given)).map(([first]) => first);
  const others = look_alikes.filter(({ id }) => !left.some((one) => one.id === id));
  const list = [...left, ...others];
  const known =
    list.length === 0
      ? html`<p>${words.none_left}</p>`
      : html`<p class="note">${words.left_note}</p>${alikeList(visit, list)}`;
  return html`<h3>${words.left}</h3>${known}`;
}

/** What was done, to print. It has no words of a review. */
async function receipt(visit: Visit, { given, reviews, alike }: Chosen, done: ErasedPerson): Promise<Markup> {
  const words = PERSON_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const facts: [string, string][] = [
    [words.business, siteName(visit.site)],
    [words.asked_by, given],
    [words.erased_at, showTime(visit, visit.desk.deps.now().toISOString())],
    [words.erased_by, visit.session.member ?? FRAME_WORDS[visit.language].here],
    [words.erased, words.erased_count(format.count(done.erased))],
  ];
  const known = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`);
  const others = alike.filter(({ id }) => !reviews.some((one) => one.id === id));
  const rows = [...byReview(reviews).map(([first]) => first), ...others].map(({ id, date, source }) => {
    const where = sourceName(visit.site, source);
    return html`<tr><td>${format.day(date)}</td><td>${where}</td><td class="ids">${id}</td></tr>`;
  });
  const files = done.files.map((file) => html`<li dir="auto">${file}</li>`);
  const kept =
    files.length === 0
      ? null
      : html`<h3>${words.files}</h3><p class="note">${words.files_note}</p><ul class="plain">${files}</ul>`;
  return html`<section class="receipt"><h2>${words.receipt}</h2><p class="note">${words.receipt_note}</p><dl class="known">${known}</dl>
<h3>${words.erased_list}</h3>${deskTable(words.erased_list, [words.date, words.source, words.number], rows)}
${await leftList(visit, given, done)}${kept}</section><p class="onward"><a href="/person">${words.title}</a></p>`;
}

export async function eraseListed(visit: Visit, form: Form): Promise<Response> {
  const words = PERSON_WORDS[visit.language];
  const { desk } = visit;
  const given = givenIn(form);
  // The page may show a review that was edited since, or miss one that arrived.
  if (form.get("version") !== String(await readVersion(desk.deps)))
    return respondPerson(visit, { given, notice: words.changed(await whoChanged(visit)), status: 409 });
  const chosen = await readChosen(visit, form);
  if (!chosen) return respondNone(visit, form);
  const typed = form.get("typed") ?? "";
  if (!isTyped(typed, given) && !isTyped(typed, WORD_TO_ERASE))
    return respondPerson(visit, { given, chosen: new Set(chosen.ids), notice: words.wrong_name, status: 400 });
  const { settings } = desk.upkeep;
  const done = await erasePerson({ ...desk.deps, settings, keepLedger: desk.keepLedger }, chosen.ids);
  await note(visit, "person_erased", chosen.ids);
  return respondHtml(renderDeskPage(visit, { title: words.title, body: await receipt(visit, chosen, done) }));
}
