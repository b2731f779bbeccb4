// Candor widget: shows the rating and reviews in place of the <candor-reviews> element before this script, or after the
// script. Attributes of the script: data-layout="list|quote|rating", data-reviews="0…10" (default 3),
// data-theme="auto|light|dark", data-language="en|es", data-target="CSS selector". A filter is part of the address:
// widget.js?mentions_technician=ID or ?mentions_service=ID. --candor-accent and --candor-font set the color and font.
// It makes no requests, sets no cookies and reads nothing from your page.
{
  const data = "__DATA__";
  const words = "__WORDS__";
  // A module or a tag manager leaves no current script.
  const isOurs = ({ src }) => src.startsWith(`${data.base_url}/widget.js`);
  const script = document.currentScript ?? [...document.scripts].find(isOurs);
  const options = script?.dataset ?? {};
  const language = words[options.language] ? options.language : "__LANGUAGE__";
  const theme = options.theme === "light" || options.theme === "dark" ? options.theme : "auto";
  const count = Number.parseInt(options.reviews ?? "3", 10);
  const shown = Math.min(10, Math.max(0, Number.isNaN(count) ? 3 : count));
  const say = (word, values = {}) => words[language][word].replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // An export may not know its address and name this machine: then its pages are beside this script.
  const nowhere = /^https?:\/\/(localhost|127\.|\[::1\])/.test(data.base_url) && script?.src;
  const home = nowhere ? new URL(".", script.src).href.slice(0, -1) : data.base_url;
  // Pages in another language than the business's own have it before their path.
  const { locale, prefix } = data.languages[language];
  const whole = (url) => home + prefix + url.slice(data.base_url.length);

  // A static host ignores the filter in the address: then these are not the reviews that were asked for.
  const asked = script?.src ? new URL(script.src).searchParams : new URLSearchParams();
  const filtered = ["mentions_technician", "mentions_service"].every(
    (name) => (asked.get(name)?.trim() ?? "") === (data.filter?.[name] ?? ""),
  );
  const layout = !filtered ? "rating" : ["quote", "rating"].includes(options.layout) ? options.layout : "list";

  const make = (name, properties = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) if (value !== null) element.setAttribute(key, value);
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const draw = (name, properties, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const five = (kind) => {
    const paths = [0, 20, 40, 60, 80].map((x) => draw("path", { d: "__STAR__", transform: `translate(${x})` }));
    return draw("g", { class: kind }, ...paths);
  };
  const stars = (rating, share) =>
    draw(
      "svg",
      { class: "stars", viewBox: "0 0 100 20", role: "img", "aria-label": say("stars", { rating }) },
      five("empty"),
      draw("svg", { width: share, height: 20 }, five("full")),
    );

  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const review = (item) => {
    const translated =
      item.translation?.language === language && !item.original?.language?.toLowerCase().startsWith(language);
    const text = translated ? item.translation : item.original;
    const body = text
      ? make("p", { class: "text", dir: "auto", lang: text.language }, text.whole ? text.text : `${text.text} … `)
      : make("p", { class: "text soft" }, say("rating_only"));
    if (text && !text.whole) body.append(make("a", { href: whole(item.url), lang: language, dir: "ltr" }, say("more")));
    const when = make("time", { datetime: item.date }, day.format(Date.parse(item.date)));
    const by = make(
      "p",
      { class: "by" },
      make("bdi", {}, item.author),
      ", ",
      make("a", { href: whole(item.url) }, when),
    );
    if (translated) by.append(` · ${say("translated")}`);
    return [stars(item.rating, item.rating * 20), body, by];
  };

  const number = data.count.toLocaleString(locale);
  const total = say(data.count === 1 ? "one" : "many", { count: number });
  const head = make(
    "div",
    { class: "head" },
    make("a", { class: "name", href: `${whole(data.base_url)}/` }, data.name),
    make(
      "p",
      { class: "figure" },
      data.rating === null ? null : make("span", { class: "value" }, data.rating),
      data.rating === null ? null : stars(data.rating, data.share),
      make(
        "a",
        { class: "count", href: whole(`${data.base_url}/reviews`) },
        data.rating === null ? say("none") : total,
      ),
    ),
  );
  const box = make("section", {
    class: `candor ${layout}`,
    "data-theme": theme,
    lang: language,
    "aria-label": say("of", { name: data.name }),
  });
  if (data.demonstration) {
    box.append(make("p", { class: "demo" }, make("strong", {}, `${say("demo")}.`), ` ${say("made_up")}`));
  }
  box.append(head);
  if (layout !== "rating" && data.filter) {
    const { name, matched } = data.filter;
    box.append(make("p", { class: "filter" }, say(matched === 0 ? "mention_none" : "mention", { name })));
  }
  const quoted = layout === "quote" ? data.reviews.filter(({ original }) => original !== null).slice(0, 1) : [];
  const items = layout === "list" ? data.reviews.slice(0, shown) : quoted;
  if (items.length > 0) box.append(make("ul", {}, ...items.map((item) => make("li", {}, ...review(item)))));
  if (layout !== "rating" && data.count > 0) {
    box.append(make("p", { class: "all" }, make("a", { href: whole(data.all_url) }, say("all"))));
  }

  // !important in a shadow root wins over !important of the page (CSS Cascade 5 §6.4.4), and a constructed stylesheet is
  // not an inline style, so a strict style-src does not block it.
  const dress = (host, height) => {
    const size = height > 0 ? `height:${height}px!important;` : "";
    const css = `:host{all:initial!important;display:block!important;direction:ltr!important;${size}}${"__STYLE__"}`;
    const root = host.attachShadow({ mode: "open" });
    if ("adoptedStyleSheets" in root) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [sheet];
    } else root.append(make("style", {}, css));
    root.append(box);
  };
  const isFree = (element) => element?.localName === "candor-reviews" && !element.shadowRoot;
  /** The nearest free place before the script: an editor may have put the script into a paragraph of its own, or the head. */
  const findPlace = () => {
    if (isFree(script?.previousElementSibling)) return script.previousElementSibling;
    const before = (element) => script?.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    const free = [...document.querySelectorAll("candor-reviews")].filter(isFree);
    return free.filter(before).at(-1) ?? (script?.parentNode === document.head ? free[0] : undefined);
  };
  const place = () => {
    const target = options.target ? document.querySelector(options.target) : null;
    const reserved = target ? null : findPlace();
    if (reserved) {
      dress(reserved, Number(reserved.querySelector("svg")?.getAttribute("height") ?? 0));
      return;
    }
    const host = make("candor-reviews");
    dress(host, 0);
    if (target) target.append(host);
    else if (script?.parentNode && script.parentNode !== document.head) script.after(host);
    else document.body.append(host);
  };
  if (document.readyState === "loading" && !findPlace()) addEventListener("DOMContentLoaded", place);
  else place();
}
