import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SYNC_STATES } from "../../src/store/sync/sync-sources.ts";
import { FAULT_CODES } from "../../src/sync/fault.ts";
import { ROOT } from "./owner-files.ts";

const page = readFileSync(join(ROOT, "docs/sync.md"), "utf8");
const codesOf = (section: string): string[] => {
  const [, text = ""] = page.split(`## ${section}\n`);
  return Array.from((text.split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)` \|/gm), ([, code = ""]) => code);
};

test("docs/sync.md explains every fault and every state of a source, and no other", () => {
  expect(codesOf("Faults")).toEqual([...FAULT_CODES]);
  expect(codesOf("States")).toEqual([...SYNC_STATES]);
});
