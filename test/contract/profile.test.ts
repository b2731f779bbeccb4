import { describe, expect, test } from "bun:test";
import { profile as profileSchema } from "../../src/model/business.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { saveProfile } from "../../src/store/dataset/business.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { DATABASES } from "../databases.ts";

const CLINIC = profileSchema.parse({
  name: "Harbor Clinic",
  time_zone: "UTC",
  technicians: [{ id: "ana", name: "Ana" }],
});

describe.each(DATABASES)("the profile that a build reads, on $dialect,", ({ newDatabase }) => {
  test("is the served one if the same is stored, otherwise what is stored", async () => {
    const store = await openStore(await newDatabase());
    const read = (served: typeof CLINIC | null) => readSnapshotSource(store, async ({ profile }) => profile, served);
    expect(await read(CLINIC)).toBeNull();
    await saveProfile(store, CLINIC, "2026-01-01T00:00:00Z");
    expect(await read(null)).toEqual(CLINIC);
    expect(await read(CLINIC)).toBe(CLINIC);
    const renamed = { ...CLINIC, name: "Bay Clinic" };
    await saveProfile(store, renamed, "2026-01-02T00:00:00Z");
    expect(await read(CLINIC)).toEqual(renamed);
    await store.close();
  });

  test("gets the members that the program which stored it did not know", async () => {
    const store = await openStore(await newDatabase());
    const { accent_color: _, ...older } = CLINIC;
    await store.query("INSERT INTO business (id, profile, changed_at) VALUES (1, $1, $2)", [
      JSON.stringify(older),
      "2026-01-01T00:00:00Z",
    ]);
    expect(await readSnapshotSource(store, async ({ profile }) => profile, CLINIC)).toEqual(CLINIC);
    await store.close();
  });
});
