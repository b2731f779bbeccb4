import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { installation, linkIn, startDeskProcess, until } from "../desk/desk-process.ts";
import { LONG } from "../length.ts";
import { FAR_MS } from "../machine.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";
import { COPIED, LATER_FILE, surveyFile, takeoutFile, UNKNOWN_NUMBER, YELP_FILE } from "./year-files.ts";

/** Does everything that an owner does in a year. `page` is the desk; `site` is what the public sees. */
function createOwner(page: Page, link: string, site: string) {
  const { origin } = new URL(link);
  const press = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole("button", { name, exact: true }).click();
  const arrived = (title: string) => page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  const go = async (name: string, title: string) => {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await arrived(title);
  };
  const readPublic = async (path: string): Promise<string> => {
    const answer = await fetch(site + path);
    const text = (await answer.text()).replace(/<[^>]*>/g, "");
    return `${answer.status} ${text}`;
  };
  /** Waits until the public page has these words, and none of the others. */
  async function isPublic(path: string, words: string[], others: string[] = []): Promise<void> {
    const differs = (text: string) => [
      ...words.filter((one) => !text.includes(one)).map((one) => `without ${one}`),
      ...others.filter((one) => text.includes(one)).map((one) => `with ${one}`),
    ];
    for (const started = performance.now(); performance.now() - started < FAR_MS; await Bun.sleep(100))
      if (differs(await readPublic(path)).length === 0) return;
    expect([path, differs(await readPublic(path))]).toEqual([path, []]);
  }
  const readData = async (): Promise<{ reviews: unknown[]; business: unknown }> =>
    JSON.parse(await (await fetch(`${site}/reviews.json`)).text());
  const publicCount = async (): Promise<number> => (await readData()).reviews.length;
  const countIs = (count: number) => until(async () => (await publicCount()) === count);
  /** Opens the oldest review with these words, and returns its path. */
  async function openReview(words: string): Promise<string> {
    await go("Reviews", "Reviews");
    await page.getByRole("searchbox").fill(words);
    await press("Search");
    await page.locator("main a[href^='/reviews/']").last().click();
    await arrived("Review");
    return new URL(page.url()).pathname;
  }
  return {
    async setUp() {
      await page.goto(link);
      await press("Open the desk");
      await page.getByLabel("Name of the business").fill("Harbor Physical Therapy");
      await page.getByLabel("Country").selectOption("US");
      await page.getByLabel("Time zone").selectOption("America/Los_Angeles");
      await press("Save and continue");
      await arrived("Import reviews");
      await go("Your business", "Your business");
      await page.getByRole("group", { name: "Staff: another one" }).first().getByLabel("Name").fill("Ana Ruiz");
      await page.getByRole("group", { name: "Staff: another one" }).last().getByLabel("Name").fill("Ben Katz");
      await press("Save");
      await page.getByText("Saved.").waitFor();
      await isPublic("/", ["Harbor Physical Therapy", "No reviews yet"]);
    },

    async importThree() {
      await go("Import", "Import reviews");
      const file = (name: string, data: Uint8Array | string) => ({ name, mimeType: "", buffer: Buffer.from(data) });
      await page
        .locator("input[type=file]")
        .setInputFiles([
          file("takeout.zip", takeoutFile()),
          file("survey.xlsx", surveyFile()),
          file("yelp.csv", YELP_FILE),
        ]);
      await press("Upload");
      await arrived("A few questions about your files");
      await page.getByRole("radio", { name: /^Answers/ }).check();
      await page.getByLabel("The month").check();
      await page.getByLabel("Rather not").check();
      await press("Update preview");
      await arrived("Import reviews");
      // Nothing is public before somebody publishes it.
      expect(await publicCount()).toBe(0);

      await page.getByRole("link", { name: "takeout.zip" }).click();
      await press("Publish 3 reviews");
      await page.getByRole("heading", { name: "What changed" }).waitFor();
      await isPublic("/reviews", ["Lou P.", "Ben Katz is gentle"], ["Pat D."]);

      await page.getByRole("link", { name: "Import another file" }).click();
      await page.getByRole("link", { name: "survey.xlsx" }).click();
      await page.getByText("March 4, 2026").first().waitFor();
      // Both choices were wrong: these patients write the day first, and the other answer is the one that agrees.
      await page.getByText("How the file is read").click();
      await page.getByLabel("Order of day and month").selectOption("day_first");
      await press("Update preview");
      await page.getByText("April 3, 2026").first().waitFor();
      await press("Answer again");
      await page.getByLabel("Rather not").uncheck();
      await page.getByLabel("Sure").check();
      await page.getByLabel("The day").check();
      await press("Update preview");
      await page.getByText("How the file is read").click();
      await page.getByLabel("Your reply").selectOption("Our reply");
      await press("Update preview");
      await page.getByText("Your knee surgery went well, Kim!").first().waitFor();
      await page.getByText("April 3, 2026").first().waitFor();
      await press(/^Publish \d+ reviews?$/);
      await page.getByRole("heading", { name: "What changed" }).waitFor();

      await page.getByRole("link", { name: "Import another file" }).click();
      await page.getByRole("link", { name: "yelp.csv" }).click();
      await press(/^Publish \d+ reviews?$/);
      await page.getByRole("heading", { name: "What changed" }).waitFor();
      // Three of Google, and one of Yelp: the other one is a copy. The survey waits.
      await isPublic("/reviews", ["Cy D.", "Lou P."], ["Pat D.", "Kim N.", "Keep this to yourselves"]);
      await countIs(4);
    },

    async decideThirty() {
      await go("Waiting", "Waiting for you");
      const list = page.locator("#unverified");
      await list.getByRole("link", { name: "Choose all 32 on this page" }).click();
      for (const box of (await list.getByRole("checkbox").all()).slice(-2)) await box.uncheck();
      await list.getByRole("combobox").selectOption("visit_record");
      await press("Publish", list);
      await arrived("Waiting for you");
      await countIs(34);
      await isPublic("/reviews", ["34 reviews", "Pat D."], ["Keep this to yourselves", "knee surgery"]);
    },

    async rewordReply() {
      await page.locator("#reply").getByRole("link", { name: "Reword" }).click();
      await arrived("Review");
      await page.getByLabel("Your reply").fill("Thank you for your kind words!");
      await press("Save reply");
      await page.getByText("Your reply is public.").waitFor();
      const { pathname } = new URL(page.url());
      await isPublic(pathname, ["Thank you for your kind words!"], ["knee surgery"]);
    },

    async hideNumber() {
      const path = await openReview("forty minutes");
      await isPublic(path, [UNKNOWN_NUMBER]);
      await page.getByLabel("Words to hide, as they are in the review").fill(UNKNOWN_NUMBER);
      await page.getByLabel("What they reveal").selectOption("phone");
      await press("Hide words");
      await page.getByText("Words hidden by the business").waitFor();
      await isPublic(path, ["You have my number: [phone hidden by the business]."], [UNKNOWN_NUMBER]);
    },

    async correctDate() {
      const path = await openReview("Parking is hard");
      await page.getByLabel("Date", { exact: true }).fill("2026-02-16");
      await press("Correct");
      await page.getByText("February 16, 2026").first().waitFor();
      await isPublic(path, ["February 16, 2026", "Corrected"]);
    },

    async eraseOne() {
      const path = await openReview("half an hour");
      await isPublic(path, [COPIED]);
      await page.getByRole("checkbox", { name: /^Maria S\./ }).check();
      await page.getByLabel("Name", { exact: true }).fill("maria s.");
      await press("Erase");
      await page.getByText("its words are gone").waitFor();
      await isPublic(path, ["410"], [COPIED]);
      await isPublic("/reviews", ["33 reviews"], ["half an hour"]);
      await go("Waiting", "Waiting for you");
      expect(await page.getByText("half an hour").count()).toBe(0);
    },

    async changeStaff() {
      await go("Your business", "Your business");
      const ana = page.getByRole("group", { name: "Ana Ruiz" });
      await ana.getByLabel("Name").fill("Ana Lopez");
      await ana.getByLabel("Called before (separated by commas)").fill("Ana Ruiz");
      await page.getByRole("group", { name: "Ben Katz" }).getByLabel("Left").check();
      await press("Save");
      await page.getByText("Saved.").waitFor();
      await until(async () => JSON.stringify((await readData()).business).includes("Ana Lopez"));
    },

    async undoSecond() {
      await go("Imports", "Imports");
      // Its reviews that were published since wait again first.
      await press("Take 30 publications back 2");
      await arrived("Undo import 2");
      await countIs(3);
      await press("Undo 2");
      await arrived("Imports");
      await page.getByText(/^Undone/).waitFor();
      await isPublic("/reviews", ["Lou P.", "Cy D."], ["Pat D."]);
    },

    async addFolder(folder: string) {
      await go("Sources", "Sources");
      await page.getByLabel("Name").fill("inbox");
      await page.getByLabel("Folder or address").fill(folder);
      await press("Add");
      await press("Run now inbox");
      await page.getByText("1 new, 0 changed, 0 refused").waitFor();
      await isPublic("/reviews", ["Flo G.", "The new therapist is patient."]);
    },

    async backUp() {
      await go("Backups", "Backups");
      await press("Back up now");
      await page.getByText("was made and checked").waitFor();
      await press(/^Test /);
      await page.getByText("can be restored: 4 published reviews").waitFor();
      await go("Today", "Today");
      expect(origin).toBe(new URL(page.url()).origin);
    },
  };
}

