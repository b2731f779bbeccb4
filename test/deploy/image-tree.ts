import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");

type Instruction = { name: string; rest: string };

/** The instructions of the last stage, which is the image. */
function readFinalStage(): Instruction[] {
  const text = read("Dockerfile")
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ");
  const all = Array.from(text.matchAll(/^([A-Z]+)\s+(.*)$/gm), ([, name = "", rest = ""]) => ({ name, rest }));
  return all.slice(all.findLastIndex(({ name }) => name === "FROM"));
}

/** Whether `docker build` leaves a file out: the last pattern that matches it, or a folder above it, decides. */
function openIgnore(): (path: string) => boolean {
  const patterns = read(".dockerignore")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => ({ kept: line.startsWith("!"), glob: new Bun.Glob(line.replace(/^!/, "").replace(/\/$/, "")) }));
  return (path) => {
    const parts = path.split("/");
    const above = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
    return patterns.findLast(({ glob }) => above.some((name) => glob.match(name)))?.kept === false;
  };
}

const isIgnored = openIgnore();

/** The files that git knows or would add: what a fresh checkout has. */
const CHECKOUT = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
  .stdout.toString()
  .trim()
  .split("\n")
  .filter((path) => existsSync(join(ROOT, path)));

function copyIntoTree(sources: string[], target: string, tree: string): void {
  for (const source of sources) {
    const files = CHECKOUT.filter(
      (path) => path === source || path.startsWith(`${source}/`) || new Bun.Glob(source).match(path),
    );
    const sent = files.filter((path) => !isIgnored(path));
    if (sent.length === 0) throw new Error(`Dockerfile: COPY ${source}: nothing to copy, .dockerignore leaves it out`);
    const folder = statSync(join(ROOT, source), { throwIfNoEntry: false })?.isDirectory() === true;
    for (const path of sent) {
      // A folder's content is copied into the target; a file keeps its name if the target is a folder.
      const inside = folder
        ? join(target, path.slice(source.length))
        : target.endsWith("/")
          ? join(target, basename(path))
          : target;
      mkdirSync(dirname(join(tree, inside)), { recursive: true });
      cpSync(join(ROOT, path), join(tree, inside));
    }
  }
}

/** The packages that `npm ci --omit=dev` would install here, as links to the installed files. */
export function copyProductionPackages(target: string): void {
  const lock: { packages: Record<string, { dev?: boolean; devOptional?: boolean }> } = JSON.parse(
    read("package-lock.json"),
  );
  const kept = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional,
  );
  for (const [path] of kept) {
    if (!existsSync(join(ROOT, path))) continue; // binaries for other platforms
    const copy = join(target, path.slice("node_modules/".length));
    mkdirSync(copy, { recursive: true });
    for (const name of readdirSync(join(ROOT, path)).filter((entry) => entry !== "node_modules")) {
      // Links, not copies: the runtime is 100 MB. Another file system needs the copy.
      const linked = Bun.spawnSync(["cp", "-al", join(ROOT, path, name), copy]);
      if (linked.exitCode !== 0)
        cpSync(join(ROOT, path, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
    }
  }
}

/** The stage `system` of the Dockerfile, on Debian 12 for x64: the C library 3 MB, busybox 2 MB, certificates. */
const SYSTEM_BYTES = 5_400_000;

/** What the image takes unpacked. */
export function measureImage(tree: string): number {
  const files = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return files.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, SYSTEM_BYTES);
}

export type ImageTree = { command: string[]; env: Record<string, string>; cwd: string };

/** Lays out the files of the image under `tree`, and says how the image starts, with its paths mapped into the tree. */
export function buildImageTree(tree: string): ImageTree {
  const image: ImageTree = { command: [], env: {}, cwd: tree };
  let entry: string[] = [];
  const mapped = (text: string) => text.replaceAll(/(?<![\w.])\/(opt|var\/lib)\/candor/g, (path) => join(tree, path));
  for (const { name, rest } of readFinalStage()) {
    if (name === "COPY" && rest.startsWith("--from=")) {
      const [, from, to = ""] = rest.split(/\s+/);
      if (from === "/system") continue; // of Debian: SYSTEM_BYTES
      if (from !== "/opt/candor/node_modules") throw new Error(`unknown COPY ${rest}`);
      copyProductionPackages(join(tree, to));
      for (const [, path = ""] of read("Dockerfile").matchAll(/&& rm -f node_modules\/(\S+)/g))
        rmSync(join(tree, to, path));
    } else if (name === "COPY") {
      const words = rest.split(/\s+/);
      copyIntoTree(words.slice(0, -1), words.at(-1) ?? "", tree);
    } else if (name === "ENV") {
      for (const pair of rest.split(/\s+/))
        image.env[pair.split("=")[0] ?? ""] = mapped(pair.slice(pair.indexOf("=") + 1));
    } else if (name === "WORKDIR") {
      image.cwd = mapped(rest);
      mkdirSync(image.cwd, { recursive: true });
    } else if (name === "ENTRYPOINT") entry = JSON.parse(rest).map(mapped);
    else if (name === "CMD") image.command = [...entry, ...JSON.parse(rest)];
  }
  return image;
}
