import { expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { CLINICS } from "../../bench/agents/clinics.ts";
import { questionsOf } from "../../bench/agents/questions.ts";
import { startHarborClinic } from "../mcp/clinic.ts";
import { sendModern, type Wire } from "../mcp/endpoint.ts";

const NOTHING = { business: { opening_hours: [], services: [] }, reviews: [] };
const QUESTIONS = CLINICS.map((clinic) => ({ clinic, questions: questionsOf(clinic, NOTHING) }));

test("at least 120 questions of five kinds of people, about three clinics, one of them Spanish", () => {
  const all = QUESTIONS.flatMap(({ questions }) => questions);
  expect(all.length).toBeGreaterThanOrEqual(120);
  expect(new Set(all.map(({ who }) => who)).size).toBe(5);
  expect(CLINICS.map(({ language }) => language)).toEqual(["en", "en", "es"]);
  for (const { clinic, questions } of QUESTIONS) {
    const asked = questions.map((question) => question.asked[clinic.language === "es" ? 1 : 0]);
    expect(new Set(asked).size).toBe(questions.length);
  }
});

test("every call has the arguments of its tool", async () => {
  const endpoint = await startHarborClinic();
  const { tools } = (await sendModern(endpoint.url, "tools/list")).body.result;
  const ajv = new Ajv2020({ formats: { date: true } });
  const schemas = new Map<string, Wire>(tools.map((tool: Wire) => [tool.name, ajv.compile(tool.inputSchema)]));
  for (const { call, asked } of QUESTIONS.flatMap(({ questions }) => questions)) {
    const [name, given] = call;
    // The question about one review names it only where there is one.
    if (name !== "get_review") expect([asked[0], schemas.get(name)(given)]).toEqual([asked[0], true]);
  }
  await endpoint.stop();
});
