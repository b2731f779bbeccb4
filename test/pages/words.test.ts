import { describe, expect, test } from "bun:test";
import { html, scriptJson } from "../../src/pages/html.ts";
import { excerpt, markQuery } from "../../src/pages/review-card.ts";
import { clip, renderCount, renderDay, renderMonth, renderProof } from "../../src/pages/words.ts";

describe("markup", () => {
  test("a value is escaped, in text and in an attribute", () => {
    expect(html`<p title="${'" onload="x'}">${"<b>'&"}</p>`.markup).toBe(
      '<p title="&quot; onload=&quot;x">&lt;b&gt;&#39;&amp;</p>',
    );
  });
  test("markup in markup stays as it is; null and false leave nothing", () => {
    expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${2}</li>`]}${null}${false}</ul>`.markup).toBe(
      "<ul><li>1</li><li>2</li></ul>",
    );
  });
  test("JSON in a script element cannot end it", () => {
    expect(scriptJson({ a: "</script><!--&\u2028" }).markup).toBe(
      '{"a":"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028"}',
    );
  });
});

describe("words", () => {
  test("numbers and dates are spelled without a locale", () => {
    expect([renderCount(5), renderCount(1234), renderCount(1234567)]).toEqual(["5", "1,234", "1,234,567"]);
    expect([renderDay("2026-03-09"), renderMonth("2025-12")]).toEqual(["9 March 2026", "December 2025"]);
  });
  test("a text is cut at a space where there is one, and never inside a character", () => {
    expect(clip("one two three", 9)).toBe("one two…");
    expect(clip("abcdefghij", 5)).toBe("abcde…");
    expect(clip("ab😀cd", 3)).toBe("ab…");
    expect(clip("short", 5)).toBe("short");
  });
  test("a proof says how it is known, and where the review stands", () => {
    expect(renderProof("platform_account", "google")).toBe("Verified by Google account");
    expect(renderProof("visit_record", "direct")).toBe("Verified by visit record, Direct");
  });
});

describe("a listed review", () => {
  test("every match is marked, whatever its case, and the rest escaped", () => {
    expect(markQuery("Knee <b> kneel", "KNEE").markup).toBe("<mark>Knee</mark> &lt;b&gt; <mark>knee</mark>l");
  });
  test("where lowering a letter changes the length nothing is marked", () => {
    expect(markQuery("İstanbul knee", "knee").markup).toBe("İstanbul knee");
  });
  test("a long text is shown around its match", () => {
    const { shown, whole } = excerpt(`${"word ".repeat(400)}needle${" word".repeat(400)}`, "needle");
    expect(whole).toBe(false);
    expect(shown).toContain("needle");
    expect(shown.length).toBeLessThan(720);
  });
  test("empty lines do not stretch a listing", () => {
    expect(excerpt(`a${"\n".repeat(50)}b`, undefined)).toEqual({ shown: "a\n\nb", whole: true });
    expect(excerpt("x\n".repeat(40), undefined).whole).toBe(false);
    expect(excerpt("x\n".repeat(40), undefined).shown.split("\n").length).toBe(14);
  });
});
