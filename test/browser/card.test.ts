import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { callTool, sendModern, startEndpoint, testSnapshot, type Wire } from "../mcp/endpoint.ts";
import { reviewRow } from "../rows.ts";
import { violationsOf } from "./axe.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";

/** A host as MCP Apps describes it: a frame without an origin, and JSON-RPC through postMessage. */
const host = (card: string): string => `<!doctype html><html lang="en"><title>Host</title>
<iframe title="Card" sandbox="allow-scripts" width="400" height="600"></iframe>
<script>
window.seen = [];
const frame = document.querySelector("iframe");
window.addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  window.seen.push(data);
  if (data.method === "ui/initialize") {
    const result = { protocolVersion: data.params.protocolVersion, hostInfo: { name: "host", version: "1" }, hostCapabilities: {}, hostContext: {} };
    frame.contentWindow.postMessage({ jsonrpc: "2.0", id: data.id, result }, "*");
  }
});
frame.srcdoc = ${JSON.stringify(card).replaceAll("<", "\\u003c")};
</script></html>`;

describe.skipIf(NO_BROWSER)("the card in a host", () => {
  let browser: Browser;
  let card: string;
  /** Of the second review. */
  let answer: Wire;
  beforeAll(async () => {
    const rows = [reviewRow(1, { text: "<img src=x onerror=parent.hacked=1>Kind." }), reviewRow(2, { rating: 2 })];
    const endpoint = startEndpoint(await testSnapshot({ rows }));
    const { result } = (await sendModern(endpoint.url, "resources/read", { uri: "ui://candor/reviews" })).body;
    card = result.contents[0].text;
    answer = await callTool(endpoint.url, "get_summary", { since: "2024-01-03" });
    await endpoint.stop();
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("says hello, shows the rating of the answer, and asks the host to open a link", async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => void requests.push(request.url()));
    page.on("console", (message) => void errors.push(message.text()));
    page.on("pageerror", (error) => void errors.push(error.message));
    await page.setContent(host(card));
    const methods = () => page.evaluate("window.seen.map(({ method }) => method)");
    await page.waitForFunction('window.seen.some(({ method }) => method === "ui/notifications/initialized")');
    await page.waitForFunction('window.seen.some(({ method }) => method === "ui/notifications/size-changed")');
    const frame = page.frames()[1];
    if (!frame) throw new Error("the host has no frame");
    expect(await frame.locator("#rating").innerText()).toBe("3.5");
    expect(await frame.locator("blockquote p").last().innerText()).toBe("<img src=x onerror=parent.hacked=1>Kind.");
    const structuredContent = { ...answer, query: { since: "<b>2026-01-01</b>" } };
    // An answer without a rating changes nothing.
    for (const params of [{ content: [] }, { content: [], structuredContent }]) {
      const told = JSON.stringify({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params });
      await page.evaluate(`document.querySelector("iframe").contentWindow.postMessage(${told}, "*")`);
    }
    await frame.locator("#dates", { hasText: "since <b>2026-01-01</b>" }).waitFor();
    expect(await frame.locator("#rating").innerText()).toBe("2.0");
    expect(await frame.locator('[data-count="2"]').innerText()).toBe("1");
    expect(await frame.locator('[data-count="5"]').innerText()).toBe("0");
    await frame.getByRole("link", { name: "All reviews" }).click();
    await page.waitForFunction('window.seen.some(({ method }) => method === "ui/open-link")');
    const opened = await page.evaluate('window.seen.find(({ method }) => method === "ui/open-link").params');
    expect(opened).toEqual({ url: "http://localhost:8080/reviews" });
    expect(await methods()).not.toContain(undefined);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect([errors, requests.filter((url) => /^https?:/.test(url))]).toEqual([[], []]);
    await page.close();
  });

  test("opened by itself, it is accessible and sends nothing", async () => {
    const page = await browser.newPage();
    await page.setContent(card);
    expect(await violationsOf(page)).toEqual([]);
    await page.close();
  });
});
