import { expect, test } from "bun:test";
import { CLINIC } from "../browser/clinic.ts";
import { servePages } from "./serve-pages.ts";

const PAGES = ["/", "/reviews", "/insights", "/policy", "/embed", "/developers", "/embed/frame"];
const FILES = [
  "/llms.txt",
  "/feed.xml",
  "/api/feed.json",
  "/opensearch.xml",
  "/badge.svg",
  "/widget.js",
  "/mcp/server-card",
];

test("no page and no file calls reviews verified without saying by what", async () => {
  const service = await servePages(CLINIC);
  for (const path of [...PAGES, ...FILES]) {
    const response = await fetch(service.base_url + path);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect([path, text.match(/.{20}verified (?:customer )?reviews?.{20}/i)?.[0] ?? null]).toEqual([path, null]);
  }
  await service.stop();
});
