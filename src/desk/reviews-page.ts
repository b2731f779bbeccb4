import { LISTED_STATES, listErased, listStored, type StoredPage } from "../owner/stored-reviews.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { clip, wordsOf } from "../pages/parts/page-words.ts";
import { sourceName, starPicture } from "../pages/parts/review-card.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { askedPage, deskPaging } from "./desk-paging.ts";
import { deskTable, selectField } from "./desk-parts.ts";
import { respondHtml } from "./desk-responses.ts";
import { showTime } from "./shown-times.ts";
import type { Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";
import { REVIEW_WORDS } from "./words/review-words.ts";

const WORDS_LENGTH = 200;
const SHOWN_CHARACTERS = 240;
const ERASED = "erased";

function reviewRow(visit: Visit, review: StoredPage["reviews"][number]): Markup {
  const words = REVIEW_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const { id, date, rating, author, title, text, source, state, held_reason } = review;
  const shown = [title, text].filter((part) => part !== null).join("\n");
  const where = state === "published" ? words.states.published : words.states[held_reason ?? "held"];
  const first = shown === "" ? IMPORT_WORDS[visit.language].no_text : clip(shown, SHOWN_CHARACTERS);
  const link = html`<a href="/reviews/${id}" class="author" dir="auto">${author}</a>`;
  return html`<tr><td><p class="byline">${link} ${format.day(date)} ${starPicture(visit.site, rating)} ${sourceName(visit.site, source)}</p>
<p class="words" dir="auto">${first}</p></td><td>${where ?? ""}</td></tr>`;
}

/** What was erased or removed. Nothing but the number, the day and the reason is left. */
async function erasedList(visit: Visit): Promise<Markup> {
  const words = REVIEW_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const page = await listErased(visit.desk.deps, askedPage(visit));
  const rows = page.removed.map(({ id, deleted_at, reason }) => {
    const link = html`<a href="/reviews/${id}">${id}</a>`;
    const cells = html`<td>${showTime(visit, deleted_at)}</td><td>${words.gone_because[reason]}</td>`;
    return html`<tr><td class="ids">${link}</td>${cells}</tr>`;
  });
  const columns = [words.number, words.gone_when, words.why_gone];
  const list = rows.length > 0 ? deskTable(words.all_title, columns, rows) : html`<p>${words.empty}</p>`;
  return html`<p>${words.erased(format.count(page.count))}</p>${list}${deskPaging(visit, page)}`;
}

async function storedList(visit: Visit, state: (typeof LISTED_STATES)[number] | null, asked: string): Promise<Markup> {
  const words = REVIEW_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const page = await listStored(visit.desk.deps, { state, words: asked, page: askedPage(visit) });
  const rows = page.reviews.map((review) => reviewRow(visit, review));
  const list =
    rows.length > 0 ? deskTable(words.all_title, [words.review, words.state], rows) : html`<p>${words.empty}</p>`;
  const link = html`<a href="/reviews?state=${ERASED}">${words.erased(format.count(page.erased))}</a>`;
  const erased = page.erased > 0 ? html`<p class="note">${link}</p>` : null;
  return html`<p>${words.found(format.count(page.count))}</p>${list}${deskPaging(visit, page)}${erased}`;
}

/** Every review, whatever its state is. */
export async function storedReviewsPage(visit: Visit): Promise<Response> {
  const words = REVIEW_WORDS[visit.language];
  const { searchParams } = visit.url;
  const asked = (searchParams.get("words") ?? "").trim().slice(0, WORDS_LENGTH);
  const state = LISTED_STATES.find((one) => one === searchParams.get("state")) ?? null;
  const is_erased = searchParams.get("state") === ERASED;
  const chosen = is_erased ? ERASED : (state ?? "");
  const states = [...LISTED_STATES, ERASED].map((value) => ({ value, label: words.states[value] ?? value }));
  const input = html`<input id="words" name="words" type="search" value="${asked}" maxlength="${WORDS_LENGTH}" autocomplete="off">`;
  const search = html`<form method="get" action="/reviews" role="search" class="find">
<p class="field"><label for="words">${words.search}</label>${input}</p>
${selectField({ name: "state", label: words.state }, chosen, [{ value: "", label: words.any_state }, ...states])}
<button type="submit">${words.search_button}</button></form>`;
  const list = is_erased ? await erasedList(visit) : await storedList(visit, state, asked);
  const body = html`${search}<section>${list}</section>`;
  return respondHtml(renderDeskPage(visit, { title: words.all_title, body }));
}
