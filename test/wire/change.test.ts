import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewsDocument } from "../../src/model/documents.ts";
import { startClinic } from "../clinic-store.ts";
import { DATABASES, newFolder, newSqliteDatabase } from "../databases.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { runCandor, runHere, type ServerProcess, startCandor } from "../server-process.ts";

const ID = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";
const OLD_ID = "0000000000000000000000000B";
/** On a quiet machine. Of several changes the one shown first counts; the others have the time of `until`. */
const SHOWN_WITHIN_MS = 2000;
const PATHS = ["/reviews.json", "/api/feed.json", "/feed.xml", "/api/reviews/since/2000-01-01", "/api/reviews/search"];

function fileOf(name: string, content: unknown): string {
  const path = join(newFolder(), name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
const reviewFile = (id: string, date: string, text: string) =>
  fileOf("reviews.json", [{ id, rating: 4, date, text, author: "Ines Duarte", verification: { method: "operator" } }]);

async function pictureOf(server: ServerProcess) {
  const picture: Record<string, unknown> = {};
  for (const path of PATHS) {
    const answer = await server.get(path);
    const { headers } = answer;
    picture[path] = [await answer.text(), headers.get("etag"), headers.get("last-modified"), headers.get("link")];
  }
  return picture;
}

describe.each(DATABASES)("a server on $dialect", ({ newDatabase }) => {
  test("shows what other processes change within 2 s, and the same after a restart", async () => {
    const url = await newDatabase();
    const server = await startCandor({ DATABASE_URL: url });
    const waits: number[] = [];
    /** Runs the command, then waits until the server shows what it did; the wait is measured from the command's end. */
    const shown = async (args: string[], path: string, wanted: (body: string, answer: Response) => boolean) => {
      const { code, error } = await runCandor({ DATABASE_URL: url }, args);
      // The public address of this server is made up, so nobody can check there that a review is gone.
      expect([code, error.replace(/^candor: the change is stored, but .* cannot be read .*\n$/, "")]).toEqual([0, ""]);
      waits.push(await server.until(path, wanted));
    };
    /** Two changes within a second are stored one second apart; a time to come is not sent before it has come. */
    const untilSent = () => Bun.sleep(3000);
    const modified = async () => Date.parse((await server.get("/reviews.json")).headers.get("last-modified") ?? "");

    await shown(
      ["business", fileOf("b.json", { name: "Harbor Clinic", time_zone: "Europe/Lisbon" })],
      "/api/feed.json",
      (body) => body.includes("Harbor Clinic"),
    );
    await shown(["import", reviewFile(ID, "2026-03-01", "Kind and quick.")], "/reviews.json", (body) =>
      body.includes(ID),
    );
    await untilSent();
    const before = await modified();
    await shown(["import", reviewFile(OLD_ID, "2019-01-01", "Long ago.")], "/api/reviews/since/2019-01-01", (body) =>
      body.includes(OLD_ID),
    );
    await untilSent();
    expect(await modified()).toBeGreaterThan(before);
    const narrow = await server.get("/api/reviews/since/2026-01-01");
    await shown(
      ["erase", OLD_ID, "--reason", "erased_on_request"],
      `/api/reviews/${OLD_ID}`,
      (_, { status }) => status === 410,
    );
    const after = await server.get("/api/reviews/since/2026-01-01");
    expect(after.headers.get("etag")).toBe(narrow.headers.get("etag"));
    expect(after.headers.get("last-modified")).toBe(narrow.headers.get("last-modified"));
    for (const path of PATHS) expect(await (await server.get(path)).text()).not.toContain("Long ago.");

    expect(waits).toHaveLength(4);
    expect(Math.min(...waits)).toBeLessThan(server.scaled(SHOWN_WITHIN_MS));
    await untilSent();
    const picture = await pictureOf(server);
    expect(await server.stop()).toBe(0);
    const again = await startCandor({ DATABASE_URL: url });
    expect(await pictureOf(again)).toEqual(picture);
    await again.stop();
  });
});

test("two servers on one PostgreSQL both show a change, with the same bytes and validators", async () => {
  const url = await openPostgresDatabase();
  const [one, two] = await Promise.all([startCandor({ DATABASE_URL: url }), startCandor({ DATABASE_URL: url })]);
  expect((await runHere({ DATABASE_URL: url }, ["import", reviewFile(ID, "2026-03-01", "Kind and quick.")])).code).toBe(
    0,
  );
  for (const server of [one, two]) {
    await server.until("/reviews.json", (body) => body.includes(ID));
  }
  expect(await pictureOf(two)).toEqual(await pictureOf(one));
  await Promise.all([one.stop(), two.stop()]);
});

test("a database locked by another process for 3 s stalls no read, and the server notices the change afterwards", async () => {
  const url = newSqliteDatabase();
  const server = await startClinic({ DATABASE_URL: url });
  /** How many requests are answered within 3 s. One that waits for the lock takes all of them. */
  const countAnswers = async () => {
    const started = performance.now();
    let answers = 0;
    for (; performance.now() - started < 3000; answers += 1) {
      await (await server.get("/api/reviews/search?query=knee")).text();
      await Bun.sleep(10);
    }
    return answers;
  };
  const unlocked = await countAnswers();
  const other = new Database(url.slice("sqlite:".length));
  other.run("PRAGMA busy_timeout = 5000");
  other.run("BEGIN EXCLUSIVE");
  const locked = await countAnswers();
  other.run("COMMIT");
  other.close();
  expect(locked).toBeGreaterThan(unlocked / 10);
  expect((await runHere({ DATABASE_URL: url }, ["import", reviewFile(ID, "2026-03-01", "Kind.")])).code).toBe(0);
  await server.until("/reviews.json", (body) => body.includes(ID));
  expect(await server.stop()).toBe(0);
});

test("what /reviews.json serves gives the same reviews in an empty store, byte for byte", async () => {
  const server = await startClinic({ DATABASE_URL: newSqliteDatabase() });
  const body = await (await server.get("/reviews.json")).text();
  await server.stop();
  const copy = newSqliteDatabase();
  const { total, reviews } = reviewsDocument.parse(JSON.parse(body));
  expect(total).toBeGreaterThan(180);
  expect(reviews).toHaveLength(total);
  expect(await runHere({ DATABASE_URL: copy }, ["import", fileOf("reviews.json", body)])).toMatchObject({
    code: 0,
    error: "",
  });
  const second = await startCandor({ DATABASE_URL: copy });
  const again = await (await second.get("/reviews.json")).text();
  await second.stop();
  const part = (text: string) => text.slice(text.indexOf('"total":'), text.lastIndexOf('"links":'));
  expect(part(again)).toBe(part(body));
});
