import { PATHS } from "./links.ts";

/** The made-up address in docs/mcp.md. */
const EXAMPLE = "https://reviews.example.com";
const NAME = "reviews";

/** A link that contains the server's entry in mcp.json, in base64. */
export function cursorLink(base_url: string): string {
  const config = Buffer.from(JSON.stringify({ url: base_url + PATHS.mcp })).toString("base64");
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(config)}`;
}

export const vscodeLink = (base_url: string): string =>
  `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: "http", url: base_url + PATHS.mcp }))}`;

/**
 * The guide with links that install this server. They contain its address encoded, so it cannot be replaced as text.
 */
export const withInstallLinks = (markdown: string, base_url: string): string =>
  markdown.replaceAll(cursorLink(EXAMPLE), cursorLink(base_url)).replaceAll(vscodeLink(EXAMPLE), vscodeLink(base_url));
