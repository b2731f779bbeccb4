import { describe, expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { beginDays } from "../../../src/store/dataset/begin-days.ts";
import { saveProfile } from "../../../src/store/dataset/business.ts";
import { readDataset } from "../../../src/store/dataset/dataset.ts";
import { DATABASES } from "../../databases.ts";
import { testProfile } from "../../rows.ts";

describe.each(DATABASES)("a day on which somebody leaves in $dialect", ({ newDatabase }) => {
  test("begins at midnight of the business, once, and not before", async () => {
    const store = await openStore(await newDatabase());
    const profile = testProfile({
      time_zone: "America/Los_Angeles",
      technicians: [{ id: "ana", name: "Ana", title: null, aliases: [], insights: true, left: "2026-05-02" }],
      services: [{ id: "gone", name: "Gone", description: null, aliases: [], left: true }],
    });
    await saveProfile(store, profile, "2026-05-01T12:00:00Z");
    const at = async (time: string) => {
      await beginDays({ store, now: () => new Date(time) });
      const [business] = await store.query<{ changed_at: string }>("SELECT changed_at FROM business");
      return [(await readDataset(store)).version, business?.changed_at];
    };
    const [before] = await at("2026-05-02T06:59:00Z");
    expect(await at("2026-05-02T06:59:30Z")).toEqual([before, "2026-05-01T12:00:00Z"]);
    const begun = [Number(before) + 1, "2026-05-02T07:00:10Z"];
    expect(await at("2026-05-02T07:00:10Z")).toEqual(begun);
    expect(await at("2026-05-03T12:00:00Z")).toEqual(begun);
    await store.close();
  });
});
