import { expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { openStore } from "../../src/store/connection/open-store.ts";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { startCandor } from "../server-process.ts";

async function storeOfTwo() {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, BASE_URL: "https://reviews.example.org" };
  const store = await openStore(env.DATABASE_URL);
  await insertRows(store, [reviewRow(1), reviewRow(2)]);
  await bumpDataset(store);
  await store.close();
  return { env, target: join(folder, "public") };
}

let exporting: Promise<string> | undefined;

/** The same with an export of it, which is made once and copied. */
async function exportOfTwo() {
  exporting ??= storeOfTwo().then(async ({ env, target }) => {
    expect(await candor(env, "export", target)).toMatchObject({ code: 0, error: "" });
    return join(target, "..");
  });
  const folder = newFolder();
  cpSync(await exporting, folder, { recursive: true });
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, BASE_URL: "https://reviews.example.org" };
  return { env, target: join(folder, "public") };
}

test("the data of an export is the server's without its search and hub, compressed too", async () => {
  const { env, target } = await exportOfTwo();
  await using server = await startCandor(env);
  const served = async (path: string) => (await fetch(`${server.url}${path}`)).text();
  const read = (path: string, suffix = "") => readFileSync(join(target, `${path}${suffix}`));
  const expected: Record<string, string> = {
    "/insights.json": await served("/insights.json"),
    "/reviews.json": (await served("/reviews.json")).replace(/"search":.*?"openapi":"[^"]*",/, ""),
    "/api/feed.json": (await served("/api/feed.json")).replace(/"hubs":\[.*?\],/, ""),
    "/feed.xml": (await served("/feed.xml")).replace(/<link rel="hub".*\n/, ""),
  };
  for (const [path, text] of Object.entries(expected)) {
    expect(read(path).toString()).toBe(text);
    expect(gunzipSync(read(path, ".gz")).toString()).toBe(text);
    expect(brotliDecompressSync(read(path, ".br")).toString()).toBe(text);
    expect(zstdDecompressSync(read(path, ".zst")).toString()).toBe(text);
  }
  const path = `/api/reviews/${reviewRow(1).id}`;
  expect(read(path, ".json").toString()).toBe(await served(path));
});

const attributeOf = (folder: string, file: string, pattern: RegExp) =>
  pattern.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? null;

test("canonical links, feeds and sitemap have the address that is given, also below a path", async () => {
  const { env, target } = await storeOfTwo();
  const { out } = await candor(env, "export", "--base-url", "https://harbor.example/reviews-site/", target);
  expect(out).toMatch(/^\d+ files \(\d+\.\d MB\) written to /);
  const id = reviewRow(2).id;
  const base = "https://harbor.example/reviews-site";
  const canonical = /<link rel="canonical" href="([^"]*)"/;
  expect(attributeOf(target, `reviews/${id}/index.html`, canonical)).toBe(`${base}/reviews/${id}/`);
  expect(attributeOf(target, "index.html", canonical)).toBe(`${base}/`);
  expect(attributeOf(target, "policy/index.html", /og:url" content="([^"]*)"/)).toBe(`${base}/policy/`);
  expect(attributeOf(target, "feed.xml", /rel="self"[^>]*href="([^"]*)"/)).toBe(`${base}/feed.xml`);
  expect(readFileSync(join(target, "sitemap.xml"), "utf8")).toContain(`<loc>${base}/reviews/${id}</loc>`);
  expect(attributeOf(target, "policy/index.html", /rel="stylesheet" href="([^"]*)"/)).toMatch(/^\.\.\/assets\/style\./);
});

test("without an address, pages name none, and a note says so", async () => {
  const { env, target } = await storeOfTwo();
  const { out } = await candor({ DATABASE_URL: env.DATABASE_URL }, "export", target);
  expect(out).toContain("name http://localhost:8080: set BASE_URL or give --base-url\n");
  for (const file of ["index.html", "reviews/index.html", "404.html"]) {
    expect(readFileSync(join(target, file), "utf8")).not.toContain("localhost");
  }
});

test.each(["reviews.example.org", "ftp://h.example", "https://h.example/?x=1", "https://h.example/#x"])(
  "--base-url %s is refused",
  async (address) => {
    const { env, target } = await storeOfTwo();
    const { code, error } = await candor(env, "export", "--base-url", address, target);
    expect([code, error]).toEqual([
      2,
      `candor: --base-url must be an address such as https://example.github.io/reviews, not ${address}\n`,
    ]);
    expect(existsSync(target)).toBe(false);
  },
);

test("a second export into the same folder deletes only files that an export wrote and that are no longer served", async () => {
  const { env, target } = await exportOfTwo();
  const manifest = join(target, "candor-export.json");
  const { files } = JSON.parse(readFileSync(manifest, "utf8"));
  mkdirSync(join(target, "reviews/gone"));
  writeFileSync(join(target, "reviews/gone/index.html"), "an old page");
  writeFileSync(join(target, "CNAME"), "reviews.example.org");
  writeFileSync(manifest, JSON.stringify({ files: [...files, "reviews/gone/index.html"] }));
  const again = await candor(env, "export", target, "--json");
  expect(JSON.parse(again.out)).toMatchObject({ files, removed: 1 });
  expect(existsSync(join(target, "reviews/gone"))).toBe(false);
  expect(existsSync(join(target, "CNAME"))).toBe(true);
  expect(existsSync(join(target, "reviews.json"))).toBe(true);
  expect(JSON.parse(readFileSync(manifest, "utf8"))).toEqual({ files });
  const written = readdirSync(target, { recursive: true, encoding: "utf8" });
  expect(written.filter((name) => name.endsWith(".part"))).toEqual([]);
});

test.each(["", "{", '{"files":"all"}'])(
  "a damaged manifest (%j) gives one line and changes nothing",
  async (content) => {
    const { env, target } = await exportOfTwo();
    writeFileSync(join(target, "candor-export.json"), content);
    const before = readdirSync(target, { recursive: true });
    const { code, error } = await candor(env, "export", target);
    expect([code, error.trimEnd().split("\n").length]).toEqual([1, 1]);
    expect(error).toContain("candor-export.json is damaged, so the files of the last export are not known");
    expect(readdirSync(target, { recursive: true })).toEqual(before);
  },
);

test.each(["../outside.txt", "a/../../outside.txt", "/outside.txt"])(
  "a manifest that names %s deletes nothing",
  async (file) => {
    const { env, target } = await exportOfTwo();
    const outside = join(target, "..", "outside.txt");
    writeFileSync(outside, "not part of the export");
    writeFileSync(join(target, "candor-export.json"), JSON.stringify({ files: [file] }));
    expect((await candor(env, "export", target)).error).toContain("candor-export.json is damaged");
    expect(existsSync(outside)).toBe(true);
  },
);

test("a folder with other files is refused; an empty one is not", async () => {
  const { env, target } = await storeOfTwo();
  mkdirSync(target);
  writeFileSync(join(target, "index.html"), "my site");
  expect(await candor(env, "export", target)).toEqual({
    code: 1,
    out: "",
    error: `candor: ${target} contains files that candor export did not write: choose a new or empty folder\n`,
  });
  expect(readFileSync(join(target, "index.html"), "utf8")).toBe("my site");
  rmSync(join(target, "index.html"));
  expect((await candor(env, "export", target)).code).toBe(0);
});
