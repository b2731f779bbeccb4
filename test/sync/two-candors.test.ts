import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { sqlitePath } from "../../src/store/connection/open-store.ts";
import { ledgerBeside } from "../../src/store/erasure/ledger.ts";
import { fillClinic } from "../clinic-store.ts";
import { DATABASES, newFolder, newSqliteDatabase } from "../databases.ts";
import { FAR_MS } from "../machine.ts";
import { CLI, runHere, type ServerProcess, startCandor } from "../server-process.ts";
import { authority, certificate } from "./world.ts";

const ORIGIN = "https://origin.example.net";

/** A TLS proxy in front of a server, as an operator would have. It records the paths that it was asked for. */
async function openProxy(target: () => string) {
  const paths: string[] = [];
  const server = createServer({ ...certificate }, async (request, response) => {
    paths.push(request.url ?? "");
    try {
      const { host: _, connection: __, ...headers } = request.headers;
      const answer = await fetch(`${target()}${request.url}`, {
        headers: headers as Record<string, string>, // one value each: this is our own request
        decompress: false,
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return { port, paths, close: () => server.close() };
}

const reviewsOf = async (server: ServerProcess) => {
  const { reviews } = (await (await server.get("/reviews.json")).json()) as { reviews: { id: string }[] };
  return reviews;
};

describe.each(DATABASES)("a mirror on $dialect", ({ newDatabase }) => {
  let origin_db: string;
  let mirror_db: string;
  let origin: ServerProcess;
  let mirror: ServerProcess;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let env: Record<string, string>;
  /** Where the mirror runs: with PostgreSQL, its ledger of erasures is here. */
  const folder = newFolder();
  const shown = async () =>
    (await reviewsOf(mirror)).map((review) => JSON.stringify(review).replaceAll("mirror.example", "origin.example"));
  const wanted = async () => (await reviewsOf(origin)).map((review) => JSON.stringify(review));
  const untilSame = async () => {
    for (const end = performance.now() + FAR_MS; performance.now() < end; ) {
      if (JSON.stringify(await shown()) === JSON.stringify(await wanted())) return;
      await Bun.sleep(250);
    }
    expect(await shown()).toEqual(await wanted());
  };
  beforeAll(async () => {
    origin_db = newSqliteDatabase();
    mirror_db = await newDatabase();
    await fillClinic(origin_db);
    origin = await startCandor({ DATABASE_URL: origin_db, BASE_URL: ORIGIN });
    proxy = await openProxy(() => origin.url);
    env = {
      DATABASE_URL: mirror_db,
      STATE_FOLDER: folder,
      BASE_URL: "https://mirror.example.net",
      SYNC_ALLOWED_HOSTS: `localhost:${proxy.port}`,
      SYNC_NEWS_SECONDS: "1",
      NODE_EXTRA_CA_CERTS: authority.ca_path,
    };
    const url = `https://localhost:${proxy.port}/reviews.json`;
    expect((await runHere(env, ["sync", "add", "url", "main", url])).code).toBe(0);
    mirror = await startCandor(env, [], ["env", "-C", folder, ...CLI]);
  });
  afterAll(async () => {
    await mirror.stop();
    await origin.stop();
    proxy.close();
  });
  /** Changes the origin, and waits until its server shows the change. */
  const change = async (...argv: string[]) => {
    const before = (await origin.get("/reviews.json")).headers.get("etag");
    const { code, output } = await runHere({ DATABASE_URL: origin_db, BASE_URL: ORIGIN }, argv);
    expect([code, output]).toEqual([0, expect.any(String)]);
    await origin.until("/reviews.json", (_, answer) => answer.headers.get("etag") !== before);
  };

  test("gets every review of the origin, and names its pages as the originals", async () => {
    await untilSame();
    const [first] = await reviewsOf(mirror);
    for (const path of [`/reviews/${first?.id}`, "/", "/insights", "/policy", "/developers"]) {
      const page = await (await mirror.get(path)).text();
      expect(page).toContain(`<link rel="canonical" href="${ORIGIN}${path}">`);
    }
  });

  test("a new review, an edit and an erasure reach it by themselves, and the erased words are gone", async () => {
    const [first, second] = await reviewsOf(origin);
    const path = join(newFolder(), "more.json");
    const edited = {
      ...second,
      text: "Edited at the origin, and nowhere else.",
      revision: 2,
      updated_at: "2026-11-01T00:00:00Z",
    };
    const added = { ...second, id: "0123456789ABCDEFGHJKMNPQRS", text: "A new review at the origin.", rating: 1 };
    writeFileSync(path, JSON.stringify({ schema_version: 1, reviews: [edited, added] }));
    await change("import", path);
    await untilSame();
    await change("erase", first?.id ?? "", "--reason", "erased_on_request", "--yes");
    await untilSame();
    const own = sqlitePath(mirror_db);
    const ledger = own === null ? join(folder, "candor.erasures") : ledgerBeside(own);
    for (let tries = 0; tries < 100 && !existsSync(ledger); tries += 1) await Bun.sleep(100);
    expect(readFileSync(ledger, "utf8")).toContain(first?.id ?? "none");
    expect((await mirror.get(`/api/reviews/${first?.id}`)).status).toBe(410);
    const since = await (await mirror.get("/api/reviews/since/0001-01-01")).text();
    const deleted: { id: string; reason: string }[] = JSON.parse(since).deleted;
    expect(deleted.find(({ id }) => id === first?.id)?.reason).toBe("erased_on_request");
  });

  test("what the origin withholds for a legal reason goes at once, and returns when it does there", async () => {
    const [, , third] = await reviewsOf(origin);
    await change("withhold", third?.id ?? "", "--reason", "legal");
    await untilSame();
    expect((await mirror.get(`/api/reviews/${third?.id}`)).status).toBe(410);
    await change("verify", third?.id ?? "", "--verified-by", "operator");
    await untilSame();
    expect((await mirror.get(`/api/reviews/${third?.id}`)).status).toBe(200);
  });

  test("an import that the origin takes back is taken back here, too", async () => {
    const path = join(newFolder(), "wrong.json");
    const [fourth] = await reviewsOf(origin);
    const all = (await reviewsOf(origin)).slice(0, 60).map((review) => ({ ...review, id: `1${review.id.slice(1)}` }));
    writeFileSync(
      path,
      JSON.stringify({ schema_version: 1, reviews: [...all, { ...fourth, text: "A wrong edit.", revision: 9 }] }),
    );
    await change("import", path);
    await untilSame();
    await change("undo", "--yes");
    await untilSame();
  });

  test("the origin being gone changes nothing, and it goes on when it is back", async () => {
    const before = await shown();
    await origin.stop();
    await Bun.sleep(3000);
    expect(await shown()).toEqual(before);
    origin = await startCandor({ DATABASE_URL: origin_db, BASE_URL: ORIGIN });
    const status = await runHere(env, ["sync", "status", "--json"]);
    expect(JSON.parse(status.output.slice(status.output.indexOf("{"))).sources[0].name).toBe("main");
    await change("withhold", (await reviewsOf(origin))[0]?.id ?? "", "--reason", "legal");
    await untilSame();
  });
});
