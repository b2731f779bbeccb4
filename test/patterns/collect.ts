import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Node, parseSync } from "oxc-parser";
import { childrenOf } from "../mutants/mutate.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** All that the program consists of. */
const FOLDERS = ["src", "insights/engine"];

export type Found = { place: string; regex: RegExp };

const sourceFiles = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${folder}/${file.replaceAll(sep, "/")}`)
      .sort(),
  );

function visitFile(file: string, onNode: (node: Node) => void): void {
  const visit = (node: Node): void => {
    onNode(node);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(join(ROOT, file), "utf8")).program);
}

/** Every regular expression that is written as a literal. */
export function collectLiterals(): Found[] {
  const found: Found[] = [];
  for (const file of sourceFiles()) {
    visitFile(file, (node) => {
      if (node.type === "Literal" && "regex" in node) {
        const { pattern, flags } = node.regex;
        found.push({ place: `${file}: /${pattern}/${flags}`, regex: new RegExp(pattern, flags) });
      }
    });
  }
  return found;
}

/** The files that call RegExp, each with whether it does so only while it is loaded, where `collectMade` sees it. */
export function findCalls(): Map<string, boolean> {
  const calls = new Map<string, boolean>();
  for (const file of sourceFiles()) {
    const visit = (node: Node, inFunction: boolean): void => {
      const isCall = node.type === "NewExpression" || node.type === "CallExpression";
      if (isCall && node.callee.type === "Identifier" && node.callee.name === "RegExp")
        calls.set(file, (calls.get(file) ?? true) && !inFunction);
      const inside = inFunction || /Function|Method/.test(node.type);
      for (const child of childrenOf(node)) visit(child, inside);
    };
    visit(parseSync(file, readFileSync(join(ROOT, file), "utf8")).program, false);
  }
  return calls;
}

/** Every regular expression that the program makes with RegExp while it is loaded. Run in a process of its own. */
export async function collectMade(): Promise<Found[]> {
  const process = Bun.spawn([Bun.argv[0] ?? "bun", fileURLToPath(import.meta.url)], { stderr: "inherit" });
  const made: { file: string; source: string; flags: string }[] = JSON.parse(await new Response(process.stdout).text());
  return made.map(({ file, source, flags }) => ({ place: `${file}: ${source}`, regex: new RegExp(source, flags) }));
}

async function recordMade() {
  const made: { file: string; source: string; flags: string }[] = [];
  const Real = RegExp;
  globalThis.RegExp = new Proxy(Real, {
    construct(target, [source, flags]) {
      const regex = new target(source, flags);
      const isOurs = (line: string) => FOLDERS.some((folder) => line.includes(join(ROOT, folder) + sep));
      const file = new Error().stack?.split("\n").find(isOurs);
      // Packages make some too while our modules load them.
      if (file && !file.includes("node_modules"))
        made.push({ file: file.split(ROOT)[1] ?? "", source: regex.source, flags: regex.flags });
      return regex;
    },
  });
  for (const file of findCalls().keys()) await import(join(ROOT, file));
  globalThis.RegExp = Real;
  return made;
}

if (import.meta.main) process.stdout.write(JSON.stringify(await recordMade()));
