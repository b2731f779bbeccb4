import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { reviewRow } from "../../rows.ts";
import { startClinic, TOMBSTONE } from "../clinic.ts";
import { callTool, sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

const NOTHING = "no published review has these words, or at least half of them";

const TEXTS = [
  "The parking lot was full, and I waited.",
  "My shoulder surgery went well; parking was easy.",
  "Shoulder is fine now.",
  "Nothing of note.",
  "After knee surgery the parking was full again.",
  null,
];

describe("search in plain words", () => {
  let endpoint: ReturnType<typeof startEndpoint>;
  beforeAll(async () => {
    endpoint = startEndpoint(await testSnapshot({ rows: TEXTS.map((text, i) => reviewRow(i + 1, { text })) }));
  });
  afterAll(() => endpoint.stop());
  const found = async (query: string) =>
    (await callTool(endpoint.url, "search", { query })).results.map(({ id }: Wire) => Number(id));

  test.each([
    ["Is the parking lot full after surgery?", [5, 1]],
    ["What do people say about SHOULDERS?", [3, 2]],
    ["waiting", [1]],
    ["surgery on the shoulder", [2]],
    ["helicopter surgery", []],
    ["who are you", []],
  ])(
    "%p finds the reviews with all of its words, or else those with the most, and no noise",
    async (query, expected) => {
      expect(await found(query)).toEqual(expected);
    },
  );

  test("reads whole words, other forms of them after them, and letters inside a word only if nothing else has them", async () => {
    const texts = [
      "The ship was late.",
      "My hip is fine.",
      "Ana was there.",
      "The analysis was long.",
      "Die Wartezeit war kurz.",
      "治疗师很耐心",
      "¿Atienden rápido?",
      "Waiting was fine.",
      "I waited.",
      "Both hips.",
    ];
    const other = startEndpoint(await testSnapshot({ rows: texts.map((text, i) => reviewRow(i + 1, { text })) }));
    const ids = async (query: string) =>
      (await callTool(other.url, "search", { query })).results.map(({ id }: Wire) => Number(id));
    expect([await ids("hip"), await ids("What about Ana?"), await ids("zeit")]).toEqual([[10, 2], [3], [5]]);
    expect([await ids("耐心"), await ids("atienden"), await ids("waiting")]).toEqual([[6], [7], [8, 9]]);
    expect(await ids("hi")).toEqual([]); // not "ship"
    await other.stop();
  });

  test("puts whom a question names first, and gives no review that lacks the words", async () => {
    const named = JSON.stringify({
      technicians: [{ id: "ana-ruiz", name: "Ana Ruiz" }],
      services: [],
      service_areas: [],
    });
    const rows = [
      reviewRow(1, { text: "She fixed my knee.", mentions: named }),
      reviewRow(2, { text: "Fast and nice." }),
      reviewRow(3, { text: "They overcharged me." }),
    ];
    const other = startEndpoint(await testSnapshot({ rows, analyzed: true }));
    const ids = async (query: string) =>
      (await callTool(other.url, "search", { query })).results.map(({ id }: Wire) => Number(id));
    expect([await ids("Is Ana fast?"), await ids("Is it expensive?")]).toEqual([[1, 2], []]);
    expect([await ids("Ana Ruiz"), await ids("Mrs Ruiz")]).toEqual([[1], [1]]);
    await other.stop();
  });

  test("gives at most 20, with what a client shows", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => reviewRow(i + 1, { text: "knee" }));
    const many = startEndpoint(await testSnapshot({ rows }));
    const { results } = await callTool(many.url, "search", { query: "knees" });
    await many.stop();
    expect(results.length).toBe(20);
    expect(Object.keys(results[0])).toEqual(["id", "title", "url", "snippet"]);
    expect(results[0].snippet).toBe("knee");
    expect(results[0].url).toBe(`http://localhost:8080/reviews/${results[0].id}`);
  });

  test("without a review that has all words, half of them is counted by rarity", async () => {
    const texts = ["helicopter", "knee and back", ...Array.from({ length: 15 }, (_, i) => (i % 2 ? "knee" : "back"))];
    const other = startEndpoint(await testSnapshot({ rows: texts.map((text, i) => reviewRow(i + 1, { text })) }));
    const { results } = await callTool(other.url, "search", { query: "helicopter knee back" });
    await other.stop();
    expect(results.map(({ id }: Wire) => Number(id))).toEqual([1]);
  });

  test("words of asking say nothing, and evening is no form of even", async () => {
    const rows = [
      reviewRow(1, { text: "No complaints whatsoever." }),
      reviewRow(2, { text: "They billed me twice, even now." }),
      reviewRow(3, { text: "Me atendió la recepción." }),
      reviewRow(4, { text: "I asked to speak with the boss." }),
    ];
    const other = startEndpoint(await testSnapshot({ rows, analyzed: true }));
    const found = async (query: string) => {
      const { results, note } = await callTool(other.url, "search", { query });
      return [...results.map(({ id }: Wire) => Number(id)), ...(note ? [note] : [])];
    };
    expect(await found("complaints about billing")).toEqual([2]);
    expect(await found("¿qué quejas hay de la recepción?")).toEqual([3]);
    expect(await found("do they speak Portuguese")).toEqual([NOTHING]);
    expect(await found("evening hours")).toEqual([`${NOTHING}; as aspect it is scheduling`]);
    await other.stop();
  });

  test("says so where no word is found", async () => {
    expect(await callTool(endpoint.url, "search", { query: "helicopter" })).toEqual({
      note: NOTHING,
      results: [],
    });
    expect(await callTool(endpoint.url, "search", {})).toEqual({ fault: "query is required" });
  });
});

