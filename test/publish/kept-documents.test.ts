import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startClinic } from "../clinic-store.ts";
import { newFolder } from "../databases.ts";
import { runHere, startCandor } from "../server-process.ts";

const PATHS = ["/developers/errors", "/developers/mcp.md", "/.well-known/openapi.json", "/icon.svg", "/robots.txt"];

/** What a client would compare. */
async function identityOf(url: string, path: string) {
  const response = await fetch(url + path);
  const { etag, "last-modified": modified } = Object.fromEntries(response.headers);
  return { status: response.status, etag, modified, body: await response.text() };
}

/** Two changes within a second are stored one second apart; a time to come is not sent before it has come. */
const untilSent = () => Bun.sleep(3000);

test("an import leaves the fixed documents as they are; a new profile and a restart build the same ones again", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${join(folder, "candor.db")}` };
  const first = await startClinic(env);
  await untilSent();
  const before = await Promise.all(PATHS.map((path) => identityOf(first.url, path)));
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);

  const review = { id: "0".repeat(26), source: "google", rating: 4, date: "2026-11-01", text: "They called me back." };
  writeFileSync(join(folder, "one.ndjson"), JSON.stringify(review));
  const verified = ["--verified-by", "platform_account"];
  expect(await runHere(env, ["import", join(folder, "one.ndjson"), ...verified])).toMatchObject({ code: 0 });
  await first.until("/", (body) => body.includes("218 reviews"));
  expect(await Promise.all(PATHS.map((path) => identityOf(first.url, path)))).toEqual(before);

  writeFileSync(
    join(folder, "business.json"),
    JSON.stringify({ name: "Harbor Two", time_zone: "America/Los_Angeles" }),
  );
  expect(await runHere(env, ["business", join(folder, "business.json"), "--yes"])).toMatchObject({ code: 0 });
  await first.until("/", (body) => body.includes("Harbor Two"));
  await untilSent();
  const after = await Promise.all(PATHS.map((path) => identityOf(first.url, path)));
  expect(after[0]?.body).toContain("Harbor Two");
  await first.stop();

  await using again = await startCandor(env);
  expect(await Promise.all(PATHS.map((path) => identityOf(again.url, path)))).toEqual(after);
});
