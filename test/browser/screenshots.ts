/**
 * `npm run screenshots` takes a picture of every page of the demonstration at two widths in both schemes, into the folder
 * screenshots, and the pictures of README.md, into docs/images. `npm run screenshots -- DIR 360,768,1280,1920` takes
 * other widths into another folder, and leaves the pictures of README.md alone.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { startCandor } from "../server-process.ts";
import { OPEN_ALL, openBrowser } from "./browser.ts";
import { shootDesk } from "./desk-picture.ts";

const ROOT = join(import.meta.dir, "../..");
const [folder = "screenshots", widths = "360,1280"] = process.argv.slice(2);
const SCHEMES = ["light", "dark"] as const;
/** Pages longer than this are cut off. */
const MOST_HEIGHT = 4000;

const README = [
  { name: "overview-light.png", path: "/", colorScheme: "light", height: 860 },
  { name: "explorer-dark.png", path: "/reviews?query=knee", colorScheme: "dark", height: 860 },
] as const;

type Look = { name: string; path: string; prepare?: (page: Page) => Promise<void> };

const openAll = (page: Page): Promise<void> => page.evaluate(OPEN_ALL);

/** Every kind of page, and the states that a page can be in. */
const looks = (review_id: string): Look[] => [
  { name: "overview", path: "/" },
  { name: "reviews", path: "/reviews" },
  { name: "reviews-found", path: "/reviews?query=knee&rating=5" },
  { name: "reviews-none", path: "/reviews?query=kneee" },
  { name: "reviews-fault", path: "/reviews?rating=9" },
  { name: "review", path: `/reviews/${review_id}` },
  { name: "insights", path: "/insights" },
  { name: "insights-open", path: "/insights", prepare: openAll },
  { name: "policy", path: "/policy" },
  { name: "developers", path: "/developers" },
  { name: "reference", path: "/developers/reference" },
  { name: "mcp", path: "/developers/mcp" },
  { name: "embed", path: "/embed" },
  { name: "overview-es", path: "/es" },
  { name: "insights-es", path: "/es/insights", prepare: openAll },
  { name: "embed-es", path: "/es/embed" },
  { name: "not-found", path: "/reviews/nothing" },
];

async function shoot(browser: Browser, url: string, look: Look, width: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: width < 600 ? 740 : 900 } });
  const page = await context.newPage();
  await page.goto(url + look.path);
  await look.prepare?.(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    const height = Math.min(MOST_HEIGHT, await page.evaluate("document.documentElement.scrollHeight"));
    const path = join(folder, `${look.name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height } });
  }
  await context.close();
}

async function shootReadme(browser: Browser, url: string): Promise<void> {
  for (const { name, path, colorScheme, height } of README) {
    const page = await browser.newPage({ viewport: { width: 1180, height }, colorScheme });
    await page.goto(url + path);
    await page.screenshot({ path: join(ROOT, "docs/images", name) });
    await page.close();
  }
}

const port = freePort();
const url = `http://127.0.0.1:${port}`;
await using _service = await startCandor(
  { PORT: String(port), BASE_URL: url, DATABASE_URL: `sqlite:${join(newFolder(), "demo.db")}`, LOG_LEVEL: "info" },
  ["--demo"],
);
while (!(await fetch(`${url}/readyz`)).ok) await Bun.sleep(100);
const { reviews } = (await (await fetch(`${url}/api/reviews/search?has_reply=true&has_text=true&limit=1`)).json()) as {
  reviews: { id: string }[];
};
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
for (const look of looks(reviews[0]?.id ?? "")) {
  for (const width of widths.split(",").map(Number)) await shoot(browser, url, look, width);
}
if (process.argv.length < 3) {
  await shootReadme(browser, url);
  await shootDesk(browser, join(ROOT, "docs/images/desk.png"));
}
await browser.close();
