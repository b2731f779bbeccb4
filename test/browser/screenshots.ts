/** Takes the two screenshots of README.md from the demonstration: `bun test/browser/screenshots.ts` writes docs/images. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { openBrowser } from "./browser.ts";

const ROOT = join(import.meta.dir, "../..");
const PORT = 8123;
const PICTURES = [
  { name: "overview-light.png", path: "/", colorScheme: "light", height: 1000 },
  { name: "explorer-dark.png", path: "/reviews?query=knee", colorScheme: "dark", height: 800 },
] as const;

const origin = `http://localhost:${PORT}`;
const service = Bun.spawn([process.execPath, "src/cli.ts", "serve", "--demo"], {
  cwd: ROOT,
  env: {
    ...process.env,
    PORT: String(PORT),
    DATABASE_URL: `sqlite:${join(newFolder(), "demo.db")}`,
    LOG_LEVEL: "warn",
  },
  stdout: "ignore",
});
const isReady = () =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await isReady())) await Bun.sleep(100);

mkdirSync(join(ROOT, "docs/images"), { recursive: true });
const browser = await openBrowser();
for (const { name, path, colorScheme, height } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: 1200, height }, colorScheme });
  await page.goto(origin + path);
  await page.screenshot({ path: join(ROOT, "docs/images", name) });
  await page.close();
}
await browser.close();
service.kill();
await service.exited;
