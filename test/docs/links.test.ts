import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const FOLDERS = ["docs", "deploy", "insights", "examples"];
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
];

type Link = { page: string; target: string };

/** Links to files of the repository, outside code blocks. */
const LINKS: Link[] = PAGES.flatMap((page) => {
  const text = readFileSync(join(ROOT, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
  return Array.from(text.matchAll(/\]\((?!https?:|mailto:|cursor:|vscode:|#)([^)\s]+)\)/g), ([, target = ""]) => ({
    page,
    target,
  }));
});

const headings = (path: string): string[] =>
  Array.from(readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every relative link in README, docs, CONTRIBUTING, deploy and insights leads to a file or folder", () => {
  expect(LINKS.length).toBeGreaterThan(40);
  const broken = LINKS.filter(({ page, target }) => {
    const [path = "", anchor] = target.split("#");
    const file = join(ROOT, dirname(page), path);
    return !existsSync(file) || (anchor !== undefined && !headings(file).includes(anchor));
  });
  expect(broken.map(({ page, target }) => `${page}: ${target}`)).toEqual([]);
});

test("every page of docs is linked from README or another page", () => {
  const linked = new Set(LINKS.map(({ page, target }) => join(dirname(page), target.split("#")[0] ?? "")));
  const pages = PAGES.filter((page) => page.startsWith("docs/"));
  const found = (page: string) => linked.has(page) || linked.has(`${dirname(page)}/`);
  expect(pages.filter((page) => !found(page))).toEqual([]);
});

test("the tree in docs/architecture.md names every folder and file of src", () => {
  const tree =
    readFileSync(join(ROOT, "docs/architecture.md"), "utf8").split("## The tree")[1]?.split("\n## ")[0] ?? "";
  const named = Array.from(tree.matchAll(/\]\(\.\.\/src\/([\w.-]+)\)/g), ([, name = ""]) => name);
  const found = readdirSync(join(ROOT, "src")).filter((name) => !name.endsWith(".d.ts"));
  expect(named.toSorted()).toEqual(found.toSorted());
});
