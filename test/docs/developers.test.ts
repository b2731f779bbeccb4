import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { embeds, quickStart } from "../../src/pages/developers/examples.ts";
import { CLINIC } from "../browser/clinic.ts";
import { newFolder } from "../databases.ts";
import { servePages } from "../pages/serve-pages.ts";

const RUNNERS: Record<string, { file: string; command: string[] }> = {
  sh: { file: "example.sh", command: ["bash", "-eu"] },
  typescript: { file: "example.ts", command: [process.execPath, "run"] },
  python: { file: "example.py", command: ["python3"] },
};

/** What each example prints about the test clinic. */
const PRINTS: Record<string, string[]> = {
  curl: ['"matched":9', '"reviews":[{"id":'],
  typescript: ["2025-10-22 5 Maria S.", "2024-01-01 5 Maria S."],
  python: ["3.03 out of 5 from 65 reviews", "2025-12-20 3 Ana was wonderful."],
  sync: ["200\n304\n"],
};

const text = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

describe("the examples of /developers", () => {
  let service: Awaited<ReturnType<typeof servePages>>;
  let page: string;
  beforeAll(async () => {
    service = await servePages(CLINIC);
    page = await (await fetch(`${service.base_url}/developers`)).text();
  });
  afterAll(() => service.stop());

  const shown = (id: string) => {
    const match = new RegExp(
      `<section class="example" id="${id}">.*?<code class="language-(\\w+)">(.*?)</code>`,
      "s",
    ).exec(page);
    return { language: match?.[1] ?? "", code: text(match?.[2] ?? "") };
  };

  for (const { id, title } of quickStart("")) {
    test(`${title} runs as shown`, async () => {
      const { language, code } = shown(id);
      const runner = RUNNERS[language];
      if (!runner) throw new Error(`there is no runner for ${language}`);
      const folder = newFolder();
      writeFileSync(join(folder, runner.file), code);
      const run = Bun.spawn([...runner.command, runner.file], { cwd: folder, stdout: "pipe", stderr: "pipe" });
      const [out, error, status] = await Promise.all([
        new Response(run.stdout).text(),
        new Response(run.stderr).text(),
        run.exited,
      ]);
      expect([status, error]).toEqual([0, ""]);
      for (const words of PRINTS[id] ?? ["(this example has no expectation)"]) expect(out).toContain(words);
    });
  }

  test("the page shows the embeds that the browser tests run", () => {
    for (const { id, code } of embeds(service.base_url)) expect(shown(id)).toEqual({ language: "html", code });
  });
});
