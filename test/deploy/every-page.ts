import { expect } from "bun:test";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { BASE_URL, runCandor, type ServerProcess } from "../server-process.ts";

/** Pages and single reviews have names of their own in an export, and these two are for hosts of files. */
const isServed = (file: string): boolean => !/\.html$|^\.nojekyll$|^api\/reviews\//.test(file);
/** The path that a file of `candor export` is served at. */
const pathOf = (file: string): string => `/${file.replace(/\.(gz|br|zst)$/, "")}`;

/** Every file of an export by this program: its own list of documents. */
export async function exportedFiles(env: Record<string, string>, command: string[]): Promise<string[]> {
  const folder = join(newFolder(), "export");
  const exported = await runCandor(env, ["export", "--demo", "--json", folder], command);
  expect({ code: exported.code, error: exported.error }).toEqual({ code: 0, error: "" });
  return JSON.parse(exported.output).files;
}

/** Every document of `files`, every page of the sitemap, and all that a page links to here. */
export async function requestEverything(server: ServerProcess, files: string[]) {
  const sitemap = await (await server.get("/sitemap.xml")).text();
  const listed = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = ""]) => new URL(url).pathname);
  const paths = new Set(["/", "/developers", ...listed, ...files.filter(isServed).map(pathOf)]);
  const failures: string[] = [];
  let developers = 0;
  for (const path of paths) {
    const response = await server.get(path);
    const body = await response.text();
    // An export has the document itself where a server leads to it.
    if (response.status === 308) {
      paths.add(new URL(response.headers.get("location") ?? "", BASE_URL).pathname);
      continue;
    }
    if (response.status !== 200 || body.length === 0)
      failures.push(`${path}: ${response.status}, ${body.length} bytes`);
    if (path.startsWith("/developers")) developers += 1;
    if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
    for (const [, link = ""] of body.matchAll(/\b(?:href|src)="([^"#]+)/g)) {
      const url = URL.parse(link.replaceAll("&amp;", "&"), `${BASE_URL}${path}`);
      if (url?.origin === BASE_URL && url.search === "") paths.add(url.pathname);
    }
  }
  expect(failures).toEqual([]);
  return { paths: paths.size, sitemap: listed.length, developers };
}
