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

function randomClinic(seed: number, least: number) {
  const random = openRandom(seed);
  const rows = Array.from({ length: least + Math.floor(random() * 90) }, (_, i) => {
    const said = random() < 0.1 ? null : (TEXTS[Math.floor(random() ** 2 * TEXTS.length)] ?? null);
    const technicians = said?.includes("Ana") ? [{ id: "ana-ruiz", name: "Ana Ruiz" }] : [];
    const mentions = JSON.stringify({ technicians, services: [], service_areas: [] });
    return reviewRow(i + 1, {
      ...{ rating: 1 + Math.floor(random() * 5), text: said, language: null, mentions },
    });
  });
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

type Endpoint = ReturnType<typeof startEndpoint>;
const servedAt =
  (snapshot: Awaited<ReturnType<typeof testSnapshot>>) =>
  (path: string): string =>
    text(snapshot.documents.get(path)?.bodies.identity ?? "");

/** Rating, number of reviews, headline and summary, wherever they are told. */
async function checkWhole(report: Wire, endpoint: Endpoint, served: (path: string) => string) {
  const { aggregate_rating, total, reviews }: Wire = JSON.parse(served("/reviews.json"));
  const { rating_value, rating_count, distribution } = aggregate_rating;
  const summary = await callTool(endpoint.url, "get_summary");
  for (const key of [
    "headline",
    "summary",
    "pull_quote",
    "pull_quote_review_id",
    "strengths",
    "overall_sentiment",
    "languages",
  ])
    expect([key, summary[key]]).toEqual([key, report[key]]);
  expect(summary.aggregate_rating).toEqual(aggregate_rating);
  const { overall } = await callTool(endpoint.url, "get_statistics");
  expect([overall.count, overall.distribution, overall.text_count]).toEqual([
    rating_count,
    distribution,
    report.text_count,
  ]);
  expect([total, reviews.length, report.review_count]).toEqual([rating_count, rating_count, rating_count]);
  const stars = reviews.reduce((sum: number, { rating }: Wire) => sum + rating, 0);
  expect(rating_value).toBe(Math.round((100 * stars) / rating_count) / 100);
  const shown = (Math.round((10 * stars) / rating_count) / 10).toFixed(1);
  const counted = `${rating_count} review${rating_count === 1 ? "" : "s"}`;
  expect(report.summary).toMatch(
    rating_count === 1 ? /^One review gives / : new RegExp(`^${counted} give .* ${shown} of 5`),
  );
  expect(served("/llms.txt")).toContain(`Rating: ${shown} out of 5 from ${counted} `);
  expect(served("/badge.svg")).toContain(`: ${shown} out of 5, ${counted}</title>`);
  expect(served("/widget.js")).toContain(`"rating":"${shown}",`);
  expect(served("/widget.js")).toContain(`"count":${rating_count},`);
  for (const page of ["/", "/insights"]) expect([page, served(page).includes(report.headline)]).toEqual([page, true]);
  const titles = reviews
    .slice(0, 50)
    .map(({ rating, author }: Wire) => `${rating} star${rating === 1 ? "" : "s"} from ${author}`);
  expect(JSON.parse(served("/api/feed.json")).items.map(({ title }: Wire) => title)).toEqual(titles);
  const atom = served("/feed.xml").matchAll(/<entry[^>]*>.*?<title type="text">([^<]*)</gs);
  expect(Array.from(atom, ([, title]) => title ?? "")).toEqual(titles);
}

/** What is counted of each subject, person and month is the same over MCP. */
async function checkParts(report: Wire, endpoint: Endpoint) {
  const COUNTED = ["mention_count", "positive_count", "neutral_count", "mixed_count", "negative_count", "score"];
  const numbersOf = (one: Wire): Wire => COUNTED.map((key) => [key, one[key]]);
  const trends = await callTool(endpoint.url, "get_trends");
  expect(trends.monthly).toMatchObject(report.temporal.monthly);
  expect(trends.aspects.map(({ id, mention_count, score }: Wire) => [id, mention_count, score])).toEqual(
    report.aspects.map(({ id, mention_count, score }: Wire) => [id, mention_count, score]),
  );
  for (const aspect of report.aspects.slice(0, 3)) {
    const told = await callTool(endpoint.url, "get_aspect_sentiment", { aspect: aspect.id });
    expect([told.aspect.label, ...numbersOf(told.aspect)]).toEqual([aspect.label, ...numbersOf(aspect)]);
  }
  const [ana] = report.entities.technicians;
  const card = await callTool(endpoint.url, "get_technician", { technician: "ana-ruiz" });
  expect(card.stars.mention_count).toBe(ana?.mention_count ?? 0);
  if (ana) expect(numbersOf(card.insights)).toEqual(numbersOf(ana));
}

test("every number and label is the same in the documents, the feeds, the badge, the widget and over MCP", async () => {
  for (let run = 0; run < repeats(12, 300); run++) {
    const snapshot = await randomClinic(SEED + run, 1);
    const endpoint = startEndpoint(snapshot);
    const served = servedAt(snapshot);
    const report: Wire = JSON.parse(served("/insights.json"));
    await checkWhole(report, endpoint, served);
    await checkParts(report, endpoint);
    await endpoint.stop();
  }
});

test("strengths and concerns are the same in the JSON, over MCP and in the export, and the pages list them with their counts", async () => {
  let compared = 0;
  for (let run = 0; run < Math.max(3, repeats(3, 20)); run++) {
    const snapshot = await randomClinic(SEED + run, 40);
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
