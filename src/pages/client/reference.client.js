// "Try it". Without this script, a form without fields opens the API URL. With it, the response appears below the form.
const SHOWN_CHARACTERS = 20000;

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

const pretty = (text, type) => (type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text);

for (const form of document.querySelectorAll("form[data-path]")) {
  const answer = form.parentElement.querySelector("[data-answer]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const url = address(form);
    answer.hidden = false;
    answer.querySelector("[data-request]").textContent = `GET ${url}`;
    const body = answer.querySelector("[data-body]");
    try {
      const response = await fetch(url);
      const text = await response.text();
      const type = response.headers.get("content-type") ?? "";
      answer.querySelector("[data-status]").textContent = `${response.status} ${response.statusText} · ${type}`;
      const shown = pretty(text, type);
      body.textContent = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}\n…` : shown;
    } catch {
      answer.querySelector("[data-status]").textContent = "No response";
      body.textContent = "";
    }
  });
}
