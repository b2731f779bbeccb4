import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { reviewRow, testProfile } from "../../rows.ts";
import { sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";
import insights from "../fixtures/insights.json";

const PROFILE = testProfile({
  technicians: [
    { id: "ana-ruiz", name: "Ana Ruiz", title: "PT, DPT", aliases: ["Annie"], insights: true },
    { id: "ana-lopez", name: "Ana Lopez", title: null, aliases: [], insights: true },
    { id: "leo-park", name: "Leo Park", title: null, aliases: [], insights: false },
  ],
  services: [
    { id: "dry-needling", name: "Dry needling", description: null, aliases: ["trigger points"] },
    { id: "hand-therapy", name: "Hand therapy", description: null, aliases: [] },
    { id: "aquatic-therapy", name: "Aquatic therapy", description: null, aliases: ["water and vertigo"] },
  ],
});

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot({ rows: [reviewRow(1)], profile: PROFILE, insights }));
});
afterAll(() => endpoint.stop());

async function call(name: string, given: object): Promise<Wire> {
  const { result } = (await sendModern(endpoint.url, "tools/call", { name, arguments: given })).body;
  return result.isError ? { fault: result.content[0].text } : result.structuredContent;
}

const ASPECTS = "care (Care), punctuality (Waiting on the day), billing (Billing)";
const SERVICES = "Dry needling, Hand therapy, Aquatic therapy";

describe("a word that is no exact name", () => {
  test.each([
    [
      "get_aspect_sentiment",
      { aspect: "insurance" },
      "billing",
      '"insurance" is not an aspect by itself: these are the numbers of the whole aspect billing (Billing). For the word alone use search_reviews with query',
    ],
    [
      "get_aspect_sentiment",
      { aspect: "insurance", limit: 2 },
      "billing",
      '"insurance" is not an aspect by itself: these are the numbers of the whole aspect billing (Billing). For the word alone use search_reviews with query',
    ],
    [
      "get_service",
      { service: "trigger points" },
      "dry-needling",
      '"trigger points" is read as the service Dry needling, which may cover more. For the word alone use search_reviews with query',
    ],
    [
      "get_service",
      { service: "hand injuries" },
      "hand-therapy",
      '"hand injuries" is read as the service Hand therapy, which may cover more. For the word alone use search_reviews with query',
    ],
    ["get_technician", { technician: "Annie" }, "ana-ruiz", '"Annie" is read as Ana Ruiz'],
    ["get_technician", { technician: "Dr. Lopez" }, "ana-lopez", '"Dr. Lopez" is read as Ana Lopez'],
    ["get_technician", { technician: "Mr Park" }, "leo-park", '"Mr Park" is read as Leo Park'],
  ])("is answered by %s for %j, and said to be read as %s", async (name, given, read_as, note) => {
    const [asked] = Object.values(given);
    expect((await call(name, given)).understood).toEqual({ asked, read_as, note });
  });

  test.each([
    ["get_aspect_sentiment", { aspect: "Waiting on the day" }],
    ["get_aspect_sentiment", { aspect: "BILLING" }],
    ["get_trends", { aspect: "care" }],
    ["get_service", { service: "dry-needling" }],
    ["get_service", { service: " hand THERAPY " }],
    ["get_technician", { technician: "ana ruiz" }],
  ])("needs no word where %s is asked for %j", async (name, given) => {
    expect(Object.keys(await call(name, given))).not.toContain("understood");
  });
});

describe("a word that nothing is called", () => {
  test.each([
    [
      "get_aspect_sentiment",
      { aspect: "weather" },
      `aspect "weather" is not one of the analysis; the aspects are: ${ASPECTS}`,
    ],
    [
      "get_aspect_sentiment",
      { aspect: "insurence" },
      `aspect "insurence" is not one of the analysis: did you mean billing? The aspects are: ${ASPECTS}`,
    ],
    [
      "get_trends",
      { aspect: "insurance and kindness" },
      `aspect "insurance and kindness" is not one of the analysis: did you mean care or billing? The aspects are: ${ASPECTS}`,
    ],
    [
      "get_technician",
      { technician: "Ana" },
      'technician "Ana" does not work here: did you mean Ana Ruiz or Ana Lopez? The technicians are: Ana Ruiz, Ana Lopez',
    ],
    [
      "get_technician",
      { technician: "Ana Ruis" },
      'technician "Ana Ruis" does not work here: did you mean Ana Ruiz or Ana Lopez? The technicians are: Ana Ruiz, Ana Lopez',
    ],
    [
      "get_technician",
      { technician: "Anni" },
      'technician "Anni" does not work here: did you mean Ana Ruiz? The technicians are: Ana Ruiz, Ana Lopez',
    ],
    [
      "get_service",
      { service: "therapy" },
      `service "therapy" is not offered here: did you mean Hand therapy or Aquatic therapy? The services are: ${SERVICES}. For any other word use search_reviews with query`,
    ],
    [
      "get_service",
      { service: "surgery" },
      `service "surgery" is not offered here; the services are: ${SERVICES}. For any other word use search_reviews with query`,
    ],
  ])("is refused by %s for %j, with what it may have meant", async (name, given, fault) => {
    expect(await call(name, given)).toEqual({ fault });
  });

  test.each([
    [
      { technician: "Ana Ruis" },
      'nothing matches, for mentions_technician "Ana Ruis" is no name known here: did you mean Ana Ruiz or Ana Lopez? The names are: Ana Ruiz, Ana Lopez',
    ],
    [
      { service: "surgery" },
      `nothing matches, for mentions_service "surgery" is no name known here; the names are: ${SERVICES}`,
    ],
  ])("matches nothing in a search by %j, as over HTTP, and the answer says why", async (given, note) => {
    expect(await call("search_reviews", given)).toMatchObject({ matched: 0, note, reviews: [] });
  });

  test("a name that is known and mentioned by nobody needs no note", async () => {
    const answer = await call("search_reviews", { technician: "Annie", service: "Hand therapy" });
    expect([answer.matched, answer.note]).toEqual([0, undefined]);
  });

  test("another word for a service is said to be read as the service", async () => {
    const { note } = await call("search_reviews", { service: "Trigger points" });
    expect(note).toBe('"Trigger points" was read as the service Dry needling');
  });
});

test("a problem goes before a service that its words merely fit", async () => {
  const { service, note, understood } = await call("get_service", { condition: "Vertigo" });
  expect([service, note, understood]).toEqual([
    { id: "vertigo", name: "Vertigo" },
    "a problem that reviews name, not a service: it is counted only. search_reviews with query finds reviews",
    undefined,
  ]);
});

const TAKES = "it takes: rating, min_rating, since, until, query, mentions_technician, mentions_service, limit, cursor";
test.each([
  [
    { aspect: "billing" },
    `aspect is not an argument of this tool: get_aspect_sentiment with aspect and sentiment lists the reviews that speak of an aspect; ${TAKES}`,
  ],
  [
    { max_rating: 2 },
    `max_rating is not an argument of this tool: use rating, once for each number of stars; ${TAKES}`,
  ],
  [
    { min_ratng: 2 },
    `min_ratng is not an argument of this tool: did you mean min_rating? ${TAKES.replace("it", "It")}`,
  ],
])("search_reviews tells who asks with %j where to turn", async (given, fault) => {
  expect(await call("search_reviews", given)).toEqual({ fault });
});
