// Candor widget: shows the rating and reviews in place of the <candor-reviews> element before this script, or after the
// script, in whatever order scripts load. Attributes of the script: data-layout="list|grid|carousel|quote|rating",
// data-reviews="0…10" (default 3), data-theme="auto|light|dark", data-language="en|es", data-target="CSS selector". A
// filter is part of the address: widget.js?mentions_technician=ID or ?mentions_service=ID. --candor-accent and
// --candor-font set the color and font.
// It makes no requests, sets no cookies and reads nothing from your page.
{
  const data = "__DATA__";
  const words = "__WORDS__";
  const addressOf = ({ src }) => String(src).split(/[?#]/, 1)[0];
  const addresses = [`${data.base_url}/widget.js`];
  // What evaluates the text of a script, as jQuery does, puts it into the head for a moment and without an address.
  const current = document.currentScript;
  const self = current?.src || document.body?.contains(current) ? current : null;
  if (self?.src) addresses.push(addressOf(self));
  const isWidget = (element) => element === self || (element.src && addresses.includes(addressOf(element)));
  /** The document, and each shadow root with a place: the element <candor-reviews> tells where it is. */
  const roots = () => [document, ...(customElements.get("candor-reviews")?.roots ?? [])];
  const widgetsIn = (root) => [...root.querySelectorAll("script")].filter(isWidget);
  const widgets = () => roots().flatMap(widgetsIn);
  // A static host ignores the filter in the address: then these are not the reviews that were asked for.
  const isAnswered = (script) => {
    const asked = script?.src ? new URL(script.src).searchParams : new URLSearchParams();
    return ["mentions_technician", "mentions_service"].every(
      (name) => (asked.get(name)?.trim() ?? "") === (data.filter?.[name] ?? ""),
    );
  };
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

  const layouts = ["grid", "carousel", "quote", "rating"];
  /** What the attributes of a script ask for, and the words and links in its language. */
  const settingOf = (script) => {
    const options = script?.dataset ?? {};
    const language = words[options.language] ? options.language : "__LANGUAGE__";
    const count = Number.parseInt(options.reviews ?? "3", 10);
    // An export may not know its address and name this machine: then its pages are beside this script.
    const nowhere = /^https?:\/\/(localhost|127\.|\[::1\])/.test(data.base_url) && script?.src;
    const home = nowhere ? new URL(".", script.src).href.slice(0, -1) : data.base_url;
    // Pages in another language than the business's own have it before their path.
    const { locale, prefix } = data.languages[language];
    const say = (word, values = {}) => words[language][word].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    const number = (value) => value.toLocaleString(locale);
    return {
      language,
      say,
      number,
      counted: (one, many, value) => say(value === 1 ? one : many, { count: number(value) }),
      day: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }),
      whole: (url) => home + prefix + url.slice(data.base_url.length),
      theme: options.theme === "light" || options.theme === "dark" ? options.theme : "auto",
      shown: Math.min(10, Math.max(0, Number.isNaN(count) ? 3 : count)),
      layout: !isAnswered(script) ? "rating" : layouts.includes(options.layout) ? options.layout : "list",
    };
  };

  const five = (kind) => {
    const paths = [0, 20, 40, 60, 80].map((x) => draw("path", { d: "__STAR__", transform: `translate(${x})` }));
    return draw("g", { class: kind }, ...paths);
  };
  const stars = ({ say }, rating, share) =>
    draw(
      "svg",
      { class: "stars", viewBox: "0 0 100 20", role: "img", "aria-label": say("stars", { rating }) },
      five("empty"),
      draw("svg", { width: share, height: 20 }, five("full")),
    );

  const reviewOf = (setting, item) => {
    const { language, say, day, whole } = setting;
    const translated =
      item.translation?.language === language && !item.original?.language?.toLowerCase().startsWith(language);
    const text = translated ? item.translation : item.original;
    const body = text
      ? make("p", { class: "text", dir: "auto", lang: text.language }, text.whole ? text.text : `${text.text} … `)
      : make("p", { class: "text soft" }, say("rating_only"));
    if (text && !text.whole) body.append(make("a", { href: whole(item.url), lang: language, dir: "ltr" }, say("more")));
    const when = make("time", { datetime: item.date }, day.format(Date.parse(item.date)));
    const proof = ` · ${say(item.level)}${translated ? ` · ${say("translated")}` : ""}`;
    const author = make("bdi", {}, item.author);
    const initials = item.initials && make("span", { class: "initials", "aria-hidden": "true" }, item.initials);
    const by = make("p", { class: "by" }, initials, author, ", ", make("a", { href: whole(item.url) }, when), proof);
    return make("li", {}, stars(setting, item.rating, item.rating * 20), body, by);
  };

  const headOf = (setting) => {
    const { say, number, counted, whole } = setting;
    const name = make("a", { class: "name", href: `${whole(data.base_url)}/` }, data.name);
    const all = (words) => make("a", { class: "count", href: whole(`${data.base_url}/reviews`) }, words);
    if (data.rating === null)
      return make("div", { class: "head" }, name, make("p", { class: "figure" }, all(say("none"))));
    const value = make("span", { class: "value" }, data.rating);
    const total = all(counted("one", "many", data.count));
    const levels = Object.entries(data.levels).map(([level, count]) => {
      const href = whole(`${data.base_url}/reviews?verification_level=${level}`);
      const label = `${say(level)}: ${number(count)}`;
      return make("li", {}, count === 0 ? label : make("a", { href }, label));
    });
    const figure = make("p", { class: "figure" }, value, stars(setting, data.rating, data.share), total);
    return make("div", { class: "head" }, name, figure, make("ul", { class: "levels" }, ...levels));
  };

  /** The reviews, the rule by which they were chosen, and the way to all of them. */
  const listOf = (setting) => {
    const { say, counted, whole, layout, shown } = setting;
    const parts = [];
    if (data.filter) {
      const { name, matched } = data.filter;
      parts.push(make("p", { class: "filter" }, say(matched === 0 ? "mention_none" : "mention", { name })));
    }
    const items =
      layout === "quote"
        ? data.reviews.filter(({ original }) => original !== null).slice(0, 1)
        : data.reviews.slice(0, shown);
    const list = make("ul", { class: "items" }, ...items.map((item) => reviewOf(setting, item)));
    // A carousel is moved by the reader alone: by swiping, or with the arrow keys.
    const group = { class: "slides", tabindex: 0, role: "group", "aria-label": say("newest") };
    if (items.length > 0) parts.push(layout === "carousel" ? make("div", group, list) : list);
    if (items.some(({ original }) => original !== null)) {
      const { count, url } = data.silent;
      const after = count > 0 && make("a", { href: whole(url) }, counted("silent_one", "silent_many", count));
      parts.push(make("p", { class: "rule" }, say("rule"), ...(after ? [" ", after] : [])));
    }
    if (data.count > 0) {
      parts.push(make("p", { class: "all" }, make("a", { href: whole(data.all_url) }, say("all"))));
    }
    return parts;
  };

  const boxOf = (script) => {
    const setting = settingOf(script);
    const { language, theme, layout, say } = setting;
    const label = say("of", { name: data.name });
    const box = make("section", {
      class: `candor ${layout}`,
      "data-theme": theme,
      lang: language,
      "aria-label": label,
    });
    if (data.demonstration) {
      box.append(make("p", { class: "demo" }, make("strong", {}, `${say("demo")}.`), ` ${say("made_up")}`));
    }
    box.append(headOf(setting), ...(layout === "rating" ? [] : listOf(setting)));
    return box;
  };

  // !important in a shadow root wins over !important of the page (CSS Cascade 5 §6.4.4), and a constructed stylesheet is
  // not an inline style, so a strict style-src does not block it.
  const dress = (host, box, height) => {
    const size = height > 0 ? `height:${height}px!important;` : "";
    const bare = ":host::before,:host::after{content:none!important}";
    const css = `:host{all:initial!important;display:block!important;direction:ltr!important;${size}}${bare}${"__STYLE__"}`;
    const root = host.attachShadow({ mode: "open" });
    if ("adoptedStyleSheets" in root) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [sheet];
    } else root.append(make("style", {}, css));
    root.append(box);
  };
  const targetOf = ({ dataset }) => {
    try {
      return dataset.target ? document.querySelector(dataset.target) : null;
    } catch {
      return null; // not a selector
    }
  };
  /**
   * The <candor-reviews> of each script, by the order in the page alone: the one directly before a script is its own. An
   * editor may have put scripts into paragraphs of their own: those after a row of places have its last ones, in order.
   * Then a script without one has the one directly after it. Scripts in the head, and one that was taken out of the page
   * before it ran, have what is left. What a data-target names, or a script has added, is nobody else's.
   */
  const sharePlaces = (root) => {
    const scripts = widgetsIn(root).filter(({ dataset }) => !dataset.target);
    const named = new Set(widgets().map(targetOf));
    const places = [...root.querySelectorAll("candor-reviews")].filter((it) => !it.candor && !named.has(it));
    const shared = new Map();
    for (const script of scripts) {
      if (places.includes(script.previousElementSibling)) shared.set(script, script.previousElementSibling);
    }
    const beside = new Set([...shared.keys(), ...shared.values()]);
    const isOpen = (element) => !beside.has(element) && (places.includes(element) || scripts.includes(element));
    const left = [];
    let [free, waiting] = [[], []];
    const share = () => {
      const own = waiting.length === 0 ? [] : free.splice(-waiting.length);
      for (const [i, place] of own.entries()) shared.set(waiting[i], place);
      left.push(...free);
      [free, waiting] = [[], []];
    };
    const content = root === document ? document.body : root;
    for (const element of [...content.querySelectorAll("candor-reviews, script")].filter(isOpen)) {
      if (waiting.length > 0 && element.localName !== "script") share();
      (element.localName === "script" ? waiting : free).push(element);
    }
    share();
    for (const script of scripts.filter((one) => !shared.has(one) && content.contains(one))) {
      const at = left.indexOf(script.nextElementSibling);
      if (at >= 0) shared.set(script, ...left.splice(at, 1));
    }
    for (const script of scripts.filter((one) => !content.contains(one))) {
      if (left.length > 0) shared.set(script, left.shift());
    }
    const empty = left.find(({ shadowRoot }) => !shadowRoot);
    if (empty && !self?.isConnected) shared.set(self, empty);
    return shared;
  };
  /** Several scripts that add to one element do so in their own order. */
  const add = (parent, host, script) => {
    const isLater = ({ candor }) =>
      candor instanceof Node &&
      candor.parentNode !== parent &&
      script?.compareDocumentPosition(candor) & Node.DOCUMENT_POSITION_FOLLOWING;
    parent.insertBefore(host, [...parent.children].find(isLater) ?? null);
  };
  const fill = (place, script) =>
    dress(place, boxOf(script), Number(place.querySelector("svg")?.getAttribute("height") ?? 0));
  const run = (script) => {
    if (script?.candor) return;
    if (script) script.candor = true;
    const target = script ? targetOf(script) : null;
    const root = script?.isConnected ? script.getRootNode() : document;
    const own = target?.localName === "candor-reviews" ? target : !target && sharePlaces(root).get(script);
    if (own && !own.shadowRoot) return fill(own, script);
    // A page that drew itself again has another script for this place.
    if (script && !script.isConnected && !target) return;
    const host = make("candor-reviews");
    host.candor = script ?? true;
    dress(host, boxOf(script), 0);
    if (target && target !== own) add(target, host, script);
    else if (script?.isConnected && !document.head.contains(script)) script.after(host);
    else add(document.body, host, script);
  };
  /** False while the rest of the page could still change the place. */
  const isSure = (script) => {
    if (document.readyState !== "loading") return true;
    if (script.dataset.target) return targetOf(script) !== null;
    const before = script.previousElementSibling;
    return !document.head.contains(script) && before?.localName === "candor-reviews" && !before.candor;
  };
  /** A module, a script in a shadow root or a tag manager leaves no current script. A module runs once for all like it. */
  const runAll = () => {
    const known = widgets();
    const idle = known.filter(({ candor }) => !candor);
    const answered = idle.some(isAnswered) ? idle.filter(isAnswered) : idle;
    const modules = answered.filter(({ type }) => type === "module");
    if (known.length === 0) run(null);
    else for (const script of modules.length > 0 ? modules : answered.slice(0, 1)) run(script);
  };
  /** Fills places that came later, as when a page draws itself again. A script that a consent tool holds back stays so. */
  const settle = () => {
    if (document.readyState === "loading") return;
    for (const root of roots()) {
      for (const [script, place] of sharePlaces(root)) {
        if (place.shadowRoot || !script?.isConnected || !isAnswered(script)) continue;
        if (!["", "module", "text/javascript"].includes(script.type)) continue;
        for (const host of root.querySelectorAll("candor-reviews")) if (host.candor === script) host.remove();
        script.candor = true;
        fill(place, script);
      }
    }
  };
  /** The element calls `settle` of each address, whichever service defined it first. */
  const watch = () => {
    if (!customElements.get("candor-reviews")) {
      class Place extends HTMLElement {
        static roots = new Set();
        static settlers = new Map();
        connectedCallback() {
          const root = this.getRootNode();
          for (const known of Place.roots) if (!known.isConnected) Place.roots.delete(known);
          if (root !== document) Place.roots.add(root);
          if (!this.shadowRoot) for (const settler of Place.settlers.values()) setTimeout(settler);
        }
      }
      customElements.define("candor-reviews", Place);
    }
    customElements.get("candor-reviews").settlers?.set(`${data.base_url} ${JSON.stringify(data.filter)}`, settle);
  };
  const start = () => {
    watch();
    if (self) run(self);
    else runAll();
  };
  if (self ? isSure(self) : document.readyState !== "loading") start();
  else addEventListener("DOMContentLoaded", start);
}
