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

/** Words of the review that are selected on the page are those to hide. */
function takeSelection(field) {
  document.addEventListener("selectionchange", () => {
    const { anchorNode, focusNode } = getSelection();
    const shown = anchorNode?.parentElement?.closest(".words, .reply");
    const selected = getSelection().toString().trim();
    if (selected !== "" && shown?.contains(focusNode)) field.value = selected;
  });
}

for (const field of document.querySelectorAll("textarea[data-selected]")) takeSelection(field);

/** Passkeys are numbers in bytes, and forms are text: base64url is between them. */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const withBytes = (known) => known?.map((one) => ({ ...one, id: toBytes(one.id) }));

/** Asks for a passkey, or makes one, and returns what it signed as text. */
async function askPasskey(kind, { user, allowCredentials, excludeCredentials, ...options }) {
  const publicKey = { ...options, challenge: toBytes(options.challenge) };
  if (user) publicKey.user = { ...user, id: toBytes(user.id) };
  if (allowCredentials) publicKey.allowCredentials = withBytes(allowCredentials);
  if (excludeCredentials) publicKey.excludeCredentials = withBytes(excludeCredentials);
  const { id, rawId, type, response } = await navigator.credentials[kind]({ publicKey });
  const parts = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (response[name]) parts[name] = toText(response[name]);
  return JSON.stringify({ id, rawId: toText(rawId), type, response: parts });
}

/** A challenge is good for ten minutes, and a page may be open for longer. */
const CHALLENGE_MS = 9 * 60_000;

async function freshOptions(form) {
  const { options, passkey } = form.dataset;
  if (performance.now() < CHALLENGE_MS || form.getAttribute("action") !== "/sign-in") return JSON.parse(options);
  const page = new DOMParser().parseFromString(await (await fetch("/sign-in")).text(), "text/html");
  return JSON.parse(page.querySelector(`form[data-passkey=${passkey}]`).dataset.options);
}

function takePasskey(form) {
  const failed = form.querySelector("[data-failed]");
  form.addEventListener("submit", async (event) => {
    const field = form.elements.credential;
    event.preventDefault();
    failed.hidden = true;
    try {
      field.value = await askPasskey(form.dataset.passkey, await freshOptions(form));
      form.submit();
    } catch {
      failed.hidden = false; // the person canceled, or no passkey was found
    }
  });
}

for (const form of document.querySelectorAll("form[data-passkey]")) takePasskey(form);

for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
    button.textContent = button.dataset.copied;
  });
}
