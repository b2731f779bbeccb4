// Search as you type. The page also works without this script. Each search is a URL, which can be shared, reloaded and
// printed: the history has it at once, and the results of the server's page for it are swapped in when they come.
const WAIT_MS = 180;
/** After this long, the page says that it is loading. */
const BUSY_MS = 300;
const form = document.querySelector("[data-search]");
const live = document.querySelector("[data-live]");
const language = document.querySelector("a.language");
const action = form.getAttribute("action");
// The dates stand with the filters, and belong to the form.
const fields = [...form.elements].filter(({ localName, type }) => localName === "input" && type !== "hidden");
/** The filters of the search that are no fields. */
let kept = keptIn(document);
/** The URL in the history, and the URL of the results on the page, which may be behind. */
let wanted = here();
let shown = wanted;
/** The URL of what the form said when all of it had been searched for. */
let searched = formAddress();
let request = new AbortController();
/** Runs while something was typed that is not searched for yet. */
let timer = null;
/** Whether the entry of the history is a search that is being typed. */
let typing = false;
/** Whether the person has pressed a link to another page. */
let leaving = false;
/** By URL, what the server kept of it: neither faults nor the marks of campaigns. */
const keptOf = new Map([[shown, kept]]);
/** By id, how the groups were when they were last on the page. */
const groups = new Map();

// A date that is typed halfway must not stop a search.
form.noValidate = true;

function here() {
  return location.pathname + location.search;
}

function queryOf(address) {
  return new URL(address, location.href).searchParams;
}

function withoutCursor(address) {
  const query = queryOf(address);
  query.delete("cursor");
  return query;
}

function inOrder(query) {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return String(sorted);
}

const isSame = (left, right) => inOrder(left) === inOrder(right);

function keptIn(page) {
  const hidden = page.querySelectorAll("[data-search] input[type=hidden]");
  return new URLSearchParams([...hidden].map(({ name, value }) => [name, value]));
}

function addressOf(query) {
  return query.size === 0 ? action : `${action}?${query}`;
}

/** The URL of what the form says, without empty fields. */
function formAddress() {
  const given = fields.filter(({ value }) => value.trim() !== "").map(({ name, value }) => [name, value]);
  return addressOf(new URLSearchParams([...given, ...kept]));
}

/** The URL that a link means. It changes the results that it is on, and the search may be ahead of them. */
function linkAddress(link) {
  if (wanted === shown || "all" in link.dataset) return link.href;
  const [query, from, to] = [wanted, shown, link.href].map(withoutCursor);
  // It leads to another page of the results.
  if (isSame(from, to)) return isSame(query, to) ? link.href : wanted;
  const changed = [...from.keys(), ...to.keys()].filter((name) => from.get(name) !== to.get(name));
  for (const name of link.closest("[data-names]")?.dataset.names.split(" ") ?? changed) {
    if (to.has(name)) query.set(name, to.get(name));
    else query.delete(name);
  }
  return addressOf(query);
}

/** Makes the form say what the URL says. A date that is typed halfway has no value; it stays unless `all` is filled. */
function fill(all) {
  const query = withoutCursor(wanted);
  for (const field of fields) {
    const value = query.get(field.name) ?? "";
    if (field.value !== value || (all && field.validity.badInput)) field.value = value;
    query.delete(field.name);
  }
  kept = keptOf.get(wanted) ?? query;
  searched = formAddress();
}

/** What stands in the new results for the focused element of the old ones; else the results as a whole. */
function focusIn(next, { id, parentElement, localName, href }) {
  if (id) return document.getElementById(id) ?? next;
  if (localName === "summary" && parentElement.id) {
    return document.getElementById(parentElement.id)?.querySelector("summary") ?? next;
  }
  return [...next.querySelectorAll(".reviews a")].find((link) => link.href === href) ?? next;
}

/** Says that the results are behind, or that they are there. */
function setBusy(busy) {
  document.querySelector("[data-results]").setAttribute("aria-busy", String(busy));
  live.classList.toggle("busy", busy);
  if (busy) live.textContent = live.dataset.busy;
}

