import { findPerson, HELD_STATE, idsByAuthor, KEPT_FOR_UNDO, type PersonReview } from "../owner/find-person.ts";
import { readVersion } from "../owner/last-change.ts";
import { readLookAlikes } from "../owner/look-alikes.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { clip, wordsOf } from "../pages/parts/page-words.ts";
import { sourceName, starPicture } from "../pages/parts/review-card.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { deskTable } from "./desk-parts.ts";
import { respondHtml } from "./desk-responses.ts";
import type { Form, Visit } from "./visit.ts";
import { PERSON_WORDS } from "./words/person-words.ts";
import { REVIEW_WORDS } from "./words/review-words.ts";

const GIVEN_LENGTH = 200;
const ALIKE_CHARACTERS = 240;

/** What the person gave, on one line. It is sent by POST, so that no log and no history of a browser has it. */
export const givenIn = (form: Form): string =>
  (form.get("person") ?? "").replace(/\s+/g, " ").trim().slice(0, GIVEN_LENGTH);

function searchForm(visit: Visit, given: string): Markup {
  const words = PERSON_WORDS[visit.language];
  const input = html`<input id="person" name="person" value="${given}" required maxlength="${GIVEN_LENGTH}" autocomplete="off"
 dir="auto" aria-describedby="person-note">`;
  const body = html`<p class="field"><label for="person">${words.given}</label>${input}
<span class="note" id="person-note">${words.given_note}</span></p><button type="submit">${words.search}</button>`;
  return deskForm(visit, "/person", body);
}

function stateOf(visit: Visit, { state }: PersonReview): string {
  const { states } = REVIEW_WORDS[visit.language];
  if (state === KEPT_FOR_UNDO) return PERSON_WORDS[visit.language].kept_for_undo;
  const held = state.startsWith(HELD_STATE) ? state.slice(HELD_STATE.length) : null;
  return (held === null ? states[state] : (states[held] ?? states.held)) ?? state;
}

/** Everything that is stored of one version: words, reply, what is hidden in doubt, and earlier words. */
function wordsKept(visit: Visit, one: PersonReview): Markup {
  const words = PERSON_WORDS[visit.language];
  const joined = (parts: (string | null)[]) => parts.filter((part) => part !== null).join("\n");
  const reply = one.reply_text;
  const by_owner = html`<p class="reply-by">${REVIEW_WORDS[visit.language].reply}</p>`;
  const answer = reply === null ? null : html`<div class="reply">${by_owner}<p dir="auto">${reply}</p></div>`;
  const notes: [string, string][] = [
    ...(one.translation_text === null ? [] : [[words.translation, one.translation_text] as [string, string]]),
    ...one.doubtful.map((text): [string, string] => [words.doubtful, text]),
    ...one.earlier.map((old): [string, string] => [words.earlier, joined([old.title, old.text, old.reply_text])]),
  ];
  const more = notes.map(([what, text]) => html`<p class="note" dir="auto">${what} ${text}</p>`);
  return html`<p class="words" dir="auto">${joined([one.title, one.text])}</p>${answer}${more}`;
}

/** A review, with the versions of it that are kept. */
function foundRow(visit: Visit, versions: readonly [PersonReview, ...PersonReview[]], chosen: boolean): Markup {
  const words = PERSON_WORDS[visit.language];
  const [{ id, author, date, rating, source, state }] = versions;
  const day = wordsOf(visit.site).format.day(date);
  const box = html`<input type="checkbox" name="review" value="${id}" aria-label="${words.select} ${words.of(author, day)}"${
    chosen ? html` checked` : null
  }>`;
  const name =
    state === KEPT_FOR_UNDO
      ? html`<span class="author" dir="auto">${author}</span>`
      : html`<a href="/reviews/${id}" class="author" dir="auto">${author}</a>`;
  const byline = html`${name} ${day} ${starPicture(visit.site, rating)} ${sourceName(visit.site, source)}`;
  const how = new Set(versions.flatMap((one) => [words.how[one.match], stateOf(visit, one)]));
  return html`<tr><td><span class="choice">${box}</span></td><td class="review-cell"><p class="byline">${byline}</p>
${versions.map((one) => wordsKept(visit, one))}</td><td class="why">${[...how].map((text) => html`<p>${text}</p>`)}</td></tr>`;
}

