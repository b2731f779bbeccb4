import { VERIFICATION_METHODS } from "../model/review-kinds.ts";
import { readOriginals } from "../owner/look-alikes.ts";
import { readMarks } from "../owner/seen-reviews.ts";
import { readWaiting, WAITING_KINDS, type Waiting, type WaitingKind } from "../owner/waiting.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { clip, wordsOf } from "../pages/parts/page-words.ts";
import { sourceName, starPicture } from "../pages/parts/review-card.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { askedPage, deskPaging } from "./desk-paging.ts";
import { deskTable, programSentence, selectField } from "./desk-parts.ts";
import { respondHtml } from "./desk-responses.ts";
import { shownChanges } from "./shown-changes.ts";
import type { Visit } from "./visit.ts";
import { EDIT_WORDS } from "./words/edit-words.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";
import { REVIEW_WORDS } from "./words/review-words.ts";
import { TODAY_WORDS } from "./words/today-words.ts";

const SHOWN_CHARACTERS = 1500;

/** The list of methods. Nothing is chosen beforehand: only the owner knows. */
export function methodField(visit: Visit, name: string): Markup {
  const words = REVIEW_WORDS[visit.language];
  const methods = VERIFICATION_METHODS.map((value) => ({ value, label: IMPORT_WORDS[visit.language].methods[value] }));
  const text = { name, label: words.method, id: name };
  return selectField(text, "", [{ value: "", label: words.choose_method }, ...methods]);
}

const button = (decision: string, label: string, quiet = false): Markup =>
  html`<button type="submit" name="decision" value="${decision}"${quiet ? html` class="quiet"` : null}>${label}</button>`;

/** What the author said when the owner asked. */
function consentButtons(visit: Visit): Markup {
  const words = REVIEW_WORDS[visit.language];
  const anonymous = button("consent_anonymous", words.agreed_unnamed, true);
  const refused = button("consent_no", words.author_refused, true);
  return html`${button("consent_yes", words.agreed)}${anonymous}${refused}`;
}

/** The buttons for one kind of decision. */
function decisionButtons(visit: Visit, kind: WaitingKind): Markup {
  const words = REVIEW_WORDS[visit.language];
  switch (kind) {
    case "unverified":
      return html`${methodField(visit, `method-${kind}`)}${button("verify", words.publish)}`;
    case "duplicate":
      return html`${button("same", words.same)}${button("different", words.different, true)}`;
    case "reply":
      return html`${button("reply_publish", words.publish)}${button("reply_drop", words.keep_back, true)}`;
    case "consent":
      return consentButtons(visit);
    case "doubtful_words":
      return html`${button("words_show", words.show_words)}${button("words_hide", words.keep_hidden, true)}`;
    case "source_change":
      return html`${button("accept", words.accept)}${button("refuse", words.refuse, true)}`;
    case "source_removal": {
      const manages = visit.session.role === "manager";
      const note = html`<p class="note">${manages ? words.removal_note : words.removal_by_manager}</p>`;
      return html`${note}${manages ? button("accept", words.accept) : null}${button("refuse", words.refuse, true)}`;
    }
  }
}

/** A reason in the words of the page. What a source asks for is told in full. */
const reasonOf = (visit: Visit, { kind, reason, because }: Waiting): Markup => {
  const words = REVIEW_WORDS[visit.language];
  const known = kind === "reply" && because.length === 0 ? words.unknown_language : words.reasons[kind];
  return known === undefined ? programSentence(visit, reason) : html`${known}`;
};

/** A text in which the words are marked for which it waits. */
function marked(text: string, { because }: Waiting): Markup {
  const parts: Markup[] = [];
  let at = 0;
  const places = because.map((part) => ({ part, start: text.indexOf(part) })).filter(({ start }) => start !== -1);
  for (const { part, start } of places.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(html`${text.slice(at, start)}<mark>${part}</mark>`);
    at = start + part.length;
  }
  return html`${parts}${text.slice(at)}`;
}

/** Words that wait. Of several, each can be decided alone. */
export function doubtfulList(visit: Visit, id: string, doubtful: Waiting["doubtful"]): Markup | null {
  const distinct = [...new Map(doubtful.map((one) => [one.words, one])).values()];
  const tell = ({ words, shown }: Waiting["doubtful"][number]) => REVIEW_WORDS[visit.language].doubtful(words, shown);
  const several = distinct.length > 1;
  const box = (words: string) => html`<input type="checkbox" name="words" value="${id}@${words}" checked>`;
  const items = distinct.map((one) =>
    several
      ? html`<li><label class="choice">${box(one.words)} <span dir="auto">${tell(one)}</span></label></li>`
      : html`<li dir="auto">${tell(one)}</li>`,
  );
  const known = several ? html`<input type="hidden" name="several" value="${id}">` : null;
  return items.length > 0 ? html`${known}<ul class="plain doubts">${items}</ul>` : null;
}

type Original = {
  id: string;
  author: string;
  date: string;
  rating: number;
  source: Waiting["source"];
  text: string | null;
};

/** What a look-alike looks like: whoever decides compares both. */
function originalOf(visit: Visit, { id, author, date, rating, source, text }: Original): Markup {
  const { format } = wordsOf(visit.site);
  const name = html`<a href="/reviews/${id}" class="author" dir="auto">${author}</a>`;
  const byline = html`${name} ${format.day(date)} ${starPicture(visit.site, rating)} ${sourceName(visit.site, source)}`;
  return html`<p class="byline">${byline}</p><p class="note" dir="auto">${clip(text ?? "", SHOWN_CHARACTERS)}</p>`;
}

