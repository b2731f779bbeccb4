import { describe, expect, test } from "bun:test";
import { LONG } from "../length.ts";
import { openRandom } from "../random.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { SEED } from "../seed.ts";
import { BASE_URL, openService, snapshotOf } from "../service.ts";
import { openClinic } from "./clinic.ts";

const RUNS = LONG ? 600 : 60;

const ANA = '{"technicians":[{"id":"ana-ruiz","name":"Ana Ruiz"}],"services":[],"service_areas":[]}';
const NEEDLING = '{"technicians":[],"services":[{"id":"dry-needling","name":"Dry needling"}],"service_areas":[]}';

describe("where nothing matches", async () => {
  const rows = [
    reviewRow(1, { text: "The parking was easy.", mentions: ANA, rating: 5 }),
    reviewRow(2, { text: "A wonderful massage at the front desk.", mentions: NEEDLING, rating: 4 }),
    reviewRow(3, { text: "My therapist follow-up was great.", rating: 5 }),
  ];
  const { ask } = openService({ snapshot: await snapshotOf({ rows }) });
  const search = async (query: string) => JSON.parse(await (await ask(`/api/reviews/search?${query}`)).text());
  const shown = async (query: string) =>
    (await search(query)).suggestions.map(({ kind, query: filters, matched }: { [name: string]: unknown }) => [
      kind,
      filters,
      matched,
    ]);

  test("a misspelled word is corrected, also one of several, and words are joined or parted", async () => {
    expect(await shown("query=parkng")).toEqual([["spelling", { query: "parking" }, 1]]);
    expect((await shown("query=wonderfull+masage"))[0]).toEqual(["spelling", { query: "wonderful massage" }, 1]);
    expect((await shown("query=frontdesk"))[0]).toEqual(["spelling", { query: "front desk" }, 1]);
    expect((await shown("query=Follow+Up"))[0]).toEqual(["spelling", { query: "follow-up" }, 1]);
  });

  test("a name that is nearly known is replaced by the id of the known one", async () => {
    expect(await shown("mentions_technician=Anna")).toEqual([["name", { mentions_technician: "ana-ruiz" }, 1]]);
    expect(await shown("mentions_technician=Dr.+Ruis")).toEqual([["name", { mentions_technician: "ana-ruiz" }, 1]]);
    expect(await shown("mentions_service=needels")).toEqual([["name", { mentions_service: "dry-needling" }, 1]]);
  });

  test("words that say what a question is about come before the others", async () => {
    expect((await shown("query=is+there+any+massage"))[0]).toEqual(["word", { query: "massage" }, 1]);
  });

  test("the dates are left out, then each word is tried; all other filters are kept", async () => {
    expect(await shown("query=parking+massage&min_rating=4&since=2030-01-01")).toEqual([]);
    expect(await shown("query=parking&min_rating=4&since=2030-01-01")).toEqual([
      ["dates", { min_rating: 4, query: "parking" }, 1],
    ]);
    expect(await shown("query=parking+massage&rating=4")).toEqual([["word", { rating: 4, query: "massage" }, 1]]);
    expect(await shown("query=parking+massage")).toEqual([
      ["word", { query: "parking" }, 1],
      ["word", { query: "massage" }, 1],
    ]);
  });

  test("there are none where something matches, and none that match nothing", async () => {
    expect((await search("query=parking")).suggestions).toEqual([]);
    expect(await shown("query=xyzzyx")).toEqual([]);
    expect(await shown("rating=1")).toEqual([]);
  });
});