/** The same review may be found as it is and as it was. */
export const byReview = (found: readonly PersonReview[]): [PersonReview, ...PersonReview[]][] =>
  [...Map.groupBy(found, ({ id }) => id).values()].flatMap(([first, ...more]) => (first ? [[first, ...more]] : []));

type ListedAlike = Pick<PersonReview, "id" | "author" | "date" | "title" | "text">;

/** Links to reviews. With `chosen`, each has its words and can be chosen, to be erased with the others. */
export const alikeList = (visit: Visit, reviews: readonly ListedAlike[], chosen?: ReadonlySet<string>): Markup =>
  html`<ul class="plain">${reviews.map(({ id, author, date, title, text }) => {
    const { select, of } = PERSON_WORDS[visit.language];
    const day = wordsOf(visit.site).format.day(date);
    const name = html`<a href="/reviews/${id}" dir="auto">${author}</a> ${day}`;
    if (chosen === undefined) return html`<li>${name}</li>`;
    const words = html`<p class="note" dir="auto">${clip([title, text].filter(Boolean).join("\n"), ALIKE_CHARACTERS)}</p>`;
    const box = html`<input type="checkbox" name="review" value="${id}" aria-label="${select} ${of(author, day)}"${
      chosen.has(id) ? html` checked` : null
    }>`;
    return html`<li><span class="choice">${box} <span>${name}</span></span>${words}</li>`;
  })}</ul>`;

function actions(visit: Visit, given: string): Markup {
  const words = PERSON_WORDS[visit.language];
  const input = html`<input id="typed" name="typed" autocomplete="off" dir="auto" required>`;
  return html`<section><h2>${words.export}</h2><p class="note">${words.export_note}</p>
<button type="submit" class="quiet" formaction="/person/export" formnovalidate>${words.export}</button></section>
<section><h2>${words.erase_title}</h2><p class="note" dir="auto">${words.erase_note(given)}</p>
<p class="field"><label for="typed">${words.typed}</label>${input}</p>
<button type="submit" class="danger">${words.erase}</button></section>`;
}

/** What was found. Until somebody chooses otherwise, only what the person surely wrote is chosen. */
async function results(visit: Visit, given: string, asked: ReadonlySet<string> | null): Promise<Markup> {
  const words = PERSON_WORDS[visit.language];
  const { store } = visit.desk.deps;
  const version = await readVersion({ store });
  const found = await findPerson(store, given);
  const written = idsByAuthor(found);
  const listed = byReview(found);
  if (listed.length === 0) return html`<p role="status" dir="auto">${words.nothing(given)}</p>`;
  const chosen = asked ?? new Set(written);
  const rows = listed.map((versions) => foundRow(visit, versions, chosen.has(versions[0].id)));
  const others = (await readLookAlikes(store, written)).filter(({ id }) => !found.some((one) => one.id === id));
  const alike =
    others.length === 0
      ? null
      : html`<section><h2>${words.look_alikes}</h2><p class="note">${words.look_alikes_note}</p>
${alikeList(visit, others, chosen)}</section>`;
  const title = words.found(given, wordsOf(visit.site).format.count(listed.length));
  const table = deskTable(title, [words.select, words.review, words.why], rows);
  const body = html`<input type="hidden" name="person" value="${given}"><input type="hidden" name="version" value="${version}">
<h2 dir="auto">${title}</h2><p class="note">${words.choose_note}</p>${table}${alike}${actions(visit, given)}`;
  return deskForm(visit, "/person/erase", body);
}

export type PersonView = { given: string; chosen?: ReadonlySet<string>; notice?: string; status?: number };

export async function respondPerson(visit: Visit, { given, chosen, notice, status = 200 }: PersonView) {
  const { title, lead } = PERSON_WORDS[visit.language];
  const told = notice === undefined ? null : html`<p class="problem" role="alert">${notice}</p>`;
  const found = given === "" ? null : await results(visit, given, chosen ?? null);
  const body = html`<p class="lead">${lead}</p>${told}${searchForm(visit, given)}${found}`;
  return respondHtml(renderDeskPage(visit, { title, body }), status);
}

export const personPage = (visit: Visit): Promise<Response> => respondPerson(visit, { given: "" });

export async function searchPerson(visit: Visit, form: Form): Promise<Response> {
  const given = givenIn(form);
  const { none_given } = PERSON_WORDS[visit.language];
  return respondPerson(visit, given === "" ? { given, notice: none_given, status: 400 } : { given });
}
