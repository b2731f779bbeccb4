import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Download, Downloads } from "../../src/outbound/download.ts";
import { SyncFault } from "../../src/sync/fault.ts";
import { type FetchCall, fetchToFile } from "../../src/sync/fetch.ts";
import { newFolder } from "../databases.ts";

const NOW_MS = Date.parse("2026-05-01T12:00:00Z");
const SHOWN = "https://clinic.example.com/reviews.json";
const GUARD = { ports: [443, 8443], allowed: [], own_host: "own.example.org" };
const SAVED = { sha256: "00", bytes: 2 };

const none = (reason: Extract<Download, { kind: "none" }>["reason"]): Download => ({ kind: "none", reason });
const answer = (status: number, headers: Record<string, string> = {}): Download => ({
  ...{ kind: "answer", status, headers },
  saved: status === 200 ? SAVED : null,
});

/** Gets a URL from a source that gives these answers, the last one again and again. */
async function get(answers: readonly Download[], changes: Partial<FetchCall> = {}, accepted: readonly number[] = []) {
  const asked: Parameters<Downloads["get"]>[0][] = [];
  const waits: number[] = [];
  const stopping = new AbortController();
  const downloads: Downloads = {
    async get(call) {
      const given = answers[Math.min(asked.length, answers.length - 1)] ?? none("dns");
      asked.push(call);
      if (given.kind === "none" && given.reason === "stopped") stopping.abort();
      writeFileSync(call.file, "half", { flag: "wx" }); // what a try left is removed before the next
      return given;
    },
    close() {},
  };
  const call = {
    url: `${SHOWN}?token=1`,
    secret: null,
    conditions: {},
    file: join(newFolder(), "answer"),
    ...changes,
  };
  const deps = {
    ...{ downloads, guard: GUARD, random: () => 0.5, now: () => new Date(NOW_MS), stopping: stopping.signal },
    sleep: async (ms: number) => void waits.push(ms),
  };
  const result = await fetchToFile(deps, call, accepted).catch((error: unknown) => {
    if (error instanceof SyncFault) return error.fault;
    throw error;
  });
  return { asked, waits, result };
}
describe("what is wrong with an answer is named, and tried again if that may help", () => {
  test.each([
    ["dns", "unreachable", 6],
    ["guard", "address_refused", 1],
    ["connect", "unreachable", 6],
    ["reset", "unreachable", 6],
    ["malformed", "unreachable", 6],
    ["timeout", "timeout", 6],
    ["tls", "certificate", 1],
    ["too_large", "too_large", 1],
    ["cut_off", "cut_off", 6],
    ["encoding", "unexpected_status", 1],
    ["forbidden", "repeats_secret", 1],
    ["stopped", "timeout", 1],
  ] as const)("no answer (%s) is %s, after %d tries", async (reason, code, tries) => {
    const { asked, waits, result } = await get([none(reason)]);
    expect([result, asked.length]).toMatchObject([{ code }, tries]);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000].slice(0, tries - 1));
    if (reason === "stopped") expect(result).toEqual({ code, text: "the process was stopped" });
    if (tries === 6) expect(result).toEqual({ code, text: expect.stringMatching(/ \(tried 6 times\)$/) });
  });

  test.each([
    [401, "not_authorized", 1],
    [403, "not_authorized", 1],
    [404, "not_found", 1],
    [410, "not_found", 1],
    [429, "busy", 6],
    [408, "server_error", 6],
    [500, "server_error", 6],
    [501, "server_error", 1],
    [409, "unexpected_status", 1],
    [204, "unexpected_status", 1],
    [304, "unexpected_status", 1],
  ] as const)("%d is %s, after %d tries", async (status, code, tries) => {
    const { asked, result } = await get([answer(status)]);
    expect([result, asked.length]).toMatchObject([
      { code, text: expect.stringContaining(`${SHOWN}: it answered`) },
      tries,
    ]);
    expect((await get([answer(status)], {}, [status])).asked).toHaveLength(1);
  });

  test("an answer after some tries is used", async () => {
    const { asked, result } = await get([none("reset"), answer(503), answer(200)]);
    expect([result, asked.length]).toEqual([{ status: 200, etag: null, last_modified: null, saved: SAVED }, 3]);
  });
});

