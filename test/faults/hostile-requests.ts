import type { Wire } from "../mcp/endpoint.ts";

/** One request as bytes on the wire, and what it is. */
export type Hostile = { name: string; payload: string };

/** The largest body that a path accepts. */
const BODY_BYTES = 256 * 1024;
const URL_BYTES = 8000;
/** The runtime refuses headers of more than 16 KB together. */
const HEADER_BYTES = 15_000;

/** `unit` again and again, `bytes` long at most. */
const fill = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length));

const listed = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => item(n)).join();

const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

/** JSON values that are expensive to read, walk or repeat. */
function jsonValues(bytes = BODY_BYTES - 2000): [string, string][] {
  return [
    ["a long text", `"${fill("x", bytes)}"`],
    ["NUL escapes", `"${fill("\\u0000", bytes)}"`],
    ["lone surrogates", `"${fill("\\ud800", bytes)}"`],
    ["combining marks", `"${fill("\\u0301", bytes)}"`],
    ["white space", `"${fill(" ", bytes)}"`],
    ["quotes", `"${fill('\\"', bytes)}"`],
    ["nested arrays", nested("[", "]", Math.floor(bytes / 2) - 1)],
    ["nested objects", nested('{"a":', "}", Math.floor(bytes / 6) - 1)],
    ["60 nested arrays", nested("[", "]", 58)],
    ["many keys", `{${listed(Math.floor(bytes / 11), (n) => `"k${n}":1`)}}`],
    ["many numeric keys", `{${listed(Math.floor(bytes / 11), (n) => `"${100_000 + n}":1`)}}`],
    ["many arrays", `[${fill("[],", bytes - 4)}1]`],
    ["many shapes", `[${listed(Math.floor(bytes / 13), (n) => `{"k${n}":1}`)}]`],
    ["a long number", fill("9", bytes)],
    ["a long fraction", `0.${fill("3", bytes - 2)}`],
  ];
}

/** Text for a URL, percent-encoded where it must be. */
function urlTexts(bytes = URL_BYTES - 200): [string, string][] {
  const units = ["x", "%00", "%ED%A0%80", "%CC%81", "%F0%9F%98%80", "+", "%", "%2F", "..%2f", "-", "%E2%80%8D", "0"];
  return units.map((unit) => [`${unit} repeated`, fill(unit, bytes)]);
}

const QUERIES = [
  "a&",
  "=&",
  "rating=9&",
  "query=x&",
  "mentions_technicia=x&",
  "%00=%00&",
  "%&",
  "source=x&",
  "cursor=AAAA&",
  "?",
  "#",
];

const HEADERS = [
  "Accept",
  "Accept-Encoding",
  "If-None-Match",
  "If-Modified-Since",
  "If-Match",
  "If-Range",
  "Range",
  "Cookie",
  "Host",
  "Origin",
  "Authorization",
  "Content-Type",
  "X-Forwarded-For",
  "Access-Control-Request-Method",
  "Mcp-Session-Id",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Sec-Fetch-Dest",
];

const HEADER_UNITS = [
  "x",
  ",",
  ";",
  " ",
  '"',
  '"a",',
  'W/"a", ',
  "a;q=0.5,",
  "gzip;q=1.0000,",
  "=?base64?",
  "application/json ",
  "-zstd",
  "127.0.0.1:",
  "0-1,",
  "::",
  "Mon, 01 Jan ",
];

const MCP_HEADERS = "Content-Type: application/json\r\nAccept: application/json\r\n";

const render = (method: string, target: string, headers = "", body: string | null = null): string =>
  `${method} ${target} HTTP/1.1\r\n${/^host:/im.test(headers) ? "" : "Host: localhost\r\n"}Connection: close\r\n${headers}${
    body === null ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  }\r\n${body ?? ""}`;

/** Every path with texts in its parameters and in its query. `paths` are templates of the OpenAPI document, and pages. */
export function* urlAttacks(paths: readonly string[]): Iterable<Hostile> {
  for (const path of paths) {
    const plain = path.replace(/\{\w+\}/g, "x");
    for (const [name, text] of urlTexts()) {
      const filled = path.includes("{")
        ? path.replace(/\{\w+\}/, text)
        : `${path}${path.endsWith("/") ? "" : "/"}${text}`;
      yield { name: `GET ${path}, in the path: ${name}`, payload: render("GET", filled) };
      yield { name: `GET ${path}, as query: ${name}`, payload: render("GET", `${plain}?query=${text}`) };
    }
    for (const unit of QUERIES) {
      yield { name: `GET ${path}?${unit} repeated`, payload: render("GET", `${plain}?${fill(unit, URL_BYTES - 200)}`) };
    }
    yield { name: `GET ${path} of 15,000 bytes`, payload: render("GET", `${plain}?${fill("a=%41&", 15_000)}`) };
  }
}

