import { expect, test } from "bun:test";
import { createPageProblems } from "../../src/http/pages/page-routes.ts";
import { createProblems } from "../../src/http/problems.ts";
import { problem } from "../../src/model/wire/problem.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { BASE_URL, snapshotOf } from "../service.ts";

const current = createCurrent();
const respond = createPageProblems({ current, base_url: BASE_URL, respondProblem: createProblems(BASE_URL) });
const problemAt = async (path: string, init: RequestInit = {}) => {
  const answer = await respond(new Request(BASE_URL + path, init), "not_found", { detail: "nothing is here" });
  return { type: answer.headers.get("content-type"), status: answer.status, text: await answer.text() };
};
const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json";

test.each([
  ["/", {}, HTML],
  ["/reviews", {}, HTML],
  ["/reviews/1", {}, HTML],
  ["/es/insights", {}, HTML],
  ["/embed/frame", { method: "HEAD" }, HTML],
  ["/developers", {}, HTML],
  ["/reviews", { method: "POST" }, JSON_TYPE],
  ["/reviewsx", {}, JSON_TYPE],
  ["/nowhere", {}, JSON_TYPE],
  ["/nowhere", { headers: { "Sec-Fetch-Dest": "document" } }, HTML],
  ["/nowhere", { headers: { "Sec-Fetch-Dest": "image" } }, JSON_TYPE],
  ["/api/nowhere", { headers: { "Sec-Fetch-Dest": "document" } }, JSON_TYPE],
  ["/nowhere.json", { headers: { "Sec-Fetch-Dest": "document" } }, JSON_TYPE],
])("a problem at %s, asked with %j, is %s", async (path, init, type) => {
  expect(await problemAt(path, init)).toMatchObject({ type, status: 404 });
});

test("a detail has at most 2,000 characters", async () => {
  const detailOf = async (length: number) => {
    const answer = await respond(new Request(`${BASE_URL}/nowhere`), "not_found", { detail: "x".repeat(length) });
    return problem.parse(await answer.json()).detail;
  };
  expect([(await detailOf(2000)).length, (await detailOf(2001)).length]).toEqual([2000, 2000]);
});

test("before the first snapshot an error page names no business and no demonstration", async () => {
  const { text } = await problemAt("/reviews");
  expect([text.includes("<title>"), text.includes("Demonstration")]).toEqual([true, false]);
});

test("the error page of a demonstration says that it is one", async () => {
  current.swap(await snapshotOf({ source: { demonstration: true } }));
  expect((await problemAt("/reviews")).text).toContain("Demonstration");
});
