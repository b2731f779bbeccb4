import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { reviewRow, testProfile } from "../../rows.ts";
import { callTool, idNumbers, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

const PROFILE = testProfile({
  technicians: [
    { id: "ana-ruiz", name: "Ana Ruiz", title: "PT, DPT", aliases: ["Annie"], insights: true },
    { id: "ana-lopez", name: "Ana Lopez", title: null, aliases: [], insights: true },
    { id: "leo-park", name: "Leo Park", title: null, aliases: [], insights: false },
  ],
  services: [
    { id: "dry-needling", name: "Dry needling", description: null, aliases: ["trigger points"] },
    { id: "hand-therapy", name: "Hand therapy", description: null, aliases: ["OT"] },
    { id: "aquatic-therapy", name: "Aquatic therapy", description: null, aliases: ["water and dizziness"] },
  ],
});

const ROWS = [
  reviewRow(1, { text: "Ana was kind and listened to me. They always start on time. Billing charged me twice." }),
  reviewRow(2, { text: "My vertigo is gone." }),
];

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot({ rows: ROWS, profile: PROFILE, analyzed: true }));
});
afterAll(() => endpoint.stop());

const call = (name: string, given: object) => callTool(endpoint.url, name, given);

const ASPECTS =
  "billing (Cost and insurance), care (Care and attention), punctuality (Waiting on the day), results (Results and recovery)";
const ELSE = ". For any other word use search_reviews with query";
const SERVICES = "Dry needling, Hand therapy, Aquatic therapy";

test("two letters that changed places are one typing error, which is suggested and not applied", async () => {
  expect((await call("get_technician", { technician: "Ana Lpoez" })).fault).toContain(
    "did you mean Ana Ruiz or Ana Lopez?",
  );
  expect((await call("get_technician", { technician: "Annei" })).fault).toStartWith(
    'no technician of that name is listed: "Annei"; did you mean Ana Ruiz?',
  );
});

describe("a word that is not an exact name", () => {
  test.each([
    [
      "get_aspect_sentiment",
      { aspect: "insurance" },
      "billing",
      '"insurance" is part of the aspect billing (Cost and insurance): these numbers are for the whole aspect. For the word alone, use search_reviews with query',
    ],
    [
      "get_aspect_sentiment",
      { aspect: "insurance", limit: 2 },
      "billing",
      '"insurance" is part of the aspect billing (Cost and insurance): these numbers are for the whole aspect. For the word alone, use search_reviews with query',
    ],
    [
      "get_service",
      { service: "trigger points" },
      "dry-needling",
      '"trigger points" was read as the service Dry needling, which may cover more. For the word alone, use search_reviews with query',
    ],
    [
      "get_service",
      { service: "needling please" },
      "dry-needling",
      '"needling please" was read as the service Dry needling, which may cover more. For the word alone, use search_reviews with query',
    ],
    [
      "get_service",
      { service: "hand injuries" },
      "hand-therapy",
      '"hand injuries" was read as the service Hand therapy, which may cover more. For the word alone, use search_reviews with query',
    ],
    [
      "get_service",
      { service: "elbow injuries" },
      "hand-wrist-elbow",
      '"elbow injuries" was read as the condition Hand, wrist and elbow, which may cover more: 0 reviews say it, or other words for it',
    ],
    ["get_technician", { technician: "Annie" }, "ana-ruiz", '"Annie" was read as Ana Ruiz'],
    ["get_technician", { technician: "Dr. Lopez" }, "ana-lopez", '"Dr. Lopez" was read as Ana Lopez'],
    ["get_technician", { technician: "Mr Park" }, "leo-park", '"Mr Park" was read as Leo Park'],
  ])("in %s %j is read as %s, and the answer says so", async (name, given, read_as, note) => {
    const [asked] = Object.values(given);
    expect((await call(name, given)).understood).toMatchObject({ asked, read_as, note });
  });

  test.each([
    ["get_aspect_sentiment", { aspect: "Waiting on the day" }],
    ["get_aspect_sentiment", { aspect: "BILLING" }],
    ["get_trends", { aspect: "care" }],
    ["get_service", { service: "dry-needling" }],
    ["get_service", { service: " hand THERAPY " }],
    ["get_technician", { technician: "ana ruiz" }],
  ])("is not mentioned if %s finds %j exactly", async (name, given) => {
    expect(Object.keys(await call(name, given))).not.toContain("understood");
  });
});

