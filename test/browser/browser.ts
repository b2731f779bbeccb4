import { spawnSync } from "node:child_process";
import { type Browser, chromium } from "playwright-core";
import { FAR_MS } from "../machine.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const find = (): string | null => NAMES.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;

/** The path of Chromium, installed from Debian if possible; otherwise the reason why there is none. */
function findBrowser(): { path: string } | { missing: string } {
  const found = find();
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || !Bun.which("apt-get")) {
    return { missing: `none of ${NAMES.join(", ")} is on PATH, and only root can install it with apt-get` };
  }
  const install = spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { encoding: "utf8" });
  const path = find();
  return path ? { path } : { missing: `apt-get install chromium failed: ${install.stderr.slice(-300)}` };
}

const browser = findBrowser();
if ("missing" in browser) console.error(`\nBROWSER TESTS SKIPPED: ${browser.missing}\n`);

/** For `describe.skipIf`. */
export const NO_BROWSER = "missing" in browser;

export async function openBrowser(): Promise<Browser> {
  if ("missing" in browser) throw new Error(browser.missing);
  const opened = await chromium.launch({ executablePath: browser.path, args: FLAGS });
  const newContext = opened.newContext.bind(opened);
  // newPage makes its context here, too.
  opened.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(FAR_MS);
    return context;
  };
  return opened;
}

/** Opens everything on a page at once, also what is otherwise open one at a time. */
export const OPEN_ALL =
  "document.querySelectorAll('main details').forEach((details) => { details.removeAttribute('name'); details.open = true; })";
