import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inventedIds } from "../../src/store/dataset/invented-reviews.ts";
import { startDemo } from "../clinic-store.ts";
import { type Crawled, crawl } from "../crawl.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { sendModern } from "../mcp/endpoint.ts";
import { CLI, runCandor, runHere, type ServerProcess, startCandor } from "../server-process.ts";

const WORDS = "This is a demonstration: the business and all its reviews are made up.";

let server: ServerProcess;
let answers: Crawled[];
const database = newSqliteDatabase();
beforeAll(async () => {
  server = await startDemo({ DATABASE_URL: database });
  answers = await crawl(server);
});
afterAll(() => server.stop());

const isInvented = (body: string): boolean =>
  /Harborline|harborline|Port Ellery|Priya/.test(body) || [...inventedIds()].some((id) => body.includes(id));

describe("every answer of a demonstration says so", () => {
  test("the crawl reads every review as a page, as JSON and with its analysis", () => {
    const paths = new Set(answers.map(({ path }) => path));
    for (const id of inventedIds()) {
      expect([paths.has(`/reviews/${id}`), paths.has(`/api/reviews/${id}`)]).toEqual([true, true]);
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(650);
  });

  test("pages have the banner and noindex, and no JSON-LD", () => {
    const pages = answers.filter(({ type }) => type.startsWith("text/html"));
    const faults = pages.filter(
      ({ body }) =>
        !/<strong>(Demonstration|Demostración)\.<\/strong>/.test(body) ||
        !body.includes('<meta name="robots" content="noindex">') ||
        body.includes("ld+json"),
    );
    expect(faults.map(({ path }) => path)).toEqual([]);
    expect(pages.length).toBeGreaterThan(220);
  });

  test("JSON with data begins with the mark", () => {
    const data = answers.filter(
      ({ path, status }) => status === 200 && /^\/(reviews\.json|insights\.json|api\/reviews\/)/.test(path),
    );
    expect(data.filter(({ body }) => !body.startsWith('{"demonstration":true,')).map(({ path }) => path)).toEqual([]);
    expect(data.length).toBeGreaterThan(430);
    for (const { body } of data) JSON.parse(body);
  });

  test("the feeds, the card, the OpenAPI description, llms.txt and the rest say it in words", () => {
    const of = (path: string) => answers.find((answer) => answer.path === path)?.body ?? "";
    expect(JSON.parse(of("/reviews.json")).business.demonstration).toBe(true);
    expect(JSON.parse(of("/api/feed.json"))._candor.demonstration).toBe(true);
    expect(of("/feed.xml")).toContain(WORDS);
    expect(JSON.parse(of("/mcp/server-card")).description).toStartWith("Demonstration: made-up reviews");
    expect(JSON.parse(of("/.well-known/openapi.json")).info.description).toStartWith(WORDS);
    expect(of("/llms.txt")).toContain(WORDS);
    expect(of("/sitemap.xml")).toContain(WORDS);
  });

  test("nothing that names the made-up business, its people or a review is without a mark", () => {
    const invented = answers.filter(({ body }) => isInvented(body));
    expect(invented.filter(({ body }) => !/demonstration|demostración/i.test(body)).map(({ path }) => path)).toEqual(
      [],
    );
    expect(invented.length).toBeGreaterThan(650);
  });

  test("MCP answers say it as a member and in words", async () => {
    const calls: [string, object][] = [
      ["get_summary", {}],
      ["get_business", {}],
      ["search_reviews", { limit: 2 }],
      ["get_reviews_since", { date: "2026-10-01" }],
      ["get_review", { id: [...inventedIds()][0] ?? "" }],
      ["get_technician", { technician: "Priya" }],
    ];
    for (const [name, given] of calls) {
      const { body } = await sendModern(`${server.url}/mcp`, "tools/call", { name, arguments: given });
      const { content, structuredContent } = body.result;
      expect([name, Object.keys(structuredContent)[0]]).toEqual([name, "demonstration"]);
      expect(JSON.parse(content[0].text)).toEqual(structuredContent);
      expect(content[1]).toEqual({ type: "text", text: WORDS });
    }
    for (const uri of ["reviews://business", "reviews://insights", `reviews://review/${[...inventedIds()][0]}`]) {
      const { body } = await sendModern(`${server.url}/mcp`, "resources/read", { uri });
      expect(body.result.contents[0].text).toStartWith('{"demonstration":true,');
    }
  });
});

describe("a demonstration stays apart", () => {
  const env = { DATABASE_URL: database };
  const file = join(newFolder(), "own.csv");
  writeFileSync(file, "id,rating,date,review\n1,5,2026-01-01,Fine.\n");
  const id = [...inventedIds()][0] ?? "";

  test.each([
    [["import", file, "--verified-by", "operator"]],
    [["business", join(import.meta.dir, "../commands/fixtures/clinic.yaml")]],
    [["verify", id, "--verified-by", "operator"]],
    [["withhold", id, "--reason", "legal"]],
    [["erase", id, "--reason", "legal"]],
    [["reply", id, "drop"]],
  ])("%p is refused with one line that says what to do instead", async (args) => {
    const path = database.slice("sqlite:".length);
    expect(await runHere(env, args)).toMatchObject({
      code: 1,
      error: `candor: ${database} is a demonstration with made-up reviews, and nothing was changed: move it away (mv ${path} ${path}.demonstration) or set DATABASE_URL to another database, and run this again\n`,
    });
  });

  test("a server without --demo, and an export without it, refuse to show it", async () => {
    const copy = `sqlite:${join(newFolder(), "copy.db")}`;
    expect(await runHere(env, ["backup", copy.slice("sqlite:".length)])).toMatchObject({ code: 0 });
    const line = `candor: ${copy} is a demonstration with made-up reviews: candor serve --demo shows a demonstration. For your own reviews, move it away`;
    const served = await runCandor({ DATABASE_URL: copy }, ["serve"]);
    expect([served.code, served.error.includes(line)]).toEqual([1, true]);
    const exported = await runHere({ DATABASE_URL: copy }, ["export", join(newFolder(), "public")]);
    expect([exported.code, exported.error.includes("candor export --demo DIR shows a demonstration")]).toEqual([
      1,
      true,
    ]);
  });

  test("a running server whose database is replaced by a demonstration goes on with what it had", async () => {
    const folder = newFolder();
    const own = { DATABASE_URL: `sqlite:${join(folder, "own.db")}` };
    expect(await runHere(own, ["import", file, "--verified-by", "operator"])).toMatchObject({ code: 0 });
    await using running = await startCandor(own);
    const before = await (await running.get("/reviews.json")).text();
    const copy = join(folder, "demo.db");
    expect(await runHere(env, ["backup", copy])).toMatchObject({ code: 0 });
    renameSync(copy, join(folder, "own.db"));
    await until(() => running.events().some(({ event }) => event === "snapshot_failed"));
    expect(running.output()).toContain(
      "is a demonstration with made-up reviews: candor serve --demo shows a demonstration",
    );
    expect(await (await running.get("/reviews.json")).text()).toBe(before);
    await running.stop();
  });

  test("a backup of it is not restored over a business's data, and nothing is restored over it", async () => {
    const folder = newFolder();
    const own = { DATABASE_URL: `sqlite:${join(folder, "own.db")}` };
    expect(await runHere(own, ["import", file, "--verified-by", "operator"])).toMatchObject({ code: 0 });
    const [demo, real] = [join(folder, "demo.db"), join(folder, "real.db")];
    expect(await runHere(env, ["backup", demo])).toMatchObject({ code: 0 });
    expect(await runHere(own, ["backup", real])).toMatchObject({ code: 0 });
    expect(await runHere(own, ["restore", demo, "--yes"])).toMatchObject({
      code: 1,
      error: `candor: ${demo} is not a backup to restore, and nothing was changed (it is a demonstration, with made-up reviews)\n`,
    });
    const over = await runHere({ DATABASE_URL: `sqlite:${demo}` }, ["restore", real, "--yes"]);
    expect([over.code, over.error]).toEqual([
      1,
      expect.stringContaining(`sqlite:${demo} is a demonstration with made-up reviews, and nothing was changed: `),
    ]);
    expect((await runHere(own, ["status"])).output).toContain("published   1 review");
  });

  test("what it serves cannot be imported, whole, as an array, as one review or without the mark", async () => {
    const own = { DATABASE_URL: newSqliteDatabase() };
    const reviews = await (await server.get("/reviews.json")).json();
    const { demonstration: _, business: __, ...bare } = reviews as Record<string, unknown>;
    const one = await (await server.get(`/api/reviews/${id}`)).json();
    const feed = await (await server.get("/api/feed.json")).json();
    const moved = {
      schema_version: "1.0",
      reviews: [{ ...(one as object), demonstration: undefined }],
      demonstration: true,
    };
    for (const document of [reviews, bare, bare.reviews, one, [one], moved, feed]) {
      const path = join(newFolder(), "reviews.json");
      writeFileSync(path, JSON.stringify(document));
      const { code, error } = await runHere(own, ["import", path, "--verified-by", "operator"]);
      expect([code, error]).toEqual([
        1,
        `candor: ${path} comes from a demonstration, whose reviews are made up: import your own reviews\n`,
      ]);
    }
  });

  test("the profile of the demonstration is refused for a business", async () => {
    const path = join(import.meta.dir, "../../examples/demo-clinic/business.yaml");
    expect(await runHere({ DATABASE_URL: newSqliteDatabase() }, ["business", path])).toMatchObject({
      code: 1,
      error: `candor: ${path} is the profile of the demonstration, and its business is made up: candor init writes a profile of your own to fill in\n`,
    });
  });

  test("export --demo exports it, marked, whatever the database of the folder is", async () => {
    const folder = newFolder();
    const own = `sqlite:${join(folder, "own.db")}`;
    expect(await runHere({ DATABASE_URL: own }, ["import", file, "--verified-by", "operator"])).toMatchObject({
      code: 0,
    });
    const cli = ["env", "-C", folder, ...CLI];
    expect(await runCandor({ DATABASE_URL: own }, ["export", "--demo", "public"], cli)).toMatchObject({ code: 0 });
    const exported = readFileSync(join(folder, "public/reviews.json"), "utf8");
    expect(exported).toStartWith('{"demonstration":true,');
    expect(existsSync(join(folder, "data/demo.db"))).toBe(true);
    expect(await runCandor({ DATABASE_URL: own }, ["export", "public"], cli)).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "public/reviews.json"), "utf8")).not.toContain("demonstration");
    const left = readdirSync(join(folder, "public/reviews"), { recursive: true, encoding: "utf8" });
    // Beside the lists, the page of the one review: nothing is left of the demonstration.
    expect(left.filter((name) => /^[0-9A-Z]{26}\/index\.html$/.test(name)).length).toBe(1);
  });
});
