// Search as you type. The page also works without this script. Each search is a URL, which can be shared, reloaded and
// printed: the history has it at once, and the results of the server's page for it are swapped in when they come.
const WAIT_MS = 180;
const form = document.querySelector("[data-search]");
const live = document.querySelector("[data-live]");
const action = form.getAttribute("action");
const fields = [...form.querySelectorAll("input:not([type=hidden])")];
/** The filters of the search that are no fields. */
let kept = keptIn(document);
/** The URL in the history, and the URL of the results on the page, which may be behind. */
let wanted = here();
let shown = wanted;
let request = new AbortController();
/** Runs while something was typed that is not searched for yet. */
let timer = null;
/** Whether the newest entry of the history is a search that is being typed. */
let typing = false;
/** Which groups were open when they were last on the page, by id. */
const opened = new Map();

function here() {
  return location.pathname + location.search;
}

function queryOf(address) {
  const query = new URL(address, location.href).searchParams;
  query.delete("cursor");
  return query;
}

function keptIn(page) {
  const hidden = page.querySelectorAll("[data-search] input[type=hidden]");
  return new URLSearchParams([...hidden].map(({ name, value }) => [name, value]));
}

const addressOf = (query) => (query.size === 0 ? action : `${action}?${query}`);

/** The URL of what the form says, without empty fields. */
function formAddress() {
  const given = fields.filter(({ value }) => value !== "").map(({ name, value }) => [name, value]);
  return addressOf(new URLSearchParams([...given, ...kept]));
}

/** The URL that a link means. It changes the results that it is on, and the search may be ahead of them. */
function linkAddress(link) {
  if (wanted === shown || "all" in link.dataset) return link.href;
  const [query, from, to] = [wanted, shown, link.href].map(queryOf);
  for (const name of new Set([...from.keys(), ...to.keys()])) {
    if (from.get(name) === to.get(name)) continue;
    if (to.has(name)) query.set(name, to.get(name));
    else query.delete(name);
  }
  return addressOf(query);
}

/** Makes the form say what the URL says. A date that is typed halfway has no value, and stays. */
function fill() {
  const query = queryOf(wanted);
  for (const field of fields) {
    const value = query.get(field.name) ?? "";
    if (field.value !== value) field.value = value;
    query.delete(field.name);
  }
  kept = query;
}

/** What stands in the new results for the focused element of the old ones; else the results as a whole. */
function focusIn(next, { id, parentElement, localName, href }) {
  if (id) return document.getElementById(id) ?? next;
  if (localName === "summary" && parentElement.id) {
    return document.getElementById(parentElement.id)?.querySelector("summary") ?? next;
  }
  return [...next.querySelectorAll(".reviews a")].find((link) => link.href === href) ?? next;
}

/** Shows the results of the new page. The fields stay: the person may be typing into them. */
function show(page) {
  const old = document.querySelector("[data-results]");
  const next = page.querySelector("[data-results]");
  if (next === null) throw new Error("the page has no results");
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  for (const details of old.querySelectorAll("details[id]")) opened.set(details.id, details.open);
  old.replaceWith(next);
  // A group that a choice opens stays open; one that the person opened or closed stays as it was.
  for (const details of next.querySelectorAll("details[id]")) {
    if (opened.has(details.id) && !details.querySelector(".chosen")) details.open = opened.get(details.id);
  }
  if (opened.get("facets")) next.querySelector("#facets").open = true;
  document.title = page.title;
  const other = page.querySelector("a.language");
  if (other) document.querySelector("a.language").href = other.href;
  live.textContent = next.querySelector(".outcome, .faults li")?.textContent ?? "";
  if (focused !== null) focusIn(next, focused).focus();
}

/** Fetches the results of the wanted URL. If they do not come, the browser opens its page. */
async function load(top = false) {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  try {
    const response = await fetch(wanted, { signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    show(page);
    shown = wanted;
    kept = keptIn(page);
    if (top) document.querySelector("[data-results]").scrollIntoView();
  } catch {
    if (signal.aborted) return;
    if (timer !== null) history.replaceState(null, "", formAddress());
    location.reload();
  }
}

function stopTimer() {
  clearTimeout(timer);
  timer = null;
}

/** Goes to a URL, unless it is the same search. What is typed in one go is one entry of the history. */
function visit(address, { typed = false, top = false } = {}) {
  const sorted = [address, wanted].map((one) => {
    const query = new URL(one, location.href).searchParams;
    query.sort();
    return String(query);
  });
  if (sorted[0] === sorted[1]) return;
  history[typed && typing ? "replaceState" : "pushState"](null, "", address);
  typing = typed;
  wanted = here();
  load(top);
}

function search() {
  stopTimer();
  visit(formAddress(), { typed: true });
}

/** Shows what the URL says after the browser has changed it, or has brought the page back. */
function follow() {
  stopTimer();
  wanted = here();
  fill();
  if (wanted === shown) request.abort();
  else load();
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, WAIT_MS);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
  typing = false;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-results] a[href]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.pathname !== action) return;
  event.preventDefault();
  if (timer !== null) search();
  visit(linkAddress(link), { top: link.closest(".paging") !== null });
  fill();
});

addEventListener("popstate", () => {
  typing = false;
  // A jump within this page, such as by the skip link, changes nothing.
  if (here() !== wanted) follow();
});

addEventListener("pageshow", (event) => {
  if (event.persisted) follow();
});
