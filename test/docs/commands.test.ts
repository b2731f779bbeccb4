import { describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import { temporaryFolder } from "../temporary.ts";
import { buildZip } from "../zip.ts";

const ROOT = join(import.meta.dir, "../..");
/** Their commands ask a running service; the tests beside this one do that. */
const ASKING = ["mcp.md", "websub.md"];

/** The lines of the `sh` blocks: the command, and what it needs where it says so. */
function commandsOf(page: string): { line: string; needs: string | null }[] {
  const text = readFileSync(join(ROOT, "docs", page), "utf8");
  return Array.from(text.matchAll(/```sh\n([\s\S]*?)```/g), ([, block = ""]) => block.trim().split("\n"))
    .flat()
    .map((line) => {
      const [command = "", comment = ""] = line.split(/\s+# /);
      return { line: command.trim(), needs: /^needs (.+)/.exec(comment)?.[1] ?? null };
    });
}

const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md") && !ASKING.includes(name));
/** One clinic after another page: what importing.md loads, operations.md backs up and privacy.md erases. */
const ORDER = ["importing.md", "operations.md", "privacy.md"];
const ordered = [...ORDER, ...pages.filter((name) => !ORDER.includes(name))];

const folder = temporaryFolder();
const env = { ...process.env, DATABASE_URL: "sqlite:./data/candor.db", PORT: "0" };
mkdirSync(join(folder, "data"));
copyFileSync(join(ROOT, "examples/demo-clinic/business.yaml"), join(folder, "business.yaml"));
const reviews = readFileSync(join(ROOT, "test/import/formats/fixtures/takeout-reviews.json"), "utf8");
const TAKEOUT = "Takeout/Google Business Profile/account-1/location-2/reviews.json";
writeFileSync(join(folder, "takeout.zip"), buildZip([{ name: TAKEOUT, data: reviews }]));

async function someId(): Promise<string> {
  const store = await openStore(`sqlite:${folder}/data/candor.db`);
  const [row] = await store.query<{ id: string }>("SELECT id FROM review ORDER BY id LIMIT 1");
  await store.close();
  return row?.id ?? "";
}

/** As it stands in the page, but for the checkout's own commands, which are called from another folder here. */
async function run(line: string): Promise<{ code: number; error: string }> {
  const asked = line
    .replace(/^npx candor\b/, `node ${join(ROOT, "bin/candor.mjs")}`)
    .replace(/\bID\b/, await someId())
    .replace(/^npm run\b/, `npm --prefix ${ROOT} run`);
  const child = Bun.spawn(["sh", "-c", asked], { cwd: folder, env, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const [code, error] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return { code, error: code === 0 ? "" : error };
}

describe("every command in docs/ runs as it stands, or says what it needs", () => {
  for (const page of ordered) {
    for (const { line, needs } of commandsOf(page)) {
      if (needs === null) {
        test(`${page}: ${line}`, async () => {
          expect(await run(line)).toEqual({ code: 0, error: "" });
        }, 120_000);
      }
    }
  }
});

test("every command that the docs name in passing exists", () => {
  const { stdout } = Bun.spawnSync(["node", join(ROOT, "bin/candor.mjs"), "--help"]);
  const known = Array.from(stdout.toString().matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name]) => name);
  const named = pages.flatMap((page) =>
    Array.from(
      readFileSync(join(ROOT, "docs", page), "utf8").matchAll(/`(?:npx )?candor ([a-z]+)/g),
      ([, name]) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