/** Bodies of 256 KB and every method for every path. */
export function* bodyAttacks(paths: readonly string[]): Iterable<Hostile> {
  const bodies = jsonValues().filter(([name]) => ["NUL escapes", "nested arrays", "many keys"].includes(name));
  const forms = [fill("hub.mode=subscribe&", BODY_BYTES), fill("%00=%&", 8000), fill("hub.callback=https://a&", 8000)];
  for (const path of paths) {
    const plain = path.replace(/\{\w+\}/g, "x");
    for (const method of ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      yield { name: `${method} ${path}`, payload: render(method, plain, MCP_HEADERS, "x".repeat(8000)) };
    }
    for (const [name, body] of bodies) {
      yield { name: `POST ${path}: ${name}`, payload: render("POST", plain, MCP_HEADERS, body) };
    }
    for (const body of forms) {
      const type = "Content-Type: application/x-www-form-urlencoded\r\n";
      yield { name: `POST ${path}: form ${body.slice(0, 20)}`, payload: render("POST", plain, type, body) };
    }
  }
}

/** Headers of 15 KB, for `targets` of each kind of handler. */
export function* headerAttacks(
  targets: readonly [method: string, target: string, body: string | null][],
): Iterable<Hostile> {
  for (const [method, target, body] of targets) {
    for (const header of HEADERS) {
      for (const unit of HEADER_UNITS) {
        const type = target === "/mcp" ? "application/json" : "application/x-www-form-urlencoded";
        const others = method === "POST" && header !== "Content-Type" ? `Content-Type: ${type}\r\n` : "";
        const headers = `${others}${header}: ${fill(unit, HEADER_BYTES)}x\r\n`;
        yield {
          name: `${method} ${target}, ${header}: ${unit} repeated`,
          payload: render(method, target, headers, body),
        };
      }
    }
  }
}

const META = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`;

/** A message with `params` as JSON text without its braces, for one era. */
function message(session: string, method: string, name: string | null, params: string): string {
  if (session !== "") {
    const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${params}}}`;
    return render("POST", "/mcp", `${MCP_HEADERS}Mcp-Session-Id: ${session}\r\n`, body);
  }
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${META}${params === "" ? "" : `,${params}`}}}`;
  const named = name === null ? "" : `Mcp-Name: ${name}\r\n`;
  return render(
    "POST",
    "/mcp",
    `${MCP_HEADERS}MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ${method}\r\n${named}`,
    body,
  );
}

/** Every method and every argument of every tool, for the session's era or, with "", for 2026-07-28. */
export function* mcpAttacks(session: string, tools: Wire[]): Iterable<Hostile> {
  const era = session === "" ? "2026-07-28" : "a session";
  const values = jsonValues();
  for (const [kind, value] of values) {
    for (const { name: tool, inputSchema } of tools) {
      for (const argument of [...Object.keys(inputSchema.properties), "unknown"]) {
        const params = `"name":"${tool}","arguments":{"${argument}":${value}}`;
        yield { name: `${era}: ${tool}.${argument}: ${kind}`, payload: message(session, "tools/call", tool, params) };
      }
      const params = `"name":"${tool}","arguments":${value}`;
      yield { name: `${era}: ${tool}: ${kind}`, payload: message(session, "tools/call", tool, params) };
    }
    const calls: [string, string | null, string][] = [
      ["tools/call", "x", `"name":${value}`],
      ["tools/list", null, `"cursor":${value}`],
      ["prompts/get", "x", `"name":${value}`],
      ["prompts/get", "compare_aspects", `"name":"compare_aspects","arguments":{"first":${value},"second":"care"}`],
      ["resources/read", "x", `"uri":${value}`],
      [
        "completion/complete",
        null,
        `"ref":{"type":"ref/resource","uri":"reviews://review/{id}"},"argument":{"name":"id","value":${value}}`,
      ],
      ["completion/complete", null, `"ref":${value},"argument":${value.slice(0, 20)}`],
      ["initialize", null, `"protocolVersion":${value}`],
      ["ping", null, `"_meta":${value}`],
      ["ping", null, `"x":${value}`],
    ];
    for (const [method, name, params] of calls) {
      yield { name: `${era}: ${method}: ${kind}`, payload: message(session, method, name, params) };
    }
    const bare = (body: string) => render("POST", "/mcp", `${MCP_HEADERS}Mcp-Session-Id: ${session}\r\n`, body);
    yield { name: `${era}: the id: ${kind}`, payload: bare(`{"jsonrpc":"2.0","method":"ping","id":${value}}`) };
    yield { name: `${era}: a message: ${kind}`, payload: bare(value) };
    yield { name: `${era}: a batch: ${kind}`, payload: bare(`[${value}]`) };
  }
}
