// Search as you type. The page also works without this script. Each search fetches the server's page for the new
// URL and swaps in its results, so every URL can be shared, reloaded and printed.
const WAIT_MS = 180;
const form = document.querySelector("[data-search]");
const live = document.querySelector("[data-live]");
let request = new AbortController();
let timer;
/** Whether the current entry of the history is a search that is being typed. */
let typing = false;
/** The field that the person has typed into since the last request. */
let edited = null;
/** The URL of the results, and the URL that the form was last filled for. */
let shown = here();
let filled = shown;

function here() {
  return location.pathname + location.search;
}

/** The URL of the form, without empty fields. */
function formAddress() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== "") query.set(name, value);
  return query.size === 0 ? form.action : `${form.action}?${query}`;
}

/** Fills the form with what the URL says: a person may type before the server's page is there. */
function fill() {
  filled = here();
  clearTimeout(timer);
  edited = null;
  const query = new URLSearchParams(location.search);
  query.delete("cursor");
  for (const field of form.querySelectorAll("input")) {
    field.value = query.get(field.name) ?? "";
    query.delete(field.name);
  }
  for (const [name, value] of query) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
}

/** Shows the results of the new page. Does not change the field that the person is typing into. */
function show(page) {
  const old = document.querySelector("[data-results]");
  const next = page.querySelector("[data-results]");
  const focused = old.contains(document.activeElement) ? document.activeElement.id : null;
  const open = new Map([...old.querySelectorAll("details[id]")].map((details) => [details.id, details.open]));
  old.replaceWith(next);
  // A group that a choice opens stays open; one that the person opened or closed stays as it was.
  for (const details of next.querySelectorAll("details[id]")) {
    if (open.has(details.id) && !details.querySelector(".chosen")) details.open = open.get(details.id);
  }
  if (open.get("facets")) next.querySelector("#facets").open = true;
  for (const field of form.querySelectorAll("input[type=hidden]")) field.remove();
  for (const field of page.querySelectorAll("[data-search] input")) {
    if (field.type === "hidden") form.append(field);
    else if (form.elements[field.name] !== edited) form.elements[field.name].value = field.getAttribute("value");
  }
  document.title = page.title;
  const other = page.querySelector("a.language");
  if (other) document.querySelector("a.language").href = other.href;
  live.textContent = next.querySelector(".outcome, .faults li")?.textContent ?? "";
  if (focused !== null) (document.getElementById(focused) ?? next).focus();
}

async function go(address, { history: how, from = null, top = false }) {
  clearTimeout(timer);
  edited = from;
  request.abort();
  request = new AbortController();
  const { signal } = request;
  try {
    const response = await fetch(address, { signal });
    const text = await response.text();
    if (how === "push") {
      history.pushState(null, "", address);
      typing = from !== null;
    }
    if (how === "replace") history.replaceState(null, "", address);
    shown = here();
    filled = shown;
    show(new DOMParser().parseFromString(text, "text/html"));
    if (top) document.querySelector("[data-results]").scrollIntoView();
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
  }
}

form.addEventListener("input", (event) => {
  edited = event.target;
  clearTimeout(timer);
  timer = setTimeout(() => {
    // The back button leaves the whole search instead of removing its last letter.
    go(formAddress(), { history: typing ? "replace" : "push", from: event.target });
  }, WAIT_MS);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  go(formAddress(), { history: typing ? "replace" : "push" });
  typing = false;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-results] a[href]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.pathname !== new URL(form.action).pathname) return;
  event.preventDefault();
  typing = false;
  go(link.href, { history: "push", top: link.closest(".paging") !== null });
});

addEventListener("popstate", () => {
  if (here() !== filled) fill();
  // A jump within this page, such as by the skip link, needs no request.
  if (here() === shown) {
    if (edited === null) request.abort();
    return;
  }
  typing = false;
  go(location.href, { history: "none" });
});
