// For the pages for developers and /embed: copy buttons, "Try it", the search of the reference, and the live preview.
// Without this script the pages work: code can be selected, the choices of /embed are a form, and anchors lead to
// each operation.
const SHOWN_CHARACTERS = 20000;
const SHOWN_MS = 2000;

/** Selects the code, so that it can be copied by hand, and tries the way that needs no permission. */
function copyBySelecting(code) {
  getSelection().selectAllChildren(code);
  return document.execCommand("copy");
}

async function copy(button) {
  const { copied = "Copied", selected = "Selected: press Ctrl+C" } = button.dataset;
  button.dataset.copy ||= button.textContent;
  const code = button.closest(".code").querySelector("code");
  const written = await navigator.clipboard?.writeText(code.textContent).then(
    () => true,
    () => false,
  );
  button.textContent = written || copyBySelecting(code) ? copied : selected;
  setTimeout(() => {
    button.textContent = button.dataset.copy;
  }, SHOWN_MS);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});

function address(form) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const field of form.querySelectorAll("input[name]")) {
    const value = field.value.trim();
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(field.name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function pretty(text, type) {
  try {
    return type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch {
    return text;
  }
}

const sizeOf = (bytes) => (bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`);

/** What went over the network, if the browser tells: less than the body where it was compressed. */
function transferred(url, bytes) {
  const sent = performance.getEntriesByName(new URL(url, location.href).href).at(-1)?.encodedBodySize ?? 0;
  return sent > 0 && sent < bytes ? `${sizeOf(bytes)} (${sizeOf(sent)} compressed)` : sizeOf(bytes);
}

async function tryIt(form, answer) {
  const url = address(form);
  const show = (name, text) => {
    answer.querySelector(`[data-${name}]`).textContent = text;
  };
  answer.hidden = false;
  show("request", `GET ${url}`);
  show("status", "…");
  try {
    const started = performance.now();
    const response = await fetch(url, { cache: "no-store" });
    const bytes = await response.arrayBuffer();
    const ms = performance.now() - started;
    const type = response.headers.get("content-type") ?? "";
    const etag = response.headers.get("etag");
    const words = [
      `${response.status} ${response.statusText}`.trim(),
      type,
      `${Math.max(1, Math.round(ms))} ms`,
      transferred(url, bytes.byteLength),
      etag === null ? "" : `ETag ${etag}`,
    ];
    show("status", words.filter((word) => word !== "").join(" · "));
    show("headers", Array.from(response.headers, ([name, value]) => `${name}: ${value}`).join("\n"));
    const shown = pretty(new TextDecoder().decode(bytes), type);
    show("body", shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}\n…` : shown);
  } catch {
    show("status", "No response: the service could not be reached");
    show("headers", "");
    show("body", "");
  }
}

for (const form of document.querySelectorAll("form[data-path]")) {
  const answer = form.parentElement.querySelector("[data-answer]");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tryIt(form, answer);
  });
}

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function openSearch(input) {
  const entries = Array.from(document.querySelectorAll("details[data-find]"), (element) => {
    const anchor = element.querySelector("[id]");
    const link = document.querySelector(`[data-contents] a[href="#${anchor.id}"]`)?.closest("li");
    return { element, anchor, text: fold(element.textContent), link };
  });
  const count = document.querySelector("[data-find-count]");
  const found = () => entries.filter(({ element }) => !element.hidden);
  const search = () => {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    for (const { element, text, link } of entries) {
      element.hidden = !words.every((word) => text.includes(word));
      if (link) link.hidden = element.hidden;
    }
    for (const group of document.querySelectorAll("[data-group]")) {
      group.hidden = !group.querySelector("[data-find]:not([hidden])");
      const link = document.querySelector(`[data-contents] a[href="#${group.id}"]`)?.closest("li");
      if (link) link.hidden = group.hidden;
    }
    count.textContent = words.length === 0 ? "" : `${found().length} of ${entries.length} match`;
  };
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      search();
    }
    if (event.key !== "Enter") return;
    const [first] = found();
    if (!first || input.value.trim() === "") return;
    first.element.open = true;
    first.anchor.tabIndex = -1;
    first.anchor.focus({ preventScroll: true });
    first.anchor.scrollIntoView();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, textarea");
    if (event.key !== "/" || typing || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  /** A link to what the search has hidden shows everything again, and a link opens what it leads to. */
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    const around = target?.closest("details");
    if (!around || (around.open && !around.closest("[hidden]"))) return;
    if (around.closest("[hidden]")) {
      input.value = "";
      search();
    }
    around.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
  /** What closed above an operation that was opened moved it: it stays in sight. */
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open && target.matches("[name]")) target.firstElementChild.scrollIntoView({ block: "nearest" });
    },
    true,
  );
}

const input = document.querySelector("[data-find-input]");
if (input) openSearch(input);

const embedForm = document.querySelector("[data-embed-form]");
let request = new AbortController();

/** Fetches the page for the new choices and swaps in its result, so that the URL can be shared and reloaded. */
async function preview() {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(embedForm)) if (value !== "") query.set(name, value);
  const url = `${embedForm.action}?${query}`;
  try {
    const page = new DOMParser().parseFromString(await (await fetch(url, { signal })).text(), "text/html");
    history.replaceState(null, "", url);
    document.querySelector("[data-embed-result]").replaceWith(page.querySelector("[data-embed-result]"));
  } catch (error) {
    if (error.name !== "AbortError") location.assign(url);
  }
}

embedForm?.addEventListener("change", preview);
embedForm?.addEventListener("submit", (event) => {
  event.preventDefault();
  preview();
});
