import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./owner-files.ts";

const texts = ["README.md", "deploy", "docs", "examples", "src"].flatMap((name) =>
  name.endsWith(".md")
    ? [name]
    : readdirSync(join(ROOT, name), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.(?:md|ts|yaml|env|service|timer)$/.test(path))
        .map((path) => join(name, path)),
);

test("nothing tells to run npx candor: outside a checkout, npx asks the registry for a stranger's package", () => {
  expect(texts.length).toBeGreaterThan(500);
  const named = texts.flatMap((path) =>
    readFileSync(join(ROOT, path), "utf8")
      .split("\n")
      .filter((line) => line.includes("npx candor"))
      .map((line) => `${path}: ${line.slice(0, 60)}`),
  );
  expect(named).toEqual(["docs/owner.md: A [release](operations.md#on-one-machine) gives it, too: `np"]);
});
