import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { buildZip } from "../zip.ts";

export const ROOT = join(import.meta.dir, "../..");
const TAKEOUT = "Takeout/Google Business Profile/account-1/location-2/reviews.json";

/** A folder with the files that the docs name: business.yaml, takeout.zip and data/. */
export function ownerFolder(): string {
  const folder = newFolder();
  mkdirSync(join(folder, "data"));
  const profile = readFileSync(join(ROOT, "examples/demo-clinic/business.yaml"), "utf8");
  writeFileSync(join(folder, "business.yaml"), profile.replace("demonstration: true\n", ""));
  writeFileSync(join(folder, "takeout.zip"), takeoutZip());
  return folder;
}

/** An export of Google with two reviews. */
export function takeoutZip() {
  const reviews = readFileSync(join(ROOT, "test/import/formats/fixtures/takeout-reviews.json"), "utf8");
  return buildZip([{ name: TAKEOUT, data: reviews }]);
}

const SHIM = ["node", join(ROOT, "bin/candor.mjs")];

/** The command as the docs show it, changed to call this checkout from another folder: by what the command calls, or `program`. */
export const inCheckout = (line: string, program: readonly string[] = SHIM): string =>
  line.replace(/^candor\b/, program.join(" ")).replace(/^npm run\b/, `npm --prefix ${ROOT} run`);
