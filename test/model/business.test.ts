import { describe, expect, test } from "bun:test";
import { profile } from "../../src/model/business.ts";
import { publicBusiness } from "../../src/model/public-business.ts";

const MINIMAL = { name: "Harbor", time_zone: "America/Los_Angeles" };
const problemsOf = (value: object): string[] =>
  profile
    .safeParse({ ...MINIMAL, ...value })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

describe("a profile", () => {
  test("needs a name and a time zone; everything else has a default", () => {
    expect(problemsOf({})).toEqual([]);
    expect(profile.safeParse({}).success).toBe(false);
    expect(profile.parse(MINIMAL)).toMatchObject({
      type: "LocalBusiness",
      language: "en",
      privacy: { names: "first_initial", avatars: false, redact: true },
    });
  });
  test("an ID may be used once per list", () => {
    const service = { id: "needling", name: "Needling" };
    expect(problemsOf({ services: [service, service] })).toEqual([
      "services.1.id: needling is used twice; give each item its own id",
    ]);
    expect(problemsOf({ services: [service], service_areas: [{ id: "needling", name: "Needling" }] })).toEqual([]);
  });
  test("an ID has 1 to 64 characters and starts with a letter or digit", () => {
    const id = (value: string) => problemsOf({ service_areas: [{ id: value, name: "x" }] }).length;
    expect([id("a"), id("a".repeat(64)), id("0-_b")]).toEqual([0, 0, 0]);
    expect([id(""), id("a".repeat(65)), id("-a"), id("A")]).toEqual([1, 1, 1, 1]);
  });
  test("each list has at most 500 items, and questions at most 100", () => {
    const items = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `i${index}`, name: "x" }));
    for (const list of ["technicians", "services", "service_areas"]) {
      expect([problemsOf({ [list]: items(500) }).length, problemsOf({ [list]: items(501) }).length]).toEqual([0, 1]);
    }
    const faq = (count: number) =>
      problemsOf({ faq: Array.from({ length: count }, () => ({ question: "q", answer: "a" })) });
    expect([faq(100).length, faq(101).length]).toEqual([0, 1]);
  });
  test.each<[string, number, (text: string) => object]>([
    ["name", 300, (name) => ({ name })],
    ["license", 500, (license) => ({ license })],
    ["summary", 5000, (summary) => ({ summary })],
    ["question", 300, (question) => ({ faq: [{ question, answer: "a" }] })],
    ["answer", 2000, (answer) => ({ faq: [{ question: "q", answer }] })],
  ])("a %s has 1 to %d characters", (_, limit, of) => {
    const problems = [0, 1, limit, limit + 1].map((length) => problemsOf(of("x".repeat(length))).length);
    expect(problems).toEqual([1, 0, 0, 1]);
  });
  test.each<[string, number, (text: string) => object]>([
    ["description", 5000, (description) => ({ description })],
    ["service's description", 2000, (description) => ({ services: [{ id: "a", name: "x", description }] })],
  ])("a %s has up to %d characters", (_, limit, of) => {
    expect([0, limit, limit + 1].map((length) => problemsOf(of("x".repeat(length))).length)).toEqual([0, 0, 1]);
  });
  test("a list of aliases, hours or other sites has at most 50 items, and a place is on the globe", () => {
    const lists = (count: number) => [
      { opening_hours: Array(count).fill("Mo 08:00-18:00") },
      { same_as: Array(count).fill("https://other.example/") },
      { services: [{ id: "a", name: "x", aliases: Array(count).fill("y") }] },
    ];
    const problems = (count: number) => lists(count).map((list) => problemsOf(list).length);
    expect([problems(50), problems(51)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    const place = (latitude: number, longitude: number) => problemsOf({ geo: { latitude, longitude } }).length;
    expect([place(90, 180), place(-90, -180), place(90.1, 180.1), place(-90.1, -180.1)]).toEqual([0, 0, 2, 2]);
  });
  test("a part that is given has its own defaults: technicians are in insights, texts are redacted, avatars are not shown", () => {
    const { technicians, privacy, structured_data, license, aspects, summary, faq } = profile.parse({
      ...MINIMAL,
      technicians: [{ id: "ana", name: "Ana Ruiz" }],
      privacy: {},
    });
    expect(technicians).toEqual([{ id: "ana", name: "Ana Ruiz", title: null, aliases: [], insights: true }]);
    expect(privacy).toEqual({ names: "first_initial", avatars: false, redact: true });
    expect([structured_data, license, aspects, summary, faq]).toEqual(["business", null, null, null, []]);
  });
  test("a time zone must be known", () => {
    expect(problemsOf({ time_zone: "Mars/Olympus" })).toEqual([
      "time_zone: must be an IANA time zone such as America/Los_Angeles",
    ]);
  });
});

test("the public business has no aliases and no settings", () => {
  const business = publicBusiness(
    profile.parse({
      ...MINIMAL,
      technicians: [{ id: "ana", name: "Ana Ruiz", aliases: ["Ana"], insights: false }],
      services: [{ id: "needling", name: "Needling", aliases: ["needles"] }],
      service_areas: [{ id: "old-town", name: "Old Town", aliases: ["downtown"] }],
      summary: "Ours.",
    }),
  );
  expect(business.technicians).toEqual([{ id: "ana", name: "Ana Ruiz", title: null }]);
  expect(business.services).toEqual([{ id: "needling", name: "Needling", description: null }]);
  expect(business.service_areas).toEqual([{ id: "old-town", name: "Old Town" }]);
  expect(Object.keys(business)).not.toContain("summary");
  expect(Object.keys(business)).not.toContain("demonstration");
});
