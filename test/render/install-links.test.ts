import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cursorLink, vscodeLink, withInstallLinks } from "../../src/render/install-links.ts";
import { testSnapshot } from "../mcp/endpoint.ts";

const GUIDE = readFileSync(join(import.meta.dir, "../../docs/mcp.md"), "utf8");

test("a link for Cursor holds the entry of mcp.json in base64, one for VS Code its JSON", () => {
  const cursor = new URL(cursorLink("http://localhost:8080"));
  expect(cursor.href).toStartWith("cursor://anysphere.cursor-deeplink/mcp/install?name=reviews&config=");
  expect(atob(cursor.searchParams.get("config") ?? "")).toBe('{"url":"http://localhost:8080/mcp"}');
  expect(decodeURIComponent(vscodeLink("http://localhost:8080"))).toBe(
    'vscode:mcp/install?{"name":"reviews","type":"http","url":"http://localhost:8080/mcp"}',
  );
});

test("the guide has both links for its made-up server, and gets those of this one", () => {
  for (const link of [cursorLink, vscodeLink]) {
    expect(GUIDE).toContain(`](${link("https://reviews.example.com")})`);
    expect(withInstallLinks(GUIDE, "http://localhost:8080")).toContain(`](${link("http://localhost:8080")})`);
  }
});

test("the page for developers installs this server", async () => {
  const { documents } = await testSnapshot({ base_url: "http://localhost:8081" });
  const page = new TextDecoder().decode(documents.get("/developers/mcp")?.bodies.identity[0]);
  const links = Array.from(page.matchAll(/href="((?:cursor|vscode):[^"]+)"/g), ([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  expect(links).toEqual([cursorLink("http://localhost:8081"), vscodeLink("http://localhost:8081")]);
});
