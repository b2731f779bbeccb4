import { describe, expect, test } from "bun:test";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { DATABASES } from "../databases.ts";
import { repeats } from "../length.ts";
import { SEED } from "../seed.ts";
import { place, takeout } from "./files.ts";
import { entry, openWorld } from "./world.ts";

const RUNS = repeats(5, 150);

/** What happens to the folder before a look: an export arrives, or something that must change nothing. */
const step = fc.record({
  ids: fc.uniqueArray(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 25 }),
  day: fc.integer({ min: 1, max: 28 }),
  event: fc.constantFrom("export", "export", "export", "cut", "rename", "remove", "rubbish", "unfinished"),
  yes: fc.boolean(),
});

describe.each(DATABASES)("Takeouts in a folder on $dialect", ({ newDatabase }) => {
  test("whatever arrives in whatever order, the newest whole export decides", async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 7 }), async (steps) => {
      await using world = await openWorld({ database: await newDatabase() });
      const folder = await world.addFolder("takeout");
      const names: string[] = [];
      for (const [at, { ids, day, event, yes }] of steps.entries()) {
        const exported = `2026-03-${String(day).padStart(2, "0")}T10:00:${String(at * 2).padStart(2, "0")}`;
        const zip = takeout(
          ids.map((id) => entry(id)).map((one) => ({ ...one, date: "2026-01-05" })),
          exported,
        );
        const [first] = names;
        if (event === "export") names.push(place(folder, `takeout-${at}.zip`, zip));
        if (event === "cut") place(folder, `cut-${at}.zip`, zip.subarray(0, zip.length - 30));
        if (event === "unfinished") writeFileSync(join(folder, `takeout-${at}.zip.part`), zip);
        if (event === "rubbish") writeFileSync(join(folder, `notes-${at}.txt`), "call the dentist\n");
        if (event === "rename" && first) {
          names[0] = `${first}-again.zip`;
          renameSync(first, names[0]);
        }
        if (event === "remove" && first) rmSync(names.shift() ?? "");
        await world.run("takeout", { yes });
      }
      const last = [3, 8, 13].map((id) => ({ ...entry(id), date: "2026-01-05" }));
      place(folder, "last.zip", takeout(last, "2026-04-20T10:00:00"));
      const run = await world.run("takeout");
      if (run.outcome === "needs_decision") await world.run("takeout", { yes: true });
      const stored = await world.store.query<{ text: string }>("SELECT text FROM review ORDER BY text");
      expect(stored.map(({ text }) => text)).toEqual(last.map(({ text }) => text).sort());
      expect(await world.run("takeout")).toMatchObject({ outcome: "unchanged", imports: [], fault: null });
      expect(["ready", "late"]).toContain((await world.source("takeout")).state);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  });
});
