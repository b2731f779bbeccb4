import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findNotes } from "../../release/notes.ts";
import { VERSION } from "../../src/version.ts";
import { ROOT } from "../deploy/image-tree.ts";

const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");
const manifest: { version: string; description: string } = JSON.parse(read("package.json"));

test("every file that names the version names the same one", () => {
  const lock: { version: string; packages: Record<string, { version?: string }> } = JSON.parse(
    read("package-lock.json"),
  );
  const server: { version: string } = JSON.parse(read("server.json"));
  expect([VERSION, lock.version, lock.packages[""]?.version, server.version]).toEqual([
    manifest.version,
    manifest.version,
    manifest.version,
    manifest.version,
  ]);
});

test("the changelog has notes for the version", () => {
  expect(findNotes(read("CHANGELOG.md"), manifest.version)?.length).toBeGreaterThan(100);
});

test("one description is everywhere: any local business, made for a clinic", () => {
  const sentence = "the verified reviews of a local business as open data";
  const whole = `${sentence}: honest, complete, machine-readable, nobody exposed.`;
  expect(manifest.description).toBe(`Publishes ${whole} Made for a physical-therapy clinic.`);
  expect(read("Dockerfile")).toContain(`org.opencontainers.image.description="${manifest.description}"`);
  for (const page of ["README.md", "CHANGELOG.md"]) {
    expect(read(page)).toContain(`Candor publishes ${whole}`);
    expect(read(page)).toContain("It was made for a physical-therapy clinic and works for any local business.");
  }
  expect(read("src/cli.ts")).toContain(`candor publishes ${sentence}.`);
});
