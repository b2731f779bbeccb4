import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startDemo } from "../clinic-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { LONG } from "../length.ts";
import type { ServerProcess } from "../server-process.ts";
import { installPrograms } from "./install.ts";

/** Generators whose clients check answers, or name a file for each component. Not in package.json: they need TypeScript 5. */
const PACKAGES = [
  "openapi-typescript-codegen@0.31.0",
  "openapi-zod-client@1.18.3",
  "@zodios/core@10.9.6",
  "axios@1.21.1",
  "zod@3.25.76",
  "typescript@5.9.3",
];

const home = installPrograms(PACKAGES);
const bin = (path: string): string => join(home ?? "", "node_modules", path);

async function run(args: string[], cwd: string): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([process.execPath, ...args], { cwd, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, out, err };
}

const TYPESCRIPT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "bundler",
    forceConsistentCasingInFileNames: true,
    skipLibCheck: true,
    types: [],
  },
  include: ["*.ts", "client"],
};

describe.skipIf(home === null)("a client that is generated from the live document", () => {
  let server: ServerProcess;
  let document: string;
  beforeAll(async () => {
    const PORT = freePort();
    const BASE_URL = `http://127.0.0.1:${PORT}`;
    server = await startDemo({ DATABASE_URL: newSqliteDatabase(), PORT: String(PORT), BASE_URL });
    document = await (await server.get("/.well-known/openapi.json")).text();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  function newClient(name: string): string {
    const folder = join(home ?? "", name);
    mkdirSync(folder);
    writeFileSync(join(folder, "openapi.json"), document);
    return folder;
  }

  async function checkTypes(folder: string): Promise<void> {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TYPESCRIPT));
    const types = await run([bin("typescript/bin/tsc"), "-p", "."], folder);
    expect(types.out + types.err).toBe("");
  }

  /** Type-checks the program strictly if `typed`, then runs it. */
  async function check(folder: string, program: string, typed: boolean): Promise<unknown> {
    writeFileSync(join(folder, "program.ts"), `${program}\nexport {};\n`);
    if (typed) await checkTypes(folder);
    const { out, err } = await run(["program.ts"], folder);
    expect(err).toBe("");
    return JSON.parse(out);
  }

  test("openapi-typescript-codegen: a text is a string, and JSON is what its type says", async () => {
    const folder = newClient("codegen");
    const flags = ["-i", "openapi.json", "-o", "client", "-c", "fetch", "--useOptions"];
    const made = await run([bin("openapi-typescript-codegen/bin/index.js"), ...flags], folder);
    expect([made.code, made.err]).toEqual([0, ""]);
    const program = `import { DiscoveryService, EmbedsService, FeedsService, PagesService, ReviewsService } from "./client";
const found = await ReviewsService.searchReviews({ minRating: 4, limit: 2, topic: "three-visits" });
const texts: string[] = [
  await FeedsService.getAtomFeed({}),
  await ReviewsService.getReviewsTable({}),
  await DiscoveryService.getSitemap({}),
  await PagesService.getOverviewPage({}),
];
const widget: string = await EmbedsService.getWidget({});
console.log(JSON.stringify([found.limit, typeof widget, ...texts.map((text) => text.slice(0, 5))]));`;
    expect(await check(folder, program, true)).toEqual([2, "string", "<?xml", "demon", "<?xml", "<!doc"]);
  });

  test("openapi-zod-client: every answer passes the schema that is made from the document", async () => {
    const folder = newClient("zod");
    const made = await run([bin("openapi-zod-client/bin.js"), "openapi.json", "-o", "client.ts"], folder);
    expect([made.code, existsSync(join(folder, "client.ts"))]).toEqual([0, true]);
    const program = `import { createApiClient } from "./client";
const api = createApiClient("${server.url}");
const { reviews } = await api.get("/api/reviews/search", { queries: { min_rating: 4, limit: 3 } });
const id = reviews[0]?.id ?? "";
const dated = await api.get("/api/reviews/since/:date", { params: { date: "2000-01-01" } });
const changes = await api.get("/api/changes.json");
console.log(JSON.stringify([
  reviews.length,
  (await api.get("/api/reviews/:id", { params: { id } })).id === id,
  (await api.get("/api/reviews/:id/insights", { params: { id } })).id === id,
  (await api.get("/reviews.json")).total === dated.returned,
  changes.returned,
  (await api.get("/insights.json")).aspects.length > 5,
  (await api.get("/api/feed.json")).items.length,
  (await api.get("/api/reviews/stats")).matched > 100,
  (await api.get("/.well-known/ai-catalog.json")).specVersion,
  (await api.get("/healthz")).status,
]));`;
    const expected = [3, true, true, true, 200, true, 50, true, "1.0", "ok"];
    // The types follow from the schemas that run here; to check them takes 11 s of processor time (measured).
    expect(await check(folder, program, LONG)).toEqual(expected);
  });
});
