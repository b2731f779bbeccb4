// MCP Apps (2026-01-26): the card talks to its host in JSON-RPC through postMessage. Opened by itself, it only shows.
const host = window.parent;
let next_id = 1;

function send(message) {
  if (host !== window) host.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

function ask(method, params) {
  send({ id: next_id++, method, params });
}

function put(id, text) {
  document.getElementById(id).textContent = text;
}

/** The average to the tenth, half up, as every page shows it. */
function average({ distribution, rating_count }) {
  if (!(rating_count > 0)) return "–";
  const stars = [1, 2, 3, 4, 5].reduce((sum, n) => sum + n * Number(distribution[n] ?? 0), 0);
  return (Math.floor((20 * stars + rating_count) / (2 * rating_count)) / 10).toFixed(1);
}

/** The rating in the answer that the card is shown with, which may be of some dates only. */
function show(content) {
  const rating = content?.aggregate_rating;
  if (!rating?.distribution) return;
  put("rating", average(rating));
  put("count", rating.rating_count);
  const { since, until } = content.query ?? {};
  put("dates", [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(" "));
  for (const meter of document.querySelectorAll("meter")) {
    const count = Number(rating.distribution[meter.dataset.stars] ?? 0);
    meter.max = Math.max(1, Number(rating.rating_count));
    meter.value = count;
    document.querySelector(`[data-count="${meter.dataset.stars}"]`).textContent = count;
  }
}

window.addEventListener("message", ({ source, data }) => {
  if (source !== host || data?.jsonrpc !== "2.0") return;
  if (data.id === 1 && data.result) send({ method: "ui/notifications/initialized", params: {} });
  if (data.method === "ui/notifications/tool-result") show(data.params?.structuredContent);
  if (data.method === "ui/resource-teardown" || data.method === "ping") send({ id: data.id, result: {} });
});

// A host's sandbox opens no windows: the host opens the link.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || host === window) return;
  event.preventDefault();
  ask("ui/open-link", { url: link.href });
});

ask("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "candor-reviews", version: "1.0.0" },
  appCapabilities: {},
});

new ResizeObserver(() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  send({ method: "ui/notifications/size-changed", params: { width: scrollWidth, height: scrollHeight } });
}).observe(document.body);
