/**
 * Makes a release of the commit that is checked out, in dist/: the npm package, single-file programs, their checksums,
 * the bill of materials and the notes.
 *
 *   npm run release                           what can be built here; the rest is listed with the command that builds it
 *   npm run release -- --all --tag v1.0.0     fails if the registry lacks a runtime, or the tag is not that of the version
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OperatorError } from "../src/operator-error.ts";
import { renderBill } from "./bill-of-materials.ts";
import { readManifest } from "./manifest.ts";
import { findNotes } from "./notes.ts";
import { type BuiltProgram, buildPrograms } from "./programs.ts";
import { checkRelease } from "./refusal.ts";
import { run } from "./run.ts";
import { packTarball } from "./tarball.ts";
import { nameOfThisMachine } from "./targets.ts";
import { tryProgram } from "./try-program.ts";

/** In the format of sha256sum. */
async function renderChecksums(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    const hash = new Bun.CryptoHasher("sha256");
    for await (const chunk of Bun.file(join(folder, name)).stream()) hash.update(chunk);
    lines.push(`${hash.digest("hex")}  ${name}\n`);
  }
  return lines.join("");
}

const renderMissing = (programs: readonly BuiltProgram[]): string =>
  programs
    .flatMap(({ file, missing }) => (missing ? [`  ${file} (${missing.reason}):\n  ${missing.command}\n`] : []))
    .join("");

async function fillDist(root: string, notes: string, temporary: string): Promise<BuiltProgram[]> {
  const { version } = readManifest(root);
  const dist = join(root, "dist");
  const report = (text: string) => console.log(`release: ${text}`);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  report(await packTarball(root, dist, temporary));
  const programs = await buildPrograms(root, dist, temporary);
  for (const { target, file, missing } of programs) {
    if (missing) continue;
    const own = target.name === nameOfThisMachine();
    if (own) await tryProgram(join(dist, file), version, temporary);
    report(`${file}${own ? " (runs here: --version, and serve --demo was ready)" : ""}`);
  }
  const committed = (await run(["git", "log", "-1", "--format=%ct"], root)).trim();
  const committed_at = new Date(Number(committed) * 1000).toISOString();
  writeFileSync(join(dist, `candor-${version}.cdx.json`), await renderBill(root, committed_at));
  writeFileSync(join(dist, "RELEASE_NOTES.md"), notes);
  writeFileSync(join(dist, "SHA256SUMS"), await renderChecksums(dist));
  report(`candor-${version}.cdx.json, RELEASE_NOTES.md, SHA256SUMS`);
  return programs;
}

async function release(root: string, argv: string[]): Promise<number> {
  const { values } = parseArgs({ args: argv, options: { all: { type: "boolean" }, tag: { type: "string" } } });
  const { version, dependencies } = readManifest(root);
  const changed = (await run(["git", "status", "--porcelain"], root)).split("\n").filter((line) => line !== "");
  const checked = checkRelease({
    version,
    tag: values.tag ?? null,
    changed: changed.map((line) => line.slice(3)),
    notes: findNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version),
    runtime: { running: Bun.version, wanted: dependencies.bun },
  });
  if ("refusal" in checked) throw new OperatorError(checked.refusal);
  const temporary = mkdtempSync(join(tmpdir(), "candor-release-"));
  try {
    const programs = await fillDist(root, checked.notes, temporary);
    const missing = renderMissing(programs);
    if (missing !== "") console.error(`release: not built here; elsewhere, after npm ci:\n${missing}`);
    return values.all && programs.some((program) => program.missing?.expected === false) ? 1 : 0;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

process.exitCode = await release(process.cwd(), process.argv.slice(2)).catch((error) => {
  if (!(error instanceof OperatorError)) throw error;
  console.error(`release: ${error.message}`);
  return 1;
});
