// Candor widget. <script src="…/widget.js" async></script> shows the rating and the newest reviews in its place.
// Attributes of the script tag: data-reviews="0…5" (default 3), data-theme="light|dark|auto" (default auto),
// data-target="CSS selector" to show it somewhere else. --candor-accent and --candor-font set the color and font.
// It makes no requests, sets no cookies and reads nothing from your page.
(() => {
  const data = "__DATA__";
  const script = document.currentScript;
  const options = script?.dataset ?? {};
  const shown = Math.min(5, Math.max(0, Number.parseInt(options.reviews ?? "3", 10) || 0));

  // A constructed stylesheet is not an inline style, so a strict style-src does not block it.
  const light = "--ink:#1d2327;--soft:#566068;--paper:#fff;--rule:#e2dfd7;--star:var(--candor-accent,#0b6a62)";
  const dark = "--ink:#e9e7e2;--soft:#a7b0b5;--paper:#1b2124;--rule:#2e373b;--star:var(--candor-accent,#74cfc3)";
  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host{all:initial;display:block;${light}}
    ${options.theme === "dark" ? `:host{${dark}}` : ""}
    ${options.theme === "light" || options.theme === "dark" ? "" : `@media(prefers-color-scheme:dark){:host{${dark}}}`}
    section{box-sizing:border-box;max-width:34rem;padding:1.1rem 1.25rem;border:1px solid var(--rule);border-radius:10px;
      background:var(--paper);color:var(--ink);font:1rem/1.5 var(--candor-font,system-ui,sans-serif);overflow-wrap:anywhere}
    p,ul{margin:0;padding:0;list-style:none}
    a{color:inherit;text-underline-offset:.15em}
    a:focus-visible{outline:2px solid var(--star);outline-offset:2px;border-radius:2px}
    .head{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem .8rem}
    .value{font-size:1.9rem;font-weight:700;line-height:1}
    .stars{color:var(--rule);letter-spacing:.1em;white-space:nowrap;font-size:1.1rem}
    .stars b{color:var(--star);font-weight:400}
    .soft{color:var(--soft);font-size:.9rem}
    li{border-top:1px solid var(--rule);margin-top:.9rem;padding-top:.9rem}
    .text{white-space:pre-line;max-height:9rem;overflow:hidden}
    .demo{font-size:.85rem;font-weight:600;margin-bottom:.6rem}`);

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const stars = (rating) => {
    const full = Math.round(rating);
    const element = make("span", { className: "stars" }, make("b", {}, "★".repeat(full)), "★".repeat(5 - full));
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `${rating} out of 5 stars`);
    return element;
  };
  const review = (item) =>
    make(
      "li",
      {},
      stars(item.rating),
      make("p", { className: "text", dir: "auto", lang: item.language ?? "" }, item.text ?? "Rating only, no comment."),
      make(
        "p",
        { className: "soft" },
        `${item.author}, `,
        make("a", { href: item.url }, make("time", { dateTime: item.date }, item.day)),
      ),
    );

  const head = make(
    "div",
    { className: "head" },
    ...(data.rating === null
      ? [make("p", {}, "No reviews yet")]
      : [make("span", { className: "value" }, data.rating.toFixed(2)), stars(data.rating)]),
    make("a", { href: data.url, className: "soft" }, data.rating === null ? data.name : data.count),
  );
  const section = make("section", {}, head);
  section.setAttribute("aria-label", `Reviews of ${data.name}`);
  if (data.demonstration) section.prepend(make("p", { className: "demo" }, "Demonstration: these reviews are made up"));
  const items = data.reviews.slice(0, shown).map(review);
  if (items.length > 0) section.append(make("ul", {}, ...items));

  const host = make("div", { className: "candor-reviews" });
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [style];
  root.append(section);
  const place = () => {
    const target = options.target ? document.querySelector(options.target) : null;
    if (target) target.append(host);
    else if (script?.parentNode && script.parentNode !== document.head) script.after(host);
    else document.body.append(host);
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", place);
  else place();
})();