describe("fetch", () => {
  let clinic: Awaited<ReturnType<typeof startClinic>>;
  beforeAll(async () => {
    clinic = await startClinic();
  });
  afterAll(() => clinic.stop());

  test("gives one review as a document", async () => {
    expect(await callTool(clinic.url, "fetch", { id: "00000000000000000000000002" })).toMatchObject({
      id: "00000000000000000000000002",
      title: expect.stringContaining("2 stars by "),
      text: "I waited fifty minutes.",
      url: "http://localhost:8080/reviews/00000000000000000000000002",
      metadata: { rating: 2, date: "2024-01-03", owner_reply: null },
    });
    const unsaid = await callTool(clinic.url, "fetch", { id: "00000000000000000000000004" });
    expect(unsaid.text).toBe("No text: 5 stars only.");
  });

  test("names an id that no review has, and says which were deleted", async () => {
    expect((await callTool(clinic.url, "fetch", { id: "nope" })).fault).toStartWith('no review has the id "nope"');
    expect((await callTool(clinic.url, "fetch", { id: TOMBSTONE.id })).fault).toContain("was deleted");
  });

  test("stays under the size limit, even with the longest text", async () => {
    const long = {
      text: `a${'"'.repeat(60_000)}`,
      reply_text: `b${'"'.repeat(60_000)}`,
      reply_state: "published",
    } as const;
    const big = startEndpoint(await testSnapshot({ rows: [reviewRow(1, long)] }));
    const answer = await sendModern(big.url, "tools/call", {
      name: "fetch",
      arguments: { id: "00000000000000000000000001" },
    });
    await big.stop();
    expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
    const { text, metadata } = answer.body.result.structuredContent;
    expect([text, metadata.owner_reply]).toEqual([`a${'"'.repeat(3999)} […]`, `b${'"'.repeat(3999)} […]`]);
  });

  test("/mcp/ answers like /mcp", async () => {
    const [plain, slash] = await Promise.all([
      sendModern(clinic.url, "tools/list"),
      sendModern(`${clinic.url}/`, "tools/list"),
    ]);
    expect(slash.text).toBe(plain.text);
  });

  test("the server says whose reviews these are, and has an icon that is served", async () => {
    const info = (await sendModern(clinic.url, "server/discover")).body.result._meta[
      "io.modelcontextprotocol/serverInfo"
    ];
    expect(info).toMatchObject({
      name: "localhost/reviews",
      title: "Harbor Physical Therapy: reviews",
      description: "All reviews of Harbor Physical Therapy and what they say, read-only",
      icons: [{ src: "http://localhost:8080/icon.svg", mimeType: "image/svg+xml", sizes: ["any"] }],
    });
    expect(info.websiteUrl).toMatch(/^https?:/);
  });
});
