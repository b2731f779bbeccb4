import { expect, test } from "bun:test";
import type { ClinicFacts } from "../../../src/pages/developers/clinic-facts.ts";
import { endpointsOf } from "../../../src/pages/developers/openapi-view.ts";
import { referencePage } from "../../../src/pages/developers/reference.ts";
import {
  codeBlock,
  type Entry,
  renderDeveloperMarkdown,
  renderDeveloperPage,
  withCode,
} from "../../../src/pages/developers/shell.ts";
import type { Site } from "../../../src/pages/parts/site.ts";
import { renderOpenapi } from "../../../src/render/openapi/openapi.ts";

const base_url = "https://reviews.example";
const site: Site = { base_url, demonstration: false, structured_data: "business", business: null, license: null };
const FACTS: ClinicFacts = {
  review_id: "0V1C2D3E4F5G6H7J8K9M0N1P2Q",
  since: "2026-02-03",
  technician: "Ana Ruiz",
  service: "Dry needling",
  insights: true,
  security_txt: true,
};
const api = JSON.parse(renderOpenapi(base_url));
const reference = referencePage(site, api, FACTS);
const page = renderDeveloperPage(site, reference);

/** The part of the page about one operation. */
const sectionOf = (id: string): string =>
  new RegExp(`<div class="beside" id="${id}">(.*?)(?:<details class="operation"|</section>)`, "s").exec(page)?.[1] ??
  "";

test("text in backticks becomes code", () => {
  expect(withCode("send `id` <now>").markup).toBe("send <code>id</code> &lt;now&gt;");
});

test("a read has a form with its parameters but without headers; other methods have none", () => {
  const fields = Array.from(sectionOf("getReviewsSince").matchAll(/<input [^>]*>/g), ([field]) => field);
  expect(fields).toEqual([
    '<input id="getReviewsSince-date" name="date" data-in="path" value="2026-02-03" placeholder="2026-02-03" required>',
  ]);
  expect(sectionOf("searchReviews").match(/<input /g)).toHaveLength(24);
  expect(sectionOf("requestSubscription")).not.toContain("<form");
});

test("the fields have ids and names of this clinic", () => {
  expect(sectionOf("getReview")).toContain('data-in="path" value="0V1C2D3E4F5G6H7J8K9M0N1P2Q"');
  expect(sectionOf("searchReviews")).toContain('value="" placeholder="Ana Ruiz"');
});

test("every operation but pages and health has an example in three languages", () => {
  const operations = Array.from(page.matchAll(/<div class="beside" id="(\w+)"/g), ([, id = ""]) => id);
  const without = operations.filter((id) => (sectionOf(id).match(/class="call"/g)?.length ?? 0) !== 3);
  expect(without).toEqual([
    "getOverviewPage",
    "getReviewsPage",
    "getReviewPage",
    "getInsightsPage",
    "getPolicyPage",
    "getDevelopersPage",
    "getEmbedPage",
    "getEmbedFrame",
    "getHealth",
    "getReadiness",
  ]);
});

test("parameters and members of schemas have a table with links to other schemas", () => {
  expect(sectionOf("getReviewsSince")).toContain(
    '<tbody><tr><th scope="row"><code>date</code> <span class="of">path, required</span><br><span class="of">string (date)</span></th><td>A real calendar date, YYYY-MM-DD.</td></tr><tr><th scope="row"><code>If-Match</code> <span class="of">header</span><br><span class="of">string</span></th>',
  );
  expect(page).toContain('<div id="schema-ReviewId"><p>string</p></div>');
  expect(page).toContain(
    '<th scope="row"><code>linkset</code><br><span class="of">array of object</span></th><td>One entry per API.</td>',
  );
  expect(sectionOf("getReviewsSince")).toContain(
    '<span class="of">application/json, <a href="#schema-SinceDocument">SinceDocument</a></span>',
  );
});

test("the sidebar marks the page itself, and lists what is on it", () => {
  expect(page.match(/<a [^>]*aria-current="page">[^<]*/g)).toEqual([
    '<a href="/developers/reference" aria-current="page">Reference',
  ]);
  const contents = (entries: Entry[]) => renderDeveloperPage(site, { ...reference, contents: entries });
  expect(contents([{ href: "#a", label: "A" }])).toContain(
    '<nav aria-label="On this page" class="contents" data-contents><ul><li><a href="#a">A</a></li></ul></nav>',
  );
  expect(contents([])).not.toContain("On this page");
});

test("a button that copies has the words of its page, if they are not the usual ones", () => {
  const button = (words?: { copy: string; copied: string; selected: string }) =>
    /<button[^>]*>[^<]*/.exec(codeBlock("x", "sh", "L", "", words).markup)?.[0];
  expect(button()).toBe('<button type="button" class="copy" data-copy aria-label="Copy: L">Copy');
  expect(button({ copy: "Copiar", copied: "Copiado", selected: "S" })).toBe(
    '<button type="button" class="copy" data-copy aria-label="Copiar: L" data-copied="Copiado" data-selected="S">Copiar',
  );
});

test("every operation lists its responses, and a long example is cut", () => {
  expect(sectionOf("getReview")).toContain("<li><code>410</code> The review was removed.");
  expect(sectionOf("getReviews")).toContain("\n…</code></pre>");
  expect(sectionOf("getHealth")).not.toContain("\n…</code></pre>");
  const request = /<summary>Example, application\/json<\/summary>.*?<\/details>/s.exec(
    page.slice(page.indexOf("POST</span> <code>/mcp<")),
  )?.[0];
  expect(request).toContain("&quot;method&quot;: &quot;initialize&quot;");
});

test("every operation is listed in the contents, and every schema has a section", () => {
  expect(page.match(/<details class="operation"/g)).toHaveLength(endpointsOf(api).length);
  expect(page).toContain('<a href="#getReviewInsights">/api/reviews/{id}/insights</a>');
  expect(page).toContain('<a href="#endMcpSession">DELETE /mcp</a>');
  expect(page).toContain('<div id="schema-Review">');
});

test("the page names its Markdown twin, which has the same operations and examples and no controls", () => {
  expect(page).toContain('<link rel="alternate" type="text/markdown" href="/developers/reference.md">');
  const twin = renderDeveloperMarkdown(site, reference);
  expect(
    twin.startsWith("# API reference\n\nGenerated from [the OpenAPI document](https://reviews.example/.well-known"),
  ).toBe(true);
  expect(twin.match(/^### /gm)).toHaveLength(endpointsOf(api).length);
  expect(twin).toContain("```python\nimport json\nfrom urllib.request import urlopen\n");
  expect(twin).toContain("### One review\n\nGET `/api/reviews/{id}`\n");
  expect(twin).not.toMatch(/Copy|Search the reference|Examples in/);
});

test("a long example is cut after 2,500 characters", () => {
  const exampleOf = (length: number) => {
    const content = { "text/plain": { example: "x".repeat(length) } };
    const operation = { operationId: "getLong", tags: ["Data"], responses: { 200: { description: "Long.", content } } };
    const paths = { "/long": { get: operation } };
    const api = { servers: [{ url: base_url }], tags: [{ name: "Data" }], paths, components: { schemas: {} } };
    return /x{100,}[^<]*/.exec(renderDeveloperPage(site, referencePage(site, api, FACTS)))?.[0];
  };
  expect([exampleOf(2500), exampleOf(2501)]).toEqual(["x".repeat(2500), `${"x".repeat(2500)}\n…`]);
});
