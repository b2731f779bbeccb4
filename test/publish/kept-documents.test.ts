import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotSource } from "../../src/model/snapshot-source.ts";
import { documentsBeside } from "../../src/publish/documents/documents.ts";
import { servedParts, withKeptDocuments } from "../../src/publish/kept-documents.ts";
import { buildOf } from "../build.ts";
import { startClinic } from "../clinic-store.ts";
import { newFolder } from "../databases.ts";
import { reviewRow, testProfile } from "../rows.ts";
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
  await first.until("/", (body) => body.includes("218 verified reviews"));
  expect(await Promise.all(PATHS.map((path) => identityOf(first.url, path)))).toEqual(before);

  writeFileSync(
    join(folder, "business.json"),
    JSON.stringify({ name: "Harbor Two", time_zone: "America/Los_Angeles" }),
  );
  expect(await runHere(env, ["business", join(folder, "business.json")])).toMatchObject({ code: 0 });
  await first.until("/", (body) => body.includes("Harbor Two"));
  await untilSent();
  const after = await Promise.all(PATHS.map((path) => identityOf(first.url, path)));
  expect(after[0]?.body).toContain("Harbor Two");
  await first.stop();

  await using again = await startCandor(env);
  expect(await Promise.all(PATHS.map((path) => identityOf(again.url, path)))).toEqual(after);
});

/** The test clinic with some reviews of one day, the last of which came at the given time. */
const clinicOf = (count: number, changed_at: string, name = "Harbor Physical Therapy"): SnapshotSource => ({
  dataset_version: count,
  commit_id: `commit ${count}`,
  committed_at: changed_at,
  demonstration: false,
  profile: testProfile({ name }),
  profile_changed_at: "2026-01-01T00:00:00Z",
  withheld: { unverified: 0, duplicate: 0, legal: 0 },
  withheld_changed_at: null,
  tombstones: [],
  async *reviews() {
    yield Array.from({ length: count }, (_, i) => reviewRow(i, { date: `2026-03-0${1 + i}`, changed_at }));
  },
});

test("pages for developers are rendered again only if their examples or the profile change; their time is that of the data", async () => {
  const base_url = "https://reviews.example";
  const first = await buildOf(clinicOf(2, "2026-05-01T00:00:00Z"), {
    base_url,
    renderDocuments: documentsBeside(null),
  });
  const renderDocuments = documentsBeside(servedParts(first));
  const next = await buildOf(clinicOf(3, "2026-05-02T00:00:00Z"), { base_url, renderDocuments });
  expect(next.documents.has("/developers")).toBe(false);
  const kept = withKeptDocuments(first, next).documents.get("/developers");
  expect(kept).toMatchObject({ hash: first.documents.get("/developers")?.hash, changed_at: "2026-05-02T00:00:00Z" });
  const renamed = await buildOf(clinicOf(3, "2026-05-03T00:00:00Z", "Harbor Two"), { base_url, renderDocuments });
  expect(renamed.documents.get("/developers")?.hash).not.toBe(kept?.hash);
});
