import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".xml": "application/xml",
  ".txt": "text/plain",
};

/** A file server that knows nothing of us: files below a path, index.html of a folder, 404.html for the rest. */
export function servePlainFiles(folder: string, below: string): { url: string; stop(): Promise<void> } {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      const missing = () =>
        new Response(readFileSync(join(folder, "404.html")), { status: 404, headers: { "Content-Type": "text/html" } });
      if (!pathname.startsWith(`${below}/`)) return missing();
      const path = join(folder, normalize(decodeURIComponent(pathname.slice(below.length))));
      if (!existsSync(path)) return missing();
      if (statSync(path).isDirectory() && !pathname.endsWith("/")) {
        return new Response(null, { status: 301, headers: { Location: `${pathname}/` } });
      }
      const file = statSync(path).isDirectory() ? join(path, "index.html") : path;
      if (!existsSync(file)) return missing();
      return new Response(readFileSync(file), {
        headers: { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" },
      });
    },
  });
  return { url: `${server.url.origin}${below}`, stop: () => server.stop(true) };
}
