import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (name: string) => readFileSync(join(import.meta.dir, "../..", name), "utf8");

test("README's performance table is that of docs/performance.md (npm run bench writes both)", () => {
  const shown = /<!-- performance -->\n([\s\S]*?)\n<!-- \/performance -->/.exec(read("README.md"))?.[1] ?? "";
  const [table = ""] = shown.split("\n\n");
  expect(table).toStartWith("| what | Candor | beside |\n");
  expect(read("docs/performance.md")).toContain(table);
});
