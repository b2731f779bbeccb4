import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { CLI } from "../server-process.ts";
import { inCheckout, ownerFolder, ROOT } from "./owner-files.ts";

/** Their commands need a running service: mcp.test.ts and websub.test.ts run them. */
const NEEDS_SERVICE = ["mcp.md", "websub.md"];

/** The lines of the `sh` blocks: the command, and what its comment says it needs. */
function commandsOf(page: string): { line: string; needs: string | null }[] {
  const text = readFileSync(join(ROOT, "docs", page), "utf8");
  return Array.from(text.matchAll(/```sh\n([\s\S]*?)```/g), ([, block = ""]) => block.trim().split("\n"))
    .flat()
    .map((line) => {
      const [command = "", comment = ""] = line.split(/\s+# /);
      return { line: command.trim(), needs: /^needs (.+)/.exec(comment)?.[1] ?? null };
    });
}

const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md") && !NEEDS_SERVICE.includes(name));
/** The pages share one database: importing.md fills it, operations.md backs it up, privacy.md erases a review. */
const ORDER = ["importing.md", "operations.md", "privacy.md"];
const ordered = [...ORDER, ...pages.filter((name) => !ORDER.includes(name))];

const folder = ownerFolder();
const env = { ...process.env, DATABASE_URL: "sqlite:./data/candor.db", PORT: "0" };

async function someId(): Promise<string> {
  const store = await openStore(`sqlite:${folder}/data/candor.db`);
  const [row] = await store.query<{ id: string }>("SELECT id FROM review ORDER BY id LIMIT 1");
  await store.close();
  return row?.id ?? "";
}

async function run(line: string): Promise<{ code: number; error: string }> {
  const command = inCheckout(line.replace(/\bID\b/, await someId()), CLI);
  const child = Bun.spawn(["sh", "-c", command], {
    cwd: folder,
    env,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [code, error] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  // A second restore within a second is told to wait: its name for the replaced file is taken.
  if (error.endsWith("already exists: try again\n")) return Bun.sleep(1000).then(() => run(line));
  return { code, error: code === 0 ? "" : error };
}

test("every command in docs/ runs as shown, or says what it needs", async () => {
  const runnable = ordered.flatMap((page) =>
    commandsOf(page).flatMap(({ line, needs }) => (needs === null ? [{ page, line }] : [])),
  );
  expect(runnable.length).toBeGreaterThan(30);
  const failed: unknown[] = [];
  for (const { page, line } of runnable) {
    const { code, error } = await run(line);
    if (code !== 0) failed.push({ page, line, code, error });
  }
  expect(failed).toEqual([]);
});

test("every candor command in the text of docs/ exists", () => {
  const { stdout } = Bun.spawnSync(["node", join(ROOT, "bin/candor.mjs"), "--help"]);
  const known = Array.from(stdout.toString().matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name]) => name);
  const named = pages.flatMap((page) =>
    Array.from(readFileSync(join(ROOT, "docs", page), "utf8").matchAll(/`candor ([a-z]+)/g), ([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
