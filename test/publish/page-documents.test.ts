import { expect, test } from "bun:test";
import type { Profile } from "../../src/model/business.ts";
import { documentsBeside } from "../../src/publish/documents/documents-beside.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import { isOffered } from "../../src/snapshot/encodings.ts";
import { RELEASED_AT } from "../../src/version.ts";
import { NO_INSIGHTS } from "../build.ts";
import { pngFile } from "../pictures.ts";
import { readTexts } from "../read-texts.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { type Data, snapshotOf } from "../service.ts";

const mentioning = (technicians: string[], services: string[]) =>
  JSON.stringify({
    technicians: technicians.map((id) => ({ id, name: id })),
    services: services.map((id) => ({ id, name: id })),
    service_areas: [],
  });
const TEXT = "Ana fue muy amable conmigo.";
const SPANISH = [4, 5, 6, 7, 8].map((number) => reviewRow(number, { language: "es", text: TEXT }));
const ROWS = [
  reviewRow(1, { source: "direct", rating: 4, mentions: mentioning(["ana-ruiz"], ["dry-needling"]) }),
  reviewRow(2, { source: "direct", rating: 4, text: null, mentions: mentioning(["ana-ruiz"], []) }),
  reviewRow(3, { source: "direct", rating: 5, mentions: mentioning(["ana-ruiz"], ["dry-needling"]) }),
  { ...reviewRow(9), mentions: mentioning([], ["dry-needling"]) },
  ...SPANISH,
];

async function open(changes: Partial<Profile>, rows = ROWS, readInsights: Data["readInsights"] = readTexts) {
  const { documents } = await snapshotOf({
    rows,
    profile: testProfile(changes),
    readInsights,
    renderDocuments: documentsBeside(null),
  });
  const text = (path: string): string => {
    const document = documents.get(path);
    if (!document) throw new Error(`there is no document ${path}`);
    return Buffer.from(wholeBody(document.bodies.identity)).toString();
  };
  return { documents, text };
}

function markedUp(page: string): { rating: object | null; reviews: number[] } {
  const json = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? "{}");
  const reviews: { "@id": string }[] = json.review ?? [];
  return { rating: json.aggregateRating ?? null, reviews: reviews.map((review) => Number(review["@id"].slice(-26))) };
}

test.each([
  ["business", null, []],
  ["direct", { ratingValue: 4.3, ratingCount: 3, reviewCount: 2 }, [3, 2, 1]],
  ["all", { ratingValue: 4.8, ratingCount: 9, reviewCount: 8 }, [9, 8, 7, 6, 5, 4]],
] as const)("the overview marks up what the owner chose: %s", async (structured_data, rating, reviews) => {
  const { text } = await open({ structured_data });
  expect(markedUp(text("/"))).toEqual({ rating: rating && expect.objectContaining(rating), reviews: [...reviews] });
});

test("without a review that the business collected itself, there is none to mark up", async () => {
  const { text } = await open({ structured_data: "direct" }, SPANISH);
  expect(markedUp(text("/"))).toEqual({ rating: null, reviews: [] });
});

test("without insights the pages are there, and /insights.json is not", async () => {
  const { documents, text } = await open({ summary: "We listen." }, ROWS, async () => NO_INSIGHTS);
  expect(documents.has("/insights.json")).toBe(false);
  expect(text("/")).not.toContain("We listen.");
  expect(text("/insights")).toContain("<h2>Ratings</h2>");
});

test("pages are made in each language; the owner's summary is on those in the owner's", async () => {
  const { documents, text } = await open({ summary: "We listen." });
  const pages = [...documents.keys()].filter((path) => /^(\/es)?\/?(insights|policy)?$/.test(path));
  expect(pages.sort()).toEqual(["/", "/es", "/es/insights", "/es/policy", "/insights", "/policy"]);
  expect(["/", "/insights", "/es", "/es/insights"].map((path) => text(path).includes("We listen."))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const listed = Array.from(
    text("/sitemap.xml").matchAll(/<loc>https:\/\/reviews\.example([^<]*)/g),
    ([, path]) => path,
  );
  expect(listed.slice(0, 11)).toEqual([
    "/",
    "/es",
    "/reviews",
    "/es/reviews",
    "/insights",
    "/es/insights",
    "/policy",
    "/es/policy",
    "/embed",
    "/es/embed",
    "/developers",
  ]);
  expect(listed).not.toContain("/es/developers");
  expect(listed.filter((path) => path?.startsWith("/reviews/"))).toHaveLength(ROWS.length);
});

test("insights name the language of a quote, and count all reviews that mention a person", async () => {
  const { text } = await open({});
  const page = text("/insights");
  expect(page).toContain(`lang="es">${TEXT}<`);
  const counts = Array.from(
    page.matchAll(/(Ana Ruiz|Dry needling)<\/span> <span class="of">([^<]*)/g),
    ([, name, of]) => `${name}: ${of}`,
  );
  expect(counts).toEqual(["Ana Ruiz: 3 reviews", "Dry needling: 3 reviews"]);
  expect(page).toContain("Average rating of these reviews: 4.3.");
  expect(page).toContain("Average rating of these reviews: 4.7.");
});

test("security.txt is there if the business has a contact", async () => {
  const path = "/.well-known/security.txt";
  expect((await open({})).documents.has(path)).toBe(false);
  expect((await open({ email: "hello@harbor.example" })).text(path)).toContain("Contact: mailto:hello@harbor.example");
});

test("Last-Modified of a document of the profile is the release, or the profile if that is newer", async () => {
  const changed = async (profile_changed_at: string | null) => {
    const renderDocuments = documentsBeside(null);
    const { documents } = await snapshotOf({
      source: { profile_changed_at },
      renderDocuments: (dataset) => renderDocuments(dataset, null),
    });
    return ["/icon.svg", "/robots.txt"].map((path) => documents.get(path)?.changed_at);
  };
  expect(await changed("2030-01-01T00:00:00Z")).toEqual(["2030-01-01T00:00:00Z", RELEASED_AT]);
  for (const time of ["2020-01-01T00:00:00Z", null]) expect(await changed(time)).toEqual([RELEASED_AT, RELEASED_AT]);
});

test("pictures are not compressed again; texts are", async () => {
  const picture = pngFile(900, 900);
  const logo = {
    content_type: "image/png",
    base64: picture.toString("base64"),
    hash: "0123456789ab",
    width: 900,
    height: 900,
  } as const;
  const { documents } = await open({ logo });
  const isCompressed = (path: string) => {
    const document = documents.get(path);
    return document && isOffered(document, "gzip");
  };
  const logo_path = [...documents.keys()].find((path) => path.startsWith("/assets/logo.")) ?? "";
  expect(["/card.png", logo_path, "/policy"].map(isCompressed)).toEqual([false, false, true]);
});
