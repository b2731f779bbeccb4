import { afterAll, beforeAll, expect, test } from "bun:test";
import { startHarborClinic } from "../clinic.ts";
import { sendModern, type startEndpoint, type Wire } from "../endpoint.ts";

const FILTERS = [
  'rating? integer {"minimum":1,"maximum":5}',
  'min_rating? number {"minimum":1,"maximum":5}',
  'since? string {"format":"date"}',
  'until? string {"format":"date"}',
  'query? string {"maxLength":200} at most 200',
  "mentions_technician? string at most 300",
  "mentions_service? string at most 300",
  'max_rating? number {"minimum":1,"maximum":5}',
  'source? string {"enum":["google","yelp","facebook","trustpilot","healthgrades","direct","other"]}',
  'verification? string {"enum":["visit_record","invitation","platform_account","operator"]}',
  "language? string",
  "has_text? boolean",
  "has_reply? boolean",
  "incentivized? boolean",
  "edited? boolean",
  "aspect? string at most 300",
  'aspect_sentiment? string {"enum":["positive","negative","neutral","mixed"]}',
  "topic? string at most 300",
  "condition? string at most 300",
  'sentiment? string {"enum":["positive","negative","neutral","mixed"]}',
  'verification_level? string {"enum":["business","account"]}',
  "updated_since? string",
];
const WINDOW = ['since? string {"format":"date"}', 'until? string {"format":"date"}'];
const REPLIES = 'include? array {"items":{"type":"string","enum":["replies"]}}';
const PAGE = ['limit? integer {"minimum":1,"maximum":100,"default":20}', "cursor? string at most 500"];

const ARGUMENTS = {
  get_summary: [...WINDOW, 'include? array {"items":{"type":"string","enum":["faq"]}}'],
  get_aspect_sentiment: [
    "aspect? string at most 100",
    'sentiment? string {"enum":["positive","negative","neutral","mixed"]}',
    ...WINDOW,
    ...PAGE,
    REPLIES,
  ],
  get_trends: [
    'months? integer {"minimum":1,"maximum":120,"default":12}',
    "aspect? string at most 100",
    "technician? string at most 300",
  ],
  get_technician: ["technician? string at most 300", ...WINDOW, REPLIES],
  get_service: ["service? string at most 300", ...WINDOW, REPLIES],
  get_statistics: [
    ...FILTERS,
    'group_by? array {"items":{"type":"string","enum":["rating","source","verification","language","technician","service","service_area","condition","verification_level","aspect","topic","month","quarter","year","has_reply","incentivized","edited"]},"minItems":1,"maxItems":2}',
  ],
  search_reviews: [...FILTERS, ...PAGE, REPLIES],
  get_review: ["id string at most 300"],
  get_reviews_since: ['date string {"format":"date"}', ...PAGE, REPLIES],
  get_business: [],
  search: ["query string at most 1000"],
  fetch: ["id string at most 300"],
};

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = await startHarborClinic();
});
afterAll(() => endpoint.stop());

/** How many characters a text may have, as a tool says when it refuses a longer one. */
async function mostCharacters(name: string, argument: string): Promise<string> {
  const given = { [argument]: "x".repeat(6000) };
  const { result } = (await sendModern(endpoint.url, "tools/call", { name, arguments: given })).body;
  return / at most \d+(?= characters)/.exec(result.content[0].text)?.[0] ?? "";
}

test("every tool takes these arguments, each with its type and its limits", async () => {
  const { tools } = (await sendModern(endpoint.url, "tools/list")).body.result;
  const found: { [tool: string]: string[] } = {};
  for (const { name, inputSchema } of tools) {
    found[name] = [];
    for (const [key, schema] of Object.entries<Wire>(inputSchema.properties)) {
      const { type, description: _, ...limits } = schema;
      const shown = Object.keys(limits).length > 0 ? ` ${JSON.stringify(limits)}` : "";
      const optional = inputSchema.required?.includes(key) ? "" : "?";
      found[name].push(`${key}${optional} ${type}${shown}${await mostCharacters(name, key)}`);
    }
  }
  expect(found).toEqual(ARGUMENTS);
});
