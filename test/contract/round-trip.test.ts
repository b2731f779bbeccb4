import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { profile } from "../../src/model/business.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { saveProfile } from "../../src/store/dataset/business.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import type { Store } from "../../src/store/store.ts";
import { buildOf } from "../build.ts";
import { fillClinic } from "../clinic-store.ts";
import { DATABASES, newFolder, newSqliteDatabase } from "../databases.ts";

const NOW = () => new Date("2026-11-15T00:00:00Z");
const CLINIC = profile.parse({ name: "Clinic", time_zone: "America/Los_Angeles" });
const OPTIONS = { base_url: "https://reviews.example" };

async function serve(store: Store): Promise<string> {
  const snapshot = await readSnapshotSource(store, (source) => buildOf(source, OPTIONS));
  const document = snapshot.documents.get("/reviews.json");
  return new TextDecoder().decode(wholeBody(document?.bodies.identity ?? []));
}
const reviewsOf = (document: string) =>
  document.slice(document.indexOf('"reviews":['), document.lastIndexOf('"links"'));

describe.each(DATABASES)("the /reviews.json that is served from $dialect", ({ newDatabase }) => {
  test("imported into an empty store gives the same reviews, byte for byte", async () => {
    const url = await newDatabase();
    await fillClinic(url);
    const store = await openStore(url);
    // A full name and a text that would be redacted: the choice of the first operator is kept.
    await store.query("UPDATE review SET author = 'Omar Bravo-Full', text = 'Call 541-555-0137.' WHERE id = $1", [
      "7CJ9BZ2YWDBGJK3TX7G67Q2FG0",
    ]);
    const served = await serve(store);
    await store.close();
    const path = join(newFolder(), "reviews.json");
    writeFileSync(path, served);
    for (const database of [newSqliteDatabase(), await newDatabase()]) {
      const copy = await openStore(database);
      const deps = { store: copy, now: NOW, newRun: () => "copy" };
      expect(await importFiles(deps, [path], DEFAULT_OPTIONS)).toMatchObject({ read: 217, added: 217, rejected: 0 });
      expect(reviewsOf(await serve(copy))).toBe(reviewsOf(served));
      expect(await importFiles(deps, [path], DEFAULT_OPTIONS)).toMatchObject({ unchanged: 217, version: null });
      await copy.close();
    }
  });

  test("keeps a reply that an operator published there, also if a profile is set first", async () => {
    const store = await openStore(await newDatabase());
    await saveProfile(store, CLINIC, "2026-11-15T00:00:00Z");
    const reply = { text: "Your knee surgery went well, Ann!", date: "2026-01-02" };
    const review = { id: "0000000000000000000000000A", rating: 5, date: "2026-01-01", author: "Ann B.", text: "Good." };
    const verification = { method: "visit_record", verified_at: "2026-01-03T00:00:00Z" };
    const path = join(newFolder(), "reviews.json");
    const load = (document: unknown) => {
      writeFileSync(path, JSON.stringify(document));
      return importFiles({ store, now: NOW, newRun: () => "copy" }, [path], DEFAULT_OPTIONS);
    };
    const served = { ...review, verification, owner_reply: reply };
    expect(await load({ schema_version: 1, reviews: [served] })).toMatchObject({ added: 1, replies_held: 0 });
    // Anyone may have written a bare array.
    const own = { ...served, id: "0000000000000000000000000B", date: "2026-03-01" };
    expect(await load([own])).toMatchObject({ added: 1, replies_held: 1 });
    await store.close();
  });
});
