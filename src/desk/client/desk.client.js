// While something runs, the page shows how far it is: its content is replaced every second, without losing the place.
const REFRESH_MS = 1000;

async function refreshPage() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok || response.redirected) {
    location.reload();
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = page.querySelector("main");
  if (main) document.querySelector("main")?.replaceChildren(...main.childNodes);
  if ("refresh" in page.body.dataset) setTimeout(refreshPage, REFRESH_MS);
}

if ("refresh" in document.body.dataset) setTimeout(refreshPage, REFRESH_MS);
