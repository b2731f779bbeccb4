import { expect, test } from "bun:test";
import { rewritePage } from "../../src/static-site/rewrite-page.ts";

const FILES: Record<string, string> = {
  "/": "index.html",
  "/insights": "insights/index.html",
  "/reviews?rating=5": "reviews/rating/5/index.html",
  "/reviews?since=2025-01-01&until=2025-01-31": "reviews/month/2025-01/index.html",
  "/assets/style.css": "assets/style.css",
  "/feed.xml": "feed.xml",
};

const rewrite = (markup: string, addressed = true): string =>
  rewritePage(markup, {
    base_url: "https://h.example/sub",
    addressed,
    file: "policy/index.html",
    fileOf: (address) => FILES[address] ?? null,
    paging: '<nav class="paging">1 2 3</nav>',
  });

test.each([
  ['<a href="/">Home</a>', '<a href="../index.html">Home</a>'],
  ['<a href="/insights#care">Care</a>', '<a href="../insights/index.html#care">Care</a>'],
  [
    '<a href="/reviews?since=2025-01-01&amp;until=2025-01-31">January</a>',
    '<a href="../reviews/month/2025-01/index.html">January</a>',
  ],
  ['<a href="https://h.example/sub/insights">All</a>', '<a href="../insights/index.html">All</a>'],
  ['<a href="https://h.example/subway">Elsewhere</a>', '<a href="https://h.example/subway">Elsewhere</a>'],
  ['<a href="#main">Skip</a>', '<a href="#main">Skip</a>'],
  ['<a href="mailto:a@h.example">Mail</a>', '<a href="mailto:a@h.example">Mail</a>'],
  ['<a href="//other.example/x">Other</a>', '<a href="//other.example/x">Other</a>'],
  ['<p>See <a href="/mcp">MCP &amp; more</a>.</p>', "<p>See MCP &amp; more.</p>"],
  [
    '<ul><li><a href="/mcp">MCP</a></li><li><a href="/">Home</a></li></ul>',
    '<ul><li><a href="../index.html">Home</a></li></ul>',
  ],
  ['<ul><li><a href="/mcp">MCP</a> and words</li></ul>', "<ul><li>MCP and words</li></ul>"],
  ['<form action="/reviews"><input name="query"><button>Search</button></form>after', "after"],
  ['<button type="button">Copy</button>', ""],
  ['<script type="module" src="/assets/x.js"></script>', ""],
  ['<script type="application/ld+json">{"a":1}</script>', '<script type="application/ld+json">{"a":1}</script>'],
  ['<link rel="stylesheet" href="/assets/style.css">', '<link rel="stylesheet" href="../assets/style.css">'],
  ['<link rel="alternate" href="/gone.xml">', ""],
  ['<link rel="service-desc" href="/.well-known/openapi.json">', ""],
  [
    '<link rel="canonical" href="https://h.example/sub/policy">',
    '<link rel="canonical" href="https://h.example/sub/policy/">',
  ],
  [
    '<link rel="alternate" hreflang="es" href="https://h.example/sub/insights">',
    '<link rel="alternate" hreflang="es" href="https://h.example/sub/insights/">',
  ],
  [
    '<meta property="og:url" content="https://h.example/sub/policy">',
    '<meta property="og:url" content="https://h.example/sub/policy/">',
  ],
  [
    '<link rel="canonical" href="https://source.example/r/1">',
    '<link rel="canonical" href="https://source.example/r/1">',
  ],
  ['<img src="/gone.png" alt="">', ""],
  ['<img src="/assets/style.css" alt="">', '<img src="../assets/style.css" alt="">'],
  ['<img src="https://other.example/x.png" alt="">', '<img src="https://other.example/x.png" alt="">'],
  ['<nav class="paging"><a href="/reviews?cursor=x">Older</a></nav>', '<nav class="paging">1 2 3</nav>'],
  [
    '<p title="&quot;&gt;&lt;script&gt;">&lt;a href="/mcp"&gt;</p>',
    '<p title="&quot;&gt;&lt;script&gt;">&lt;a href="/mcp"&gt;</p>',
  ],
])("%s becomes %s", (markup, expected) => {
  expect(rewrite(markup)).toBe(expected);
});

test("where no address is known, a page names none", () => {
  const markup =
    '<link rel="canonical" href="https://h.example/sub/policy"><meta property="og:image" content="https://h.example/sub/card.png"><script type="application/ld+json">{}</script><p>x</p>';
  expect(rewrite(markup, false)).toBe("<p>x</p>");
});