test("an aspect of the trade that no review mentions counts zero, and the answer says so", async () => {
  const note = "no published review mentions it; that says nothing about the business";
  for (const given of [{ aspect: "scheduling" }, { aspect: "citas", limit: 3 }]) {
    const { aspect, note: said } = await call("get_aspect_sentiment", given);
    expect([aspect.id, aspect.mention_count, aspect.score, said]).toEqual(["scheduling", 0, null, note]);
  }
  expect(await call("get_trends", { aspect: "scheduling" })).toMatchObject({ note, aspects: [{ mention_count: 0 }] });
});

describe("an unknown name", () => {
  test.each([
    [
      "get_aspect_sentiment",
      { aspect: "weather" },
      `no aspect of that name is listed: "weather"; the aspects are: ${ASPECTS}${ELSE}`,
    ],
    [
      "get_aspect_sentiment",
      { aspect: "kindnes" },
      `no aspect of that name is listed: "kindnes"; did you mean care? The aspects are: ${ASPECTS}${ELSE}`,
    ],
    [
      "get_trends",
      { aspect: "insurance and kindness" },
      `no aspect of that name is listed: "insurance and kindness"; did you mean care or billing? The aspects are: ${ASPECTS}${ELSE}`,
    ],
    [
      "get_technician",
      { technician: "Ana" },
      'no technician of that name is listed: "Ana"; did you mean Ana Ruiz or Ana Lopez? The technicians are: Ana Ruiz, Ana Lopez',
    ],
    [
      "get_technician",
      { technician: "Ana Ruis" },
      'no technician of that name is listed: "Ana Ruis"; did you mean Ana Ruiz or Ana Lopez? The technicians are: Ana Ruiz, Ana Lopez',
    ],
    [
      "get_technician",
      { technician: "Anni" },
      'no technician of that name is listed: "Anni"; did you mean Ana Ruiz? The technicians are: Ana Ruiz, Ana Lopez',
    ],
    [
      "get_service",
      { service: "therapy" },
      `no service of that name is listed: "therapy"; did you mean Hand therapy or Aquatic therapy? The services are: ${SERVICES}. For any other word use search_reviews with query`,
    ],
    [
      "get_technician",
      { technician: "Park Lopez" },
      'no technician of that name is listed: "Park Lopez"; did you mean Ana Lopez? The technicians are: Ana Ruiz, Ana Lopez',
    ],
    [
      "get_service",
      { service: "acupuncture" },
      `no service of that name is listed: "acupuncture"; the services are: ${SERVICES}. For any other word use search_reviews with query`,
    ],
    [
      "get_aspect_sentiment",
      { aspect: "on" },
      `no aspect of that name is listed: "on"; the aspects are: ${ASPECTS}${ELSE}`,
    ],
    [
      "get_service",
      { service: "dry needling points hand" },
      `no service of that name is listed: "dry needling points hand"; did you mean Dry needling? The services are: ${SERVICES}. For any other word use search_reviews with query`,
    ],
  ])("is refused by %s for %j, with suggestions", async (name, given, fault) => {
    expect(await call(name, given)).toEqual({ fault });
  });

  test.each([
    [
      { technician: "Ana Ruis" },
      'nothing matches: no technician of that name is listed: "Ana Ruis"; did you mean Ana Ruiz or Ana Lopez? The technicians are: Ana Ruiz, Ana Lopez',
    ],
    [
      { service: "surgery" },
      `nothing matches: no service of that name is listed: "surgery"; the services are: ${SERVICES}; as condition it is after-surgery`,
    ],
  ])("matches nothing in a search by %j, and the answer says why", async (given, note) => {
    expect(await call("search_reviews", given)).toMatchObject({ matched: 0, note, reviews: [] });
  });

  test("a known name that no review mentions is not called unknown", async () => {
    const answer = await call("search_reviews", { technician: "Annie", service: "Hand therapy" });
    expect([answer.matched, answer.note]).toEqual([0, "no published review matches all of these filters"]);
  });

  test("a search says how another word was read, and applies it", async () => {
    for (const tool of ["search_reviews", "get_statistics"]) {
      const { query, understood } = await call(tool, { service: "Trigger points" });
      expect([query, understood]).toEqual([
        { mentions_service: "dry-needling" },
        [
          {
            parameter: "mentions_service",
            asked: "Trigger points",
            kind: "service",
            id: "dry-needling",
            label: "Dry needling",
            sure: "exact",
          },
        ],
      ]);
    }
  });
});

