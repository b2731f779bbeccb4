import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import type { Source } from "../../src/model/review-kinds.ts";
import { newFolder } from "../databases.ts";
import { deps } from "../sync/owned.ts";
import type { World } from "../sync/world.ts";
import { FOREIGN } from "./clinic-oracle.ts";
import { NAMES, textOf } from "./steps.ts";
import { readLoneCopies } from "./stored-clinic.ts";

/** Imports that leave the owner's reviews as they are, each of another source. */
async function load(world: World, lines: readonly string[], source: Source, more: Partial<ImportOptions> = {}) {
  const path = join(newFolder(), "side.csv");
  writeFileSync(path, `id,name,rating,date,review,May we publish this?\n${lines.join("\n")}\n`);
  const { run } = await importFiles(deps(world), [path], {
    ...{ ...DEFAULT_OPTIONS, yes: true, verified_by: "operator", source },
    ...more,
  });
  return run;
}
const takeBack = (world: World, run: number | null) =>
  run === null ? null : undoImport(deps(world), run, async () => true);
/** Of each review of a source, why it is held. */
async function heldOf({ store }: World, source: Source): Promise<(string | null)[]> {
  const rows = await store.query<{ held_reason: string | null }>("SELECT held_reason FROM review WHERE source = $1", [
    source,
  ]);
  return rows.map(({ held_reason }) => held_reason);
}

/** A review of somebody who did not clearly agree is never public, in this step and later. */
export async function askWithoutAnswer(world: World, step: number): Promise<void> {
  const answers = ["", "maybe", "No", "Yes, unless my name is shown"];
  const rows = answers.map(
    (answer, at) => `c${step}-${at},Jo Kay ${at},2,2026-03-0${at + 1},Asked in ${step}.,"${answer}"`,
  );
  await load(world, rows, "trustpilot");
}
export const readUnasked = ({ store }: World) =>
  store.query("SELECT source_id FROM review WHERE source = 'trustpilot' AND state = 'published'");

/** A copy of an erased review that was cut comes without an id, or with another one, and is not stored. */
export async function copyErased(world: World, at: number, version: number | null): Promise<void> {
  if (version === null || version >= FOREIGN) return;
  const words = textOf(at, version).slice(0, 70);
  for (const id of ["", `f${at}`]) {
    await load(world, [`${id},${NAMES[at]},5,2026-01-0${at + 1},"${words} … [more]",Yes`], "facebook");
    expect(await heldOf(world, "facebook")).toEqual([]);
  }
}

/** Texts that are equal but for digits that are hidden are two reviews, in one file or in two. */
export async function tellNumbersApart(world: World): Promise<void> {
  const line = (number: number) => `,Mo Lin,5,2026-02-02,"Kind people, ask for me at 541-555-${number}.",Yes`;
  for (const files of [[[1234, 5678]], [[1234], [5678]]]) {
    const runs: (number | null)[] = [];
    for (const numbers of files) runs.push(await load(world, numbers.map(line), "direct"));
    expect((await heldOf(world, "direct")).length).toBe(2);
    for (const run of runs.reverse()) await takeBack(world, run);
  }
}

/** A copy from another source is held while its original is public, and is no copy of anything once that is gone. */
export async function copyAndUndo(world: World): Promise<void> {
  const words = "A copy of these words is held for as long as somebody can read them elsewhere, and no longer.";
  const line = (id: string) => `${id},Uma Vee,4,2026-02-03,"${words}",Yes`;
  const first = await load(world, [line("o")], "yelp");
  const second = await load(world, [line("g")], "healthgrades", { verified_by: "platform_account" });
  expect(await heldOf(world, "healthgrades")).toEqual(["duplicate"]);
  await takeBack(world, first);
  expect(await heldOf(world, "healthgrades")).toEqual([null]);
  expect(await readLoneCopies(world.store)).toEqual([]);
  await takeBack(world, second);
}
