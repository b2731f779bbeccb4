import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Group, hashOf } from "./unchanged.ts";

export const ROOT = join(import.meta.dir, "../..");

/** `npm test` leaves out a group whose inputs are those with which it last passed; `npm run test:long` runs all. */
export const GROUPS: Record<string, Group> = {
  "the corpus and what the engine makes of it": {
    tests: [
      "insights/test/analyze.test.ts",
      "insights/test/corpus.test.ts",
      "insights/test/net.test.ts",
      "insights/test/pinned-analyses.test.ts",
    ],
    reads: ["insights/corpus"],
  },
  "the public pages, in a browser too": {
    tests: [
      "test/browser/card.test.ts",
      "test/browser/chart.test.ts",
      "test/browser/developers.test.ts",
      "test/browser/embeds.test.ts",
      "test/browser/explorer/ahead.test.ts",
      "test/browser/explorer/explorer.test.ts",
      "test/browser/explorer/failing.test.ts",
      "test/browser/explorer/reach.test.ts",
      "test/browser/firefox.test.ts",
      "test/browser/hostile.test.ts",
      "test/browser/pages.test.ts",
      "test/browser/reference.test.ts",
      "test/browser/screens.test.ts",
      "test/browser/widget.test.ts",
      "test/wire/embeds.test.ts",
      "test/wire/languages.test.ts",
      "test/wire/pages.test.ts",
    ],
    reads: [],
  },
  "the demonstration, read in a browser": {
    tests: ["test/browser/reading.test.ts"],
    reads: [],
  },
  "the desk, in a browser": {
    tests: ["test/browser/desk-screens.test.ts", "test/browser/sign-in.test.ts"],
    reads: [],
  },
  "what programs of others read": {
    tests: [
      "test/browser/encodings.test.ts",
      "test/conformance/clients.test.ts",
      "test/conformance/inspector.test.ts",
      "test/conformance/suite.test.ts",
    ],
    reads: [],
  },
  "the tools of the developers": {
    tests: ["test/bench/dataset.test.ts", "test/mutants/mutate.test.ts", "test/patterns/attacks.test.ts"],
    reads: [],
  },
};

const PASSED = join(import.meta.dir, "passed.json");
/** The hash of the inputs of each group when it last passed with the counts of `npm run test:long`. */
const readPassed = (): Record<string, string> => JSON.parse(readFileSync(PASSED, "utf8"));
const hashes = (): [string, string][] => Object.entries(GROUPS).map(([name, group]) => [name, hashOf(ROOT, group)]);

/** Every group with its tests, and whether all that it depends on is as it was. */
function listGroups() {
  const passed = readPassed();
  return hashes().map(([name, hash]) => ({ name, tests: GROUPS[name]?.tests, unchanged: passed[name] === hash }));
}

// `test/run.mjs` calls this: with "record" after the groups passed, otherwise for the list.
if (import.meta.main) {
  if (process.argv[2] === "record") writeFileSync(PASSED, `${JSON.stringify(Object.fromEntries(hashes()), null, 2)}\n`);
  else process.stdout.write(JSON.stringify(listGroups()));
}
