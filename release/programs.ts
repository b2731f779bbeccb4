import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { messageOf, OperatorError } from "../src/operator-error.ts";
import { integrityOf, type Manifest, readManifest } from "./manifest.ts";
import { run } from "./run.ts";
import { nameOfThisMachine, programName, TARGETS, type Target } from "./targets.ts";

/** Why there is no program, and the commands that build it elsewhere. `expected`: this machine can never build it. */
type MissingProgram = { reason: string; command: string; expected: boolean };

export type BuiltProgram = { target: Target; file: string; missing?: MissingProgram };

const codesign = (program: string): string[] => ["codesign", "--force", "--sign", "-", program];

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
    ...(target.needs_codesign ? [codesign(outfile).join(" ")] : []),
  ].join(" && ");
}

/** The runtime for a target from the registry, or why npm cannot get it. A wrong hash ends the release. */
export async function fetchRuntime(root: string, target: Target, folder: string): Promise<string | { reason: string }> {
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
  const missing = (reason: string, expected: boolean): BuiltProgram => ({
    target,
    file,
    missing: { reason, command: manualCommand(manifest, target), expected },
  });
  if (target.needs_codesign && process.platform !== "darwin") return missing("only a Mac can sign it", true);
  const folder = join(temporary, target.name);
  mkdirSync(folder);
  // npm ci has checked the runtime that runs this.
  const own = target.name === nameOfThisMachine();
  const runtime = own ? process.execPath : await fetchRuntime(root, target, folder);
  if (typeof runtime !== "string") return missing(runtime.reason, false);
  await run([process.execPath, ...buildArguments(manifest, target, runtime, join(dist, file))], root);
  if (target.needs_codesign) await run(codesign(join(dist, file)), root);
  rmSync(folder, { recursive: true }); // a runtime is 150 MB, with its archive
  return { target, file };
}

/** Builds one after the other: each needs the memory and the disk of a whole runtime. */
export async function buildPrograms(root: string, dist: string, temporary: string): Promise<BuiltProgram[]> {
  const programs: BuiltProgram[] = [];
  for (const target of TARGETS) programs.push(await buildProgram(root, target, dist, temporary));
  return programs;
}
