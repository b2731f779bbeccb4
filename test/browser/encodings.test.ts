import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { respondRanges } from "../../src/http/respond.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import type { Document } from "../../src/snapshot/snapshot.ts";
import { newFolder } from "../databases.ts";
import { findTool } from "../deploy/tools.ts";
import { until } from "../faults/serving.ts";
import { reviewRow } from "../rows.ts";
import { snapshotOf } from "../service.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A document of 6 MB in chunks; `/gzip` answers with gzip, whatever the client accepts. */
async function serveLarge() {
  const rows = Array.from({ length: 6000 }, (_, n) =>
    reviewRow(n, { text: `${n} ${Bun.hash(String(n))} ${"knee shoulder ".repeat(n % 50)}` }),
  );
  const document = (await snapshotOf({ rows })).documents.get("/reviews.json");
  if (!document) throw new Error("there is no /reviews.json");
  const respond = (request: Request): Response | Promise<Response> => {
    const encoding = new URL(request.url).pathname.slice(1);
    if (encoding === "")
      return new Response("<!doctype html><title>Page</title>", { headers: { "Content-Type": "text/html" } });
    const headers = { ...Object.fromEntries(request.headers), "accept-encoding": encoding };
    const asked = new Request(request.url, { method: request.method, headers });
    return respondRanges(asked, document, () => new Response(null, { status: 416 }));
  };
  return { document, server: Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: respond }) };
}

let document: Document;
let server: Bun.Server<unknown>;
let wanted = "";
beforeAll(async () => {
  ({ document, server } = await serveLarge());
  wanted = sha256(wholeBody(document.bodies.identity));
});
afterAll(() => server.stop(true));

test("a large document is in pieces, in two encodings and as it is", () => {
  expect(document.bodies.identity.length).toBeGreaterThan(20);
  expect(Object.keys(document.bodies).sort()).toEqual(["gzip", "identity", "zstd"]);
});

/** What a program prints, given bytes. */
async function pipeThrough(command: string[], bytes: Uint8Array): Promise<Uint8Array> {
  const child = Bun.spawn(command, { stdin: new Blob([bytes]), stdout: "pipe", stderr: "inherit" });
  return new Response(child.stdout).bytes();
}

const READ_STDIN = "const chunks = []; for await (const chunk of process.stdin) chunks.push(chunk);";

describe("the same bytes are read", () => {
  test.each(["identity", "gzip", "zstd"])("by curl from %s", async (encoding) => {
    const version = await new Response(Bun.spawn(["curl", "--version"]).stdout).text();
    if (encoding === "zstd" && !/\bzstd\b/.test(version)) return; // a curl without it does not ask for it
    const url = new URL(`/${encoding}`, server.url).href;
    const child = Bun.spawn(["curl", "-s", "--compressed", url]);
    expect(sha256(await new Response(child.stdout).bytes())).toBe(wanted);
  });

  test.skipIf(NO_BROWSER).each(["identity", "gzip", "zstd"])("by Chromium from %s", async (encoding) => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(server.url.href);
      const read = await page.evaluate(async (path) => {
        const bytes = await (await fetch(path)).arrayBuffer();
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
        return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
      }, `/${encoding}`);
      expect(read).toBe(wanted);
    } finally {
      await browser.close();
    }
  });

  test("by Node from gzip, and from zstd if it knows that", async () => {
    for (const [encoding, name] of [
      ["gzip", "gunzipSync"],
      ["zstd", "zstdDecompressSync"],
    ] as const) {
      const script = `${READ_STDIN} const zlib = await import("node:zlib"); const all = Buffer.concat(chunks);
        process.stdout.write(zlib.${name} ? zlib.${name}(all) : "unknown");`;
      const body = wholeBody(document.bodies[encoding] ?? []);
      const read = await pipeThrough(["node", "--input-type=module", "-e", script], body);
      if (encoding === "zstd" && Buffer.from(read).toString() === "unknown") continue;
      expect(sha256(read)).toBe(wanted);
    }
  });

  test("by Python from gzip", async () => {
    const script = "import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))";
    const read = await pipeThrough(["python3", "-c", script], wholeBody(document.bodies.gzip ?? []));
    expect(sha256(read)).toBe(wanted);
  });

  test("by nginx, which decompresses for a client that does not", async () => {
    const nginx = findTool("nginx", "nginx");
    if (!nginx) return;
    const folder = newFolder();
    mkdirSync(join(folder, "logs"));
    const socket = join(folder, "socket"); // a port could be taken by another test meanwhile
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
       http { access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
         uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
         server { listen unix:${socket}; location / { gunzip on; proxy_pass ${server.url.origin}; proxy_http_version 1.1; } } }`,
    );
    const child = Bun.spawn([nginx, "-p", folder, "-c", join(folder, "nginx.conf")], { stderr: "ignore" });
    try {
      const get = () => fetch("http://localhost/gzip", { unix: socket, headers: { "Accept-Encoding": "identity" } });
      await until(() =>
        get().then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      const answer = await get();
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-encoding")).toBeNull();
      expect(sha256(await answer.bytes())).toBe(wanted);
    } finally {
      child.kill();
      await child.exited;
    }
  });
});

test.each([
  ["bytes=0-99", 0, 100],
  ["bytes=500000-1500000", 500_000, 1_500_001],
  ["bytes=-7", -7, undefined],
])("a range that begins and ends in any piece is answered: %s", async (range, from, to) => {
  for (const encoding of ["identity", "gzip", "zstd"] as const) {
    const whole = wholeBody(document.bodies[encoding] ?? []);
    const part = whole.slice(from, to);
    if (part.length === 0) continue;
    const answer = await fetch(new URL(`/${encoding}`, server.url), { headers: { Range: range }, decompress: false });
    expect(answer.status).toBe(206);
    expect(sha256(await answer.bytes())).toBe(sha256(part));
  }
});