describe.skipIf(NO_BROWSER)("the first day and a year, without a command", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const phone = { width: 360, javaScriptEnabled: false };
  for (const { width, javaScriptEnabled } of LONG ? [{ width: 1280, javaScriptEnabled: true }, phone] : [phone]) {
    test(`at ${width} px, ${javaScriptEnabled ? "with" : "without"} script`, async () => {
      const { env, folder, port } = installation();
      const desk = startDeskProcess(env, ["--no-open"]);
      const inbox = join(folder, "inbox");
      mkdirSync(inbox);
      writeFileSync(join(inbox, "yelp-march.csv"), LATER_FILE);
      const link = await until(() => linkIn(desk.output()));
      const page = await browser.newPage({ viewport: { width, height: 800 }, javaScriptEnabled });
      const owner = createOwner(page, link, `http://127.0.0.1:${port}`);
      try {
        await owner.setUp();
        await owner.importThree();
        await owner.decideThirty();
        await owner.rewordReply();
        await owner.hideNumber();
        await owner.correctDate();
        await owner.eraseOne();
        await owner.changeStaff();
        await owner.undoSecond();
        await owner.addFolder(inbox);
        await owner.backUp();
      } finally {
        await page.context().close();
        desk.child.kill("SIGTERM");
      }
      expect(await desk.child.exited).toBe(0);
    });
  }
});
