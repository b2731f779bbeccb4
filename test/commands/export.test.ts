import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { openStore } from "../../src/store/open.ts";
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

test("an export has the same bytes as the server, compressed too", async () => {
  const { env, target } = await storeOfTwo();
  expect(await candor(env, "export", target)).toMatchObject({ code: 0, error: "" });
  await using server = await startCandor(env);
  for (const path of ["/reviews.json", "/insights.json", "/api/feed.json", "/feed.xml", "/.well-known/openapi.json"]) {
    const served = await (await fetch(`${server.url}${path}`)).text();
    const read = (suffix: string) => readFileSync(join(target, `${path}${suffix}`));
    expect(read("").toString()).toBe(served);
    expect(gunzipSync(read(".gz")).toString()).toBe(served);
    expect(brotliDecompressSync(read(".br")).toString()).toBe(served);
    expect(zstdDecompressSync(read(".zst")).toString()).toBe(served);
  }
  for (const page of ["/", "/insights", "/reviews", `/reviews/${reviewRow(1).id}`]) {
    const served = await (await fetch(`${server.url}${page}`)).text();
    expect(readFileSync(join(target, page, "index.html"), "utf8")).toBe(served);
  }
});

test("a second export into the same folder deletes only files that an export wrote and that are no longer served", async () => {
  const { env, target } = await storeOfTwo();
  await candor(env, "export", target);
  const manifest = join(target, "candor-export.json");
  const { files } = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(join(target, "gone.html"), "an old page");
  writeFileSync(join(target, "CNAME"), "reviews.example.org");
  writeFileSync(manifest, JSON.stringify({ files: [...files, "gone.html"] }));
  const again = await candor(env, "export", target, "--json");
  expect(JSON.parse(again.out)).toEqual({ files, removed: 1 });
  expect(existsSync(join(target, "gone.html"))).toBe(false);
  expect(existsSync(join(target, "CNAME"))).toBe(true);
  expect(existsSync(join(target, "reviews.json"))).toBe(true);
  expect(JSON.parse(readFileSync(manifest, "utf8"))).toEqual({ files });
  const written = readdirSync(target, { recursive: true, encoding: "utf8" });
  expect(written.filter((name) => name.endsWith(".part"))).toEqual([]);
});

test.each(["", "{", '{"files":"all"}'])(
  "a damaged manifest (%j) gives one line and changes nothing",
  async (content) => {
    const { env, target } = await storeOfTwo();
    await candor(env, "export", target);
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
    const { env, target } = await storeOfTwo();
    await candor(env, "export", target);
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