/** Shows the results and the filters of the new page. The fields stay: the person may be typing into them. */
function show(page) {
  const parts = [...document.querySelectorAll("[data-part]")].map((old) => {
    const next = page.querySelector(`[data-part="${old.dataset.part}"]`);
    if (next === null) throw new Error("the page has no results");
    return { old, next };
  });
  const active = document.activeElement;
  const focused = parts.find(({ old }) => old.contains(active)) ?? null;
  const isChosen = (details) => details.querySelector(".chosen") !== null;
  for (const details of document.querySelectorAll("[data-part] details[id]")) {
    groups.set(details.id, { open: details.open, chosen: isChosen(details) });
  }
  for (const { old, next } of parts) old.replaceWith(next);
  // A first choice opens its group. Otherwise a group stays as the person left it.
  for (const details of document.querySelectorAll("[data-part] details[id]")) {
    const before = groups.get(details.id);
    if (before && (before.chosen || !isChosen(details))) details.open = before.open;
  }
  document.title = page.title;
  if (language) language.href = page.querySelector("a.language").href;
  const results = document.querySelector("[data-results]");
  live.textContent = results.querySelector(".outcome, .faults li")?.textContent ?? "";
  if (focused !== null) focusIn(focused.next, active).focus();
}

/** Fetches the results of the wanted URL. If they do not come, the browser opens its page. */
async function load(top = false) {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  const waiting = setTimeout(() => setBusy(true), BUSY_MS);
  try {
    const response = await fetch(wanted, { signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    show(page);
    shown = wanted;
    kept = keptIn(page);
    keptOf.set(shown, kept);
    if (timer === null) searched = formAddress();
    if (top)
      (document.getElementById(location.hash.slice(1)) ?? document.querySelector("[data-results]")).scrollIntoView();
  } catch {
    if (signal.aborted || leaving) return;
    if (timer !== null) enter(formAddress(), true);
    // Not a reload: on a page without this script, the back button would change the URL only.
    location.replace(here());
  } finally {
    clearTimeout(waiting);
    if (!signal.aborted) setBusy(false);
  }
}

/** Notes that the history has come to another URL. */
function arrive(typed) {
  typing = typed;
  leaving = false;
  wanted = here();
  if (language) language.search = withoutCursor(wanted);
}

/** Puts a URL into the history. What is typed in one go is one entry. */
function enter(address, typed) {
  history[typed && typing ? "replaceState" : "pushState"](null, "", address);
  arrive(typed);
}

function stopTimer() {
  clearTimeout(timer);
  timer = null;
}

/** Searches for what the form says, unless that is done. */
function search() {
  stopTimer();
  const address = formAddress();
  if (address === searched) return;
  searched = address;
  enter(address, true);
  load();
}

/** Shows what the URL says after the browser has changed it, or has brought the page back. */
function follow() {
  stopTimer();
  arrive(false);
  fill(true);
  if (wanted !== shown) {
    load();
    return;
  }
  request.abort();
  setBusy(false);
}

document.addEventListener("input", (event) => {
  if (event.target.form !== form) return;
  clearTimeout(timer);
  timer = setTimeout(search, WAIT_MS);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
  typing = false;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (timer !== null) search();
  if (!link.closest("[data-part]") || link.origin !== location.origin || link.pathname !== action) {
    leaving = link.target === "" && link.pathname + link.search !== here();
    return;
  }
  event.preventDefault();
  const address = linkAddress(link);
  if (isSame(queryOf(address), queryOf(wanted))) {
    document.getElementById(link.hash.slice(1))?.scrollIntoView();
    return;
  }
  enter(address, false);
  fill("all" in link.dataset);
  load(link.closest(".paging, .years") !== null);
});

addEventListener("popstate", () => {
  typing = false;
  // A jump within this page, such as by the skip link, changes nothing.
  if (here() !== wanted) follow();
});

addEventListener("pageshow", (event) => {
  if (event.persisted) follow();
});
