// A choice on the overview shows its reviews below, without leaving the page. Each choice is a URL, and the page also
// works without this script.
{
  const BUSY_MS = 300;
  const live = document.querySelector("[data-live]");
  const language = document.querySelector("a.language");
  const home = location.pathname;
  let shown = location.search;
  let request = new AbortController();

  const inOrder = (search) => {
    const query = new URLSearchParams(search);
    query.sort();
    return String(query);
  };
  const links = () => document.querySelectorAll('main a[href$="#results"]');
  const results = () => document.querySelector("[data-results]");

  /** Marks the choice whose reviews are shown. */
  function mark() {
    for (const link of links()) {
      const chosen = link.pathname === home && shown !== "" && inOrder(link.search) === inOrder(shown);
      if (chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (language) language.search = shown;
  }

  /** Fetches the reviews of the URL. If they do not come, the browser opens its page. */
  async function load() {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const wanted = location.search;
    const waiting = setTimeout(() => {
      results().setAttribute("aria-busy", "true");
      live.classList.add("busy");
      live.textContent = live.dataset.busy;
    }, BUSY_MS);
    try {
      const response = await fetch(home + wanted, { signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const next = page.querySelector("[data-results]");
      if (next === null) throw new Error("the page has no reviews");
      results().replaceWith(next);
      shown = wanted;
      mark();
      live.textContent = next.querySelector("h2").textContent;
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: "start" });
    } catch {
      if (!signal.aborted) location.reload();
    } finally {
      clearTimeout(waiting);
      if (!signal.aborted) live.classList.remove("busy");
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest('main a[href$="#results"]');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.pathname !== home) return;
    event.preventDefault();
    if (inOrder(link.search) === inOrder(location.search)) {
      results().scrollIntoView({ block: "start" });
      return;
    }
    history.pushState(null, "", link.href);
    load();
  });

  addEventListener("popstate", () => {
    // A jump within the page changes nothing.
    if (location.search !== shown) load();
  });
}
