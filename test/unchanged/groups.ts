import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Group, hashOf } from "./unchanged.ts";

export const ROOT = join(import.meta.dir, "../..");

/** What a release is made of: the inputs of tests that install the program or start it as a process of its own. */
export const SHIPPED = [
  ".dockerignore",
  ".github",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "Dockerfile",
  "LICENSE",
  "README.md",
  "bin",
  "deploy",
  "docs",
  "examples",
  "insights/engine",
  "insights/model-card.md",
  "package.json",
  "release",
  "server.json",
  "src",
];

const testsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`)
    .sort();

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
      "test/browser/late-places.test.ts",
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
  "what is shipped, as others install it, and the docs as they are followed": {
    tests: [
      "test/binary.test.ts",
      "test/conformance/typed-clients.test.ts",
      "test/deploy/alerts.test.ts",
      "test/deploy/image.test.ts",
      "test/deploy/install.test.ts",
      "test/deploy/package.test.ts",
      "test/docs/commands.test.ts",
      "test/docs/developers.test.ts",
      "test/docs/help.test.ts",
      "test/docs/readme.test.ts",
      "test/docs/two-paths.test.ts",
      "test/release/release.test.ts",
    ],
    reads: SHIPPED,
    short: true,
  },
  "servers and commands that are killed, stopped, flooded or beside each other": {
    tests: [
      ...testsIn("test/faults"),
      "test/browser/desk-year.test.ts",
      "test/desk/killed.test.ts",
      "test/desk/long-file.test.ts",
      "test/desk/process.test.ts",
      "test/import/run/kill.test.ts",
      "test/sync/two-candors.test.ts",
      "test/wire/change.test.ts",
      "test/wire/stop.test.ts",
      "test/wire/swap.test.ts",
    ],
    reads: SHIPPED,
    short: true,
  },
  "the tools of the developers": {
    tests: ["test/bench/dataset.test.ts", "test/mutants/mutate.test.ts", "test/patterns/attacks.test.ts"],
    reads: [],
  },
};

const PASSED = join(import.meta.dir, "passed.json");
/** The hash of the inputs of each group when it last passed. */
const readPassed = (): Record<string, string> => JSON.parse(readFileSync(PASSED, "utf8"));
const hashes = (): [string, string][] => Object.entries(GROUPS).map(([name, group]) => [name, hashOf(ROOT, group)]);

/** Every group with its tests, and whether all that it depends on is as it was. */
function listGroups() {
  const passed = readPassed();
  return hashes().map(([name, hash]) => ({ name, ...GROUPS[name], unchanged: passed[name] === hash }));
}

// `test/run.mjs` calls this: with "record" after the groups passed, otherwise for the list.
if (import.meta.main) {
  if (process.argv[2] === "record") writeFileSync(PASSED, `${JSON.stringify(Object.fromEntries(hashes()), null, 2)}\n`);
  else process.stdout.write(JSON.stringify(listGroups()));
}
