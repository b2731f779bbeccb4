import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { servePlainFiles } from "./plain-server.ts";

/** Not where the files are served: relative links must not depend on it. */
const BASE_URL = "https://reviews.example.org";
const BELOW = "/deep/clinic";

type Visited = {
  path: string;
  status: number;
  type: string;
  body: string;
  /** Links that a person can click, and everything that the page loads. */
  clicks: Set<string>;
  loads: Set<string>;
  ids: Set<string>;
  /** Elements that need a server. */
  controls: string[];
};

/** What a page links to, loads and offers. */
function read(url: string, body: string): Pick<Visited, "clicks" | "loads" | "ids" | "controls"> {
  const [clicks, loads, ids] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const controls: string[] = [];
  const resolve = (link: string) => new URL(link.replaceAll("&amp;", "&"), url).href;
  new HTMLRewriter()
    .on("a[href], area[href]", { element: (e) => void clicks.add(resolve(e.getAttribute("href") ?? "")) })
    .on("link[href], use[href], image[href]", {
      element: (e) => void loads.add(resolve(e.getAttribute("href") ?? "")),
    })
    .on("[src]", { element: (e) => void loads.add(resolve(e.getAttribute("src") ?? "")) })
    .on("[srcset]", {
      element(e) {
        for (const part of (e.getAttribute("srcset") ?? "").split(",")) {
          loads.add(resolve(part.trim().split(/\s/)[0] ?? ""));
        }
      },
    })
    .on("[action], [formaction]", {
      element: (e) => void loads.add(resolve(e.getAttribute("action") ?? e.getAttribute("formaction") ?? "")),
    })
    .on("meta[http-equiv=refresh]", {
      element: (e) => void loads.add(resolve(/url=(.*)/i.exec(e.getAttribute("content") ?? "")?.[1] ?? "")),
    })
    .on("[id]", { element: (e) => void ids.add(e.getAttribute("id") ?? "") })
    .on("form, button, input, select, textarea, script[src], iframe, [onclick], [contenteditable]", {
      element: (e) => void controls.push(e.tagName),
    })
    .transform(body);
  return { clicks, loads, ids, controls };
}

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https:\/\/reviews\.example\.org[^\s"'<>\\)]*/g)].map(([address]) => address);

describe("the exported demonstration under a sub-path of a plain file server", () => {
  let folder: string;
  let server: ReturnType<typeof servePlainFiles>;
  let files: string[];
  let report: { files: string[]; bytes: number };
  const visited = new Map<string, Visited>();

  const get = async (url: string): Promise<Visited> => {
    const known = visited.get(url);
    if (known) return known;
    const response = await fetch(url);
    const type = response.headers.get("content-type") ?? "";
    const body = type.startsWith("image/png") ? "" : await response.text();
    const found = type === "text/html" ? read(response.url, body) : null;
    const none = { clicks: new Set<string>(), loads: new Set<string>(), ids: new Set<string>(), controls: [] };
    const page = { path: url.slice(server.url.length), status: response.status, type, body, ...(found ?? none) };
    visited.set(url, page);
    return page;
  };
  const withoutHash = (url: string) => url.split("#", 1)[0] ?? "";
  const isOurs = (url: string) => url.startsWith(`${server.url}/`) || url === server.url;

  beforeAll(async () => {
    const base = newFolder();
    folder = join(base, "public");
    const env = { BASE_URL, DATABASE_URL: `sqlite:${base}/demo.db` };
    const { code, out, error } = await candor(env, "export", "--demo", folder, "--json");
    expect([code, error]).toEqual([0, ""]);
    report = JSON.parse(out);
    files = report.files;
    server = servePlainFiles(folder, BELOW);
    // Breadth first, a few at a time, from the first page.
    for (let wave = [`${server.url}/`]; wave.length > 0; ) {
      const next = new Set<string>();
      for (let at = 0; at < wave.length; at += 16) {
        for (const page of await Promise.all(wave.slice(at, at + 16).map(get))) {
          for (const link of [...page.clicks, ...page.loads]) {
            const url = withoutHash(link);
            if (isOurs(url) && !visited.has(url)) next.add(url);
          }
        }
      }
      wave = [...next];
    }
  });
  afterAll(() => server.stop());

  test("no link is dead, and every fragment exists", () => {
    const dead = [...visited.values()].filter(({ status }) => status !== 200).map(({ path }) => path);
    expect(dead).toEqual([]);
    const lost: string[] = [];
    for (const { path, clicks } of visited.values()) {
      for (const link of clicks) {
        const [url = "", hash] = link.split("#");
        if (hash && isOurs(url) && !visited.get(url)?.ids.has(hash)) lost.push(`${path} → ${link}`);
      }
    }
    expect(lost).toEqual([]);
    expect(visited.size).toBeGreaterThan(300);
  });

  test("no link leads to another folder of the host, or to the server", () => {
    const outside = new Set<string>();
    for (const { clicks, loads } of visited.values()) {
      for (const link of [...clicks, ...loads]) {
        if (link.startsWith(new URL(server.url).origin) && !isOurs(link)) outside.add(link);
        if (/\/(mcp|api\/websub|api\/reviews\/search)/.test(link) || /localhost/.test(link)) outside.add(link);
      }
    }
    expect([...outside]).toEqual([]);
  });

  test("no page has a control that needs a server, or a link without an address", () => {
    const pages = [...visited.values()].filter(({ type }) => type === "text/html");
    expect(pages.filter(({ controls }) => controls.length > 0).map(({ path, controls }) => [path, controls])).toEqual(
      [],
    );
    expect(pages.filter(({ body }) => /<a(?![^>]*\bhref=)[\s>]|href=""/.test(body)).map(({ path }) => path)).toEqual(
      [],
    );
    expect(pages.filter(({ body }) => /role="search"|type="search"|Try it/.test(body)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  test("every group of choices has choices, and every choice but those without reviews is a link", () => {
    const empty = [...visited.values()].filter(({ body }) =>
      /<details class="facet[^>]*><summary>[^<]*<\/summary>(<ul><\/ul>)+<\/details>/.test(body),
    );
    expect(empty.map(({ path }) => path)).toEqual([]);
    const lists = [...visited.values()].filter(({ body }) => body.includes('class="facets"'));
    expect(lists.length).toBeGreaterThan(100);
    for (const { path, body } of lists) {
      const [facets = ""] = /<details class="facets"[\s\S]*<\/main>/.exec(body) ?? [];
      expect([path, (facets.match(/<li><a /g) ?? []).length > 50]).toEqual([path, true]);
    }
  });

  test("every review is within three clicks of the first page", () => {
    const clicks = new Map([[`${server.url}/`, 0]]);
    for (const [url, count] of clicks) {
      if (count === 3) continue;
      for (const link of visited.get(url)?.clicks ?? []) {
        const next = withoutHash(link);
        if (isOurs(next) && !clicks.has(next)) clicks.set(next, count + 1);
      }
    }
    const { reviews } = JSON.parse(readFileSync(join(folder, "reviews.json"), "utf8"));
    const far = reviews.filter(({ id }: { id: string }) => !clicks.has(`${server.url}/reviews/${id}/index.html`));
    expect([reviews.length, far.map(({ id }: { id: string }) => id)]).toEqual([217, []]);
  });

  test("every file that is not compressed or for machines is reached by links", () => {
    const reached = new Set([...visited.keys()].map((url) => decodeURIComponent(url.slice(server.url.length + 1))));
    const pages = files.filter((file) => file.endsWith(".html") && file !== "404.html");
    expect(pages.filter((file) => !reached.has(file) && !reached.has(file.replace(/index\.html$/, "")))).toEqual([]);
  });

  test("pages for readers have a twin in Markdown, and each of its links leads to a file", () => {
    const twins = files.filter((file) => file.endsWith(".md"));
    for (const file of ["index.md", "insights.md", "policy.md", "es/index.md", "es/policy.md"]) {
      expect(twins).toContain(file);
    }
    expect(twins.filter((file) => file.startsWith("reviews/"))).toHaveLength(217);
    const lost = twins.flatMap((file) => {
      const links = Array.from(
        readFileSync(join(folder, file), "utf8").matchAll(/\]\(([^)]*)\)/g),
        ([, href = ""]) => href,
      );
      const ours = links.filter((href) => !/^(?:https?|mailto|tel):/.test(href) || isOurs(href));
      return ours
        .map((href) => withoutHash(new URL(href, `${server.url}/${file}`).href))
        .filter((url) => !files.includes(decodeURIComponent(url.slice(server.url.length + 1))))
        .map((url) => `${file} → ${url}`);
    });
    expect(lost).toEqual([]);
  });

  test("every page of a list names its reviews once, and together they are all reviews", () => {
    const listed = [...visited.values()]
      .filter(({ path }) => /^\/reviews\/(page\/\d+\/)?index\.html$/.test(path))
      .flatMap(({ body }) =>
        [...body.matchAll(/<article class="review[\s\S]*?"(?:\.\.\/)*([0-9A-Z]{26})\/index\.html/g)].map(
          ([, id]) => id,
        ),
      );
    expect([listed.length, new Set(listed).size]).toEqual([217, 217]);
  });

  test("aspects and topics have pages, and their lists have as many reviews as the insights count", () => {
    const { aspects, topics } = JSON.parse(readFileSync(join(folder, "insights.json"), "utf8"));
    const counted = (kind: string, { id }: { id: string }) =>
      new Set(
        files
          .filter(
            (file) =>
              file.startsWith(`reviews/${kind}/${id}/`) &&
              /^(page\/\d+\/)?index\.html$/.test(file.split(`/${id}/`)[1] ?? ""),
          )
          .flatMap((file) => [...readFileSync(join(folder, file), "utf8").matchAll(/\/([0-9A-Z]{26})\/index\.html/g)])
          .map(([, id]) => id),
      ).size;
    const mentioned = aspects.filter(({ mention_count }: { mention_count: number }) => mention_count > 0);
    expect(mentioned.length).toBeGreaterThan(5);
    for (const aspect of mentioned)
      expect([aspect.id, counted("aspect", aspect)]).toEqual([aspect.id, aspect.mention_count]);
    expect(topics.length).toBeGreaterThan(5);
    for (const topic of topics) expect([topic.id, counted("topic", topic)]).toEqual([topic.id, topic.mention_count]);
  });

  test("full addresses in feeds, JSON, sitemap and pages lead to files, and name nothing that needs the server", () => {
    const machine = files.filter((file) => /\.(xml|json|txt|js)$/.test(file) && !file.startsWith("api/reviews/"));
    const pages = files.filter((file) => file.endsWith(".html"));
    const dead = new Set<string>();
    for (const file of [...machine, ...pages]) {
      for (const address of addressesIn(readFileSync(join(folder, file), "utf8"))) {
        const path = decodeURIComponent(new URL(address).pathname);
        const leads = path === "/" ? "index.html" : path.slice(1).replace(/\/$/, "");
        if (!existsSync(join(folder, leads))) dead.add(`${file}: ${address}`);
      }
    }
    expect([...dead]).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, "reviews.json"), "utf8")).links).toEqual({
      self: `${BASE_URL}/reviews.json`,
      insights: `${BASE_URL}/insights.json`,
      json_feed: `${BASE_URL}/api/feed.json`,
      atom_feed: `${BASE_URL}/feed.xml`,
      policy: `${BASE_URL}/policy`,
    });
  });

  test("the table, the changes and the usual names of the feeds are files", () => {
    const text = (file: string) => readFileSync(join(folder, file), "utf8");
    expect(text("reviews.csv").match(/^true,[0-9A-Z]{26},/gm)).toHaveLength(217);
    expect(text("feed.json")).toBe(text("api/feed.json"));
    expect(text("rss.xml")).toBe(text("feed.xml"));
    const changes = JSON.parse(text("api/changes.json"));
    expect([changes.returned, changes.next_url]).toEqual([200, `${BASE_URL}/api/changes.json`]);
    expect(files).not.toContain("opensearch.xml");
  });

  test("404.html has no relative link and no file of its own, and .nojekyll is there", async () => {
    const { status, body, clicks, loads } = await get(`${server.url}/no/such/page`);
    expect(status).toBe(404);
    expect([[...clicks], [...loads]]).toEqual([[`${BASE_URL}/`], []]);
    expect(body).toContain("<style>");
    expect(readFileSync(join(folder, ".nojekyll"), "utf8")).toBe("");
  });

  test("the report has the size of all files", () => {
    const sum = files.reduce((total, file) => total + readFileSync(join(folder, file)).length, 0);
    expect(report.bytes).toBe(sum);
  });
});
