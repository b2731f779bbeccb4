import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { recipeOf } from "../../../src/pages/developers/calls.ts";
import type { ClinicFacts } from "../../../src/pages/developers/clinic-facts.ts";
import { renderCode } from "../../../src/pages/developers/code.ts";
import { endpointsOf, type OpenapiView } from "../../../src/pages/developers/openapi-view.ts";
import { renderOpenapi } from "../../../src/render/openapi/openapi.ts";

const base_url = "https://reviews.example";
const api: OpenapiView = JSON.parse(renderOpenapi(base_url));
const FACTS: ClinicFacts = {
  review_id: "7Q2M4D9ZK1VXB3H8RTCNE5WYA6",
  since: "2026-03-01",
  technician: `Ana "Doc" O'Ruiz $(id)`,
  service: "Dry needling",
  insights: true,
  security_txt: true,
};

function codeOf(called: string, language: "sh" | "typescript" | "python", facts = FACTS): string {
  const entry = endpointsOf(api).find(({ method, path }) => `${method} ${path}` === called);
  if (!entry) throw new Error(`there is no operation ${called}`);
  const recipe = recipeOf(api, entry, base_url, facts);
  return "missing" in recipe ? recipe.missing : renderCode(language, recipe);
}

test("a read has the ids and names of this clinic, and no character of a name means anything to a shell", () => {
  expect(codeOf("get /api/reviews/{id}", "sh")).toBe(`curl -sSf '${base_url}/api/reviews/7Q2M4D9ZK1VXB3H8RTCNE5WYA6'`);
  expect(codeOf("get /api/reviews/search", "sh")).toBe(
    `curl -sSf '${base_url}/api/reviews/search?mentions_technician=Ana%20%22Doc%22%20O%27Ruiz%20%24%28id%29&min_rating=4&limit=3'`,
  );
  expect(codeOf("get /api/reviews/search", "sh", { ...FACTS, technician: null })).toBe(
    `curl -sSf '${base_url}/api/reviews/search?min_rating=4&limit=3'`,
  );
  expect(codeOf("get /api/reviews/stats", "sh")).toBe(
    `curl -sSf '${base_url}/api/reviews/stats?mentions_service=Dry%20needling&group_by=year'`,
  );
  expect(codeOf("post /mcp", "sh")).toContain(`{"mentions_technician":"Ana \\"Doc\\" O'\\''Ruiz $(id)","limit":3}`);
});

test("TypeScript and Python fail on an error, and read JSON as JSON", () => {
  expect(
    codeOf("get /api/reviews/since/{date}", "typescript"),
  ).toBe(`const response = await fetch("${base_url}/api/reviews/since/2026-03-01");
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());`);
  expect(codeOf("get /feed.xml", "python")).toBe(`from urllib.request import urlopen

with urlopen("${base_url}/feed.xml") as response:
    print(response.read().decode())`);
});

test("what needs another call first makes it", () => {
  expect(codeOf("delete /mcp", "python")).toContain('session = response.headers["Mcp-Session-Id"]');
  expect(codeOf("delete /mcp", "sh")).toContain("curl -sSf 'https://reviews.example/mcp' \\\n  -X DELETE");
  expect(codeOf("get /api/websub/status/{token}", "typescript")).toContain("await fetch(status_url)");
});

test("a call with headers, a form or JSON, and one that needs another first, are written in each language", () => {
  const called = [
    "post /mcp",
    "delete /mcp",
    "post /api/websub/hub",
    "get /api/websub/status/{token}",
    "post /api/websub/status/{token}",
  ];
  const shown = called.flatMap((call) =>
    (["sh", "typescript", "python"] as const).map(
      (language) => `## ${call}\n\n\`\`\`${language}\n${codeOf(call, language)}\n\`\`\`\n`,
    ),
  );
  expect(shown.join("\n")).toBe(readFileSync(join(import.meta.dir, "pins/calls.md"), "utf8"));
});

test("JSON of any kind becomes a Python literal", () => {
  const json = { yes: true, no: false, none: null, list: [1, "a"], empty: {} };
  const call = { method: "POST", url: base_url, json, answer: "empty" } as const;
  expect(renderCode("python", { call })).toContain(`data=json.dumps({
        "yes": True,
        "no": False,
        "none": None,
        "list": [
            1,
            "a",
        ],
        "empty": {},
    }).encode()`);
});

test("a parameter that is not in the path needs no value", () => {
  const parameters = [
    { name: "number", in: "path", example: 7 },
    { name: "size", in: "path", schema: { examples: ["small", "large"] } },
    { name: "color", in: "query" },
  ];
  const entry = { method: "get" as const, path: "/things/{number}/{size}", operation: { parameters, responses: {} } };
  expect(recipeOf(api, entry, base_url, FACTS)).toEqual({
    call: { method: "GET", url: `${base_url}/things/7/small`, answer: "empty" },
  });
});

test("every operation that is not a read has an example of its own", () => {
  const called = endpointsOf(api).map(({ method, path }) => `${method} ${path}`);
  expect(called.filter((one) => !one.startsWith("get "))).toEqual([
    "post /mcp",
    "delete /mcp",
    "post /api/websub/hub",
    "post /api/websub/status/{token}",
  ]);
});

test("what this clinic does not have is said instead of shown", () => {
  expect(codeOf("get /api/reviews/{id}", "sh", { ...FACTS, review_id: null })).toBe("No review is published yet.");
  expect(codeOf("get /insights.json", "sh", { ...FACTS, insights: false })).toContain("the answer is 404");
  expect(codeOf("get /.well-known/security.txt", "sh", { ...FACTS, security_txt: false })).toContain(
    "the answer is 404",
  );
});
