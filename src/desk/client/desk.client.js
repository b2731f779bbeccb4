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

/** Files that are dropped on the form are uploaded at once. */
function takeDrops(form) {
  const input = form.querySelector("input[type=file]");
  const show = (over) => (event) => {
    event.preventDefault();
    form.classList.toggle("over", over);
  };
  form.addEventListener("dragover", show(true));
  form.addEventListener("dragleave", show(false));
  form.addEventListener("drop", (event) => {
    show(false)(event);
    if (!event.dataTransfer?.files.length) return;
    input.files = event.dataTransfer.files;
    form.requestSubmit();
  });
}

for (const form of document.querySelectorAll("form[data-drop]")) takeDrops(form);
