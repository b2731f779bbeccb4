import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { buildFixtureCatalog } from "../../conformance/fixture-catalog.ts";
import { reviewRow } from "../../rows.ts";
import {
  openSession,
  request,
  send,
  sendModern,
  startCatalog,
  startEndpoint,
  testSnapshot,
  type Wire,
} from "../endpoint.ts";

const ANSWER_BYTES = 80_000;
const BATCH_BYTES = 512_000;
const LONG = "x".repeat(200_000);

let endpoint: ReturnType<typeof startEndpoint>;
let session: Record<string, string>;
beforeAll(async () => {
  const rows = Array.from({ length: 100 }, (_, n) => reviewRow(n, { text: `${n} ${"knee ".repeat(200)}` }));
  endpoint = startEndpoint(await testSnapshot({ rows }));
  session = await openSession(endpoint.url);
});
afterAll(() => endpoint.stop());

const call = (given: unknown, name = "search_reviews") =>
  send(endpoint.url, request("tools/call", { name, arguments: given }), session);
const faultOf = async (given: unknown, name?: string): Promise<string> => {
  const { body, text } = await call(given, name);
  expect(text.length).toBeLessThan(ANSWER_BYTES);
  expect(body.result.isError).toBe(true);
  return body.result.content[0].text;
};
/** `levels` arrays around a number. */
const nested = (levels: number): string => `${"[".repeat(levels)}1${"]".repeat(levels)}`;