describe("how much may differ", async () => {
  const technicians = ["Ana Ruiz", "Ana Lee", "Ana Cole", "Ana Berg", "Li Wei"].map((name, i) => ({
    id: `t${i}`,
    name,
    title: null,
    aliases: [],
    insights: true,
  }));
  const named = technicians.map(({ id, name }, i) =>
    reviewRow(20 + i, {
      text: null,
      mentions: JSON.stringify({ technicians: [{ id, name }], services: [], service_areas: [] }),
    }),
  );
  const texts = ["gym", "cart", "card", "care", "core", "knees", "wonderful", "px", "elbow", "ankle", "wrist", "spine"];
  const rows = [...named, ...texts.map((text, i) => reviewRow(i + 1, { text })), reviewRow(40, { text: "back pain" })];
  const { ask } = openService({ snapshot: await snapshotOf({ rows, profile: testProfile({ technicians }) }) });
  const shown = async (query: string) => {
    const { suggestions } = JSON.parse(await (await ask(`/api/reviews/search?${query}`)).text());
    return suggestions.map(({ query: filters }: { query: { [name: string]: string } }) => Object.values(filters)[0]);
  };

  test.each([
    ["gxm", ["gym"]],
    ["gxx", []],
    ["pz", []],
    ["kxxes", ["knees"]],
    ["kxxxs", []],
    ["woxxxrful", ["wonderful"]],
    ["wxxxxrful", []],
    ["backpain", ["back pain"]],
  ])("the word %s becomes %p", async (query, words) => {
    expect(await shown(`query=${query}`)).toEqual(words);
  });

  test("a word has three spellings at most, the nearest", async () => {
    const found = await shown("query=carx");
    expect(found.toSorted()).toEqual(["card", "care", "cart"]);
  });

  test("eight words of a query are looked at", async () => {
    const query = ["zzzzzzzz", "gym", "cart", "card", "knees", "elbow", "ankle", "wrist", "spine"];
    expect(await shown(`query=${query.join("+")}`)).toEqual(query.slice(1, 8));
  });

  test("three names are suggested, and none for two letters or for the beginning of a word alone", async () => {
    expect(await shown("mentions_technician=Ana+Smith")).toEqual(["t0", "t1", "t2"]);
    expect(await shown("mentions_technician=Anna")).toEqual(["t0", "t1", "t2"]);
    expect(await shown("mentions_technician=Li")).toEqual([]);
    expect(await shown("mentions_technician=Bergmann")).toEqual([]);
    expect(await shown("mentions_technician=Rui")).toEqual(["t0"]);
  });
});

test("every suggestion's url answers with its query and its matched, whatever was asked, and the page links the same", async () => {
  const { json, ask } = await openClinic(SEED, 200);
  const random = openRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  const words = [
    "therapst",
    "knees",
    "waitng",
    "billing",
    "zzz",
    "front",
    "desk",
    "don’t",
    "massge",
    "parking",
    "é",
    "a",
  ];
  let seen = 0;
  for (let run = 0; run < RUNS; run++) {
    const query = new URLSearchParams({
      query: Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(words)).join(" "),
      ...(random() < 0.4 ? { since: pick(["2025-06-01", "2031-01-01"]) } : {}),
      ...(random() < 0.3 ? { aspect: pick(["bill", "results", "waiting"]) } : {}),
      ...(random() < 0.3 ? { has_reply: "true" } : {}),
    });
    const found = await json(`/api/reviews/search?${query}&limit=7`);
    expect(found.suggestions.length).toBeLessThanOrEqual(8);
    if (found.matched > 0) expect(found.suggestions).toEqual([]);
    for (const { query: filters, matched, url } of found.suggestions) {
      expect(matched).toBeGreaterThan(0);
      const answer = await json(url.slice(BASE_URL.length));
      expect([answer.query, answer.matched, answer.limit]).toEqual([filters, matched, 7]);
      seen++;
    }
    const page = await (await ask(`/reviews?${query}&limit=7`)).text();
    for (const { url } of found.suggestions) {
      const link = `/reviews?${new URL(url).searchParams}`.replaceAll("&", "&amp;").replaceAll("'", "&#39;");
      expect(page).toContain(`href="${link}"`);
    }
  }
  expect(seen).toBeGreaterThan(RUNS / 5);
});
