import { expect, test } from "bun:test";
import { html, scriptJson } from "../../../src/pages/parts/html.ts";

test("a value is escaped, in text and in an attribute", () => {
  expect(html`<p title="${'" onload="x'}">${"<b>'&"}</p>`.markup).toBe(
    '<p title="&quot; onload=&quot;x">&lt;b&gt;&#39;&amp;</p>',
  );
});

test("markup inside markup is not escaped again; null and false render nothing", () => {
  expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${2}</li>`]}${null}${false}</ul>`.markup).toBe(
    "<ul><li>1</li><li>2</li></ul>",
  );
});

test("JSON in a script element cannot end the element", () => {
  expect(scriptJson({ a: "</script><!--&\u2028" }).markup).toBe(
    '{"a":"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028"}',
  );
});
