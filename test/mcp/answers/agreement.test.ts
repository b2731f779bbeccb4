import { expect, test } from "bun:test";
import { createReviewAnalysis } from "../../../src/publish/review-insights.ts";
import { wholeBody } from "../../../src/snapshot/body.ts";
import { buildSite } from "../../../src/static-site/build-site.ts";
import { HARBOR_REVIEWS } from "../../harbor-clinic.ts";
import { repeats } from "../../length.ts";
import { openRandom } from "../../random.ts";
import { engineFor } from "../../read-texts.ts";
import { reviewRow } from "../../rows.ts";
import { SEED } from "../../seed.ts";
import { callTool, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

const TEXTS = HARBOR_REVIEWS.flatMap(({ text }) => text ?? []);
const BASE_URL = "http://localhost:8080";

function randomClinic(seed: number) {
  const random = openRandom(seed);
  const rows = Array.from({ length: 30 + Math.floor(random() * 60) }, (_, i) =>
    reviewRow(i + 1, { text: TEXTS[Math.floor(random() ** 2 * TEXTS.length)] ?? null }),
  );
  return testSnapshot({ rows, analyzed: true });
}

/** The aspects that a page lists, each with its number of reviews. */
const listedOn = (markup: string): [string, number][] =>
  Array.from(
    markup.matchAll(/<h3><a href="[^"]*aspect[=/]([\w-]+)[^>]*><span dir="auto">[^<]*<\/span> <span class="of">(\d+)/g),
    ([, id = "", count = ""]) => [id, Number(count)],
  );

const text = (content: unknown): string =>
  typeof content === "string" ? content : new TextDecoder().decode(wholeBody(content as Uint8Array<ArrayBuffer>[])); // a body

test("strengths and concerns are the same in the JSON, over MCP and in the export, and the pages list them with their counts", async () => {
  let compared = 0;
  for (let run = 0; run < repeats(3, 20); run++) {
    const snapshot = await randomClinic(SEED + run);
    const endpoint = startEndpoint(snapshot);
    const report: Wire = await (await fetch(`${endpoint.origin}/insights.json`)).json();
    const summary = await callTool(endpoint.url, "get_summary");
    const told = [...new Set(summary.concerns.map(({ text }: Wire) => text))];
    expect([summary.strengths, told]).toEqual([report.strengths, report.concerns]);
    const trends = await callTool(endpoint.url, "get_trends");
    const directions = new Map(trends.aspects.map(({ id, direction }: Wire) => [id, direction]));
    for (const { id, label, text, direction } of summary.concerns) {
      expect(text).toContain(label);
      expect([id, direction]).toEqual([id, directions.get(id)]);
    }
    const analysis = createReviewAnalysis(engineFor);
    const files = new Map(buildSite({ snapshot, base_url: BASE_URL, addressed: true, analysis }));
    const exported = JSON.parse(text(files.get("insights.json")));
    expect([exported.strengths, exported.concerns]).toEqual([report.strengths, report.concerns]);
    const served = text(snapshot.documents.get("/")?.bodies.identity);
    const counts = new Map<string, number>(report.aspects.map(({ id, mention_count }: Wire) => [id, mention_count]));
    const ranked = [...report.strengths, ...report.concerns].filter((said) => !said.startsWith("Too few to rank; "));
    const named = ranked.map((said: string) => report.aspects.find(({ label }: Wire) => said.startsWith(`${label}: `)));
    expect(named).not.toContain(undefined);
    for (const markup of [served, text(files.get("index.html"))]) {
      const listed = new Map(listedOn(markup));
      expect([...listed]).toEqual([...listed.keys()].map((id) => [id, counts.get(id) ?? 0]));
      for (const { id, mention_count } of named) expect([id, listed.get(id)]).toEqual([id, mention_count]);
    }
    compared += named.length;
    await endpoint.stop();
  }
  expect(compared).toBeGreaterThan(10);
});
