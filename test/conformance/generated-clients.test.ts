import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startDemo } from "../clinic-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { freePort } from "../free-port.ts";
import type { Wire } from "../mcp/endpoint.ts";
import type { ServerProcess } from "../server-process.ts";
import {
  heyApiProgram,
  type Operation,
  openapiFetchProgram,
  operationsOf,
  orvalProgram,
} from "./clients/operations.ts";
import { installPrograms } from "./install.ts";

/** Not in package.json: two require Node 22 by their own account, and all need TypeScript 5 or 6. They run on Bun. */
const PACKAGES = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.99.0",
  "orval@8.38.0",
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
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  },
  include: ["*.ts", "client"],
};

/** A callback where nothing listens: the hub accepts the request and finds that out later. */
const NOBODY = "127.0.0.1:1";

describe.skipIf(home === null)("a client that is generated from the live document", () => {
  let server: ServerProcess;
  let document: Wire;
  beforeAll(async () => {
    const PORT = freePort();
    const BASE_URL = `http://127.0.0.1:${PORT}`;
    const env = { DATABASE_URL: newSqliteDatabase(), PORT: String(PORT), BASE_URL, WEBSUB_ALLOWED_CALLBACKS: NOBODY };
    server = await startDemo(env);
    document = await (await server.get("/.well-known/openapi.json")).json();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const INITIALIZE = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };

  /** A review, a session and a subscription of this server. */
  async function operations(callback: string): Promise<Operation[]> {
    const { reviews }: Wire = await (await server.get("/api/reviews/search?limit=1")).json();
    const headers = { "Content-Type": "application/json" };
    const opened = await server.get("/mcp", { method: "POST", headers, body: JSON.stringify(INITIALIZE) });
    const form = {
      "hub.mode": "subscribe",
      "hub.topic": `${server.url}/feed.xml`,
      "hub.callback": `https://${NOBODY}/${callback}`,
    };
    const asked = await server.get("/api/websub/hub", { method: "POST", body: new URLSearchParams(form) });
    return operationsOf(document, {
      id: reviews[0].id,
      token: /status\/(\S+)/.exec(await asked.text())?.[1],
      endMcpSession: { "Mcp-Session-Id": opened.headers.get("mcp-session-id") },
      sendMcpMessage: { body: INITIALIZE },
      requestSubscription: { body: form },
    });
  }

  const STATUSES: Record<string, number> = { endMcpSession: 204, requestSubscription: 202 };
  const expected = (called: Operation[]) => called.map(({ id }) => [id, STATUSES[id] ?? 200]);

  /** Type-checks the program strictly, then runs it. */
  async function check(folder: string, program: string): Promise<unknown> {
    writeFileSync(join(folder, "program.ts"), program);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TYPESCRIPT));
    const types = await run([bin("typescript/bin/tsc"), "-p", "."], folder);
    expect(types.out + types.err).toBe("");
    const { out, err } = await run(["program.ts"], folder);
    expect(err).toBe("");
    return JSON.parse(out);
  }

  function newClient(name: string): string {
    const folder = join(home ?? "", name);
    mkdirSync(folder);
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    return folder;
  }

  test("openapi-typescript and openapi-fetch: every operation works", async () => {
    const folder = newClient("openapi-fetch");
    const made = await run([bin("openapi-typescript/bin/cli.js"), "openapi.json", "-o", "schema.ts"], folder);
    expect([made.code, existsSync(join(folder, "schema.ts"))]).toEqual([0, true]);
    const called = await operations("openapi-fetch");
    expect(await check(folder, openapiFetchProgram(server.url, called))).toEqual(expected(called));
  });

  test("Hey API: every operation works", async () => {
    const folder = newClient("hey-api");
    const made = await run(
      [bin("@hey-api/openapi-ts/bin/run.js"), "-i", "openapi.json", "-o", "client", "-c", "@hey-api/client-fetch"],
      folder,
    );
    expect([made.code, made.err]).toEqual([0, ""]);
    const called = await operations("hey-api");
    expect(await check(folder, heyApiProgram(called))).toEqual(expected(called));
  });

  test("orval: every operation works", async () => {
    const folder = newClient("orval");
    const output = {
      target: "client.ts",
      client: "fetch",
      mode: "single",
      baseUrl: { getBaseUrlFromSpecification: true },
      headers: true,
    };
    const script = `import { generate } from "orval";\nawait generate(${JSON.stringify({ input: { target: "openapi.json" }, output })}, process.cwd());\n`;
    writeFileSync(join(folder, "generate.mjs"), script);
    const made = await run(["generate.mjs"], folder);
    expect([made.code, existsSync(join(folder, "client.ts")), made.err]).toEqual([0, true, ""]);
    const called = await operations("orval");
    expect(await check(folder, orvalProgram(called))).toEqual(expected(called));
  });
});
