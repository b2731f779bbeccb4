import { describe, expect, test } from "bun:test";
import { NO_BROWSER } from "./browser.ts";
import { CLINIC } from "./clinic.ts";
import { visitOtherSite } from "./other-site.ts";
import { usePages } from "./use-pages.ts";

/** Where each widget is and its layout, also in open shadow roots. */
const SEEN = `(function look(root) {
  return [...root.querySelectorAll("*")].flatMap((element) => {
    if (element.localName !== "candor-reviews") return element.shadowRoot ? look(element.shadowRoot) : [];
    return [element.parentNode.id + " " + (element.shadowRoot?.querySelector(".candor")?.className ?? "empty")];
  });
})(document).join()`;

const PLACE = "<candor-reviews></candor-reviews>";

describe.skipIf(NO_BROWSER)("a widget whose page changes", () => {
  const pages = usePages(CLINIC);

  const src = () => `${pages.base_url}/widget.js`;
  const line = (attributes = "") => `<script src="${src()}" data-layout="quote" ${attributes}></script>`;
  /** Makes a script as loaders and frameworks do. */
  const make = () => `Object.assign(document.createElement("script"), { src: "${src()}" })`;
  const drawn = () => `box.replaceChildren(document.createElement("candor-reviews"), ${make()})`;

  async function seen(body: string, expected: string, head = ""): Promise<void> {
    await visitOtherSite(pages.browser, `<div id="box">${body}</div>`, { head }, async (page, { problems }) => {
      await page.waitForFunction(`${SEEN} === "${expected}"`);
      // Nothing is added later, either.
      await page.waitForLoadState("networkidle");
      expect([body, await page.evaluate<string>(SEEN), problems]).toEqual([body, expected, []]);
    });
  }

  test("a place directly after its script is filled, whenever the script runs", async () => {
    for (const attributes of ["", "async", 'type="module"']) await seen(line(attributes) + PLACE, "box candor quote");
  });

  test("a script in a shadow root fills the place beside it", async () => {
    await seen(`<div><template shadowrootmode="open">${PLACE}${line()}</template></div>`, "undefined candor quote");
  });

  test("a script that was taken out of the page before it ran fills a free place", async () => {
    const loader = `<script>{ const script = ${make()}; document.head.append(script); script.remove(); }</script>`;
    await seen(PLACE + loader, "box candor list");
  });

  test("a script whose text is evaluated fills the place of the line that was inserted", async () => {
    const inserted = JSON.stringify(PLACE + line()).replaceAll("</", "<\\/");
    const evaluated = `fetch("${src()}").then((answer) => answer.text()).then((text) => {
      const script = Object.assign(document.createElement("script"), { text });
      document.head.append(script);
      script.remove();
    })`;
    await seen(`<script>box.innerHTML = ${inserted}; ${evaluated}</script>`, "box candor quote");
  });

  test("a page that draws itself again has each widget once", async () => {
    const again = `setTimeout(() => { ${drawn()}; setTimeout(() => ${drawn()}, 1); }, 100)`;
    await seen(`<script>addEventListener("load", () => { ${drawn()}; ${again}; })</script>`, "box candor list");
    await seen(
      `${PLACE}${line()}<script>addEventListener("load", () => { box.innerHTML = box.innerHTML; })</script>`,
      "box candor quote",
    );
  });

  test("a place that comes after the script of the head has run is filled, and what it had added goes", async () => {
    const late = `<script>addEventListener("load", () => setTimeout(() => { box.innerHTML = "${PLACE.replace("</", "<\\/")}"; }, 100))</script>`;
    await seen(late, "box candor quote", line());
  });
});
