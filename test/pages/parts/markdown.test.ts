import { expect, test } from "bun:test";
import { html } from "../../../src/pages/parts/html.ts";
import { toMarkdown } from "../../../src/pages/parts/markdown.ts";

const markdown = (body: { markup: string }) =>
  toMarkdown(body.markup, (href) => new URL(href, "https://reviews.example/developers").href);

test("headings, text, links, lists and tables become Markdown, with whole links", () => {
  const body = html`<h1>Reviews</h1><p>See <a href="/policy">the <code>policy</code></a>.</p>
<ul>
<li>One</li><li><a href="#two">Two</a><ul><li>Inner</li></ul></li>
</ul>
<section><h2>Members</h2><div class="scroll"><table><caption class="hidden">x</caption><thead><tr><th>Name</th><th>Type</th></tr></thead><tbody><tr><th><code>id</code></th><td>a | b</td></tr></tbody></table></div></section>`;
  expect(markdown(body)).toBe(`# Reviews

See [the \`policy\`](https://reviews.example/policy).

- One
- [Two](https://reviews.example/developers#two)
  - Inner

## Members

| Name | Type |
| --- | --- |
| \`id\` | a \\| b |
`);
});

test("code keeps its characters, and its fence is longer than any in it", () => {
  const code = "curl 'a' && echo \"<b>\"\n```\n";
  expect(
    markdown(html`<div class="code"><button>Copy</button><pre><code class="language-sh">${code}</code></pre></div>`),
  ).toBe(`\`\`\`\`sh\n${code}\`\`\`\`\n`);
  expect(markdown(html`<pre><code>one</code></pre>`)).toBe("```\none\n```\n");
  expect(markdown(html`<p><code>${"a`b"}</code></p>`)).toBe("``a`b``\n");
});

test("characters of a name that would be markup are escaped, and controls are left out", () => {
  expect(markdown(html`<svg><rect/></svg><p>After<br>all</p>`)).toBe("After all\n");
  expect(markdown(html`<p>Four<span class="hidden"> stars</span><button>Copy</button></p>`)).toBe("Four stars\n");
  const name = "*Ann* [x](y) <script>";
  expect(
    markdown(
      html`<p>${name}</p><form><input name="a"><button>Try it</button></form><nav><ul><li>No</li></ul></nav><div data-answer hidden><pre>No</pre></div><details><summary>Responses</summary><p>Yes</p></details>`,
    ),
  ).toBe("\\*Ann\\* \\[x\\](y) \\<script>\n\n**Responses**\n\nYes\n");
});
