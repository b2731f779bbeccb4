import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../../databases.ts";
import { runCandor, runHere, startCandor } from "../../server-process.ts";

const ID = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";
const SECRETS = ["Zebulon", "quokkafirst", "quokkasecond", "quokkareply", "quokkatitle", "quokkatranslated"];
const DOCUMENTS = [
  "/reviews.json",
  "/api/feed.json",
  "/feed.xml",
  "/api/reviews/since/2020-01-01",
  "/api/reviews/search?query=quokka",
  "/insights.json",
  "/sitemap.xml",
  "/llms.txt",
  "/",
  "/reviews",
  "/insights",
];

const review = (word: string, revision: number) => ({
  id: ID,
  author: "Zebulon Quist",
  rating: 4,
  date: "2026-01-02",
  title: "quokkatitle",
  text: `The ${word} helped me walk again after months of trying.`,
  translation: { text: "quokkatranslated", language: "en" },
  revision,
  updated_at: `2026-01-0${revision + 1}T00:00:00Z`,
  owner_reply: { text: "quokkareply, thank you", date: "2026-01-03" },
  verification: { method: "visit_record" },
});

test("an erased review is in no file of the database and in no document, and its address answers 410", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${join(folder, "candor.db")}` };
  const file = join(folder, "reviews.ndjson");
  const others = Array.from({ length: 50 }, (_, at) => ({
    ...review("staff", 1),
    id: String(at).padStart(26, "0"),
    author: "Ann Bee",
    title: null,
    translation: null,
    owner_reply: null,
  }));
  for (const [word, revision] of [
    ["quokkafirst", 1],
    ["quokkasecond", 2],
  ] as const) {
    writeFileSync(file, [review(word, revision), ...others].map((row) => JSON.stringify(row)).join("\n"));
    expect((await runHere(env, ["import", file])).code).toBe(0);
  }
  await using server = await startCandor(env);
  const read = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const words = () =>
    ["candor.db", "candor.db-wal"]
      .map((name) => join(folder, name))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, "latin1"))
      .join();
  expect((await read(`/api/reviews/${ID}`)).status).toBe(200);
  expect((await read("/reviews.json")).text).toContain("quokkasecond");
  for (const secret of SECRETS) expect([secret, words().includes(secret)]).toEqual([secret, true]);

  const erased = await runCandor(env, ["erase", ID, "--reason", "erased_on_request"]);
  expect(erased.code).toBe(0);
  expect(erased.output).toEndWith("1 erased: this cannot be reversed, and no import brings it back\n");
  for (const secret of SECRETS) expect([secret, words().includes(secret)]).toEqual([secret, false]);

  await server.until(`/api/reviews/${ID}`, (_, { status }) => status === 410);
  for (const path of DOCUMENTS) {
    const { text } = await read(path);
    for (const secret of SECRETS)
      expect([path, secret, text.replace(/"query":\{[^}]*\}/, "").includes(secret)]).toEqual([path, secret, false]);
  }
  expect(JSON.parse((await read("/api/reviews/since/2026-01-01")).text).deleted).toMatchObject([
    { id: ID, date: "2026-01-02", reason: "erased_on_request" },
  ]);
  expect((await read("/feed.xml")).text).toContain("at:deleted-entry");
  expect(JSON.parse((await read("/api/feed.json")).text)._candor.deleted).toMatchObject([{ id: ID }]);
});