test("304 is an answer to a question with conditions", async () => {
  const { asked, result } = await get([answer(304)], { conditions: { "If-None-Match": '"1"' } });
  expect(asked[0]?.headers).toMatchObject({ Host: "clinic.example.com", "If-None-Match": '"1"' });
  expect(result).toMatchObject({ status: 304, saved: null });
});

test("a wait of up to a minute that the source asks for is kept, a longer one ends the run", async () => {
  const { waits } = await get([answer(429, { "retry-after": "60" }), answer(503), answer(200)]);
  expect(waits).toEqual([60_000, 1000]);
  const { asked, result } = await get([answer(429, { "retry-after": "61" })]);
  const text = `${SHOWN}: it answered 429, too many requests and asked to wait`;
  expect([result, asked.length]).toEqual([{ code: "busy", text, retry_at_ms: NOW_MS + 61_000 }, 1]);
});

describe("redirects", () => {
  const to = (location: string) => answer(301, { location });
  const secret = { name: "Authorization", value: "Bearer canary-4711" };

  test.each([301, 302, 303, 307, 308])("by %d are followed, relative or absolute", async (status) => {
    const { asked, result } = await get([answer(status, { location: "../b?c#d" }), answer(200)]);
    expect(result).toMatchObject({ status: 200 });
    expect(asked.map((call) => call.to.target)).toEqual(["/reviews.json?token=1", "/b?c"]);
  });

  test("are followed three times", async () => {
    const three = [to("/1"), to("/2"), to("/3")];
    expect((await get([...three, answer(200)])).result).toMatchObject({ status: 200 });
    const { asked, result } = await get([...three, to("/4"), answer(200)]);
    expect([result, asked.length]).toEqual([{ code: "redirect", text: "the source redirects more than 3 times" }, 4]);
  });

  test.each([
    [{}, "redirects to nowhere"],
    [{ location: "https://" }, "redirects to nowhere"],
    [{ location: "http://clinic.example.com/" }, "without https"],
    [{ location: "https://10.0.0.1/" }, "an address that is refused"],
  ])("to %p are faults", async (headers: Record<string, string>, text) => {
    const { asked, result } = await get([answer(302, headers)]);
    expect([result, asked.length]).toEqual([{ code: "redirect", text: expect.stringContaining(text) }, 1]);
  });

  test("to another origin lose the secret, and do not get it back", async () => {
    const there = [to("/b"), to("https://clinic.example.com:8443/c"), to("https://clinic.example.com/d"), answer(200)];
    const { asked } = await get(there, { secret });
    expect(asked.map(({ headers }) => [headers.Host, headers.Authorization])).toEqual([
      ["clinic.example.com", secret.value],
      ["clinic.example.com", secret.value],
      ["clinic.example.com:8443", undefined],
      ["clinic.example.com", undefined],
    ]);
  });
});

test("a validator is kept unless it is long or repeats the secret", async () => {
  const secret = { name: "Authorization", value: "Bearer canary-4711" };
  const etagOf = async (etag: string) => {
    const { result } = await get([answer(200, { etag })], { secret });
    return "etag" in result ? result.etag : result;
  };
  expect(await etagOf('"v1"')).toBe('"v1"');
  expect(await etagOf("x".repeat(1000))).toHaveLength(1000);
  expect(await etagOf("x".repeat(1001))).toBeNull();
  expect(await etagOf('"canary-4711"')).toBeNull();
});

test("an address that is refused is not asked", async () => {
  const { asked, result } = await get([answer(200)], { url: "https://10.0.0.1/reviews.json" });
  expect([result, asked.length]).toMatchObject([{ code: "address_refused" }, 0]);
});
