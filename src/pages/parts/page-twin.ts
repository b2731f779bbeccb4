/** Every page for readers and developers has a twin in Markdown, for agents: its path with .md, or /index.md. */
export function twinAddress(address: string): string {
  const at = address.indexOf("?");
  const [path, query] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  return (/^\/(?:[a-z]{2})?$/.test(path) ? `${path.replace(/\/$/, "")}/index.md` : `${path}.md`) + query;
}

const TWIN_PATH = /(?:\/index)?\.md$/;

export const isTwinPath = (path: string): boolean => TWIN_PATH.test(path);

/** The path of the page, also for that of its twin. */
export const pagePathOf = (path: string): string => path.replace(TWIN_PATH, "") || "/";

/** Values of the Link header: each form names the other. */
export const linkToTwin = (base_url: string, address: string): string =>
  `<${base_url}${twinAddress(address)}>; rel="alternate"; type="text/markdown"`;
export const linkToPage = (base_url: string, address: string): string => `<${base_url}${address}>; rel="canonical"`;