describe("the nesting of a body", () => {
  const post = (query: string) =>
    send(
      endpoint.url,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_reviews","arguments":{"query":${query}}}}`,
      session,
    );
  const error = { code: -32600, message: "a message must be nested at most 64 levels deep" };

  test("has at most 64 levels, the message included", async () => {
    expect((await post(nested(61))).body.result.content[0].text).toBe("query must be a string");
    const answer = await post(nested(62));
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test("does not count brackets in a string", async () => {
    const text = `"${'\\"[{\\\\'.repeat(40)}"`;
    expect((await post(text)).body.result.structuredContent.matched).toBe(0);
  });

  test("does not count arrays side by side", async () => {
    const answer = await post(`[${Array.from({ length: 1000 }, () => "[]").join()}]`);
    expect(answer.body.result.content[0].text).toBe("query must be a string");
  });

  test("is refused before it is parsed, also if it never ends", async () => {
    expect((await send(endpoint.url, "[".repeat(250_000), session)).body.error).toEqual(error);
  });
});

describe("an error shows", () => {
  test("at most 5 faults of 18,000", async () => {
    const many = Object.fromEntries(Array.from({ length: 18_000 }, (_, n) => [`k${n}`, n]));
    const lines = (await faultOf(many)).split("\n");
    expect(lines).toHaveLength(6);
    expect(lines[4]).toStartWith("k4 is not an argument of this tool");
    expect(lines[5]).toBe("only the first 5 faults are shown");
  });

  test("exactly 5 faults without that line", async () => {
    const five = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`k${n}`, n]));
    expect((await faultOf(five)).split("\n")).toHaveLength(5);
  });

  test("what was received only where it is a primitive, cut at 100 characters", async () => {
    expect(await faultOf({ query: { a: LONG } })).toBe("query must be a string");
    expect(await faultOf({ query: [LONG] })).toBe("query must be a string");
    expect(await faultOf({ query: true })).toBe("query must be a string; received true");
    expect(await faultOf({ since: LONG })).toBe(
      `since must be a real calendar date, YYYY-MM-DD; received "${"x".repeat(99)}`,
    );
    expect(await faultOf({ sentiment: ["positive"], aspect: "care" }, "get_aspect_sentiment")).toBe(
      "sentiment must be one of positive, negative, neutral, mixed",
    );
    expect(await faultOf({ id: "y".repeat(300) }, "get_review")).toStartWith(
      `no review has the id "${"y".repeat(99)}:`,
    );
    expect(await faultOf({ technician: "z".repeat(300) }, "get_technician")).toStartWith(
      `no technician of that name is listed: "${"z".repeat(99)}`,
    );
  });

  test("60 characters of an unknown name", async () => {
    expect(await faultOf({ [LONG]: 1 })).toStartWith(`${"x".repeat(60)} is not an argument`);
  });

  test("a long name of a method, a tool or a prompt cut at 100 characters", async () => {
    const error = async (method: string, params: object) =>
      (await send(endpoint.url, request(method, params), session)).body.error.message;
    const x = "x".repeat(100);
    expect(await error(LONG, {})).toBe(`Method not found: ${x}`);
    expect(await error("tools/call", { name: LONG })).toStartWith(`Unknown tool: ${x}. The tools are `);
    expect(await error("prompts/get", { name: LONG })).toStartWith(`Unknown prompt: ${x}. The prompts are `);
    expect(await error("tools/call", { name: [LONG] })).toStartWith("name must be a string. The tools are ");
    expect(await error("prompts/get", { name: { a: LONG } })).toStartWith("name must be a string. The prompts are ");
  });

  test("a long uri once, cut at 100 characters", async () => {
    const uri = `reviews://${LONG}`;
    const error = { code: -32002, message: "Resource not found", data: { uri: `reviews://${"x".repeat(90)}` } };
    expect((await send(endpoint.url, request("resources/read", { uri }), session)).body.error).toEqual(error);
    const uri_8k = uri.slice(0, 8000);
    expect((await sendModern(endpoint.url, "resources/read", { uri: uri_8k })).body.error).toEqual({
      ...error,
      code: -32602,
    });
  });

  test("a version and headers cut at 100 characters", async () => {
    const x = "x".repeat(5000);
    const meta = {
      "io.modelcontextprotocol/protocolVersion": x,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const unsupported = await sendModern(endpoint.url, "tools/list", { _meta: meta }, { "MCP-Protocol-Version": x });
    expect(unsupported.body.error.data).toEqual({ supported: ["2026-07-28"], requested: "x".repeat(100) });
    const errors = [
      await sendModern(endpoint.url, "tools/list", { _meta: meta }),
      await sendModern(endpoint.url, "tools/list", {}, { "Mcp-Method": x }),
      await sendModern(endpoint.url, "tools/call", { name: x }, { "Mcp-Name": `${x}y` }),
      await send(endpoint.url, request("ping"), { ...session, "MCP-Protocol-Version": x }),
    ];
    for (const { status, text } of errors) {
      expect(status).toBe(400);
      expect(text.length).toBeLessThan(500);
    }
  });

  test("no more for characters that JSON escapes", async () => {
    const zeros = "\u0001".repeat(40_000);
    expect((await faultOf({ since: zeros })).length).toBeLessThan(200);
    const answer = await send(endpoint.url, request("resources/read", { uri: zeros }), session);
    expect(answer.text.length).toBeLessThan(1000);
  });
});

describe("an id", () => {
  const ping = (id: unknown) => send(endpoint.url, request("ping", undefined, id), session);

  test("has at most 256 characters", async () => {
    expect((await ping("é".repeat(256))).body).toEqual({ jsonrpc: "2.0", id: "é".repeat(256), result: {} });
    expect((await ping("😀".repeat(256))).body.id).toBe("😀".repeat(256));
    for (const id of ["x".repeat(257), "😀".repeat(257), LONG]) {
      const answer = await ping(id);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        jsonrpc: "2.0",
        error: { code: -32600, message: "id must have at most 256 characters" },
      });
    }
  });

  test("that is a number of 300 digits is refused, too", async () => {
    const answer = await send(endpoint.url, `{"jsonrpc":"2.0","method":"ping","id":${"9".repeat(300)}}`, session);
    expect(answer.body.error).toEqual({ code: -32600, message: "id must have at most 256 characters" });
  });

  test.each([
    ['{"id":9007199254740993,"jsonrpc":"2.0","method":"ping"}', "9007199254740993"],
    ['{"jsonrpc":"2.0","method":"ping","params":{"id":5},"id" : -9007199254740995 }', "-9007199254740995"],
    ['{"jsonrpc":"2.0","method":"ping","\\u0069d":90071992547409951}', "90071992547409951"],
    ['{"id":1,"jsonrpc":"2.0","method":"ping","id":90071992547409953}', "90071992547409953"],
    ['{"id":90071992547409955,"jsonrpc":"2.0","method":"ping","params":{"id":5}}', "90071992547409955"],
    ['{"a":"id","jsonrpc":"2.0","method":"ping","params":{"x":[{"id":7}],"y":"\\"id\\":3"},"id":1e20}', "1e20"],
  ])("above 2^53 is repeated as it is written: %s", async (body, id) => {
    expect((await send(endpoint.url, body, session)).text).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
  });
});

