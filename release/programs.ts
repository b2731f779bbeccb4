import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { messageOf, OperatorError } from "../src/operator-error.ts";
import { integrityOf, type Manifest, readManifest } from "./manifest.ts";
import { run } from "./run.ts";
import { nameOfThisMachine, programName, TARGETS, type Target } from "./targets.ts";

/** A program that was built, or why not and the commands that build it elsewhere. */
export type BuiltProgram = { target: Target; file: string; missing?: { reason: string; command: string } };

/** The script `build:binary`, for another target: it is the one place that lists the entry points. */
export function buildArguments(manifest: Manifest, { bun_target }: Target, runtime: string, outfile: string): string[] {
  const [, ...options] = manifest.scripts["build:binary"].replace(/ --outfile .*$/, "").split(" ");
  return [...options, `--target=${bun_target}`, `--compile-executable-path=${runtime}`, "--outfile", outfile];
}

/** The commands that build a program where the registry can be reached, after `npm ci`. */
export function manualCommand(manifest: Manifest, target: Target): string {
  const version = manifest.dependencies.bun;
  const archive = `${target.runtime_package.replace("@", "").replace("/", "-")}-${version}.tgz`;
  const outfile = `dist/${programName(manifest.version, target)}`;
  const build = buildArguments(manifest, target, target.runtime_file, outfile).map((word) =>
    /[[\]]/.test(word) ? `'${word}'` : word,
  );
  return [
    `npm pack ${target.runtime_package}@${version}`,
    `tar -xzf ${archive}`,
    `node_modules/bun/bin/bun.exe ${build.join(" ")}`,
  ].join(" && ");
}

/** The runtime for a target from the registry. Null with the reason if npm cannot get it; a wrong hash ends the release. */
async function fetchRuntime(root: string, target: Target, folder: string): Promise<string | { reason: string }> {
  const { runtime_package, runtime_file } = target;
  const name = `${runtime_package}@${readManifest(root).dependencies.bun}`;
  const packed = await run(["npm", "pack", name, "--json", "--pack-destination", folder], root).catch(
    (error: unknown) => ({ reason: messageOf(error) }),
  );
  if (typeof packed !== "string") return packed;
  const [first]: { filename: string }[] = Object.values(JSON.parse(packed));
  const archive = join(folder, first?.filename ?? "");
  const integrity = `sha512-${new Bun.CryptoHasher("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (integrity !== integrityOf(root, runtime_package)) {
    throw new OperatorError(`${name} is not the package that package-lock.json names: its hash is ${integrity}`);
  }
  await run(["tar", "-xzf", archive, "-C", folder, runtime_file], root);
  return join(folder, runtime_file);
}

async function buildProgram(root: string, target: Target, dist: string, temporary: string): Promise<BuiltProgram> {
  const manifest = readManifest(root);
  const file = programName(manifest.version, target);
  const folder = join(temporary, target.name);
  mkdirSync(folder);
  // npm ci has checked the runtime that runs this.
  const own = target.name === nameOfThisMachine();
  const runtime = own ? process.execPath : await fetchRuntime(root, target, folder);
  if (typeof runtime !== "string") {
    return { target, file, missing: { reason: runtime.reason, command: manualCommand(manifest, target) } };
  }
  await run([process.execPath, ...buildArguments(manifest, target, runtime, join(dist, file))], root);
  rmSync(folder, { recursive: true }); // a runtime is 150 MB, with its archive
  return { target, file };
}

/** Builds one after the other: each needs the memory and the disk of a whole runtime. */
export async function buildPrograms(root: string, dist: string, temporary: string): Promise<BuiltProgram[]> {
  const programs: BuiltProgram[] = [];
  for (const target of TARGETS) programs.push(await buildProgram(root, target, dist, temporary));
  return programs;
}
