/** `bun test/browser/desk-picture.ts` takes the picture of the desk in README.md; `npm run screenshots` takes all. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { CLI } from "../server-process.ts";
import { openBrowser } from "./browser.ts";

const REVIEWS = `Review ID,Reviewer,Rating,Review,Review Date,Review URL,Business Name
y1,Dolores Whitaker,5,"Priya explained every exercise, and my shoulder is back. Call me at 415-555-0134.",2026-11-12,https://www.yelp.com/biz/x?hrid=y1,Harborline
y2,Samuel Ostrander,2,I waited forty minutes and then had ten with the therapist.,2026-11-10,https://www.yelp.com/biz/x?hrid=y2,Harborline
y3,Ines Carvalho,4,Good care for my ankle. The parking lot is too small.,2026-11-03,https://www.yelp.com/biz/x?hrid=y3,Harborline
`;

/** The desk of a demonstration, with a file that is not published yet. */
export async function shootDesk(browser: Browser, path: string): Promise<void> {
  const desk = Bun.spawn([...CLI, "desk", "--demo", "--no-open", "--no-serve"], {
    env: { PATH: process.env.PATH ?? "" },
    stdout: "pipe",
    stderr: "inherit",
  });
  try {
    let output = "";
    for await (const chunk of desk.stdout) {
      output += new TextDecoder().decode(chunk);
      if (output.includes("Stop with Ctrl-C.")) break;
    }
    const link = /http:\S+/.exec(output)?.[0] ?? "";
    const page = await browser.newPage({ viewport: { width: 1180, height: 860 }, colorScheme: "light" });
    await page.goto(link);
    await page.getByRole("button", { name: "Open the desk" }).click();
    await page.getByRole("link", { name: "Import", exact: true }).click();
    const file = { name: "yelp-november.csv", mimeType: "text/csv", buffer: Buffer.from(REVIEWS) };
    await page.locator("input[type=file]").setInputFiles([file]);
    await page.getByRole("button", { name: "Upload" }).click();
    const published = page.getByRole("button", { name: /^Publish \d/ });
    await published.waitFor();
    await published.evaluate((button) => button.scrollIntoView({ block: "center" }));
    await page.screenshot({ path });
    await page.close();
  } finally {
    desk.kill("SIGTERM");
    await desk.exited;
  }
}

if (import.meta.main) {
  const browser = await openBrowser();
  await shootDesk(browser, join(import.meta.dir, "../../docs/images/desk.png"));
  await browser.close();
}