describe("a batch", () => {
  const search = (id: unknown) =>
    request("tools/call", { name: "search_reviews", arguments: { limit: 100, query: "knee" } }, id);
  const batch = async (items: unknown[], url = endpoint.url) => send(url, items, await openSession(url, "2025-03-26"));

  test("of 100 searches answers every message within 512 KB", async () => {
    const answer = await batch(Array.from({ length: 100 }, (_, id) => search(id)));
    expect(answer.text.length).toBeLessThan(BATCH_BYTES);
    expect(answer.text.length).toBeGreaterThan(BATCH_BYTES - ANSWER_BYTES - 20_000);
    expect(answer.body.map(({ id }: Wire) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id));
    const refused = answer.body.filter(({ error }: Wire) => error);
    expect(refused.length).toBeGreaterThan(50);
    expect(refused[0].error).toEqual({
      code: -32600,
      message: "the answer to this batch has reached 512 KB: send this request again in a smaller batch",
    });
  });

  test("keeps within 512 KB with the longest ids", async () => {
    const id = (n: number) => `${n} ${"\u0001".repeat(250)}`;
    const answer = await batch(Array.from({ length: 100 }, (_, n) => search(id(n))));
    expect(answer.text.length).toBeLessThan(BATCH_BYTES);
    expect(answer.body.map((one: Wire) => one.id)).toEqual(Array.from({ length: 100 }, (_, n) => id(n)));
    expect(answer.body[0].result.structuredContent.matched).toBe(100);
  });

  test("that fits is answered whole, in both formats", async () => {
    const items = [search(1), search(2), request("ping", undefined, 3)];
    const answer = await batch(items);
    expect(answer.body.map(({ result }: Wire) => result !== undefined)).toEqual([true, true, true]);
    const streamed = await send(endpoint.url, items, {
      ...(await openSession(endpoint.url, "2025-03-26")),
      Accept: "text/event-stream",
    });
    expect(streamed.text).toBe(`event: message\ndata: ${answer.text}\n\n`);
  });

  test("counts as its messages against the rate limit", async () => {
    const limited = startEndpoint(await testSnapshot(), { session_limit: 60 });
    const pings = (count: number) => Array.from({ length: count }, (_, id) => request("ping", undefined, id));
    const opened = await openSession(limited.url, "2025-03-26");
    expect((await send(limited.url, pings(50), opened)).status).toBe(200);
    const over = await send(limited.url, pings(20), opened);
    expect([over.status, over.body.error]).toEqual([429, "rate_limited"]);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThanOrEqual(9);
    expect((await send(limited.url, pings(5), opened)).status).toBe(200);
    await limited.stop();
  });

  test("lets other requests run between its messages", async () => {
    const busy = () => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      return { result: { json: "{}" } };
    };
    const slow = startCatalog({ ...buildFixtureCatalog(), tools: new Map([["busy", busy]]) });
    const calls = Array.from({ length: 60 }, (_, id) => request("tools/call", { name: "busy" }, id));
    const opened = await openSession(slow.url, "2025-03-26");
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await send(slow.url, calls, opened);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(15); // 300 ms in slices of 10
    await slow.stop();
  });
});
