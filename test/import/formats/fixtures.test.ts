import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FORMAT_NAMES } from "../../../src/import/formats/detect.ts";
import type { ReadOptions } from "../../../src/import/formats/opened-reviews.ts";
import { OWN_FILE } from "../own-file.ts";
import { fixture, readReviews, writeData } from "../read-reviews.ts";

/** Every field of every row as it is stored, and every rejection and warning, for each file of the same name. */
type Expected = Awaited<ReturnType<typeof readReviews>>;

/** Recognized and refused. */
const REFUSED = new Set(["google-places.json", "maps-your-places.json"]);
const OPTIONS: Record<string, Partial<ReadOptions>> = {
  "birdeye.csv": { dates: "month_first" },
  "generic.csv": { dates: "month_first", map: { date: "Day of visit" } },
};

const files = new Map(
  readdirSync(fixture("."))
    .filter((name) => !REFUSED.has(name))
    .map((name) => [name, fixture(name)]),
);
files.set("candor.ndjson", writeData("candor.ndjson", OWN_FILE));

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(new URL(`./pins/${name}.json`, import.meta.url), "utf8"));
}

test.each([...files])("every field of every row of %s is as expected", async (name, path) => {
  expect(await readReviews(path, OPTIONS[name])).toEqual(expectedOf(name));
});

describe("every format", () => {
  const covered = new Set([...files.keys()].flatMap((name) => expectedOf(name).formats));
  const manual = readFileSync(fileURLToPath(new URL("../../../docs/importing.md", import.meta.url)), "utf8");
  const table = manual.split("\n").filter((line) => line.startsWith("| `"));

  test.each(FORMAT_NAMES)("%s has a fixture and a line in the manual", (format) => {
    expect(covered).toContain(format);
    expect(table.filter((line) => line.split("|")[1]?.includes(`\`${format}\``))).toHaveLength(1);
  });
});
