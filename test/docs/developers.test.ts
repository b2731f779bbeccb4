import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEVELOPER_PATHS } from "../../src/pages/developers/developer-paths.ts";
import { startDemo } from "../clinic-store.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { runHere, type ServerProcess, startCandor } from "../server-process.ts";

const RUNNERS: Record<string, { file: string; command: string[] }> = {
  sh: { file: "example.sh", command: ["bash", "-eu"] },
  typescript: { file: "example.ts", command: [process.execPath, "run"] },
  python: { file: "example.py", command: ["python3"] },
};
const NO_PYTHON = Bun.which("python3") === null;
if (NO_PYTHON) console.error("\nPYTHON EXAMPLES SKIPPED: python3 is not on PATH\n");
const AT_ONCE = 3;

const text = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

async function run(language: string, code: string) {
  const runner = RUNNERS[language];
  if (!runner) throw new Error(`there is no runner for ${language}`);
  const folder = newFolder();
  writeFileSync(join(folder, runner.file), code);
  const child = Bun.spawn([...runner.command, runner.file], { cwd: folder, stdout: "pipe", stderr: "pipe" });
  const [out, error, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, error, status };
}

function* takeGroups<T>(groups: T[][]): Iterable<T> {
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) yield* group;
}

describe("the examples for developers", () => {
  let server: ServerProcess;
  let env: Record<string, string>;
  const page = async (path: string) => (await server.get(path)).text();
  beforeAll(async () => {
    const PORT = String(freePort());
    env = { DATABASE_URL: newSqliteDatabase(), PORT, BASE_URL: `http://127.0.0.1:${PORT}` };
    server = await startDemo(env);
    await server.until("/readyz", (_, { status }) => status === 200);
  });
  afterAll(() => server.stop());

  /** What each example of the quick start prints. */
  const PRINTS: Record<string, RegExp> = {
    curl: /"matched":[1-9]\d*,.*"reviews":\[\{"id":/,
    typescript: /^\d{4}-\d\d-\d\d 5 /,
    python: /^\d\.\d+ out of 5 from 217 reviews\n/,
    sync: /^200\n304\n$/,
  };
  for (const id of Object.keys(PRINTS)) {
    test.skipIf(NO_PYTHON && id === "python")(`the quick start in ${id} runs as shown`, async () => {
      const found = new RegExp(
        `<section class="example" id="${id}">.*?<code class="language-(\\w+)">(.*?)</code>`,
        "s",
      );
      const [, language = "", code = ""] = found.exec(await page("/developers")) ?? [];
      const { out, error, status } = await run(language, text(code));
      expect([status, error]).toEqual([0, ""]);
      expect(out).toMatch(PRINTS[id] ?? /(?!)/);
    });
  }

  test("every example of the reference runs as shown and gets an answer", async () => {
    const markup = await page("/developers/reference");
    const calls = Array.from(
      markup.matchAll(/aria-label="(\w+), (?:curl|TypeScript|Python)"><code class="language-(\w+)">(.*?)<\/code>/gs),
      ([, operation = "", language = "", code = ""]) => ({ operation, language, code: text(code) }),
    );
    const api: { paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>> } = JSON.parse(
      await page("/.well-known/openapi.json"),
    );
    const described = Object.values(api.paths).flatMap((item) =>
      Object.values(item).filter(({ tags = [] }) => tags.length > 0 && !tags.some((tag) => /Pages|Health/.test(tag))),
    );
    expect(described.length).toBeGreaterThan(20);
    expect(calls.map(({ operation }) => operation).sort()).toEqual(
      described.flatMap(({ operationId = "" }) => [operationId, operationId, operationId]).sort(),
    );
    // The examples of the hub ask for one callback, and a later request takes the place of an earlier one: one at a time.
    const waiting = [
      ...Map.groupBy(
        calls.filter(({ language }) => !(NO_PYTHON && language === "python")),
        ({ operation }) => (/subscri/i.test(operation) ? "hub" : operation),
      ).values(),
    ];
    const failures: string[] = [];
    const work = async () => {
      for (const { operation, language, code } of takeGroups(waiting)) {
        const { out, error, status } = await run(language, code);
        const silent = operation === "endMcpSession" && language === "sh";
        const answered = silent ? out === "" : out.trim().length > 2;
        const refused = operation === "sendMcpMessage" && (out.includes('"error"') || out.includes("error:"));
        // The callback of the example confirms nothing, so what would be sent again is refused.
        if (operation === "sendAgain" && status !== 0 && /\b409\b/.test(error)) continue;
        if (status !== 0 || error !== "" || !answered || refused) {
          failures.push(`${operation} in ${language}: ${status} ${error} ${out.slice(0, 300)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(failures).toEqual([]);
  });

  test("no page and no twin names a made-up host or leaves a placeholder", async () => {
    for (const path of DEVELOPER_PATHS.flatMap((path) => [path, `${path}.md`])) {
      const body = await page(path);
      expect([path, body.match(/reviews\.example\S*|\{base_url\}|<!-- \/?repository/g)]).toEqual([path, null]);
      if (/mcp|websub|embedding|reference|developers$/.test(path)) expect(body).toContain(env.BASE_URL ?? "");
    }
  });

  test("every guide that names a host in docs/ says it in one of the two ways that are replaced", () => {
    const folder = join(import.meta.dir, "../../docs");
    for (const name of ["mcp.md", "websub.md", "embedding.md"]) {
      const source = readFileSync(join(folder, name), "utf8");
      const hosts = source.match(/https?:\/\/[\w.-]*(?:example|clinic|localhost)[\w.-]*/g) ?? [];
      expect([name, hosts.filter((host) => host !== "https://reviews.example.com")]).toEqual([name, []]);
    }
    expect(readdirSync(folder)).toContain("embedding.md");
  });

  test("each page has a Markdown twin with an ETag, named in the page and listed for agents", async () => {
    for (const path of DEVELOPER_PATHS) {
      expect(await page(path)).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`);
      const twin = await server.get(`${path}.md`);
      expect([path, twin.status, twin.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/markdown; charset=utf-8",
      ]);
      expect(twin.headers.get("link")).toBe(`<${env.BASE_URL}${path}>; rel="canonical"`);
      expect(await twin.text()).toMatch(/^# .+\n\n> This is a demonstration: .+\n\n/);
      const again = await server.get(`${path}.md`, { headers: { "If-None-Match": twin.headers.get("etag") ?? "" } });
      expect(again.status).toBe(304);
    }
    const listed = await page("/llms.txt");
    for (const path of ["/developers.md", "/developers/reference.md", "/developers/mcp.md"]) {
      expect(listed).toContain(`(${env.BASE_URL}${path})`);
    }
    const sitemap = await page("/sitemap.xml");
    for (const path of ["/embed", ...DEVELOPER_PATHS]) expect(sitemap).toContain(`<loc>${env.BASE_URL}${path}</loc>`);
  });

  test("the examples follow the data: a review that appears is in the next page, and one that is erased is not", async () => {
    const database = { DATABASE_URL: newSqliteDatabase() };
    const folder = newFolder();
    const write = (name: string, value: unknown) => {
      writeFileSync(join(folder, name), JSON.stringify(value));
      return join(folder, name);
    };
    const technicians = [{ id: "ana-ruiz", name: "Ana Ruiz" }];
    const profile = write("business.json", { name: "Harbor", time_zone: "America/Los_Angeles", technicians });
    expect(await runHere(database, ["business", profile])).toMatchObject({ code: 0 });
    await using own = await startCandor(database);
    await own.until("/developers/reference", (body) => body.includes("No review is published yet."));
    const review = { source: "google", rating: 4, date: "2026-03-01", text: "Ana Ruiz is kind. I can walk." };
    const file = write("one.ndjson", { ...review, id: "0".repeat(26) });
    expect(await runHere(database, ["import", file, "--verified-by", "platform_account"])).toMatchObject({ code: 0 });
    await own.until("/developers/reference", (body) =>
      body.includes("/api/reviews/search?mentions_technician=Ana%20Ruiz"),
    );
    const body = await (await own.get("/developers/reference")).text();
    const { reviews }: { reviews: { id: string }[] } = JSON.parse(await (await own.get("/reviews.json")).text());
    const id = reviews[0]?.id ?? "";
    expect(id).toHaveLength(26);
    expect(body).toContain(`/api/reviews/${id}&#39;`);
    expect(body).toContain("/api/reviews/since/2026-03-01&#39;");
    expect(await runHere(database, ["erase", id, "--reason", "erased_on_request", "--yes"])).toMatchObject({
      code: 0,
    });
    await own.until(
      "/developers/reference",
      (next) => !next.includes(id) && next.includes("No review is published yet."),
    );
  });
});
