import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type RunningDesk, startDesk } from "../../src/desk/start-desk.ts";
import { createLog } from "../../src/log.ts";
import { createDeskLink } from "../../src/owner/desk-access.ts";
import { parseSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { violationsOf } from "./axe.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";
import { COPIED, surveyFile, YELP_FILE } from "./year-files.ts";

const OWN_FILE =
  "Stars,Date,Name,Review,reply,source\n" +
  `5,13/4/2025,Ann Bee,"Preston Waters is nice. ${COPIED}","Your knee surgery went well!",google\n` +
  "4,14/4/2025,Bo Lu,A-very-long-word-that-nobody-can-break-but-a-phone-has-to-show-it-all-the-same-without-scrolling,,google\n";
const CHANGED_FILE = OWN_FILE.replace("A-very-long", "Another-very-long").replace("Bo Lu", "Bo Lun");
const ASKING_FILE = "Stars,Date,Who,Words\n5,3/4/2025,Di Ek,Good care.\n";

describe.skipIf(NO_BROWSER)("every page of the desk", () => {
  let browser: Browser;
  let page: Page;
  let origin: string;
  let desk: RunningDesk;
  let store: Store;
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click();
  const review_paths: string[] = [];

  async function upload(...files: [string, string | Uint8Array][]): Promise<void> {
    await page.goto(`${origin}/import`);
    const chosen = files.map(([name, data]) => ({ name, mimeType: "", buffer: Buffer.from(data) }));
    await page.locator("input[type=file]").setInputFiles(chosen);
    await press("Upload");
    await page.waitForURL(/\/import\/\w+$/);
  }

  async function publish(): Promise<void> {
    await press(/^Publish \d+ reviews?$/);
    await page.getByRole("heading", { name: "What changed" }).waitFor();
  }

  /** Opens the first review with these words, in this state. */
  async function openReview(words: string, state: string): Promise<void> {
    await page.goto(`${origin}/reviews?state=${state}&words=${encodeURIComponent(words)}`);
    await page.locator("main a[href^='/reviews/']").first().click();
    await page.getByRole("heading", { level: 1, name: "Review", exact: true }).waitFor();
    review_paths.push(new URL(page.url()).pathname);
  }

  /** Accessible in both schemes, and never wider than the screen, with nothing to scroll sideways. */
  async function check(): Promise<void> {
    // A scheme changes nothing but colors.
    for (const [width, colorScheme, rules] of [
      [1280, "light", undefined],
      [360, "dark", ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]],
    ] as [number, "light" | "dark", string[] | undefined][]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate("document.querySelectorAll('main details').forEach((details) => { details.open = true; })");
      expect([page.url(), await violationsOf(page, undefined, rules)]).toEqual([page.url(), []]);
      const wide =
        "[document.documentElement, ...document.querySelectorAll('.scroll')].some((one) => one.scrollWidth > one.clientWidth)";
      expect([page.url(), width, await page.evaluate(wide)]).toEqual([page.url(), width, false]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  beforeAll(async () => {
    browser = await openBrowser();
    const folder = newFolder();
    const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, DESK_PORT: "0", BASE_URL: "https://reviews.example" };
    store = await openStore(env.DATABASE_URL, { thread: true });
    const deps = { store, now: () => new Date() };
    const settings = parseSettings({ ...env, DESK_PORT: String(freePort()) });
    const upkeep = { ...deps, settings, secrets: {}, env, keepErasures: async () => {} };
    const options = { folder: `${folder}/desk/uploads`, keepLedger: async () => {}, upkeep, used() {} };
    const started = await startDesk({ deps, settings, log: createLog("silent"), ...options });
    if (!("stop" in started)) throw new Error("another desk runs");
    desk = started;
    origin = desk.origin;
    page = await browser.newPage();
    await page.goto(`${origin}/open?token=${await createDeskLink(deps)}`);
    await check();
    await press("Open the desk");
    await check();
    await page.getByLabel("Name of the business").fill("Harbor Physical Therapy");
    await page.getByLabel("Time zone").selectOption("America/Los_Angeles");
    await press("Save and continue");
    await page.getByRole("heading", { level: 1, name: "Import reviews" }).waitFor();
    await page.goto(`${origin}/profile`);
    await page.getByLabel("Name", { exact: true }).nth(1).fill("Ana Ruiz");
    await press("Save");
    // Published and held reviews, look-alikes, replies and doubtful words that wait.
    for (const [name, data] of [
      ["own.csv", OWN_FILE],
      ["yelp.csv", YELP_FILE],
    ] as const) {
      await upload([name, data]);
      await publish();
    }
    const inbox = join(folder, "inbox");
    mkdirSync(inbox);
    await page.goto(`${origin}/sources`);
    await page.getByLabel("Name").fill("inbox");
    await page.getByLabel("Folder or address").fill(inbox);
    await press("Add");
    await press("Test inbox");
    await page.goto(`${origin}/backups`);
    await press("Back up now");
    await page.getByText("was made and checked").waitFor();
    // A published one, one that waits with a reply and a doubtful word, one that looks like another, and an erased one.
    await openReview("very-long", "held");
    await page.getByLabel("How you know that the authors were customers").selectOption("operator");
    await press("Publish");
    await page.getByText("See the public page").waitFor();
    await openReview("Preston", "held");
    await openReview("listened", "published");
    await openReview("Parking", "published");
    await page.getByLabel("Name", { exact: true }).fill("Cy D.");
    await press("Erase");
    await page.getByText("its words are gone").waitFor();
    // In hand: two files with questions, one with changes, and one that cannot be used.
    await upload(
      ["survey.xlsx", surveyFile()],
      ["asking.csv", ASKING_FILE],
      ["own.csv", CHANGED_FILE],
      ["x.png", "no"],
    );
  });
  afterAll(async () => {
    await browser.close();
    await desk.stop();
    await store.close();
  });

  test("Save of the profile is always in sight, and covers nothing that has the focus", async () => {
    await page.goto(`${origin}/profile`);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      await page.locator("main form input:not([type=hidden])").first().focus();
      const seen = new Set<string>();
      for (let step = 0; step < 40; step += 1) {
        const facts = await page.evaluate<{ name: string; covered: boolean; bar: number }>(`(() => {
          const bar = document.querySelector(".save-bar").getBoundingClientRect();
          const one = document.activeElement;
          const { top, bottom } = one.getBoundingClientRect();
          // Of a long text the browser shows the place where it is written.
          const shown = one.tagName === "TEXTAREA" ? Math.min(bottom, top + 30) : bottom;
          const apart = one.closest(".save-bar") !== null || top >= bar.bottom || shown <= bar.top;
          return { name: one.name ?? "", covered: !apart, bar: bar.bottom };
        })()`);
        expect([facts.name, facts.covered, facts.bar <= 640]).toEqual([facts.name, false, true]);
        seen.add(facts.name);
        await page.keyboard.press("Tab");
      }
      expect(seen.size).toBeGreaterThan(10);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  for (const language of ["en", "es"]) {
    test(`is accessible in both schemes and fits a phone, in ${language}`, async () => {
      await page.goto(`${origin}/language?to=${language}&back=/`);
      const files = [3, 4, 5, 6].map((number) => `/import/${number}`);
      const lists = ["/import", "/import/1", "/import/questions", "/waiting?choose=unverified", "/reviews", "/person"];
      const upkeep = ["/imports", "/imports/1", "/profile", "/sources", "/website", "/backups", "/record", "/nothing"];
      for (const path of ["/", ...lists, ...files, ...review_paths, ...upkeep]) {
        await page.goto(origin + path);
        await check();
      }
      await page.goto(`${origin}/person`);
      await page.locator("#person").fill("Ann Bee");
      await page.locator("main form button").click();
      await page.getByText("Ann B.").first().waitFor();
      await check();
      await page.goto(`${origin}/waiting`);
      await page.locator("main form button").first().click();
      await page.locator("[role=alert]").waitFor();
      await check();
    });
  }
});
