import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GENERATED } from "./generate.ts";

for (const [name, render] of Object.entries(GENERATED)) {
  test(`docs/${name} is generated from the code (bun test/docs/generate.ts writes it)`, () => {
    expect(readFileSync(join(import.meta.dir, "../../docs", name), "utf8")).toBe(render());
  });
}
