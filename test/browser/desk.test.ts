import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { type RunningDesk, startDesk } from "../../src/desk/start-desk.ts";
import { createLog } from "../../src/log.ts";
import { createDeskLink } from "../../src/owner/desk-access.ts";
import { parseSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newFolder } from "../databases.ts";
import { expectAccessible } from "./axe.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";

const YELP =
  "Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name\n" +
  "y1,Ann Bee,5,Kind and careful.,2026-01-05,https://www.yelp.com/biz/x?hrid=y1,Harbor\n" +
  "y2,Cy Dee,2,I waited an hour. Call me at 415-555-0134.,2026-01-06,https://www.yelp.com/biz/x?hrid=y2,Harbor\n";
const SURVEY =
  "Stars,Date,Name,Review,reply\n" +
  Array.from({ length: 31 }, (_, at) => `${(at % 5) + 1},3/4/2025,Di Ek${at},Words number ${at}.,`).join("\n") +
  '\n4,5/6/2025,Ed Fa,Good care.,"Your knee surgery went well!"\n';

describe.skipIf(NO_BROWSER)("the first day at the desk", () => {
  let browser: Browser;
  let store: Store;
  let desk: RunningDesk;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function startAnew(): Promise<string> {
    const folder = newFolder();
    store = await openStore(`sqlite:${folder}/candor.db`, { thread: true });
    const deps = { store, now: () => new Date() };
    const settings = {
      DESK_HOST: "127.0.0.1",
      DESK_PORT: 0,
      DESK_URL: null,
      BASE_URL: "https://reviews.example",
      TRUST_PROXY: 0,
    };
    const all = parseSettings({ DATABASE_URL: `sqlite:${folder}/candor.db` });
    const upkeep = {
      ...deps,
      settings: all,
      secrets: {},
      env: { DATABASE_URL: `sqlite:${folder}/candor.db` },
      keepErasures: async () => {},
    };
    const options = { folder: `${folder}/desk/uploads`, keepLedger: async () => {}, upkeep, used() {} };
    const started = await startDesk({ deps, settings, log: createLog("silent"), ...options });
    if (!("stop" in started)) throw new Error("another desk runs");
    desk = started;
    return `${desk.origin}/open?token=${await createDeskLink(deps)}`;
  }

  const published = async () => (await store.query("SELECT id FROM review WHERE state = 'published'")).length;

  async function upload(page: Page, name: string, text: string): Promise<void> {
    await page.goto(`${desk.origin}/import`);
    await page.locator("input[type=file]").setInputFiles([{ name, mimeType: "text/csv", buffer: Buffer.from(text) }]);
    await page.getByRole("button", { name: "Upload" }).click();
    await page.waitForURL(/\/import\/\d+$/);
  }

  for (const { width, javaScriptEnabled } of [
    { width: 1280, javaScriptEnabled: true },
    { width: 360, javaScriptEnabled: false },
  ]) {
    const script = javaScriptEnabled ? "with" : "without";
    test(`from an empty database to published reviews, at ${width} px, ${script} script`, async () => {
      const link = await startAnew();
      const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled });
      const page = await context.newPage();
      // axe itself is a script.
      const look = javaScriptEnabled ? expectAccessible : async () => {};
      await page.goto(link);
      await look(page);
      await page.getByRole("button", { name: "Open the desk" }).click();
      await page.getByLabel("Name of the business").fill("Harbor Physical Therapy");
      await page.getByLabel("Country").selectOption("US");
      await page.getByLabel("Time zone").selectOption("America/Los_Angeles");
      await look(page);
      await page.getByRole("button", { name: "Save and continue" }).click();
      await page.getByRole("heading", { name: "Import reviews" }).waitFor();
      await look(page);

      await upload(page, "yelp.csv", YELP);
      await page.getByText("Nothing is public yet.").waitFor();
      expect(await published()).toBe(0);
      await look(page);
      await page.getByRole("button", { name: "Publish 2 reviews" }).click();
      await page.getByRole("heading", { name: "What changed" }).waitFor();
      expect(await published()).toBe(2);
      await look(page);

      await upload(page, "survey.csv", SURVEY);
      await page.getByLabel("The month").check();
      await look(page);
      await page.getByRole("button", { name: "Update preview" }).click();
      await page.getByText("March 4, 2025").first().waitFor();
      // A wrong choice is corrected before anything is public.
      await page.getByText("How the file is read").click();
      await page.getByLabel("Order of day and month").selectOption("day_first");
      await page.getByRole("button", { name: "Update preview" }).click();
      await page.getByText("April 3, 2025").first().waitFor();
      await page.getByRole("button", { name: /^Publish/ }).click();
      await page.getByRole("heading", { name: "What changed" }).waitFor();
      expect(await published()).toBe(2);

      await page.getByRole("link", { name: "Waiting" }).click();
      await look(page);
      const waiting = page.locator("#unverified");
      for (const box of (await waiting.getByRole("checkbox").all()).slice(0, 30)) await box.check();
      await waiting.getByRole("combobox").selectOption("visit_record");
      await waiting.getByRole("button", { name: "Publish" }).click();
      await page.waitForURL(/\/waiting$/);
      for (let tries = 0; tries < 200 && (await published()) < 32; tries += 1) await Bun.sleep(20);
      expect(await published()).toBe(32);
      await page.locator("#reply").getByRole("checkbox").check();
      await page.locator("#reply").getByRole("button", { name: "Keep back" }).click();
      await page.locator("#reply").waitFor({ state: "detached" });

      await page.goto(`${desk.origin}/reviews?words=careful`);
      await look(page);
      await page.getByRole("link", { name: "Ann B." }).click();
      await look(page);
      await page.getByLabel("Name", { exact: true }).fill("Ann B.");
      await page.getByRole("button", { name: "Erase" }).click();
      await page.getByText("its words are gone").waitFor();
      expect(await published()).toBe(31);
      await look(page);

      await page.getByRole("link", { name: "Imports" }).click();
      await look(page);
      await page.getByRole("link", { name: "Record" }).click();
      await look(page);
      await page.getByRole("link", { name: "Español" }).click();
      await page.getByRole("heading", { name: "Registro de cambios" }).waitFor();
      for (const path of ["/", "/import", "/waiting", "/reviews", "/imports", "/profile", "/sources", "/backups"]) {
        await page.goto(desk.origin + path);
        await look(page);
      }
      await page.getByRole("button", { name: "Salir" }).click();
      await page.getByRole("heading", { name: "Abrir el escritorio" }).waitFor();
      await context.close();
      await desk.stop();
      await store.close();
    });
  }
});
