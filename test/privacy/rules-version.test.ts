import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RULES_VERSION } from "../../src/model/rules-version.ts";

const ROOT = join(import.meta.dir, "../..");
const PIN = join(import.meta.dir, "pins/rules-version.json");

/** The files of the rules, and a hash of what is in them. */
function hashRules(): string {
  const files = readdirSync(join(ROOT, "src/privacy"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => `src/privacy/${name}`);
  const hash = createHash("sha256");
  for (const file of [...files, "insights/engine/mentions.ts", "insights/engine/mentions.words.txt"].sort())
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

/**
 * Red after a change of the rules: raise RULES_VERSION in src/model/rules-version.ts, so that every store is judged again,
 * and put the new pair into the pin. If the change hides, holds and mentions exactly what was before, only the hash is new.
 */
test("rules that changed have a new version, so that what is stored is judged again", () => {
  const pinned: { version: number; sha256: string } = JSON.parse(readFileSync(PIN, "utf8"));
  expect({ version: RULES_VERSION, sha256: hashRules() }).toEqual(pinned);
});
