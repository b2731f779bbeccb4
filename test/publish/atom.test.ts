import { describe, expect, test } from "bun:test";
import { DOMParser, type Element } from "@xmldom/xmldom";
import type { StoredTombstone } from "../../src/model/snapshot-source.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { BASE_URL, type Data, snapshotOf } from "../service.ts";
import { HOSTILE } from "./hostile.ts";

const ATOM = "http://www.w3.org/2005/Atom";
const TOMBSTONES = "http://purl.org/atompub/tombstones/1.0";
/** RFC 3339 as RFC 4287 §3.3 narrows it. */
const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const IRI = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;

async function feedOf(data: Data): Promise<Element> {
  const bytes = wholeBody((await snapshotOf(data)).documents.get("/feed.xml")?.bodies.identity ?? []);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  // What XML 1.0 §2.2 allows and nothing else; the parser below does not look.
  expect(text).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
  const parser = new DOMParser({
    onError: (level, message) => {
      // U+FFFD is ours: it stands for what XML cannot carry.
      if (!message.startsWith("Unicode replacement character")) throw new Error(`${level}: ${message}`);
    },
  });
  const root = parser.parseFromString(text, "text/xml").documentElement;
  if (!root) throw new Error("no document element");
  return root;
}

const children = (of: Element, name: string, namespace = ATOM): Element[] =>
  Array.from(of.childNodes).filter(
    (node): node is Element =>
      node.nodeType === 1 && "localName" in node && node.localName === name && node.namespaceURI === namespace,
  );
const only = (of: Element, name: string): Element => {
  const [found, ...more] = children(of, name);
  if (!found || more.length > 0) throw new Error(`${name} must stand exactly once`);
  return found;
};
const linkOf = (of: Element, rel: string) =>
  children(of, "link")
    .filter((link) => link.getAttribute("rel") === rel)
    .map((link) => link.getAttribute("href"));

/** RFC 4287 §4.1.1 and §4.1.2: what must be there, once, and what it must look like. */
function checkFeed(feed: Element): Element[] {
  expect(feed.localName).toBe("feed");
  expect(feed.namespaceURI).toBe(ATOM);
  expect(only(feed, "id").textContent).toMatch(IRI);
  expect(only(feed, "updated").textContent).toMatch(DATE);
  expect(only(feed, "title").getAttribute("type")).toBe("text");
  expect(children(only(feed, "author"), "name")).toHaveLength(1);
  for (const link of children(feed, "link")) expect(link.getAttribute("href")).toMatch(IRI);
  const entries = children(feed, "entry");
  for (const entry of entries) {
    expect(only(entry, "id").textContent).toMatch(IRI);
    expect(only(entry, "updated").textContent).toMatch(DATE);
    expect(only(entry, "published").textContent).toMatch(DATE);
    expect(only(entry, "title").textContent).not.toBe("");
    expect(only(only(entry, "author"), "name").textContent).not.toBe("");
    expect(only(entry, "content").getAttribute("type")).toBe("text");
    expect(children(only(entry, "content"), "script")).toHaveLength(0);
    expect(linkOf(entry, "alternate")).toHaveLength(1);
    for (const category of children(entry, "category")) expect(category.getAttribute("term")).not.toBe("");
  }
  const ids = entries.map((entry) => only(entry, "id").textContent);
  expect(new Set(ids).size).toBe(ids.length);
  return entries;
}

describe("/feed.xml", () => {
  test("is valid Atom with its own address, its page and its hub", async () => {
    const feed = await feedOf({ rows: [reviewRow(1), reviewRow(2)] });
    expect(checkFeed(feed)).toHaveLength(2);
    expect(linkOf(feed, "self")).toEqual([`${BASE_URL}/feed.xml`]);
    expect(linkOf(feed, "hub")).toEqual([`${BASE_URL}/api/websub/hub`]);
    expect(linkOf(feed, "alternate")).toEqual([`${BASE_URL}/`]);
    expect(only(feed, "id").textContent).toBe("tag:reviews.example,2026:reviews");
    expect(only(feed, "updated").textContent).toBe("2024-01-03T17:00:00Z");
  });

  test("stays valid with hostile words everywhere, and gives them back as text", async () => {
    const rows = HOSTILE.map((text, n) =>
      reviewRow(n, {
        text,
        title: text,
        author: text,
        reply_text: text,
        reply_state: "published",
        mentions: JSON.stringify({ technicians: [{ id: "a", name: text }], services: [], service_areas: [] }),
      }),
    );
    const profile = testProfile({ name: `A & B <"Clinic">`, license: HOSTILE[5] ?? "" });
    const entries = checkFeed(await feedOf({ rows, profile }));
    expect(entries).toHaveLength(HOSTILE.length);
    const text = (index: number) => only(entries[entries.length - 1 - index] as Element, "content").textContent ?? ""; // in range
    expect(text(1)).toStartWith("<script>alert(1)</script>\n\nResponse from the owner: ");
    expect(text(3)).toStartWith("&amp; &lt; &#0; &nbsp; &bogus;\n");
    expect(text(4)).toStartWith("</content></entry></feed>\n");
    expect(text(8)).toStartWith("NUL \ufffd bell \ufffd escape \ufffd[31m");
  });

  test("an empty one is valid too, without a profile as well", async () => {
    expect(checkFeed(await feedOf({}))).toEqual([]);
    const feed = await feedOf({ profile: null });
    expect(checkFeed(feed)).toEqual([]);
    expect(only(feed, "updated").textContent).toBe("1970-01-01T00:00:00Z");
    expect(only(only(feed, "author"), "name").textContent).toBe("Candor");
  });

  test("gives the license as a link if it is a URL, and always as rights", async () => {
    const address = "https://creativecommons.org/licenses/by/4.0/";
    const linked = await feedOf({ profile: testProfile({ license: address }) });
    expect(linkOf(linked, "license")).toEqual([address]);
    expect(only(linked, "rights").textContent).toBe(address);
    const worded = await feedOf({ profile: testProfile({ license: "CC BY 4.0, see the policy" }) });
    expect(linkOf(worded, "license")).toEqual([]);
    expect(only(worded, "rights").textContent).toBe("CC BY 4.0, see the policy");
    checkFeed(worded);
  });

  test("reports what was removed as RFC 6721 says", async () => {
    const tombstones: StoredTombstone[] = Array.from({ length: 60 }, (_, n) => ({
      id: String(n).padStart(26, "0"),
      date: "2025-01-01",
      deleted_at: `2026-01-01T00:00:${String(n).padStart(2, "0")}Z`,
      reason: "erased_on_request",
      changed_at: "2026-01-02T00:00:00Z",
    }));
    const feed = await feedOf({ rows: [reviewRow(99)], tombstones });
    const deleted = children(feed, "deleted-entry", TOMBSTONES);
    expect(deleted).toHaveLength(50);
    expect(deleted[0]?.getAttribute("ref")).toBe(`tag:reviews.example,2026:review:${"59".padStart(26, "0")}`);
    expect(deleted[0]?.getAttribute("when")).toBe("2026-01-01T00:00:59Z");
    expect(only(feed, "updated").textContent).toBe("2026-01-01T00:00:59Z");
  });
});