type RowFacts = { mark: string; chosen: boolean; original: Original | null };

function waitingRow(visit: Visit, item: Waiting, { mark, chosen, original }: RowFacts): Markup {
  const words = REVIEW_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const text = [item.title, item.text].filter((part) => part !== null).join("\n");
  const shown = text === "" ? IMPORT_WORDS[visit.language].no_text : clip(text, SHOWN_CHARACTERS);
  const label = words.of(item.author, format.day(item.date));
  const box = html`<input type="checkbox" name="review" value="${item.id}@${mark}" aria-label="${words.select} ${label}"${
    chosen ? html` checked` : null
  }>`;
  const reply_text =
    item.reply_text === null ? null : html`<p dir="auto">${marked(clip(item.reply_text, SHOWN_CHARACTERS), item)}</p>`;
  const reword = html`<p class="note"><a href="/reviews/${item.id}#reword">${EDIT_WORDS[visit.language].reword}</a></p>`;
  const reply =
    reply_text &&
    html`<div class="reply"><p class="reply-by">${words.reply}</p>${reply_text}${item.kind === "reply" ? reword : null}</div>`;
  const author = html`<a href="/reviews/${item.id}" class="author" dir="auto">${item.author}</a>`;
  const stars = starPicture(visit.site, item.rating);
  const byline = html`${author} ${format.day(item.date)} ${stars} ${sourceName(visit.site, item.source)}`;
  return html`<tr><td><span class="choice">${box}</span></td><td class="review-cell"><p class="byline">${byline}</p>
<p class="words" dir="auto">${marked(shown, item)}</p>${reply}${doubtfulList(visit, item.id, item.doubtful)}
${shownChanges(visit, item.changes)}</td>
<td dir="auto" class="why">${reasonOf(visit, item)}${original && originalOf(visit, original)}</td></tr>`;
}

/** Where the page is: decisions lead back to it. */
export const waitingPath = (visit: Visit): string =>
  askedPage(visit) === 1 ? "/waiting" : `/waiting?page=${askedPage(visit)}`;

/** The same page with all reviews of one kind chosen: many are decided at once, also without script. */
function chooseAllLink(visit: Visit, kind: WaitingKind, count: number): Markup | null {
  if (count < 2 || visit.url.searchParams.get("choose") === kind) return null;
  const label = REVIEW_WORDS[visit.language].choose_all(count);
  return html`<p><a href="/waiting?page=${askedPage(visit)}&choose=${kind}#${kind}">${label}</a></p>`;
}

type ListFacts = {
  marks: ReadonlyMap<string, string>;
  chosen: ReadonlySet<string>;
  originals: ReadonlyMap<string, Original>;
};

function waitingSection(
  visit: Visit,
  kind: WaitingKind,
  items: readonly Waiting[],
  { marks, chosen, originals }: ListFacts,
): Markup {
  const words = REVIEW_WORDS[visit.language];
  const heading = TODAY_WORDS[visit.language].kinds[kind] ?? kind;
  const all = visit.url.searchParams.get("choose") === kind;
  const rows = items.map((item) =>
    waitingRow(visit, item, {
      mark: marks.get(item.id) ?? "",
      chosen: all || chosen.has(`${kind}:${item.id}`),
      original: kind === "duplicate" ? (originals.get(item.id) ?? null) : null,
    }),
  );
  const table = deskTable(heading, [words.select, words.review, words.why], rows);
  const body = html`<input type="hidden" name="kind" value="${kind}">${table}<div class="actions">${decisionButtons(visit, kind)}</div>`;
  const form = deskForm(visit, waitingPath(visit), body);
  return html`<section id="${kind}"><h2>${heading}</h2>${chooseAllLink(visit, kind, items.length)}${form}</section>`;
}

/** `chosen`: "kind:ID" of those that were chosen when a decision could not be made. */
type Told = { notice: string | null; status: number; chosen: ReadonlySet<string> };
const NOTHING_TOLD: Told = { notice: null, status: 200, chosen: new Set() };

/** Everything that waits, by kind. There is no order by rating, and no filter. */
export async function respondWaiting(visit: Visit, { notice, status, chosen } = NOTHING_TOLD): Promise<Response> {
  const words = REVIEW_WORDS[visit.language];
  const { deps } = visit.desk;
  const page = await readWaiting(deps.store, askedPage(visit), deps.now().toISOString());
  const ids = page.items.map(({ id }) => id);
  const marks = await readMarks(deps, ids);
  const originals = await readOriginals(deps.store, ids);
  const sections = WAITING_KINDS.flatMap((kind) => {
    const items = page.items.filter((item) => item.kind === kind);
    return items.length > 0 ? [waitingSection(visit, kind, items, { marks, chosen, originals })] : [];
  });
  const told = notice === null ? null : html`<p class="problem" role="alert">${notice}</p>`;
  const list =
    sections.length > 0 ? html`<p class="lead">${words.waiting_lead}</p>${sections}` : html`<p>${words.nothing}</p>`;
  const body = html`${told}${list}${deskPaging(visit, page)}`;
  return respondHtml(renderDeskPage(visit, { title: words.waiting_title, body }), status);
}

export const waitingPage = (visit: Visit): Promise<Response> => respondWaiting(visit);