test("a long list of names ends after 40, and suggestions after 5", async () => {
  const services = Array.from({ length: 41 }, (_, i) => ({
    id: `s${i}`,
    name: `Kind ${i}`,
    description: null,
    aliases: [],
  }));
  const other = startEndpoint(await testSnapshot({ profile: testProfile({ services }) }));
  const { fault } = await callTool(other.url, "get_service", { service: "kind" });
  expect(fault).toStartWith(
    'no service of that name is listed: "kind"; did you mean Kind 0 or Kind 1 or Kind 2 or Kind 3 or Kind 4? The services are: Kind 0, Kind 1,',
  );
  expect(fault).toContain(", Kind 38, Kind 39 and 1 more. For any");
  await other.stop();
});

test("a word of three letters finds its aspect", async () => {
  const other = startEndpoint(
    await testSnapshot({ rows: [reviewRow(1, { text: "The gym is clean." })], analyzed: true }),
  );
  expect((await callTool(other.url, "get_aspect_sentiment", { aspect: "gym" })).aspect.id).toBe("facility");
  await other.stop();
});

test("a condition wins over a service that only shares a word with it", async () => {
  const { service, condition, note, understood, stars, newest_reviews } = await call("get_service", {
    condition: "Dizziness",
  });
  expect([service, condition]).toEqual([undefined, { id: "dizziness", name: "Dizziness and balance" }]);
  expect(note).toBe(
    "a condition that reviews mention, not a service: it is counted and never quoted. For the reviews, use search_reviews with condition",
  );
  expect(understood).toBeUndefined();
  expect([stars.mention_count, idNumbers(newest_reviews)]).toEqual([1, [2]]);
});

const TAKES =
  "it takes: rating, min_rating, since, until, query, mentions_technician, mentions_service, max_rating, source, verification, language, has_text, has_reply, incentivized, edited, aspect, aspect_sentiment, topic, condition, sentiment, verification_level, updated_since, limit, cursor, include";
test.each([
  [
    { group_by: "source" },
    `group_by is not an argument of this tool: to count reviews in groups, call get_statistics; ${TAKES}`,
  ],
  [
    { min_ratng: 2 },
    `min_ratng is not an argument of this tool: did you mean min_rating? ${TAKES.replace("it", "It")}`,
  ],
])("search_reviews answers %j with what to do instead", async (given, fault) => {
  expect(await call("search_reviews", given)).toEqual({ fault });
});

describe("a word that several technicians or services share", () => {
  const entry = (id: string, name: string, aliases: string[]) => ({ id, name, aliases });
  // Its order puts every loser before its winner: a name before the same id, an alias before the same name.
  const entries = [
    entry("jo", "Sam-Lee", ["Kim Cho", "Sunny"]),
    entry("sam-lee", "Sam Lee", ["jo"]),
    entry("kim", "Kim Cho", ["Sunny"]),
  ];
  const named = (number: number) => {
    const all = entries.slice(number - 1, number).map(({ id, name }) => ({ id, name }));
    return reviewRow(number, { mentions: JSON.stringify({ technicians: all, services: all, service_areas: [] }) });
  };
  let shared: ReturnType<typeof startEndpoint>;
  beforeAll(async () => {
    const profile = testProfile({
      technicians: entries.map((item) => ({ ...item, title: null, insights: true })),
      services: entries.map((item) => ({ ...item, description: null })),
    });
    shared = startEndpoint(await testSnapshot({ rows: [named(1), named(2), named(3)], profile }));
  });
  afterAll(() => shared.stop());

  test.each([
    ["id, even if it is another's name", "SAM-LEE", 2, "sam-lee"],
    ["id, even if it is another's alias", "jo", 1, "jo"],
    ["name, even if it is another's alias", "kim cho", 3, "kim"],
    ["first entry with the alias", "Sunny", 1, "jo"],
  ])("means the %s", async (_, word, review, id) => {
    for (const kind of ["technician", "service"]) {
      const found = await callTool(shared.url, "search_reviews", { [`mentions_${kind}`]: word });
      expect([kind, idNumbers(found.reviews)]).toEqual([kind, [review]]);
      const query = new URLSearchParams({ [`mentions_${kind}`]: word });
      const http: Wire = await (await fetch(`${shared.origin}/api/reviews/search?${query}`)).json();
      expect([kind, idNumbers(http.reviews)]).toEqual([kind, [review]]);
      const answer = await callTool(shared.url, `get_${kind}`, { [kind]: word });
      expect([kind, answer[kind].id]).toEqual([kind, id]);
    }
  });
});
