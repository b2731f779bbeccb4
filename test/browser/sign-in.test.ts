import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type RunningDesk, startDesk } from "../../src/desk/start-desk.ts";
import { createLog } from "../../src/log.ts";
import { type Invited, invitePerson } from "../../src/owner/desk-members.ts";
import { parseSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { expectAccessible } from "./axe.ts";
import { NO_BROWSER, openBrowser } from "./browser.ts";
import { serveOtherSite } from "./other-site.ts";

const AUTHENTICATOR = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

const SURVEY = "Stars,Date,Name,Review\n5,3/4/2025,Di Ek,Kind and careful.\n";

describe.skipIf(NO_BROWSER)("signing in with a passkey", () => {
  let browser: Browser;
  let store: Store;
  let desk: RunningDesk;
  let origin: string;
  /** How far the clock of the desk is ahead. */
  let ahead_ms = 0;
  const now = () => new Date(Date.now() + ahead_ms);

  beforeAll(async () => {
    browser = await openBrowser();
    const folder = newFolder();
    store = await openStore(`sqlite:${folder}/candor.db`, { thread: true });
    const port = freePort();
    origin = `http://localhost:${port}`;
    const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, DESK_URL: origin, DESK_PORT: String(port) };
    const settings = parseSettings(env);
    const upkeep = { store, now, settings, secrets: {}, env, keepErasures: async () => {} };
    const options = { folder: `${folder}/desk/uploads`, keepLedger: async () => {}, upkeep, used() {} };
    const started = await startDesk({ deps: { store, now }, settings, log: createLog("silent"), ...options });
    if (!("stop" in started)) throw new Error("another desk runs");
    desk = started;
  });
  afterAll(async () => {
    await browser.close();
    await desk.stop();
    await store.close();
  });

  /** A browser with a fingerprint reader. `width` is that of the screen. */
  async function device(width: number): Promise<{ context: BrowserContext; page: Page; verify(ok: boolean): unknown }> {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", { options: AUTHENTICATOR });
    const verify = (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    return { context, page, verify };
  }

  const linkOf = (invited: Invited): string => {
    if ("refused" in invited) throw new Error(invited.refused);
    return `${origin}/join?token=${invited.token}`;
  };
  const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const arrived = (page: Page, title: string) => page.getByRole("heading", { level: 1, name: title }).waitFor();

  test("invitation, sign-in, roles, confirmation and removal, from a link to the last sign-out", async () => {
    const link = linkOf(await invitePerson({ store, now }, { name: "Ana Ruiz", role: "manager" }, null));
    const ana = await device(1280);
    await ana.page.goto(link);
    await expectAccessible(ana.page);
    await press(ana.page, "Make a passkey");
    await arrived(ana.page, "Set up");
    await ana.page.getByLabel("Name of the business").fill("Harbor Physical Therapy");
    await ana.page.getByLabel("Time zone").selectOption("America/Los_Angeles");
    await press(ana.page, "Save and continue");
    await arrived(ana.page, "Import reviews");

    await press(ana.page, "Sign out");
    await arrived(ana.page, "Sign in");
    await expectAccessible(ana.page);
    // A finger that is not hers.
    await ana.verify(false);
    await ana.page.goto(`${origin}/waiting`);
    await press(ana.page, "Sign in with your passkey");
    await ana.page.getByText("The browser did not use a passkey.").waitFor();
    await ana.verify(true);
    await press(ana.page, "Sign in with your passkey");
    await arrived(ana.page, "Waiting for you");
    expect(new URL(ana.page.url()).pathname).toBe("/waiting");

    await ana.page.getByRole("link", { name: "People" }).click();
    await expectAccessible(ana.page);
    ahead_ms += 6 * 60_000;
    await ana.page.getByLabel("Name").fill("Bo Lee");
    await ana.page.getByLabel("Staff").check();
    await press(ana.page, "Invite");
    await arrived(ana.page, "Is it you?");
    await expectAccessible(ana.page);
    await press(ana.page, "Confirm with your passkey");
    await arrived(ana.page, "Who may use this desk");
    await expectAccessible(ana.page);
    const given = (await ana.page.locator(".command code").textContent()) ?? "";
    expect(given).toStartWith(`${origin}/join?token=`);

    const bo = await device(360);
    await bo.page.goto(given);
    await expectAccessible(bo.page);
    expect(await bo.page.getByText("Bo Lee, you are invited").count()).toBe(1);
    await press(bo.page, "Make a passkey");
    await arrived(bo.page, "Today");
    expect(await bo.page.getByRole("link", { name: "People" }).count()).toBe(0);
    const answer = await bo.page.goto(`${origin}/people`);
    expect([answer?.status(), await heading(bo.page)]).toEqual([403, "Only a manager can do this"]);
    await bo.page.goto(`${origin}/import`);
    const file = { name: "survey.csv", mimeType: "text/csv", buffer: Buffer.from(SURVEY) };
    await bo.page.locator("input[type=file]").setInputFiles([file]);
    await press(bo.page, "Upload");
    await bo.page.waitForURL(/\/import\/\d+$/);

    await ana.page.goto(`${origin}/people`);
    await ana.page.getByRole("button", { name: "Remove Bo Lee" }).click();
    await ana.page.getByText("Bo Lee was removed").waitFor();
    await bo.page.reload();
    expect(await heading(bo.page)).toBe("Sign in");
    await press(bo.page, "Sign in with your passkey");
    await bo.page.getByText("The passkey was not accepted.").waitFor();
    await ana.page.getByRole("button", { name: "Remove Ana Ruiz" }).click();
    await ana.page.getByText("This is the last manager who can sign in.").waitFor();
    await ana.page.goto(`${origin}/backups`);
    await press(ana.page, "Back up now");
    await ana.page.getByRole("heading", { name: "Keep one elsewhere" }).waitFor();
    await expectAccessible(ana.page);
    await ana.page.getByLabel("Passphrase", { exact: true }).fill("correct horse battery");
    await ana.page.getByLabel("The same passphrase again").fill("correct horse battery");
    const download = ana.page.waitForEvent("download");
    await press(ana.page, "Download");
    expect((await download).suggestedFilename()).toMatch(/^candor-.*\.db\.tar\.enc$/);
    await ana.page.setViewportSize({ width: 360, height: 800 });
    for (const path of ["/people", "/backups", "/website", "/language?to=es&back=/website", "/people"]) {
      await ana.page.goto(origin + path);
      await expectAccessible(ana.page);
    }
    await ana.page.goto(`${origin}/language?to=en&back=/record`);
    expect(await ana.page.getByText("Ana Ruiz").count()).toBeGreaterThan(3);
    for (const { context } of [ana, bo]) await context.close();
  });

  test("another site can neither frame the desk nor change anything with somebody's session", async () => {
    const { context, page } = await device(1280);
    const link = linkOf(await invitePerson({ store, now }, { name: "Cy", role: "manager" }, null));
    await page.goto(link);
    await press(page, "Make a passkey");
    await arrived(page, "Today");
    const people = () => store.query("SELECT name FROM desk_person ORDER BY name");
    const before = await people();
    const site = serveOtherSite(`<iframe src="${origin}/people"></iframe>
<form method="post" action="${origin}/people"><input name="name" value="Eve"><input name="role" value="manager">
<button>Win a prize</button></form>`);
    const other = await context.newPage();
    await other.goto(site.url);
    const framed = other.frames().find((frame) => frame !== other.mainFrame());
    expect(await framed?.getByRole("heading").count()).toBe(0);
    const fetched = `fetch("${origin}/people", { credentials: "include" }).then(() => "read", () => "refused")`;
    expect(await other.evaluate(fetched)).toBe("refused");
    await press(other, "Win a prize");
    await arrived(other, "Nothing was changed");
    expect(await people()).toEqual(before);
    await site.stop();
    await context.close();
  });
});
